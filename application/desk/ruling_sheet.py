"""The ruling sheet: everything about one ruling on one page, to print or hand over."""

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from application.answer import Answer, Meta, When
from application.desk.explain import Explanation, why
from application.desk.fork import ruled_in_words
from application.desk.statements import (
    PUT,
    AttachedNote,
    Reply,
    answers,
    attachment_in,
    attachments,
)
from application.game.line_of_play import ACCEPTED, is_acceptance, jumps_to
from application.game.live_game import LiveGame
from application.game.log import ruled_entry
from application.game.moments import iso_time
from application.game.redaction import effective_viewer, entry_seen
from application.game.step_words import step_in_words
from application.game.titles import about_in_words, seat_in_words
from application.ledger.fingerprints import slip
from application.ledger.public_heads import public_digest
from domain.kernel.history import Entry, Game
from domain.kernel.ruleset import Ruleset, Viewer
from domain.kernel.steps import JUDGE

LEFT = "judge: leaves the game as it is"
BEFORE = 5
"""How many entries before the ruling are shown."""


class Remedy(Answer):
    """A judge's step that answered the ruling."""

    entry: int
    what: str
    because: str
    when: When


class Remark(Answer):
    """A note between the ruling and the next step of the game, referring to no entry."""

    entry: int
    by: str
    text: str


class SaidAtTable(NamedTuple):
    """What somebody said or did at the table of an event, in a sentence."""

    sentence: str
    is_statement: bool
    """Whether it is what one side says happened."""


class Sheet(Answer):
    """A ruling with everything that belongs to it, on one page."""

    game: str
    entry: int
    ruleset: str
    edition: str
    mode: str
    players: tuple[str, ...]
    called: tuple[str, ...]
    """The players as they are called before people."""
    about: str
    """Event, round and table; empty where unknown."""
    judge: str | None
    """Null where nobody gave a name: the line is left open to be signed."""
    when: Annotated[
        str, Meta(description="When it was taken, as was said, else when it was written. UTC.")
    ]
    digest: Annotated[
        str,
        Meta(
            description="Of the entry's last row, as people may see it; empty for a game of no store."
        ),
    ]
    situation: tuple[str, ...]
    """The state before the entry, a line each."""
    before: tuple[str, ...]
    """The entries just before the ruling, oldest first."""
    ruling: Explanation
    attached: tuple[AttachedNote, ...]
    remarks: tuple[Remark, ...]
    remedies: tuple[Remedy, ...]
    agreements: Annotated[
        tuple[Reply, ...], Meta(description="Each player's newest answer, in seat order.")
    ]
    at_event: Annotated[
        tuple[str, ...], Meta(description="Calls, offences and time at the table, in words.")
    ] = ()
    statements_at_event: Annotated[
        tuple[str, ...], Meta(description="Those of `at_event` that one side said on a call.")
    ] = ()

    @property
    def rest_at_event(self) -> tuple[str, ...]:
        """What is told of the event beside the statements."""
        return tuple(
            statement for statement in self.at_event if statement not in self.statements_at_event
        )

    @property
    def short_digest(self) -> str:
        """The digest for people to compare, such as e5:ab3k-…; the sheet must have a digest.

        It begins with its entry and is in small letters, so that nobody takes it for a result slip.
        """
        return f"e{self.ruling.entry}:{slip(self.digest).lower()}"

    def name(self, seat: str) -> str:
        """What a player is called before people."""
        return dict(zip(self.players, self.called, strict=True)).get(seat, seat)

    def of(self, kind: str) -> tuple[AttachedNote, ...]:
        """The attached statements of this kind, such as “appeal”."""
        return tuple(note for note in self.attached if note.kind == kind)


def sheet(
    live: LiveGame,
    n: int,
    viewer: Viewer = JUDGE,
    judge: str = "",
    at_event: tuple[SaidAtTable, ...] = (),
) -> Sheet:
    """The sheet of the ruling on entry n. Raises CannotExplain where there is none."""
    game = live.game
    explanation = why(game, n, viewer)
    said = tuple(attachments(game, n))
    earlier = range(max(1, n - BEFORE), n)
    return Sheet(
        live.id,
        n,
        game.ruleset.title,
        game.law.edition.id,
        game.opening.mode,
        game.players,
        tuple(seat_in_words(live.names, seat) for seat in game.players),
        about_in_words(game.opening.about),
        judge or next((note.name for note in said if note.by == JUDGE), None),
        iso_time(live.taken_at(n)),
        public_digest(live.digests[n], game.opening.salt) if live.digests else "",
        tuple(_situation(game, n - 1, viewer)),
        tuple(_in_words(game.ruleset, entry_seen(game, game.entry(at), viewer)) for at in earlier),
        explanation,
        said,
        tuple(_remarks(game, n)),
        tuple(_remedies(live, n)),
        tuple(answer for note in said if note.kind in PUT for answer in answers(live, note.entry)),
        tuple(said_at_table.sentence for said_at_table in at_event),
        tuple(said_at_table.sentence for said_at_table in at_event if said_at_table.is_statement),
    )


def _in_words(ruleset: Ruleset, entry: Entry) -> str:
    return ruled_in_words(ruleset, ruled_entry(entry), entry.said)


def _situation(game: Game, n: int, viewer: Viewer) -> Iterator[str]:
    state = game.position(n).state
    chance = game.ruleset.chance(state)
    yield from dict.fromkeys(
        (*filter(None, (chance,)), *game.ruleset.in_words(state, effective_viewer(game, viewer)))
    )


def _remarks(game: Game, n: int) -> Iterator[Remark]:
    """Notes that follow this entry before the next step, other than what is attached to an entry."""
    for entry in game.log[n:]:
        if entry.said["do"] != "note":
            return
        if attachment_in(entry) is None and not is_acceptance(entry):
            yield Remark(entry.n, entry.said["by"], str(entry.said.get("text", "")))


def _remedies(live: LiveGame, n: int) -> Iterator[Remedy]:
    """What a judge did about this entry, oldest first; it may be a judge's step itself.

    They overruled it, left the game as it was with it, or went back to where it had changed nothing yet.
    """
    for entry in live.game.log[n - 1 :]:
        said = entry.said
        if is_acceptance(entry) and entry.n > n:
            left = str(said["text"]).removeprefix(ACCEPTED).strip()
            yield Remedy(entry.n, LEFT, left, iso_time(live.taken_at(entry.n)))
        if not entry.events or said["by"] != JUDGE:
            continue
        back = jumps_to(entry)
        overrules = said["do"] in ("overrule", "played") and n in (said["entry"], entry.n)
        if (
            overrules
            or (said["do"] == "rewind" and entry.n == n)
            or (said["do"] == "rewind" and back is not None and _not_yet(live.game, n, back))
        ):
            yield Remedy(
                entry.n,
                step_in_words(live.game.ruleset, said),
                said["because"],
                iso_time(live.taken_at(entry.n)),
            )


def _not_yet(game: Game, n: int, back: int) -> bool:
    """Whether entry n had changed nothing yet after entry `back`: that is before it, or it was refused."""
    return not any(game.entry(at).happened for at in range(n, back + 1))
