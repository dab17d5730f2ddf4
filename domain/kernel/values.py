"""Frozen values that are replaced, never changed."""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["changed", "made", "named", "quickly_made", "with_item", "without_item"]

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


def quickly_made(kind: type[T]) -> type[T]:
    """Gives a frozen dataclass another `__init__`, of the same arguments.

    The one that `dataclass` writes sets field by field through `object.__setattr__`: it takes twice
    as long where there are slots, four times as long where there are none.
    """
    known = dataclasses.fields(kind)  # type: ignore[arg-type, unused-ignore]
    given: dict[str, Any] = {"set_all": _set, "absent": dataclasses.MISSING}
    for one in known:
        given[f"default_{one.name}"], given[f"new_{one.name}"] = one.default, one.default_factory
    takes = ", ".join(_taken(one) for one in known)
    if "__slots__" in vars(kind):
        given |= {f"set_{one.name}": vars(kind)[one.name].__set__ for one in known}
        body = "; ".join(f"set_{one.name}(self, {_worth(one)})" for one in known)
    else:
        fields = ", ".join(f"{one.name!r}: {_worth(one)}" for one in known)
        body = f"set_all(self, '__dict__', {{{fields}}})"
    exec(f"def __init__(self, {takes}): {body}", given)  # noqa: S102 - as dataclass does
    made = given["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    kind.__init__ = made  # type: ignore[method-assign]
    return kind


def _taken(one: "dataclasses.Field[Any]") -> str:
    """The field as an argument."""
    if one.default_factory is not dataclasses.MISSING:
        return f"{one.name}=absent"
    return one.name if one.default is dataclasses.MISSING else f"{one.name}=default_{one.name}"


def _worth(one: "dataclasses.Field[Any]") -> str:
    """The field's value, from its argument."""
    if one.default_factory is dataclasses.MISSING:
        return one.name
    return f"new_{one.name}() if {one.name} is absent else {one.name}"


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
