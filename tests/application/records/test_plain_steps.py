"""A step is ruled on as it will be read again: what JSON makes of it, and nothing else."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from application.game.checked_step import NotAStep, checked_step
from domain.kernel.history import Opening
from domain.kernel.ruleset import SetupError
from tests.stores import TOY, ledger_of, umpire_in, with_toy


@pytest.mark.parametrize(
    "value", [{1: 2}, (1, 2), date(2025, 1, 1), float("nan"), 10**30, {"a": {2.5: 1}}, b"x"]
)
def test_odd_values_get_a_ruling_that_can_be_given_again(tmp_path: Path, value: Any) -> None:
    with_toy()
    with umpire_in(tmp_path / "games.umpire") as umpire:
        id = umpire.open(TOY)
        umpire.step(id, {"by": "ana", "do": "say", "number": value})
        umpire.step(id, {"by": "ana", "do": "note", "text": value})
        verified = ledger_of(umpire).verify(id)

        assert verified.holds, verified.because
        assert umpire.game(id).game.log == [r.entry for r in umpire.store.load(id).entries]


@pytest.mark.parametrize("value", ["\ud800", object(), {1j: 1}, {None: 1}])
def test_what_json_cannot_hold_is_no_step(value: Any) -> None:
    with pytest.raises(NotAStep, match="words, numbers"):
        checked_step({"by": "ana", "do": "say", "number": value}, ("ana", "ben"))


def test_nor_is_it_a_setup(tmp_path: Path) -> None:
    with_toy()
    with umpire_in(tmp_path / "games.umpire") as umpire:
        with pytest.raises(SetupError, match="words, numbers"):
            umpire.open(Opening("toy", "1", {}, "casual", ("ana", "ben"), {"x": "\ud800"}))
        id = umpire.open(Opening("toy", "1", {}, "casual", ("ana", "ben"), {"x": (1, {2: 3})}))
        assert umpire.game(id).game.opening.setup == {"x": [1, {"2": 3}]}
