"""The rules of Nullshapers, read from the page beside this file."""

from typing import get_args

from domain.nullshapers.cards import Do, When
from domain.nullshapers.outline import PAGE, STEPS

NAMED = ("2025.1", "nullshapers", "Nullshapers 2025.1", "2025-01")


EFFECTS = {
    "effects": {row["effect"]: row["what"] for row in PAGE.rows("effect", get_args(Do))},
    "when": {row["when"]: row["what"] for row in PAGE.rows("when", get_args(When))},
}


EDITIONS = (PAGE.edition(*NAMED, {"outline": STEPS, **EFFECTS}),)
