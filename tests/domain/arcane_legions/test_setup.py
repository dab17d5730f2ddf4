"""What a set-up must look like; anything else cannot be read, and is told so plainly."""

from typing import Any

import pytest

from domain.kernel.ruleset import SetupError
from tests.domain.arcane_legions.tables import formation
from tests.spec import opened

UNITS = {"a1": formation("ana"), "b1": formation("ben")}


def refused(match: str, **setup: Any) -> None:
    with pytest.raises(SetupError, match=match):
        opened("arcane-legions", {"units": UNITS, **setup})


@pytest.mark.parametrize(
    ("setup", "match"),
    [
        ({"weather": "rain"}, "setup: unknown key “weather”"),
        ({"ambush": "yes"}, "setup.ambush: expected true or false"),
        ({"victory_target": 0}, "setup.victory_target: expected a whole number from 1"),
        ({"order_points": -1}, "setup.order_points"),
        ({"order_points": {"dan": 1}}, "setup.order_points: expected one of ana, ben"),
        ({"factions": {"ana": "roman"}}, "setup.factions.ana: expected a list"),
        ({"terrain": {"hill": "dan"}}, "setup.terrain.hill: expected one of ana, ben"),
        ({"adjacent": [["a1", "a1"]]}, r"setup.adjacent\[0\]: expected two different units"),
        ({"adjacent": [["a1", "c1"]]}, r"setup.adjacent\[0\]: expected one of a1, b1"),
        ({"start": {"at": "T3a"}}, "setup.start.at: expected one of T1, T2b"),
        ({"start": {"active": "dan"}}, "setup.start.active"),
        ({"start": {"turn": 0}}, "setup.start.turn"),
        ({"start": {"phase": 1}}, "setup.start: unknown key"),
        ({"start": {"triggers": [{"id": "t"}]}}, "“owner” is missing"),
        (
            {"start": {"triggers": [{"id": "t", "owner": "ben", "source": "a1"}]}},
            "a1 is ana's",
        ),
    ],
)
def test_the_whole(setup: dict[str, Any], match: str) -> None:
    refused(match, **setup)


@pytest.mark.parametrize(
    ("unit", "match"),
    [
        ({"owner": "dan"}, "setup.units.a1.owner: expected one of ana, ben"),
        ({"base": "big"}, "setup.units.a1.base: expected one of formation, sortie"),
        ({"figures": 0}, "setup.units.a1.figures"),
        ({"icons": {"attack": 9}}, "setup.units.a1.icons.attack: expected at most 6"),
        ({"icons": {"magic": 1}}, "setup.units.a1.icons: expected one of attack"),
        ({"down": ["f7"]}, "setup.units.a1.down"),
        ({"grey": ["top"]}, "setup.units.a1.grey"),
        ({"costs": {"front": -1}}, "setup.units.a1.costs.front"),
        ({"specials": [{"name": "rush"}]}, r"specials\[0\]: “cost” is missing"),
        ({"pushed": True}, "go with start.at T2b only"),
        ({"colour": "red"}, "setup.units.a1: unknown key “colour”"),
        ({"figures": [{"id": "f1"}]}, "says its own icons"),
    ],
)
def test_a_unit(unit: dict[str, Any], match: str) -> None:
    refused(match, units={**UNITS, "a1": {**UNITS["a1"], **unit}})


@pytest.mark.parametrize(
    ("figures", "match"),
    [
        ([], "at least one figure"),
        ([{"id": "f1"}, {"id": "f1"}], "is there twice"),
        ([{"icons": []}], "“id” is missing"),
        ([{"id": "f1", "hit_points": 0}], "hit_points"),
        ([{"id": "f1", "icons": ["magic"]}], "icons: expected one of"),
        ([{"id": "f1", "commander": 1}], "commander: expected true or false"),
    ],
)
def test_figures(figures: list[Any], match: str) -> None:
    refused(match, units={**UNITS, "a1": {"owner": "ana", "base": "sortie", "figures": figures}})


def test_units_are_needed() -> None:
    with pytest.raises(SetupError, match=r"setup\.units: missing"):
        opened("arcane-legions", {})


def test_a_unit_with_every_figure_down_is_destroyed() -> None:
    units = {**UNITS, "a2": formation("ana", 1, down=["f1"])}
    game = opened("arcane-legions", {"units": units, "adjacent": [["a2", "b1"]]})
    view = game.view()
    assert view["units"]["a2"]["destroyed"]
    assert view["adjacent"] == []
