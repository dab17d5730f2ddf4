"""Several names said at once: `k1..k12`, or `k1, k2, captain`."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

RANGE = re.compile(
    r"(?P<stem>.*?)(?P<first>\d{1,6})(?:\.\.\.?|…|–)(?P<stem_again>.*?)(?P<last>\d{1,6})"
)
MOST = 500
"""Most names of one range."""


def names_in(text: str) -> list[str]:
    """The names, in their order; none in an empty text. Raises ValueError for a range that is none."""
    parts = filter(None, (part.strip() for part in text.split(",")))
    return [name for part in parts for name in _names(part)]


def _names(part: str) -> Iterator[str]:
    match = RANGE.fullmatch(part)
    if match is None:
        yield part
        return
    first, last = int(match["first"]), int(match["last"])
    if match["stem_again"] not in ("", match["stem"]) or not first <= last < first + MOST:
        raise ValueError(f"“{part}” is no range of names; expected one such as k1..k12.")
    yield from (f"{match['stem']}{n}" for n in range(first, last + 1))


def with_each_name(setup: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up in which what is said of several names at once is said of each. Raises ValueError."""
    return {
        key: {name: one for names, one in value.items() for name in names_in(str(names))}
        if isinstance(value, Mapping)
        else value
        for key, value in setup.items()
    }
