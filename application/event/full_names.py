"""Full names in set-ups and steps, where they must not stand: they could not be forgotten later.

Only names of two words or more count: one word may be the name of a piece or a seat.
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
"""An id of a rulebook, as `snap_fire`: no name of a person is written like this."""


def flat(text: str) -> str:
    """The words of a text in small letters, with one space around each, whatever separated them."""
    folded = unicodedata.normalize("NFC", text).casefold()
    return f" {NO_LETTERS.sub(' ', folded).strip()} "


def full_names(names: Iterable[str]) -> Mapping[str, str]:
    """The names of two words or more: flat form → as written."""
    known = {_flat_name(name): name for name in names}
    return {words: name for words, name in known.items() if " " in words.strip()}


_flat_name = lru_cache(2048)(flat)


def name_in(content: Any, names: Mapping[str, str]) -> str:
    """The first of these names found in a text of a set-up or a step; empty for none."""
    words = "|".join(map(flat, words_in(content)))
    return next((name for known, name in names.items() if known in words), "")


def without_full_names(content: Any, names: Mapping[str, str]) -> Any:
    """A copy with `[name]` in place of every text that holds one of these names."""
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
    """Whether `kept` is what was said, where `[name]` matches anything."""
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
    return any(
        " " in flat(word).strip() and not PLAIN_ID.fullmatch(word) for word in words_in(said)
    )
