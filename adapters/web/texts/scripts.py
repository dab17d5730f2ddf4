"""The texts that a page's scripts need, found by the keys that occur in them."""

import re
from functools import cache
from pathlib import Path

from adapters.web.texts.catalogue import ENGLISH, LANGUAGE, Text, languages, texts_in

STATIC = Path(__file__).parents[1] / "static"
IMPORTED = re.compile(r'^import .*?"\./([\w-]+\.js)";$', re.MULTILINE)
WORD = re.compile(r"""["'`](\w+\.[\w.]*)(["'`]|\$\{)""")


def texts_of(*scripts: str) -> dict[str, Text]:
    """Key → text for these scripts and those they import, in the language of the response."""
    own = texts_in(LANGUAGE.get())
    return {key: own[key] for key in keys_of(scripts)}


@cache
def keys_of(scripts: tuple[str, ...]) -> tuple[str, ...]:
    """The keys in these scripts; for one that is put together there, all keys with that beginning."""
    keys: set[str] = set()
    for name in with_imports(scripts):
        for word, end in WORD.findall((STATIC / name).read_text("utf-8")):
            keys |= {
                key
                for key in languages()[ENGLISH]
                if key == word or (end == "${" and key.startswith(word))
            }
    return tuple(sorted(keys))


def with_imports(scripts: tuple[str, ...]) -> set[str]:
    """These scripts and all that they import."""
    names: set[str] = set()
    ahead = list(scripts)
    while ahead:
        name = ahead.pop()
        if name not in names:
            names.add(name)
            ahead += IMPORTED.findall((STATIC / name).read_text("utf-8"))
    return names
