"""The outline of the turn (P1): its steps, their phases, and the rules that begin them."""

from domain.kernel.values import Value

DECIDES = ("P1", "P4", "P5")
"""The rules at home here."""


class TurnStep(Value):
    """One step of the turn, as the outline prints it."""

    name: str
    phase: str
    beginning: str
    """What happens by itself when it begins."""
    window: bool
    """Whether the players may act in it; in the damage step `only_where` says when."""
    rules: tuple[str, ...]
    only_where: str = ""
    """What must be so for there to be a window."""


STEPS = (
    TurnStep("refresh", "start", "the turn player's cards unlock", False, ("P1", "P2")),
    TurnStep("draw", "start", "the turn player draws", True, ("P1", "P3", "P5")),
    TurnStep("maintenance", "start", "start-of-turn skills enter", True, ("P1", "P4", "P5")),
    TurnStep("first_primary", "first_primary", "", True, ("P1",)),
    TurnStep("advance", "battle", "", True, ("P1", "P5", "P6")),
    TurnStep("attack", "battle", "start-of-attack skills enter", True, ("P1", "P5", "P7")),
    TurnStep("defend", "battle", "", True, ("P1", "P5", "P8")),
    TurnStep(
        "damage",
        "battle",
        "undefended attackers strike",
        True,
        ("P1", "P5", "P9"),
        "attackers and defenders stand in the same biome, or skills have entered (P12); otherwise it "
        "ends by itself",
    ),
    TurnStep("second_primary", "second_primary", "", True, ("P1",)),
    TurnStep(
        "reset",
        "end",
        "discarding to seven; damage and speeds wear off",
        False,
        ("P1", "P11"),
    ),
)

BY_NAME = {step.name: step for step in STEPS}
AFTER = {
    step.name: following.name for step, following in zip(STEPS, (*STEPS[1:], STEPS[0]), strict=True)
}
PHASE = {step.name: step.phase for step in STEPS}
NOBODY_ACTS = frozenset(step.name for step in STEPS if not step.window)
PRIMARY = frozenset({"first_primary", "second_primary"})
BATTLE = frozenset(step.name for step in STEPS if step.phase == "battle")


def spoken(step: str) -> str:
    """The step as a sentence names it."""
    return f"the {step.replace('_', ' ')} {'phase' if step in PRIMARY else 'step'}"
