"""Compares words as people mean them, and finds known words that are near."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

BELOW_ZERO = re.compile(r"-\d+")
LIKE = 0.6
LIKE_SHORT, SHORT = 0.5, 3
"""How near a word must be, from 0 to 1, to be offered for another: any word, and one of up to SHORT letters."""

SELECTORS = dict.fromkeys((0x34F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
"""Signs that choose how the one before them is drawn: a sword may be typed without."""


@lru_cache(4096)
def plain_word(word: str) -> str:
    """The word in lower case, without accents, dashes and underscores; names are compared so.

    The vowels of Indic scripts are marks, but no accents; a name without letters is compared as it is.
    A number keeps its minus.
    """
    if BELOW_ZERO.fullmatch(word):
        return word
    bare = unicodedata.normalize("NFKD", word.casefold()).translate(SELECTORS)
    return "".join(filter(_is_letter, bare)) or bare


def _is_letter(sign: str) -> bool:
    is_vowel = unicodedata.category(sign) in ("Mc", "Mn") and not unicodedata.combining(sign)
    return sign.isalnum() or is_vowel


def plain_words(text: str) -> list[str]:
    """The words of a text as they are compared; a dash between two is none."""
    return [plain_word(word) for word in text.split() if any(map(str.isalnum, word))]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean “a1”?`; empty where no known word is near."""
    by_plain = {plain_word(name): name for name in known}
    plain = plain_word(word)
    near = get_close_matches(plain, by_plain, 2, LIKE if len(plain) > SHORT else LIKE_SHORT)
    return (
        f"; did you mean {' or '.join(f'“{by_plain[plain]}”' for plain in near)}?" if near else ""
    )


def add_words(value: Any, words: dict[str, None]) -> None:
    """Adds every text in a value, at any depth, keys of mappings included."""
    inside: Any = value
    if isinstance(value, Mapping):
        words |= dict.fromkeys(map(str, value))
        inside = value.values()
    for part in inside:
        if type(part) is str:
            words[part] = None
        elif isinstance(part, Mapping | list | tuple) and part:
            add_words(part, words)


def words_in(value: Any) -> Iterator[str]:
    """Every text in a value, at any depth, keys of mappings included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from words_in(inner)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from words_in(item)
