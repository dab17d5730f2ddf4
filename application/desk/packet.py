"""A packet: everything about a dispute in one file, for a head judge or an arbiter who was not there."""

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any

from msgspec.json import encode

from application.answer import Answer, Meta
from application.desk.knowledge import Knowledge, knowledge, knowledge_of
from application.desk.ruling_sheet import SaidAtTable, Sheet, sheet
from application.game.live_game import LiveGame
from application.game.log import StandingEntry, log_seen
from application.game.redaction import effective_viewer, state_seen
from application.ledger.fingerprints import slip
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import JUDGE
from domain.kernel.values import changed

MOST_BEFORE, MOST_SINCE = 10, 40
"""Most entries before the disputed one, and most from it on, the newest of these."""


class TableSeen(Answer):
    """The table as one player sees it."""

    player: str
    lines: tuple[str, ...]
    """It in words, the queue among them."""
    state: Any


class Packet(Answer):
    """A ruling with all that belongs to it, as it stood after one entry."""

    sheet: Sheet
    """The ruling, its rules and facts, statements, remedies, appeals and final rulings."""
    newest: int
    """The entry after which all of it stood so."""
    law: Annotated[str, Meta(description="The fingerprint of the law that the game is played by.")]
    entries: tuple[StandingEntry, ...]
    """The last ones before the disputed entry, that one, and those since."""
    tables: tuple[TableSeen, ...]
    """As each player sees it; of a player who asks, only their own."""
    knowledge: Knowledge
    """Who came to see what of all that was hidden."""
    digest: Annotated[
        str,
        Meta(
            description="SHA-256, in base64url, of this very JSON without spaces, with an empty digest: "
            "two who read the same one have the same."
        ),
    ] = ""

    @property
    def short_digest(self) -> str:
        """The digest for people to compare, such as p5:ab3k-…."""
        return f"p{self.sheet.entry}:{slip(self.digest).lower()}"


def packet(
    live: LiveGame,
    n: int,
    viewer: Viewer = JUDGE,
    judge: str = "",
    at_event: Sequence[SaidAtTable] = (),
) -> Packet:
    """The packet of the ruling on entry n. Raises CannotExplain where there is none."""
    game = live.game
    newest = game.length
    since = range(n, newest + 1)
    logged = [*range(max(1, n - MOST_BEFORE), n), n, *since[1:][1 - MOST_SINCE :]]
    players = [one for one in game.players if effective_viewer(game, viewer) in (JUDGE, one)]
    made = Packet(
        sheet(live, n, viewer, judge, tuple(at_event)),
        newest,
        game.opening.law,
        tuple(entry for one in logged for entry in log_seen(live, viewer, one - 1, one)),
        tuple(
            TableSeen(
                one,
                tuple(game.ruleset.in_words(game.now.state, effective_viewer(game, one))),
                state_seen(game, one),
            )
            for one in players
        ),
        knowledge(game, knowledge_of(game, viewer)),
    )
    return changed(made, digest=digest_of(made))


def digest_of(packet: Packet) -> str:
    """The digest that a packet is to have."""
    whole = sha256(encode(changed(packet, digest=""))).digest()
    return urlsafe_b64encode(whole).decode().rstrip("=")
