"""What a ruleset asks and answers with, in a page's own words and its reader's language.

A ruleset says it in English, for every way it is played. A phrase of it is matched as a whole, names and
numbers in it stay as they are, and what has no phrase stands as the ruleset says it.
"""

import json
import re
from functools import cache
from pathlib import Path

from adapters.web.texts.catalogue import ENGLISH, LANGUAGE

HERE = Path(__file__).parent
PLACE = re.compile(r"\\\{(\w+)\\\}")


def phrase(words: str) -> str:
    """These words as the page says them."""
    for language in dict.fromkeys((LANGUAGE.get(), ENGLISH)):
        phrases, patterns = _phrases(language)
        if words in phrases:
            return phrases[words]
        for pattern, said in patterns:
            match = pattern.fullmatch(words)
            if match:
                return said.format_map(match.groupdict())
    return words


@cache
def _phrases(language: str) -> tuple[dict[str, str], list[tuple[re.Pattern[str], str]]]:
    path = HERE / f"{language}.json"
    phrases: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    # What has brackets is a sentence of `kernel.step_sentences`, in which nobody has filled in anything yet.
    with_places = [(key, said) for key, said in phrases.items() if "{" in key and "[" not in key]
    return phrases, [
        (re.compile(PLACE.sub(r"(?P<\1>.+?)", re.escape(key)), re.DOTALL), said)
        for key, said in with_places
    ]
