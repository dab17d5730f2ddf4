"""The rules of Nullshapers, read from the page beside this file."""

from domain.nullshapers.outline import PAGE, STEPS

NAMED = ("2025.1", "nullshapers", "Nullshapers 2025.1", "2025-01")


EFFECTS = {"effects": PAGE.in_words("effect"), "when": PAGE.in_words("when")}


EDITIONS = (PAGE.edition(*NAMED, {"outline": STEPS, **EFFECTS}),)
