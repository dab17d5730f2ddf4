"""Where an imported game is not as its record expects, as pages show it."""

from dataclasses import dataclass
from typing import Any

from adapters.web.context import Context
from adapters.web.texts.catalogue import text
from application.answer import UNSET
from application.game.live_game import LiveGame
from application.game.redaction import effective_viewer
from application.game.step_words import json_in_words
from application.records.replay import Mismatch
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import JUDGE


@dataclass(frozen=True, slots=True)
class RecordDifferences:
    """The rulings of a game, and the places of its last state, that its record expects otherwise."""

    rulings: tuple[Mismatch, ...] = ()
    state: tuple[Mismatch, ...] = ()

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(mismatch.n for mismatch in self.rulings if mismatch.n is not None)

    @property
    def places(self) -> int:
        return len(self.rulings) + len(self.state)

    def at(self, n: int) -> str:
        """The ruling that the record expects for entry n, in words; empty if the game agrees."""
        return next((_ruling(mismatch) for mismatch in self.rulings if mismatch.n == n), "")

    @property
    def of_state(self) -> list[str]:
        return [_place(mismatch) for mismatch in self.state]


def record_differences(mismatches: list[Mismatch] | tuple[Mismatch, ...]) -> RecordDifferences:
    """The mismatches, sorted into those of rulings and those of the state."""
    return RecordDifferences(
        tuple(mismatch for mismatch in mismatches if mismatch.n is not None),
        tuple(mismatch for mismatch in mismatches if mismatch.n is None),
    )


def differences_from_record(context: Context, live: LiveGame, viewer: Viewer) -> RecordDifferences:
    """Where the game differs from the record it was imported from, for whoever sees all of it.

    What a record notes on a step may give away what is hidden. Raises StoreProblem.
    """
    if effective_viewer(live.game, viewer) != JUDGE:
        return RecordDifferences()
    expected = context.expectations.of(live.id)
    return (
        RecordDifferences()
        if expected is None
        else record_differences(expected.mismatches(live.game))
    )


def _ruling(mismatch: Mismatch) -> str:
    if mismatch.expected_cites:
        rules = ", ".join(mismatch.expected_cites)
        return text("record.expects.cites", verdict=mismatch.expected, rules=rules)
    return text("record.expects", verdict=mismatch.expected)


def _place(mismatch: Mismatch) -> str:
    found: Any = (
        json_in_words(mismatch.found) if mismatch.found is not UNSET else text("record.nothing")
    )
    return text(
        "record.state", path=mismatch.path, expected=json_in_words(mismatch.expected), found=found
    )
