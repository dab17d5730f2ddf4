"""What can be cut out of a list or a set-up: smaller ones, in an order that soon finds a small one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

Holds = Callable[[list[T]], bool]
"""Whether what matters is still so with these alone."""

WIDEST = 8
"""So many neighbours are tried together once nothing larger can go."""


def fewest(items: Sequence[T], holds: Holds[T]) -> list[T]:
    """A sublist that holds and from which no single item can be taken, nor few neighbours.

    The last ones alone first; then halves go, quarters and so on (delta debugging): a long list is
    soon a short one. `holds` is true of the items as they are.
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
    """None of them, the last, the last two, four and so on: the first that hold."""
    length = 0
    while length < len(items):
        last = items[len(items) - length :]
        if holds(last):
            return last
        length = max(1, 2 * length)
    return items


def _without_some(kept: list[T], width: int, holds: Holds[T]) -> tuple[list[T], bool]:
    """Without every piece of this width that can go, the last ones first; whether any could."""
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
    """Without the first few neighbours that can only go together."""
    for width in range(2, min(WIDEST, len(kept)) + 1):
        for start in range(len(kept) - width + 1):
            smaller = kept[:start] + kept[start + width :]
            if holds(smaller):
                return smaller
    return kept


def straight(places: Sequence[object]) -> list[int]:
    """The steps of a way that are left when all that leads back to a place is left out.

    `places`: where it stands before the first step and after each; steps are numbered from 1.
    """
    newest = {place: n for n, place in enumerate(places)}
    kept, at = [], newest[places[0]]
    while at + 1 < len(places):
        kept.append(at + 1)
        at = newest[places[at + 1]]
    return kept


def plainest(value: Any, holds: Callable[[Any], bool]) -> Any:
    """The value with all taken out that need not be there, and its numbers as low as may be.

    `holds` is true of the value as it is, and is asked of the whole.
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
    """Lower numbers, the lowest first: a few small ones, then halfway, and one less."""
    tried = (0, 1, 2, 3, number // 2, number - 1)
    yield from sorted({one for one in tried if 0 <= one < number})
