"""What a game and its seats are called in front of people."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.wording import plainly

BEFORE = {"round": "round ", "table": "table "}
"""Key → what is put before its value, which alone would say too little."""
FIRST = ("title", "event", "round", "table", "played")
"""The order of the keys in a title; all others come last."""


def seat_in_words(names: Mapping[str, str], seat: str) -> str:
    """`Ana Müller (ana)`, or the seat alone where nobody said what it is called."""
    name = " ".join(names.get(seat, "").split())
    return f"{name} ({seat})" if name and name != seat else seat


def about_in_words(about: Mapping[str, Any], before: Mapping[str, str] = BEFORE) -> str:
    """`Spring Open, round 3, table 7`; empty where there is nothing to say. `before`: as BEFORE."""
    ordered = [key for key in FIRST if key in about] + [key for key in about if key not in FIRST]
    return ", ".join(_parts(about, ordered, before))


def _parts(about: Mapping[str, Any], keys: list[str], before: Mapping[str, str]) -> Iterator[str]:
    for key in keys:
        text = " ".join(plainly(about[key]).split())
        if text:
            yield f"{before.get(key, '' if key in FIRST else f'{key} ')}{text}"
