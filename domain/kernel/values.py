"""Frozen values that are replaced, never changed."""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["changed", "made", "named", "with_item", "without_item"]

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

named = tuple.__new__
"""`named(Ruling, (…))` is a named tuple of all its fields; its own constructor takes twice as long."""

_new, _set = object.__new__, object.__setattr__


def made(kind: type[T], fields: dict[str, Any]) -> T:
    """A value of a frozen dataclass without slots, all of whose fields are given.

    Its own `__init__` would set them one by one.
    """
    value = _new(kind)
    _set(value, "__dict__", fields)
    return value


if TYPE_CHECKING:
    changed = dataclasses.replace
else:

    def changed(value: Any, /, **fields: Any) -> Any:
        """A copy with these fields replaced; for frozen dataclasses without slots.

        `dataclasses.replace` sets every field anew, which costs five times as much on a table of
        fifteen fields; the type checker sees it under this name.
        """
        copy = _new(value.__class__)
        _set(copy, "__dict__", value.__dict__ | fields)
        return copy


def with_item(mapping: Mapping[K, V], key: K, value: V) -> Mapping[K, V]:
    """A copy of the mapping in which this key has this value."""
    return {**mapping, key: value}


def without_item(mapping: Mapping[K, V], key: K) -> Mapping[K, V]:
    """A copy of the mapping without this key."""
    return {k: v for k, v in mapping.items() if k != key}
