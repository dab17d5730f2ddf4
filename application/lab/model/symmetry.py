"""The symmetries of a set-up: the renamings of its pieces that leave it as it is."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from math import factorial
from typing import Any

Renaming = Mapping[str, str]
"""Name → the name it is exchanged for; names that stay are left out."""

MOST_RENAMINGS = 48
"""Every state is written down once for each renaming, so groups are only taken in up to this many."""


def symmetries(setup: Mapping[str, Any]) -> Iterator[Renaming]:
    """The renamings that leave the set-up as it is, the empty one first."""
    groups, number = [], 1
    for group in _interchangeable_names(setup):
        number *= factorial(len(group))
        if number <= MOST_RENAMINGS:
            groups.append(group)
    for orders in product(*map(permutations, groups)):
        pairs = (
            pair
            for group, order in zip(groups, orders, strict=True)
            for pair in zip(group, order, strict=True)
        )
        yield {old: new for old, new in pairs if old != new}


def with_names_exchanged(value: Any, names: Renaming) -> Any:
    """The value with its names exchanged, both as values and as keys."""
    if not names:
        return value
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {
            names.get(key, key): with_names_exchanged(inner, names) for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [with_names_exchanged(inner, names) for inner in value]
    return value


def _interchangeable_names(setup: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Groups of names of which any two can be swapped without changing the set-up."""
    whole = _comparable(setup)
    for first, *others in _equal_neighbours(setup):
        swappable = [
            name
            for name in others
            if _comparable(with_names_exchanged(setup, {first: name, name: first})) == whole
        ]
        if swappable:
            yield (first, *swappable)


def _equal_neighbours(value: Any) -> Iterator[Sequence[str]]:
    """Keys of the same mapping whose values are equal mappings, at any depth."""
    if not isinstance(value, Mapping):
        return
    by_value: dict[str, list[str]] = {}
    for key, inner in value.items():
        if isinstance(inner, Mapping):
            by_value.setdefault(repr(_comparable(inner)), []).append(key)
        yield from _equal_neighbours(inner)
    yield from (names for names in by_value.values() if len(names) > 1)


def _comparable(value: Any) -> Any:
    """The value with tuples as lists and every mapping in the order of its keys."""
    if isinstance(value, Mapping):
        return {key: _comparable(inner) for key, inner in sorted(value.items())}
    return [_comparable(inner) for inner in value] if isinstance(value, list | tuple) else value
