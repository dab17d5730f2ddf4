"""Which texts the scripts of a page say: their keys stand in them as words."""

import re
from functools import cache
from pathlib import Path

from adapters.web.texts.catalogue import ENGLISH, LANGUAGE, Text, languages

STATIC = Path(__file__).parents[1] / "static"
IMPORTED = re.compile(r'^import .*?"\./([\w-]+\.js)";$', re.MULTILINE)
WORD = re.compile(r"""["'`](\w+\.[\w.]*)(["'`]|\$\{)""")


def texts_of(*scripts: str) -> dict[str, Text]:
    """Key → text, of all that these scripts and what they import say, in the language of the answer."""
    own = {**languages()[ENGLISH], **languages().get(LANGUAGE.get(), {})}
    return {key: own[key] for key in keys_of(scripts)}


@cache
def keys_of(scripts: tuple[str, ...]) -> tuple[str, ...]:
    """The keys that stand in these scripts; those put together there are all that begin so."""
    found: set[str] = set()
    for name in with_imports(scripts):
        for word, end in WORD.findall((STATIC / name).read_text("utf-8")):
            found |= {
                key
                for key in languages()[ENGLISH]
                if key == word or (end == "${" and key.startswith(word))
            }
    return tuple(sorted(found))


def with_imports(scripts: tuple[str, ...]) -> set[str]:
    """These scripts and all that they import."""
    found: set[str] = set()
    ahead = list(scripts)
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += IMPORTED.findall((STATIC / name).read_text("utf-8"))
    return found
