"""A judge's proposals and final rulings, and whether each player agrees.

An answer is a note in the log, as a statement is: `agreed 14: …` or `not agreed 14: …`, where 14 is
the entry of the proposal or ruling. No answer changes the game: the judge decides what to do.
"""

import re
from collections.abc import Sequence
from typing import Annotated

from application.answer import Answer, Meta, When
from application.desk.statements.appeals import (
    ANSWERS,
    PUT,
    AttachedNote,
    Kind,
    attachment_in,
    attachments,
)
from application.game.live_game import LiveGame
from application.game.moments import iso_time
from domain.kernel.history import Entry, Game
from domain.kernel.steps import JUDGE, Said

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
    newest = {one.by: one for one in attachments(game, to) if one.kind in ANSWERS}
    return tuple(
        Reply(
            one.entry,
            to,
            player,
            one.kind == "agreed",
            one.text,
            iso_time(live.taken_at(one.entry)),
        )
        for player in game.players
        if (one := newest.get(player)) is not None
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
