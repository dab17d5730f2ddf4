"""The chapters of a rulebook: rules belong together whose ids begin with the same letters."""

import re
from collections.abc import Iterable, Mapping

LETTERS = re.compile(r"[^\W\d_]+\.?")
SHARED = {"G": "What every game shares"}


def chapter_of(rule: str) -> str:
    """The letters that name a rule's chapter: `T` of T14, `C.` of C.k."""
    match = LETTERS.match(rule)
    return match[0] if match else rule[:1]


def chapters(names: Mapping[str, str], rules: Iterable[str]) -> dict[str, list[str]]:
    """Chapter → the ids of its rules, in their order; a chapter without a name goes by its letters."""
    by_chapter: dict[str, list[str]] = {}
    for id in rules:
        letters = chapter_of(id)
        by_chapter.setdefault({**SHARED, **names}.get(letters, letters), []).append(id)
    return by_chapter
