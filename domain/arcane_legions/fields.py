"""What may stand in the fields of several kinds of steps, and readers of those that are more than a word.

A reader raises Unreadable (G1).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from domain.arcane_legions.outline import ROWS, row_in_words
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import SIDES
from domain.kernel.fields import UNSAID, Names, OneOf, StepFields, one_of
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


UNITS = Names(lambda table, _viewer: table.units, are_pieces=True)
TERRAIN = Names(lambda table, _viewer: table.terrain)
ROWS_TO_NAME = Names(lambda _table, _viewer: ROWS, called=lambda _table, row: row_in_words(row))
SIDES_SAID = Names(lambda _table, _viewer: SIDES)
SPECIALS = Names(
    lambda table, _viewer: (name for unit in table.units.values() for name in unit.card.specials),
    are_words=True,
)
TRIGGERS = Names(
    lambda table, _viewer: (one.id for player in table.players for one in table.hand(player)),
    are_pieces=True,
)
CHANGES_OF_DICE = Names(
    lambda _table, _viewer: ("attack", "defence", "attacker", "defender"),
)


def _unit_of_figure(table: Table, said: StepFields) -> str:
    """The unit of which figures are named: that of the mapping's key, the step's own, or the one that acts."""
    unit: str = said.get("/key") or said.get("unit") or table.order.unit
    return unit if unit in table.units else table.order.unit


FIGURES = Names(
    lambda table, _viewer: (name for unit in table.units.values() for name in unit.card.figures),
    are_pieces=True,
    part_of=_unit_of_figure,
)


@one_of("a unit of one's own", UNITS)
def unit_of_ones_own(table: Table, player: str) -> Iterable[str]:
    return [unit.id for unit in table.units_of(player)]


@one_of("a unit", UNITS)
def any_unit(table: Table, player: str) -> Iterable[str]:
    """One's own first."""
    units = sorted(table.on_battlefield, key=lambda unit: unit.owner != player)
    return [unit.id for unit in units]


@one_of("how the dice or the damage change", CHANGES_OF_DICE)
def none_of_it() -> Iterable[Any]:
    """A special order's word on it; who has one says so."""
    return (UNSAID,)


def a_side(
    words: str, which: Callable[[Table, StepFields], Iterable[Any]], *, form: bool = True
) -> OneOf:
    """A side of a unit: those that `which` gives, UNSAID where it may be left out."""

    def fit(table: Table, said: StepFields) -> Iterable[Any]:
        return which(table, said)

    return one_of(words, SIDES_SAID, form=form)(fit)


MANY = 5
"""So many obstacles of a kind are offered to be tapped; more are said the long way."""


def _of_a_shot(words: str, values: Iterable[Any]) -> OneOf:
    """What may lie in the way of a shot."""

    def fit(table: Table) -> Iterable[Any]:
        return (UNSAID, *values) if table.order.type == "ranged" else (UNSAID,)

    return one_of(words, form=True)(fit)


units_in_the_way = _of_a_shot("Units in the way", range(MANY + 1))
hindering_terrain = _of_a_shot("Hindering terrain", range(MANY + 1))
is_in_melee = _of_a_shot("The target is in melee", (True,))
