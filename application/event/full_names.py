"""Names of two words or more where none belongs, in set-ups and steps: those cannot be forgotten later.

A name of one word may as well be that of a piece or a seat.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from domain.kernel.hiding import words_in

SOMEBODY = "[name]"
NO_LETTERS = re.compile(r"[\W_]+")
PLAIN_ID = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*", re.ASCII)
"""A word of a rulebook, as `snap_fire`: nobody's name is written so."""


def flat(text: str) -> str:
    """The words of a text with one space around each, whatever stood between them, in small letters."""
    folded = unicodedata.normalize("NFC", text).casefold()
    return f" {NO_LETTERS.sub(' ', folded).strip()} "


def full_names(names: Iterable[str]) -> Mapping[str, str]:
    """Flat → as written, of those that have two words or more."""
    known = {_flat_name(name): name for name in names}
    return {words: name for words, name in known.items() if " " in words.strip()}


_flat_name = lru_cache(2048)(flat)


def name_in(content: Any, names: Mapping[str, str]) -> str:
    """Which of these stands in a set-up or a step, in one of its texts; empty for none."""
    words = "|".join(map(flat, words_in(content)))
    return next((name for known, name in names.items() if known in words), "")


def without_full_names(content: Any, names: Mapping[str, str]) -> Any:
    """The same with `[name]` for each text in which one of these stands."""
    if isinstance(content, str):
        return SOMEBODY if name_in(content, names) else content
    if isinstance(content, Mapping):
        return {
            without_full_names(key, names): without_full_names(value, names)
            for key, value in content.items()
        }
    if isinstance(content, list | tuple):
        return type(content)(without_full_names(one, names) for one in content)
    return content


def same_but_for_names(kept: Any, said: Any) -> bool:
    """Whether this may be kept of what was said: `[name]` stands for anything."""
    if kept == SOMEBODY:
        return True
    if isinstance(kept, Mapping) and isinstance(said, Mapping):
        known = {key: value for key, value in kept.items() if key != SOMEBODY}
        return (len(kept) == len(said) or SOMEBODY in kept) and all(
            key in said and same_but_for_names(value, said[key]) for key, value in known.items()
        )
    if isinstance(kept, list | tuple) and isinstance(said, list | tuple):
        return len(kept) == len(said) and all(map(same_but_for_names, kept, said))
    return bool(kept == said)


def may_name(said: Mapping[str, Any]) -> bool:
    """Whether a text of a step may hold a name of two words. Asks no store."""
    return any(" " in flat(one).strip() and not PLAIN_ID.fullmatch(one) for one in words_in(said))
