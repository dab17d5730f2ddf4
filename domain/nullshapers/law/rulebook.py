"""The rules of Nullshapers, read from the page beside this file."""

from domain.kernel.rulebook import edition
from domain.kernel.shapes.page import page_beside
from domain.nullshapers.law.cards import EFFECTS_IN_WORDS, WHEN_IN_WORDS
from domain.nullshapers.law.outline import STEPS

PAGE = page_beside(__file__)

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
            "effects": EFFECTS_IN_WORDS,
            "when": WHEN_IN_WORDS,
            "settled": PAGE.settled,
        },
    ),
)
