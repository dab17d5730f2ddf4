"""The rules of Arcane Legions as we rule them, and the edition."""

from collections.abc import Iterator

from domain.arcane_legions.law.outline import ROWS, outline_in_print
from domain.arcane_legions.law.questions import QUESTIONS
from domain.arcane_legions.law.rules_combat import COMBAT, ENDING, TRIGGERS
from domain.arcane_legions.law.rules_orders import BREAKAWAY, MOVING, POINTS, PUSHES
from domain.kernel.rulebook import Edition, edition

RULES = (
    *(row.rule for row in ROWS.values()),
    *POINTS,
    *PUSHES,
    *BREAKAWAY,
    *COMBAT,
    *MOVING,
    *TRIGGERS,
    *ENDING,
)


EDITIONS = (
    edition(
        "2010.1",
        "arcane-legions",
        "Arcane Legions, revision of 2010",
        "2010",
        RULES,
        QUESTIONS,
        {"outline": ROWS},
    ),
)


def printed(_edition: Edition) -> Iterator[str]:
    """The outline of the turn and of the orders, as the rulebook has it."""
    yield from outline_in_print()
