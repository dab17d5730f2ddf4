"""A judge lets happen what was refused, although remarks came after it."""

from typing import Any

import pytest

from application.desk.said_again import after, as_steps
from application.game.live_game import LiveGame
from domain.kernel.history import Game
from domain.kernel.steps import JUDGE, Said

REMARK: Said = {"by": "ben", "do": "note", "text": "A judge, please"}


def let(entry: int, **more: Any) -> Said:
    return {"by": JUDGE, "do": "overrule", "entry": entry, "verdict": "legal", **more}


@pytest.fixture
def called(live: LiveGame) -> Game:
    """Entry 5 was refused; then both called a judge."""
    return after(live.game, [REMARK, {**REMARK, "by": "ana"}])


@pytest.mark.parametrize("do", ["overrule", "played"])
def test_it_is_said_once_more_and_that_is_let_happen(called: Game, do: str) -> None:
    step = let(5, because="agreed") if do == "overrule" else {**let(5, because="seen"), "do": do}
    step = {key: value for key, value in step.items() if do == "overrule" or key != "verdict"}
    remark, again, last = as_steps(called, step)
    assert (remark["by"], remark["do"]) == (JUDGE, "note")
    assert again == called.entry(5).said
    assert last == {**step, "entry": 9}
    done = after(called, [remark, again, last])
    assert done.verdict(10) == "legal"
    assert done.view() != called.view()


def test_the_newest_is_let_happen_as_it_stands(live: LiveGame) -> None:
    assert as_steps(live.game, let(5, because="agreed")) == (let(5, because="agreed"),)


@pytest.mark.parametrize(
    "step",
    [
        let(5),
        let(4, because="legal already"),
        let(99, because="none such"),
        {"by": JUDGE, "do": "note", "text": "nothing to let happen"},
    ],
)
def test_nothing_is_said_for_anybody_that_leads_nowhere(called: Game, step: Said) -> None:
    assert as_steps(called, step) == (step,)


def test_a_step_that_came_after_it_ends_it(called: Game) -> None:
    gone_on = after(called, [{"by": "ana", "do": "declare", "unit": "a1", "command": "run"}])
    assert as_steps(gone_on, let(5, because="agreed")) == (let(5, because="agreed"),)
