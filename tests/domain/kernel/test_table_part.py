"""A part of the table is found, and laid out anew, by the words that lead to it."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.kernel.table_part import TablePart, held_there, is_marked, with_mark, with_part
from domain.kernel.values import Value


class Ship(Value):
    decks: tuple[str, ...] = ()
    leaks: frozenset[str] = frozenset()
    sunk_since: int | None = None


class Table(Value):
    ships: Mapping[str, Ship]
    wind: int = 0


TABLE = Table({"a1": Ship(("oak", "ash"), frozenset({"stern", "bow"}), 4), "b1": Ship()})


@pytest.mark.parametrize(
    ("path", "held", "said"),
    [
        (("wind",), 0, 3),
        (("ships", "a1", "decks"), ["oak", "ash"], ("ash",)),
        (("ships", "a1", "leaks"), ["bow", "stern"], ("keel",)),
    ],
)
def test_a_part_is_laid_out_anew_and_all_else_lies_as_it_did(
    path: tuple[str, ...], held: Any, said: Any
) -> None:
    assert held_there(TABLE, path) == held
    after = TablePart().put(TABLE, path, said, 7)
    assert held_there(after, path) == (list(said) if isinstance(said, tuple) else said)
    assert with_part(after, path, held if path == ("wind",) else tuple(held), 8) == TABLE
    assert after.ships["b1"] == TABLE.ships["b1"]


def test_since_when_something_is_so_is_the_entry_that_says_it() -> None:
    path = ("ships", "b1", "sunk_since")
    assert not is_marked(TABLE, path)
    sunk = with_mark(TABLE, path, True, 9)
    assert is_marked(sunk, path)
    assert sunk.ships["b1"].sunk_since == 9
    assert with_mark(sunk, path, False, 10) == TABLE


def test_what_the_table_does_not_have_has_no_part() -> None:
    with pytest.raises(KeyError):
        held_there(TABLE, ("ships", "c1", "decks"))
    with pytest.raises(AttributeError):
        held_there(TABLE, ("fleet",))
