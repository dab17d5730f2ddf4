"""Values, keys and lists inside a sentence."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

ChangeTemplate = (
    str | tuple[str, str] | tuple[str, str, str] | Mapping[str, str] | Callable[[Any, Any], str]
)
"""What is said when a place of the view has changed; an empty text says nothing. One of

- a text;
- two texts: something is there now, or was added to a list; nothing is there, or something was removed.
  With a third text, for a list of mappings, which says what one of its items is called;
- value → the text for it;
- a function of what was there and what is there now (None for nothing), which gives the text.

A text may hold `{0}`, `{1}` (the names at the stars of its place), `{before}`, `{after}`, `{added}`,
`{removed}` and the fields of what is there; `{after:words}` shows a key without its underscores.
"""

CHANGES: Mapping[str, ChangeTemplate] = {
    "over": ("the game is over", "the game goes on"),
    "winner": ("{after} has won", "nobody has won"),
    "to_act": ("to act: {after}", "nobody is to act"),
}
"""Place → its template, for the places that the view of every ruleset has."""


def plainly(value: Any) -> str:
    """A value of a step or a state as people write it."""
    if isinstance(value, str):
        return value
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{name} {plainly(inner)}" for name, inner in value.items())
        return f"({inside})" if inside else "nothing"
    if isinstance(value, list | tuple):
        return list_in_words(map(plainly, value)) or "nothing"
    return str(value)


def key_in_words(key: str) -> str:
    """A key of ours without its underscores: `will of the masters`."""
    return key.replace("_", " ")


def list_in_words(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, end = [*words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def no_entry(n: int, newest: int, first: int = 0) -> str:
    """Why a game has no entry of this number; empty where it has. `first`: 0 where the set-up is one."""
    if first <= n <= newest:
        return ""
    if n == 0:
        return "entry 0 is the set-up"
    return f"there is no entry {n}; " + (
        f"the newest is {newest}" if newest else "there is none yet"
    )


def have(who: Collection[str]) -> str:
    """What they do, in the number they are: “ana has”, “ana and ben have”."""
    return "has" if len(who) == 1 else "have"


SHORTEST_RANGE = 3
NUMBERED = re.compile(r"(.*?)(\d+)")


def name_ranges(names: Iterable[str]) -> list[str]:
    """The names in their order; three or more that count on stand as one, `a1–a12`."""
    ranges: list[str] = []
    run: list[str] = []
    for name in [*names, ""]:
        if run and not _counts_on(run[-1], name):
            ranges += run if len(run) < SHORTEST_RANGE else [f"{run[0]}–{run[-1]}"]
            run = []
        run.append(name)
    return ranges


def names_by_owner(owned: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Owner → `a1–a12 and guard`, of these pairs of (owner, name)."""
    by_owner: dict[str, list[str]] = {}
    for owner, name in owned:
        by_owner.setdefault(owner, []).append(name)
    return {owner: list_in_words(name_ranges(names)) for owner, names in by_owner.items()}


def _counts_on(one: str, other: str) -> bool:
    before, after = NUMBERED.fullmatch(one), NUMBERED.fullmatch(other)
    if before is None or after is None or before[1] != after[1]:
        return False
    return int(after[2]) == int(before[2]) + 1


def count(number: int, what: str, many: str = "") -> str:
    """`1 hit`, `2 hits`, `30,565 hits`; `many`: how it is spoken of more than one, as dice of a die."""
    return f"{number:,} {what if number == 1 else many or f'{what}s'}"
