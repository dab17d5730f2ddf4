"""A set-up is read by the shape that its ruleset declares; what does not fit is told with its place."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest

from domain.kernel.setup import (
    UNSET,
    FromOne,
    FromZero,
    Meta,
    SetupError,
    Shape,
    UnsetType,
    among,
    check,
    holds_names,
    inside,
    kind_of,
    one_of,
    read,
    said_in,
    words_in_kind,
)
from domain.kernel.values import field


class Unit(Shape):
    owner: str
    at: tuple[int, int] | UnsetType = UNSET


class Setup(Shape):
    points: Annotated[int, Meta(ge=1, le=6)] = 3
    any_points: FromZero = 0
    units: Mapping[str, Unit] = {}
    sides: Mapping[Literal["left", "right"], FromOne] = {}
    rows: tuple[Literal["back", "front"], ...] = ()
    who: str | None = None
    decks: tuple[str, ...] | Mapping[str, int] | UnsetType = UNSET
    open: bool = False
    of: Literal["all"] = field(name="for", default="all")
    marks: frozenset[str] = frozenset()


def test_what_fits_is_read() -> None:
    said = {
        "points": 6,
        "units": {"a1": {"owner": "ana", "at": [0, -1]}, "b1": {"owner": "ben"}},
        "sides": {"left": 1},
        "rows": ["back", "front"],
        "who": None,
        "decks": {"ana": 2},
        "open": True,
        "for": "all",
    }
    setup = read(Setup, said)
    assert (setup.points, setup.rows, setup.decks) == (6, ("back", "front"), {"ana": 2})
    assert setup.units == {"a1": Unit("ana", (0, -1)), "b1": Unit("ben")}
    assert said_in(setup.units["b1"]) == {"owner": "ben"}
    assert said_in(setup.units["a1"]) == {"owner": "ana", "at": (0, -1)}
    for name, part in said.items():
        check(kind_of(Setup, (name,)), part, name)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ([], "setup: expected a mapping, found []"),
        ({3: 1}, "setup: expected words as keys, found 3"),
        ({"fleet": 1}, "setup: unknown key “fleet”; expected points, any_points, units, sides, rows, "
                       "who, decks, open, for, marks"),
        ({"points": 0}, "setup.points: expected a whole number from 1 to 6, found 0"),
        ({"points": 7}, "setup.points: expected a whole number from 1 to 6, found 7"),
        ({"points": True}, "setup.points: expected a whole number from 1 to 6, found true"),
        ({"any_points": -1}, "setup.any_points: expected a whole number from 0, found -1"),
        ({"any_points": "2"}, "setup.any_points: expected a whole number from 0, found “2”"),
        ({"units": []}, "setup.units: expected a mapping, found []"),
        ({"units": {1: {"owner": "ana"}}}, "setup.units: expected words as keys, found 1"),
        ({"units": {"a1": []}}, "setup.units.a1: expected a mapping, found []"),
        ({"units": {"a1": {"at": [0, 0]}}}, "setup.units.a1: “owner” is missing"),
        ({"units": {"a1": {"owner": 1}}}, "setup.units.a1.owner: expected a word, found 1"),
        ({"units": {"a1": {"owner": "ana", "at": [0]}}},
         "setup.units.a1.at: expected a list of 2, found [0]"),
        ({"units": {"a1": {"owner": "ana", "at": "00"}}},
         "setup.units.a1.at: expected a list of 2, found “00”"),
        ({"units": {"a1": {"owner": "ana", "at": [0, "x"]}}},
         "setup.units.a1.at[1]: expected a whole number, found “x”"),
        ({"points": "1234567890123456"},
         "setup.points: expected a whole number of at most 15 digits from 1 to 6, "
         "found “1234567890123456”"),
        ({"decks": {"ana": "1234567890123456"}},
         "setup.decks.ana: expected a whole number of at most 15 digits, found “1234567890123456”"),
        ({"sides": {"up": 1}}, "setup.sides: unknown key “up”; expected left, right"),
        ({"sides": {"left": 0}}, "setup.sides.left: expected a whole number from 1, found 0"),
        ({"rows": "front"}, "setup.rows: expected a list, found “front”"),
        ({"rows": ["back", "side"]}, "setup.rows[1]: expected one of back, front, found “side”"),
        ({"who": 1}, "setup.who: expected a word, found 1"),
        ({"decks": ["oak", 1, 2]}, "setup.decks[1]: expected a word, found 1"),
        ({"decks": {"ana": "oak"}}, "setup.decks.ana: expected a whole number, found “oak”"),
        ({"open": 1}, "setup.open: expected true or false, found 1"),
        ({"for": "some"}, "setup.for: expected all, found “some”"),
        ({"for": 1}, "setup.for: expected all, found 1"),
        ({"marks": 1}, "setup: expected something else, found {\"marks\": 1}"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_with_its_place(said: Any, told: str) -> None:
    with pytest.raises(SetupError) as why:
        read(Setup, said)
    assert str(why.value) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ([], "expected a mapping, found []"),
        ({"points": 0}, "points: expected a whole number from 1 to 6, found 0"),
        ({"units": {"a1": {}}}, "units.a1: “owner” is missing"),
    ],
)
def test_on_a_page_of_its_own_a_place_begins_with_its_first_word(said: Any, told: str) -> None:
    with pytest.raises(SetupError) as why:
        read(Setup, said, "")
    assert str(why.value) == told


def test_what_a_part_may_hold_is_known_by_its_place() -> None:
    kinds = inside(kind_of(Setup))
    assert [*kinds][-2:] == ["for", "marks"]
    assert kinds["points"] == kind_of(Setup, ("points",))
    assert [*inside(kind_of(Setup, ("units", "a1")))] == ["owner", "at"]
    assert [*inside(kind_of(Setup, ("sides",)))] == ["left", "right"]
    assert [*inside(kind_of(Setup, ("decks",)))] == ["*"]
    assert inside(kind_of(Setup, ("who",))) == {}
    anything = kind_of(None)
    assert kind_of(Setup, ("fleet", "a1")) == kind_of(Setup, ("open", "a1")) == anything
    check(anything, {"a": [1]}, "setup")


@pytest.mark.parametrize(
    ("part", "names", "words"),
    [
        ("units", True, ()),
        ("rows", False, ("back", "front")),
        ("sides", False, ()),
        ("for", False, ("all",)),
        ("open", False, ()),
    ],
)
def test_a_part_holds_names_or_one_of_some_words(
    part: str, names: bool, words: tuple[str, ...]
) -> None:
    kind = kind_of(Setup, (part,))
    assert (holds_names(kind), words_in_kind(kind)) == (names, words)
    assert holds_names(kind_of(tuple[str, ...]))


def test_keys_and_words_are_of_those_that_are_known() -> None:
    among(("ana", "ben"), {"ana": 1}, "setup.points")
    among(("ana", "ben"), {"ben": 1, "ana": 1}, "setup.points", all=True)
    assert one_of(("ana", "ben"), "ben", "setup.first") == "ben"
    for told, wrong in (
        ("setup.points: unknown key “dan”; expected ana, ben",
         lambda: among(("ana", "ben"), ("ana", "dan"), "setup.points")),
        ("setup.points: unknown key “dan”; expected none", lambda: among((), ["dan"], "setup.points")),
        ("setup.points: “ben” is missing",
         lambda: among(("ana", "ben"), ["ana"], "setup.points", all=True)),
        ("setup.first: expected one of ana, ben, found “dan”",
         lambda: one_of(("ana", "ben"), "dan", "setup.first")),
        ("setup.first: expected ana, found “dan”", lambda: one_of(("ana",), "dan", "setup.first")),
        ("setup.first: expected none at all, found “dan”", lambda: one_of((), "dan", "setup.first")),
    ):  # fmt: skip
        with pytest.raises(SetupError) as why:
            wrong()
        assert str(why.value) == told
