"""What one law makes of a step, and how much of it people can see."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.kernel.faults import RulesetFault
from domain.kernel.history import Game
from domain.kernel.ruleset import State
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said


class StepResult(NamedTuple):
    """What one law makes of a step."""

    verdict: str
    state: State
    view: Mapping[str, Any] | None
    """The table after a legal step as the judge sees it; None after any other."""

    @property
    def visible(self) -> object:
        """What people can see of it: two laws differ where this does."""
        return self.verdict, self.view


def step_result(game: Game, said: Said) -> StepResult | None:
    """What the game's law makes of the step; None where the ruleset fails, which an exploration finds."""
    try:
        entry, position = adjudicate(game, said)
    except RulesetFault:
        return None
    verdict, state = entry.ruling.verdict, position.state
    # The view is taken here, while questions are recorded: it may ask some, too.
    return StepResult(verdict, state, game.ruleset.view(state, JUDGE) if verdict == LEGAL else None)
