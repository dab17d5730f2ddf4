"""What the record of an imported game expects of its rulings: kept beside the game, in a chain of its own.

`expect`, `cites` and `expect_state` are notes for the reader of a record and no part of the game, so
the game's rows do not hold them.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from application.ledger.ledger import Ledger
from application.ledger.rows import START
from application.ledger.store import Conflict, Damaged, Store
from application.ledger.stored_events import write_json
from application.ledger.streams import RECORD, extend, rows_after
from application.records.records import NotedStep, Record
from application.records.replay import Mismatch, differences, mismatches_of
from domain.kernel.history import Game
from domain.kernel.ruling import LEGAL
from domain.kernel.values import Value

MOST_REMEMBERED = 500
"""Most games whose expectations are cached."""


class StepExpected(Value, omit_defaults=True):
    """What the record notes on one step."""

    n: int
    """The number of the step, which is that of its entry."""
    verdict: str = LEGAL
    """The verdict it expects."""
    cites: tuple[str, ...] = ()
    """It expects one of these rules to be cited; any are good where there is none."""


class RulingsExpected(Value, omit_defaults=True):
    """A game was opened from a record, which says what it expects of the rulings on its steps."""

    steps: int
    """How many steps the record has; what was said later is no part of it."""
    noted: tuple[StepExpected, ...] = ()
    """The steps on which it notes anything, in their order."""
    state: dict[str, Any] | None = None
    """What it expects of the state after its last step; null where it says nothing."""

    def of(self, n: int) -> StepExpected | None:
        """What it expects of entry n; none where that is no step of the record."""
        if not 1 <= n <= self.steps:
            return None
        return next(
            (step_expected for step_expected in self.noted if step_expected.n == n), StepExpected(n)
        )

    def mismatch(self, game: Game, n: int) -> Mismatch | None:
        """How the ruling first given on entry n differs from it; none where it does not."""
        expected = self.of(n)
        if expected is None or n > game.length:
            return None
        entry = game.entry(n)
        return mismatches_of(NotedStep(entry.said, expected.verdict, expected.cites), entry)

    def mismatches(self, game: Game) -> list[Mismatch]:
        """Every place in which the game differs from its record: rulings first, then the state."""
        each = (self.mismatch(game, n) for n in range(1, self.steps + 1))
        differing = [mismatch for mismatch in each if mismatch is not None]
        if self.state is None or game.length < self.steps:
            return differing
        return [*differing, *differences(self.state, game.view(self.steps), sets=game.ruleset.sets)]


NAME = "record/rulings_expected/v1"
NAMES: dict[str, type[Value]] = {NAME: RulingsExpected}
READERS: dict[str, Any] = {NAME: msgspec.json.Decoder(RulingsExpected).decode}


def expected_by(record: Record) -> RulingsExpected | None:
    """What a record expects; None if it notes nothing at all."""
    noted = tuple(
        StepExpected(n, noted_step.expect, noted_step.cites)
        for n, noted_step in enumerate(record.steps, 1)
        if noted_step.expect != LEGAL or noted_step.cites
    )
    if not noted and record.expect_state is None:
        return None
    state = None if record.expect_state is None else dict(record.expect_state)
    return RulingsExpected(len(record.steps), noted, state)


class Expectations:
    """What the records of imported games expect. Every method may raise StoreProblem."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._known: dict[str, RulingsExpected] = {}

    def keep(self, game: str, record: Record, at: int) -> None:
        """Keeps what this record expects beside its game, once; durable on return."""
        expected = expected_by(record)
        if expected is None or self.of(game) is not None:
            return
        try:
            extend(self.ledger, RECORD + game, START, at, [(NAME, write_json(expected))])
        except Conflict:
            return  # another import of the same record was a moment earlier

    def of(self, game: str) -> RulingsExpected | None:
        """What the record of this game expects; None if nothing was kept. Raises Damaged."""
        expected = self._known.get(game)
        if expected is None:
            expected = self._read(rows_after(self.ledger.rows, RECORD + game), game)
        if expected is not None:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[game] = expected
        return expected

    def _read(self, rows: Sequence[Any], game: str) -> RulingsExpected | None:
        if not rows:
            return None
        if rows[0].name not in READERS:
            raise Damaged(f"what the record of “{game}” expects is kept as a newer umpire has it")
        expected: RulingsExpected = READERS[rows[0].name](rows[0].payload)
        return expected


def expectations_in(store: Store) -> Expectations:
    """The expectations kept in this store."""
    assert isinstance(store, Ledger)
    return Expectations(store)
