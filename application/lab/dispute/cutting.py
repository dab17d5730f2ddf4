"""Delta debugging: the smallest list or set-up of which something still holds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

Holds = Callable[[list[T]], bool]
"""Whether what matters still holds with these items alone."""

WIDEST = 8
"""At most this many neighbours are tried together once no single item can go."""


def fewest(items: Sequence[T], holds: Holds[T]) -> list[T]:
    """A sublist that holds, and no longer does without any one item or any few neighbours of it.

    First it tries the last items alone; then it takes out halves, quarters and so on, so that a long list
    is soon a short one. `holds` must be true of the items as they are.
    """
    kept = _last_ones(list(items), holds)
    width = max(1, len(kept) // 2)
    while kept:
        kept, fewer = _without_some(kept, width, holds)
        if width > 1:
            width //= 2
        elif not fewer:
            smaller = _without_neighbours(kept, holds)
            if len(smaller) == len(kept):
                break
            kept = smaller
    return kept


def _last_ones(items: list[T], holds: Holds[T]) -> list[T]:
    """The first that hold of: no item, the last, the last two, the last four and so on; else all items."""
    length = 0
    while length < len(items):
        last = items[len(items) - length :]
        if holds(last):
            return last
        length = max(1, 2 * length)
    return items


def _without_some(kept: list[T], width: int, holds: Holds[T]) -> tuple[list[T], bool]:
    """The items without every piece of this width that can go, the last ones first; whether any could."""
    fewer = False
    start = len(kept) - width
    while True:
        start = max(0, start)
        smaller = kept[:start] + kept[start + width :]
        if len(smaller) < len(kept) and holds(smaller):
            kept, fewer = smaller, True
        if start == 0:
            return kept, fewer
        start -= width


def _without_neighbours(kept: list[T], holds: Holds[T]) -> list[T]:
    """The items without the first few neighbours that can only go together."""
    for width in range(2, min(WIDEST, len(kept)) + 1):
        for start in range(len(kept) - width + 1):
            smaller = kept[:start] + kept[start + width :]
            if holds(smaller):
                return smaller
    return kept


def without_cycles(places: Sequence[object]) -> list[int]:
    """The steps that remain of a path, numbered from 1, without those that lead back to where it was before.

    `places`: where the path is before its first step and after each.
    """
    newest = {place: n for n, place in enumerate(places)}
    kept, at = [], newest[places[0]]
    while at + 1 < len(places):
        kept.append(at + 1)
        at = newest[places[at + 1]]
    return kept


def plainest(value: Any, holds: Callable[[Any], bool]) -> Any:
    """The value without anything that it holds without, and with its numbers as low as they can be.

    `holds` is always asked of a whole value, and must be true of this one as it is.
    """
    if isinstance(value, Mapping):
        return _plainest_mapping(dict(value), holds)
    if isinstance(value, list | tuple):
        return _plainest_list(list(value), holds)
    if type(value) is int:
        return next((one for one in _lower(value) if holds(one)), value)
    return value


def _plainest_mapping(value: dict[str, Any], holds: Callable[[Any], bool]) -> dict[str, Any]:
    def with_keys(keys: list[str]) -> dict[str, Any]:
        return {key: value[key] for key in keys}

    value = with_keys(fewest(list(value), lambda keys: holds(with_keys(keys))))
    for key in value:

        def holds_with(one: Any, key: str = key) -> bool:
            return holds({**value, key: one})

        value[key] = plainest(value[key], holds_with)
    return value


def _plainest_list(value: list[Any], holds: Callable[[Any], bool]) -> list[Any]:
    value = fewest(value, holds)
    for n in range(len(value)):

        def holds_with(one: Any, n: int = n) -> bool:
            return holds([*value[:n], one, *value[n + 1 :]])

        value[n] = plainest(value[n], holds_with)
    return value


def _lower(number: int) -> Iterator[int]:
    """The lower numbers that are tried, the lowest first: 0 to 3, half of it, and one less."""
    tried = (0, 1, 2, 3, number // 2, number - 1)
    yield from sorted({one for one in tried if 0 <= one < number})
