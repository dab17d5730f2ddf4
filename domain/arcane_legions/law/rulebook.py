"""The rules of Arcane Legions as we rule them: the rows of the outline, and the others of the page."""

from collections.abc import Iterator

from domain.arcane_legions.law.outline import PAGE, ROWS, outline_in_print
from domain.kernel.rulebook import Edition, edition

EDITIONS = (
    edition(
        "2010.1",
        "arcane-legions",
        "Arcane Legions, revision of 2010",
        "2010",
        (*(row.rule for row in ROWS.values()), *PAGE.rules),
        PAGE.questions,
        {"outline": ROWS},
    ),
)


def printed_lines(_edition: Edition) -> Iterator[str]:
    """The outline of the turn and of the orders, as the rulebook has it."""
    yield from outline_in_print()
