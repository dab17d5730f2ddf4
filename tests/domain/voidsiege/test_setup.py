"""What a set-up must look like (section 4); anything else cannot be read, and is told so plainly."""

from typing import Any

import pytest

from domain.kernel.ruleset import SetupError
from tests.spec import opened

POINTS = {"ana": 3, "ben": 3}
UNITS: dict[Any, Any] = {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}}


def refused(match: str, players: tuple[str, ...] = ("ana", "ben"), **setup: Any) -> None:
    with pytest.raises(SetupError, match=match):
        opened("voidsiege", {"points": POINTS, "units": UNITS, **setup}, players)


def test_two_players() -> None:
    refused("two players", players=("ana", "ben", "cleo"))


@pytest.mark.parametrize(
    ("points", "match"),
    [
        ({"ana": 3}, "“ben” is missing"),
        ({"ana": 3, "ben": -1}, r"setup\.points\.ben: expected a whole number"),
        ({"ana": 3, "ben": True}, r"setup\.points\.ben"),
        ({"ana": 3, "ben": 2.5}, r"setup\.points\.ben"),
        ({"ana": 0, "ben": 0}, "at least one"),
        ({"ana": 3, "ben": 3, "cleo": 3}, "“cleo”"),
        ([3, 3], "expected a mapping"),
    ],
)
def test_points(points: Any, match: str) -> None:
    refused(match, points=points)


@pytest.mark.parametrize(
    ("units", "match"),
    [
        ({"a1": {"owner": "ana"}}, "ben has no unit"),
        ({**UNITS, "c1": {"owner": "cleo"}}, r"setup\.units\.c1\.owner: expected ana or ben"),
        ({**UNITS, "c1": {}}, "“owner” is missing"),
        ({**UNITS, "c1": {"owner": "ana", "size": 3}}, "“size”"),
        ({**UNITS, "c1": {"owner": "ana", "abilities": ["flight"]}}, "“flight”"),
        ({**UNITS, "c1": {"owner": "ana", "restrictions": ["rally"]}}, "“rally”"),
        ({**UNITS, "c1": {"owner": "ana", "restrictions": "run"}}, "expected a list"),
        ({**UNITS, 7: {"owner": "ana"}}, "expected words as keys"),
    ],
)
def test_units(units: Any, match: str) -> None:
    refused(match, units=units)


@pytest.mark.parametrize("scenario", [0, 7, "1", None, True])
def test_scenario(scenario: Any) -> None:
    refused(r"setup\.scenario: expected a number from 1 to 6", scenario=scenario)


@pytest.mark.parametrize("rounds", [0, -1, "4", None, True, 1.0])
def test_rounds(rounds: Any) -> None:
    refused(r"setup\.rounds: expected a whole number", rounds=rounds)


@pytest.mark.parametrize(
    ("row", "match"),
    [
        ({"parts": [], "target": "none"}, "one to three parts"),
        ({"parts": ["move", "move"], "target": "none"}, "none of them twice"),
        ({"parts": ["move", "run"], "target": "none"}, "not both"),
        ({"parts": ["melee"], "target": "none"}, "“melee”"),
        ({"parts": ["move"]}, "“target” is missing"),
        ({"parts": ["move"], "target": "declared"}, "expected none"),
        ({"parts": ["shoot"], "target": "none"}, "expected declared"),
        ({"parts": ["run", "shoot"], "target": "declared"}, "expected after_move"),
        ({"parts": ["move"], "target": "none", "restrictions": {"run": ["run"]}}, "“run”"),
        ({"parts": ["move"], "target": "none", "restrictions": {"move": ["walk"]}}, "“walk”"),
        ({"parts": ["move"], "target": "none", "cost": 2}, "“cost”"),
    ],
)
def test_rows_for_undocumented_commands(row: Any, match: str) -> None:
    refused(match, commands={"overrun": row})


def test_only_undocumented_commands_take_rows() -> None:
    refused("“rally”", commands={"rally": {"parts": ["move"], "target": "none"}})


def test_no_other_key() -> None:
    refused("unknown key “weather”", weather="rain")


def test_settled_questions_cannot_be_set() -> None:
    with pytest.raises(SetupError, match="no open question “C5”"):
        opened("voidsiege", {"points": POINTS, "units": UNITS}, readings={"C5": "no"})
