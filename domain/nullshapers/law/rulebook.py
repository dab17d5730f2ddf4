"""The rules of Nullshapers, edition 2025.1; what they leave open stands in `questions.py`."""

from domain.kernel.rulebook import edition
from domain.nullshapers.law.cards import EFFECTS_IN_WORDS, WHEN_IN_WORDS
from domain.nullshapers.law.outline import STEPS
from domain.nullshapers.law.questions import QUESTIONS
from domain.nullshapers.law.rules_of_declaring import ACTIONS, ANSWERING, DECLARING, TIME
from domain.nullshapers.law.rules_of_the_turn import EXECUTING, KEYWORDS, TURN, WINNING
from domain.nullshapers.law.settled import SETTLED

RULES = (*ACTIONS, *DECLARING, *TIME, *ANSWERING, *EXECUTING, *TURN, *WINNING, *KEYWORDS)

EDITIONS = (
    edition(
        "2025.1",
        "nullshapers",
        "Nullshapers 2025.1",
        "2025-01",
        RULES,
        QUESTIONS,
        {
            "outline": STEPS,
            "effects": EFFECTS_IN_WORDS,
            "when": WHEN_IN_WORDS,
            "settled": SETTLED,
        },
    ),
)
