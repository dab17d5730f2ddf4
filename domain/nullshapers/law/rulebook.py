"""The rules of Nullshapers, read from the page beside this file."""

from domain.kernel.rulebook import edition
from domain.nullshapers.law.outline import PAGE, STEPS

EDITIONS = (
    edition(
        "2025.1",
        "nullshapers",
        "Nullshapers 2025.1",
        "2025-01",
        PAGE.rules,
        PAGE.questions,
        {
            "outline": STEPS,
            "effects": PAGE.in_words("effect"),
            "when": PAGE.in_words("when"),
            "settled": PAGE.settled,
        },
    ),
)
