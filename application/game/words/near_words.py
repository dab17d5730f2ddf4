"""Words compared as people mean them, and the nearest of those that are known."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

LIKE = 0.6
LIKE_SHORT, SHORT = 0.5, 3
"""How near a word has to be, from 0 to 1, to be offered in place of another; so of one so short."""


def plain_word(word: str) -> str:
    """A word without case, accents, dashes and underscores: how names are compared."""
    bare = unicodedata.normalize("NFKD", word.casefold())
    return "".join(one for one in bare if one.isalnum())


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean “a1”?`, or nothing where nothing is near."""
    by_plain = {plain_word(one): one for one in known}
    plain = plain_word(word)
    near = get_close_matches(plain, by_plain, 2, LIKE if len(plain) > SHORT else LIKE_SHORT)
    return f"; did you mean {' or '.join(f'“{by_plain[one]}”' for one in near)}?" if near else ""


def words_in(value: Any) -> Iterator[str]:
    """Every word that stands in what was said, keys of mappings too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from words_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from words_in(one)
