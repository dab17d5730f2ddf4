"""A packet: everything about a dispute frozen in one file, for a head judge or an arbiter who was not there."""

from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from typing import Annotated, Any, NamedTuple

from msgspec.json import encode

from application.answer import Answer, Meta, Verdict
from application.desk.knowledge import Knowledge, knowledge, knowledge_of
from application.desk.ruling_sheet import Remark, Remedy, SaidAtTable, Sheet, sheet
from application.desk.statements import AttachedNote, Reply
from application.game.live_game import LiveGame, detached_copy
from application.game.log import StandingEntry, log_seen
from application.game.redaction import effective_viewer, state_seen
from application.ledger.fingerprints import slip
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import JUDGE

MOST_BEFORE, MOST_SINCE = 10, 40
"""Most entries before the disputed one, and most from it on, the newest of these."""


class AsOf(NamedTuple):
    """A game as it stood after one entry, and what had been said at its table of an event by then."""

    live: LiveGame
    at_event: tuple[SaidAtTable, ...] = ()
    row: int = 0
    """How far the log of the event had come; 0 where the game is at no event's table."""
    said_since: tuple[str, ...] = ()
    """What has been said and done at the table since."""


class TableSeen(Answer):
    """The table as one player sees it."""

    player: str
    lines: tuple[str, ...]
    """It in words, the queue among them."""
    state: Any


class Frozen(Answer):
    """A ruling with all that belonged to it, as it stood after one entry."""

    at: int
    """The entry after which all of it stood so."""
    event_row: Annotated[
        int,
        Meta(description="How far the log of the event had come; 0 where the game is at no table."),
    ]
    sheet: Sheet
    """The ruling, its rules and facts, statements, remedies, appeals and final rulings."""
    law: Annotated[str, Meta(description="The fingerprint of the law that the game is played by.")]
    entries: tuple[StandingEntry, ...]
    """The last ones before the disputed entry, that one, and those up to `at`."""
    tables: tuple[TableSeen, ...]
    """As each player saw it; of a player who asks, only their own."""
    knowledge: Knowledge
    """Who had come to see what of all that was hidden."""

    @property
    def text(self) -> str:
        """Its JSON as it is digested: without spaces, and “<” as \\u003c, so that a page can hold it."""
        return encode(self).decode().replace("<", "\\u003c")


class Since(Answer):
    """What has come of the ruling since it was frozen."""

    entry: int
    """The newest entry now."""
    ruled: Verdict
    """The verdict that stands now."""
    attached: tuple[AttachedNote, ...]
    remarks: tuple[Remark, ...]
    remedies: tuple[Remedy, ...]
    agreements: tuple[Reply, ...]
    at_event: tuple[str, ...]
    """At the table of an event, in words."""

    @property
    def has_any(self) -> bool:
        """Whether anything has."""
        return any((self.attached, self.remarks, self.remedies, self.agreements, self.at_event))


class Packet(Answer):
    """A frozen ruling, with what has come of it since beside it."""

    frozen: Frozen
    digest: Annotated[
        str,
        Meta(
            description="SHA-256, in base64url, of the JSON of `frozen` without spaces, and with every “<” "
            "as \\u003c: two who read the same one have the same."
        ),
    ]
    since: Since
    judge: str | None
    """The name that whoever made this copy gave; null where nobody did."""

    @property
    def short_digest(self) -> str:
        """The digest for people to compare, such as p5:ab3k-…."""
        return f"p{self.frozen.sheet.entry}:{slip(self.digest).lower()}"


def as_of_entry(live: LiveGame, at: int | None = None) -> AsOf:
    """A game at no event's table, as it stood after this entry, the newest without one."""
    return AsOf(detached_copy(live, at))


def packet(
    live: LiveGame, n: int, viewer: Viewer = JUDGE, judge: str = "", then: AsOf | None = None
) -> Packet:
    """The packet of the ruling on entry n, as of `then` or of now. Raises CannotExplain where there is none."""
    then = then or as_of_entry(live)
    frozen = _frozen(then, n, viewer)
    digest = sha256(frozen.text.encode()).digest()
    return Packet(
        frozen,
        urlsafe_b64encode(digest).decode().rstrip("="),
        _since(live, n, viewer, frozen.sheet, then),
        judge or None,
    )


def _frozen(then: AsOf, n: int, viewer: Viewer) -> Frozen:
    live, game, at = then.live, then.live.game, then.live.game.length
    told = then.at_event if viewer == JUDGE else ()
    ruling = sheet(live, n, viewer, at_event=told)
    logged = [*range(max(1, n - MOST_BEFORE), n), n, *range(n + 1, at + 1)[1 - MOST_SINCE :]]
    players = [
        player for player in game.players if effective_viewer(game, viewer) in (JUDGE, player)
    ]
    return Frozen(
        at,
        then.row,
        ruling,
        game.opening.law,
        tuple(entry for number in logged for entry in log_seen(live, viewer, number - 1, number)),
        tuple(
            TableSeen(
                player,
                tuple(game.ruleset.in_words(game.now.state, effective_viewer(game, player))),
                state_seen(game, player),
            )
            for player in players
        ),
        knowledge(game, knowledge_of(game, viewer)),
    )


def _since(live: LiveGame, n: int, viewer: Viewer, before: Sheet, then: AsOf) -> Since:
    now = before if then.live.game.length == live.game.length else sheet(live, n, viewer)
    return Since(
        live.game.length,
        now.ruling.verdict,
        tuple(_new(now.attached, before.attached)),
        tuple(_new(now.remarks, before.remarks)),
        tuple(_new(now.remedies, before.remedies)),
        tuple(_new(now.agreements, before.agreements)),
        then.said_since if viewer == JUDGE else (),
    )


def _new(now: tuple[Any, ...], before: tuple[Any, ...]) -> Iterator[Any]:
    """Those of an entry that had nothing there before."""
    known = {row.entry for row in before}
    return (row for row in now if row.entry not in known)
