"""What a unit of a set-up must look like, and each of its figures."""

from typing import Any

import pytest

from tests.domain.arcane_legions.tables import SETUP_UNITS as UNITS
from tests.domain.arcane_legions.tables import refused


@pytest.mark.parametrize(
    ("unit", "sentence"),
    [
        ({"owner": "dan"}, ".owner: expected one of ana, ben, found “dan”"),
        ({"owner": None}, ".owner: expected a word, found nothing"),
        ({"base": "big"}, ".base: expected one of formation, sortie, found “big”"),
        ({"figures": 0}, ".figures: expected a whole number from 1 to 1000, found 0"),
        ({"figures": "six"}, ".figures: expected a whole number from 1 to 1000, found “six”"),
        (
            {"figures": 1001, "icons": {}},
            ".figures: expected a whole number from 1 to 1000, found 1001",
        ),
        ({"figures": True}, ".figures: expected a whole number from 1 to 1000, found true"),
        ({"icons": []}, ".icons: expected a mapping, found []"),
        (
            {"icons": {"magic": 1}},
            ".icons: unknown key “magic”; expected attack, defence, movement, ranged",
        ),
        ({"icons": {"attack": -1}}, ".icons.attack: expected a whole number from 0, found -1"),
        ({"icons": {"attack": 7}}, ".icons.attack: expected a whole number from 0 to 6, found 7"),
        (
            {"icons": {"attack": 1, "ranged": 7}},
            ".icons.ranged: expected a whole number from 0 to 6, found 7",
        ),
        ({"figures": [{"id": "f1"}]}, ".icons: each figure of a list says its own icons"),
        ({"abilities": "beast"}, ".abilities: expected a list, found “beast”"),
        ({"abilities": [1]}, ".abilities[0]: expected a word, found 1"),
        ({"specials": {}}, ".specials: expected a list, found {}"),
        ({"specials": ["rush"]}, ".specials[0]: expected a mapping, found “rush”"),
        ({"specials": [{"cost": 1}]}, ".specials[0]: “name” is missing"),
        ({"specials": [{"name": "rush"}]}, ".specials[0]: “cost” is missing"),
        (
            {"specials": [{"name": "rush", "cost": 1}, {"name": 2, "cost": 1}]},
            ".specials[1].name: expected a word, found 2",
        ),
        (
            {"specials": [{"name": "rush", "cost": -1}]},
            ".specials[0].cost: expected a whole number from 0, found -1",
        ),
        (
            {"specials": [{"name": "rush", "cost": 1, "targets": 1}]},
            ".specials[0].targets: expected true or false, found 1",
        ),
        (
            {"specials": [{"name": "rush", "cost": 1, "range": 1}]},
            ".specials[0]: unknown key “range”; expected name, cost, targets",
        ),
        ({"costs": []}, ".costs: expected a mapping, found []"),
        ({"costs": {"top": 1}}, ".costs: unknown key “top”; expected back, front, left, right"),
        ({"costs": {"front": -1}}, ".costs.front: expected a whole number from 0, found -1"),
        ({"grey": "back"}, ".grey: expected a list, found “back”"),
        ({"grey": ["top"]}, ".grey[0]: expected one of back, front, left, right, found “top”"),
        ({"down": "f1"}, ".down: expected a list, found “f1”"),
        ({"down": ["f7"]}, ".down[0]: expected one of f1, f2, f3, f4, f5, f6, found “f7”"),
        ({"down": [1]}, ".down[0]: expected a word, found 1"),
        ({"orders_given": []}, ".orders_given: expected a mapping, found []"),
        (
            {"orders_given": {"run": 1}},
            ".orders_given: unknown key “run”; expected close, move, ranged, regroup, special",
        ),
        (
            {"orders_given": {"move": -1}},
            ".orders_given.move: expected a whole number from 0 to 1000, found -1",
        ),
        (
            {"orders_given": {"move": 2**53 - 1}},
            ".orders_given.move: expected a whole number from 0 to 1000, found 9007199254740991",
        ),
        ({"orders_given": {"move": 1}}, ": orders_given and pushed go with start.at T2b only"),
        ({"orders_given": {"move": 0}, "pushed": 1}, ".pushed: expected true or false, found 1"),
        ({"pushed": True}, ": orders_given and pushed go with start.at T2b only"),
        (
            {"colour": "red"},
            ": unknown key “colour”; expected owner, base, figures, icons, abilities, "
            "specials, costs, grey, down, orders_given, pushed",
        ),
    ],
)
def test_a_misshapen_unit_is_refused(unit: dict[str, Any], sentence: str) -> None:
    units = {**UNITS, "a1": {**UNITS["a1"], **unit}}
    refused(f"setup.units.a1{sentence}", {"units": units})


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        ([], ": expected at least one figure"),
        (["f1"], "[0]: expected a mapping, found “f1”"),
        ([{"icons": []}], "[0]: “id” is missing"),
        ([{"id": 1}], "[0].id: expected a word, found 1"),
        ([{"id": "f1"}, {"id": "f1"}], "[1].id: “f1” is there twice"),
        ([{"id": "f1", "icons": "attack"}], "[0].icons: expected a list, found “attack”"),
        (
            [{"id": "f1"}, {"id": "f2", "icons": ["magic"]}],
            "[1].icons[0]: expected one of attack, defence, movement, ranged, found “magic”",
        ),
        (
            [{"id": "f1", "hit_points": 0}],
            "[0].hit_points: expected a whole number from 1 to 1000, found 0",
        ),
        (
            [{"id": "f1", "hit_points": 2**53 - 1}],
            "[0].hit_points: expected a whole number from 1 to 1000, found 9007199254740991",
        ),
        (
            [{"id": "f1", "hit_points": None}],
            "[0].hit_points: expected a whole number from 1 to 1000, found nothing",
        ),
        ([{"id": "f1", "commander": 1}], "[0].commander: expected true or false, found 1"),
        ([{"id": "f1", "kind": 3}], "[0].kind: expected a word, found 3"),
        (
            [{"id": "f1", "slot": 3}],
            "[0]: unknown key “slot”; expected id, icons, hit_points, commander, kind",
        ),
    ],
)
def test_misshapen_figures_are_refused(figures: list[Any], sentence: str) -> None:
    a1 = {"owner": "ana", "base": "sortie", "figures": figures}
    refused(f"setup.units.a1.figures{sentence}", {"units": {**UNITS, "a1": a1}})


@pytest.mark.parametrize("key", ["owner", "base", "figures"])
def test_a_unit_that_lacks_something_is_refused(key: str) -> None:
    a1 = {name: value for name, value in UNITS["a1"].items() if name != key}
    refused(f"setup.units.a1: “{key}” is missing", {"units": {**UNITS, "a1": a1}})


def test_a_unit_is_a_mapping() -> None:
    refused("setup.units.a1: expected a mapping, found []", {"units": {**UNITS, "a1": []}})
