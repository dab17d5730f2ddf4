"""A game looked at out of its file, record or sealed: nothing of it is stored."""

from array import array
from dataclasses import dataclass

from application.game.live_game import LiveGame, live_game
from application.ledger.rows import START
from application.records.records import BadRecord, NotedStep, Record, record_of
from application.records.replay import Mismatch, replay
from application.seal.seal import BadSeal, unseal
from application.seal.sealed_file import read_sealed

MOST_STEPS = 1_000
"""The most steps of a game that the server replays for anybody; the command has no such bound."""


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game out of a file."""

    live: LiveGame
    record: Record
    """What a game that plays it on is opened from."""
    mismatches: tuple[Mismatch, ...] = ()
    expects: bool = False
    """Whether its record notes what it expects of a ruling or of the state."""
    sealed: bool = False
    """Whether it was sealed; then every byte and ruling of it holds."""


def replayed_record(text: str) -> ReplayedGame:
    """The game of a record. Raises BadRecord."""
    record = record_of(text)
    _check_length(len(record.steps))
    replayed = replay(record)
    times = array("q", [0]) * (replayed.game.length + 1)
    expects = record.expect_state is not None or any(
        noted_step.cites or noted_step.expect != "legal" for noted_step in record.steps
    )
    return ReplayedGame(
        LiveGame("", replayed.game, START, times), record, replayed.mismatches, expects
    )


def replayed_seal(raw: bytes) -> ReplayedGame:
    """The game of a sealed file that holds. Raises BadRecord."""
    try:
        _check_length(read_sealed(raw).entries)
        id, stored, _ = unseal(raw)
    except BadSeal as why:
        raise BadRecord(f"The sealed file: {why}.") from None
    steps = tuple(NotedStep(entry.said) for entry in stored.written.log)
    return ReplayedGame(live_game(id, stored), Record(stored.opening, steps), sealed=True)


def up_to(record: Record, n: int) -> Record:
    """The first n steps of a record; what it expects of the end goes with the rest."""
    if n >= len(record.steps):
        return record
    return Record(record.opening, record.steps[:n], None, record.source)


def _check_length(steps: int) -> None:
    if steps > MOST_STEPS:
        raise BadRecord(
            f"The record has {steps} steps; expected at most {MOST_STEPS} here, and “umpire replay” "
            "takes any number."
        )
