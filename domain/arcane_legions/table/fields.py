"""Readers of fields of steps that are more than a word or a list; they raise Unreadable (G1)."""

from collections.abc import Mapping
from typing import Annotated, Any

from domain.arcane_legions.law.outline import ROWS
from domain.kernel.steps import Read, Unreadable, fitting, quoted_value
from domain.kernel.values import Value


def count_of(name: str, least: int = 0) -> Read:
    """Reads the field of this name as a whole number that is not below `least`."""
    expected = f"a whole number from {least}"
    return fitting(name, expected, lambda value: type(value) is int and value >= least)


a_row = fitting("row", "a row of the outline", lambda value: value in [*ROWS])
"""Reads `row` as a row of the outline: “T3”, “C.j”."""


def change_of(*parts: str) -> Read:
    """Reads `change` as whole numbers, also negative ones, for some of these parts."""
    takes = " and ".join(parts)

    def read(value: Any) -> Mapping[str, int]:
        if not isinstance(value, Mapping):
            raise Unreadable(f"“change” is a mapping of {takes}, not {quoted_value(value)}")
        for part, number in value.items():
            if part not in parts:
                raise Unreadable(f"“change” takes {takes}, not {quoted_value(part)}")
            if type(number) is not int:
                raise Unreadable(f"“change.{part}” is a whole number, not {quoted_value(number)}")
        return dict(value)

    return read


class Raised(Value):
    """An item of `raises`: a trigger said with the step that causes it."""

    id: str
    owner: str
    source: str
    at: str | None = None
    """The row at which it arises; None for the one that the step has for its triggers."""


def _triggers(value: Any) -> tuple[Raised, ...]:
    if not isinstance(value, list | tuple):
        raise Unreadable(f"“raises” is a list of triggers, not {quoted_value(value)}")
    return tuple(_item_of_raises(item) for item in value)


def _item_of_raises(item: Any) -> Raised:
    if not isinstance(item, Mapping):
        raise Unreadable(
            f"a trigger in “raises” has id, owner and source, not {quoted_value(item)}"
        )
    for name, word in item.items():
        if name not in ("id", "owner", "source", "at"):
            raise Unreadable(
                f"a trigger in “raises” takes id, owner, source, at, not {quoted_value(name)}"
            )
        if type(word) is not str:
            raise Unreadable(
                f"“{name}” of a trigger in “raises” is a word, not {quoted_value(word)}"
            )
    for name in ("id", "owner", "source"):
        if name not in item:
            raise Unreadable(f"a trigger in “raises” needs “{name}”")
    return Raised(**item)


RaisedWithIt = Annotated[tuple[Raised, ...], _triggers]
