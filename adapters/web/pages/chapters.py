"""What the chapters of the rulebooks are called: the letters with which their rules begin."""

import re
from collections.abc import Iterable, Mapping

LETTERS = re.compile(r"[^\W\d_]+\.?")
SHARED = {"G": "What every game shares"}


def chapter_of(rule: str) -> str:
    """`T` of T14, `C.` of C.k."""
    found = LETTERS.match(rule)
    return found[0] if found else rule[:1]


def chapters(names: Mapping[str, str], rules: Iterable[str]) -> dict[str, list[str]]:
    """Name of each chapter, its letters where it has none → the numbers of its rules, in their order."""
    found: dict[str, list[str]] = {}
    for id in rules:
        letters = chapter_of(id)
        found.setdefault({**SHARED, **names}.get(letters, letters), []).append(id)
    return found
