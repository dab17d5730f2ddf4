"""Statements, appeals, final rulings, proposals and answers to them: notes that refer to an entry.

They are plain notes of the log whose text begins so:

    statement 12: …          what somebody saw or meant
    appeal 12 (fact): …      a player contests what was found to have happened
    appeal 12 (law): …       a player contests how the rule was read
    final ruling 12 (fact): …, final ruling 12 (law): …    the judge's answer
    proposal 12: …           what a judge would do about it, if the players agree
    agreed 14: …, not agreed 14: …     a player's answer to a proposal or a final ruling, by its entry

A name may stand before the colon: `final ruling 12 (law), Kim Lee: …`. None of these notes changes a
verdict, not even a final ruling: only an overruling does, and that is an entry of its own. No answer
changes the game: the judge decides what to do.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from application.answer import Answer, Meta, When
from application.game.live_game import LiveGame
from application.game.moments import iso_time
from domain.kernel.history import Entry, Game
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE, Said
from domain.kernel.wording import no_entry
from domain.tournament.calls import On

Kind = Literal["statement", "appeal", "final ruling", "proposal", "agreed", "not agreed"]

PUT = frozenset({"final ruling", "proposal"})
"""Only a judge gives these, and the players are asked whether they agree."""
ANSWERS = frozenset({"agreed", "not agreed"})
ON_SOMETHING = frozenset({"appeal", "final ruling"})
"""These are either on fact or on law."""
WRITTEN = re.compile(
    r"(?P<kind>statement|appeal|final ruling|proposal|not agreed|agreed) (?P<entry>\d{1,9})"
    r"(?: \((?P<on>fact|law)\))?"
    r"(?:, (?P<name>[^:\n]{1,80}))?: ?(?P<text>.+)",
    re.IGNORECASE | re.DOTALL,
)


class CannotAttach(Exception):
    """They may not attach this to this entry; the message is a sentence."""


class AttachedNote(Answer):
    """A note that refers to an entry."""

    entry: int
    """The note's own number."""
    to: int
    kind: Kind
    by: str
    on: str | None
    """`fact` or `law`; null where the note says neither."""
    name: str | None
    text: str


def attachments(game: Game, n: int) -> Iterator[AttachedNote]:
    """The notes that refer to entry n, oldest first."""
    for entry in game.log[n:]:
        note = attachment_in(entry)
        if note is not None and note.to == n:
            yield note


def attachment_in(entry: Entry) -> AttachedNote | None:
    """The entry as a note that refers to another one; None if it is not such a note.

    Only a judge gives final rulings and proposals, only a player appeals and agrees, and an appeal or
    final ruling is on fact or on law; whatever is written otherwise counts as a statement.
    """
    said = entry.said
    if said["do"] != "note" or entry.ruling.verdict != LEGAL:
        return None
    written = WRITTEN.fullmatch(said["text"].strip())
    if written is None:
        return None
    kind: Any = written["kind"].lower()
    on = written["on"] and written["on"].lower()
    others = {"appeal", *ANSWERS} if said["by"] == JUDGE else PUT
    if kind in others or (kind in ON_SOMETHING and not on):
        kind = "statement"
    return AttachedNote(
        entry.n, int(written["entry"]), kind, said["by"], on, written["name"], written["text"]
    )


def attaching(
    game: Game, n: int, by: str, kind: Kind, text: str, on: On | None = None, name: str = ""
) -> Said:
    """The step that attaches a statement, appeal or final ruling to entry n. Raises CannotAttach."""
    if why := no_entry(n, game.length, 1):
        raise CannotAttach(why)
    if kind == "final ruling" and by != JUDGE:
        raise CannotAttach("only the judge gives the final ruling")
    if kind == "appeal" and by == JUDGE:
        raise CannotAttach("a player appeals; the judge gives the final ruling")
    if kind != "statement" and on is None:
        raise CannotAttach(f"say whether the {kind} is on fact or on law")
    if not text.strip():
        raise CannotAttach(f"the {kind} needs words")
    about = f" ({on})" if on and kind != "statement" else ""
    who = f", {name}" if name else ""
    note = f"{kind} {n}{about}{who}: {text.strip()}"
    written = WRITTEN.fullmatch(note)
    if written is None or (written["name"] or "") != name:
        raise CannotAttach("a name holds no colon and no line break, and is 80 letters at most")
    return {"by": by, "do": "note", "text": note}


TAKES_BACK = re.compile(
    r"go back to entry \d{1,9}; taken back, last first: (\d{1,9}(?:, \d{1,9})*)\."
)
NO_GOING_ON = frozenset({"note", "open"})
"""Steps after which a proposal or final ruling still waits for an answer."""


class Reply(Answer):
    """A player's newest answer to a proposal or a final ruling."""

    entry: int
    to: Annotated[int, Meta(description="The entry of the final ruling or proposal.")]
    by: str
    agrees: bool
    text: str
    when: When


def answers(live: LiveGame, to: int) -> tuple[Reply, ...]:
    """Each player's newest answer to the proposal or ruling in entry `to`, in seat order."""
    game = live.game
    newest = {reply.by: reply for reply in attachments(game, to) if reply.kind in ANSWERS}
    return tuple(
        Reply(
            note.entry,
            to,
            player,
            note.kind == "agreed",
            note.text,
            iso_time(live.taken_at(note.entry)),
        )
        for player in game.players
        if (note := newest.get(player)) is not None
    )


def put_to(game: Game, player: str) -> AttachedNote | None:
    """The newest proposal or final ruling that still waits for this player's answer; None if none does.

    A proposal waits until anybody takes another step or a newer one is put to the players; a final
    ruling until this player takes a step or a newer one is given on the same entry.
    """
    answered: set[int] = set()
    settled: set[int] = set()
    gone_on = False
    for entry in reversed(game.log):
        note = attachment_in(entry)
        if note is not None and note.kind in PUT:
            stale = note.to in settled if note.kind == "final ruling" else gone_on
            if not stale and note.entry not in answered:
                return note
            settled.add(note.to)
            gone_on = True
        elif note is not None and note.kind in ANSWERS and note.by == player:
            answered.add(note.to)
        elif _goes_on(entry):
            if entry.said["by"] == player:
                return None
            gone_on = True
    return None


def _goes_on(entry: Entry) -> bool:
    return entry.happened and entry.said["do"] not in NO_GOING_ON


def open_proposal(game: Game) -> AttachedNote | None:
    """The judge's newest proposal; None if somebody has taken a step in the game since."""
    for entry in reversed(game.log):
        note = attachment_in(entry)
        if note is not None and note.kind == "proposal":
            return note
        if _goes_on(entry):
            return None
    return None


def proposing(to: int, what: str, because: str) -> Said:
    """The judge's note that proposes a remedy; it refers to the error, the entry after `to`."""
    return {"by": JUDGE, "do": "note", "text": f"proposal {to + 1}: {what}. Because: {because}"}


def going_back_to(to: int, entries: Sequence[int]) -> str:
    """The words of a proposal to go back, with the entries it takes back, given newest first."""
    return f"go back to entry {to}; taken back, last first: {', '.join(map(str, entries)) or 'nothing'}"


def takes_back(put: AttachedNote) -> tuple[int, ...]:
    """The entries that a proposal to go back would take back, newest first; empty for anything else."""
    listed = TAKES_BACK.match(put.text) if put.kind == "proposal" else None
    return tuple(map(int, listed[1].split(", "))) if listed else ()


def answer_said(kind: Kind, to: int, what: str) -> Said:
    """The fields of the note by which a player answers; `what` says what it is about."""
    return {"do": "note", "text": f"{kind} {to}: {what}"}
