"""The outline of the turn (P1): its steps, their phases, and the rules that begin them."""

from typing import Literal, get_args

from domain.kernel.page import page_beside
from domain.kernel.values import Value

PAGE = page_beside(__file__)


DECIDES = ("P1",)


StepName = Literal[
    "refresh",
    "draw",
    "maintenance",
    "first_primary",
    "advance",
    "attack",
    "defend",
    "damage",
    "second_primary",
    "reset",
]


class TurnStep(Value):
    """One step of the turn, as the outline prints it."""

    name: str
    phase: str
    beginning: str
    """What happens by itself when it begins."""
    window: bool
    """Whether the players may act in it; in the damage step `only_where` says when."""
    rules: tuple[str, ...]
    """By which something happens as it begins; none if nothing does."""
    only_where: str = ""
    """What must be so for there to be a window."""


STEPS = tuple(
    TurnStep(
        row["step"],
        row["phase"],
        row["what begins it"],
        row["who acts"] != "nobody",
        tuple(filter(None, row["rules"].split(", "))),
        row["only where"],
    )
    for row in PAGE.rows("step", get_args(StepName))
)


BY_NAME = {step.name: step for step in STEPS}


AFTER = {
    step.name: following.name for step, following in zip(STEPS, (*STEPS[1:], STEPS[0]), strict=True)
}


PHASE = {step.name: step.phase for step in STEPS}


NOBODY_ACTS = frozenset(step.name for step in STEPS if not step.window)


PRIMARY = frozenset(step.name for step in STEPS if step.phase.endswith("primary"))


BATTLE = frozenset(step.name for step in STEPS if step.phase == "battle")


def step_name(step: str) -> str:
    """The step as a sentence names it."""
    return f"the {step.replace('_', ' ')} {'phase' if step in PRIMARY else 'step'}"
