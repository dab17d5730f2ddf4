"""What the chapters of the rulebooks are called: the letters with which their rules begin."""

import re
from collections.abc import Iterable, Mapping

LETTERS = re.compile(r"[^\W\d_]+\.?")
SHARED = {"G": "What every game shares"}
NAMES: Mapping[str, Mapping[str, str]] = {
    "voidsiege": {
        "T": "A command and its reaction",
        "S": "Restrictions",
        "P": "Points, commands and scenarios",
        "E": "Filled in by this edition",
    },
    "arcane-legions": {
        "T": "The turn",
        "C.": "Close combat, row by row",
        "R.": "Ranged combat, row by row",
        "M.": "The move, row by row",
        "G.": "Regroup, row by row",
        "S.": "Special orders, row by row",
        "O": "Orders and what they cost",
        "U": "Pushing a unit",
        "B": "Breaking away",
        "K": "Dice, hits and damage",
        "N": "Moving",
        "H": "Facing and slots",
        "X": "Triggers",
        "V": "Victory",
        "F": "Facts of the table",
    },
    "nullshapers": {
        "A": "Actions",
        "D": "Declaring",
        "T": "When what may be declared",
        "N": "Answering",
        "E": "Executing",
        "P": "The turn",
        "W": "Winning",
        "K": "Keywords",
    },
}


def chapter_of(rule: str) -> str:
    """`T` of T14, `C.` of C.k."""
    found = LETTERS.match(rule)
    return found[0] if found else rule[:1]


def chapter_name(ruleset: str, chapter: str) -> str:
    """What it is called; its letter alone where it has no name."""
    return {**SHARED, **NAMES.get(ruleset, {})}.get(chapter, chapter)


def chapters(ruleset: str, rules: Iterable[str]) -> dict[str, list[str]]:
    """Name of each chapter → the numbers of its rules, as the rulebook has them."""
    found: dict[str, list[str]] = {}
    for id in rules:
        found.setdefault(chapter_name(ruleset, chapter_of(id)), []).append(id)
    return found
