"""What a set-up must look like; anything else cannot be read, and is told so plainly."""

from typing import Any

import pytest

from tests.domain.arcane_legions.tables import SETUP_UNITS as UNITS
from tests.domain.arcane_legions.tables import formation, refused
from tests.spec import opened


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (
            {"weather": "rain"},
            "setup: unknown key “weather”; expected units, order_points, factions, "
            "ambush, victory_target, adjacent, in_range, terrain, start",
        ),
        ({"start": [1]}, "setup.start: expected a mapping, found [1]"),
        ({"start": {1: 2}}, "setup.start: expected words as keys, found 1"),
        (
            {"start": {"phase": 1}},
            "setup.start: unknown key “phase”; expected turn, active, at, order_points, "
            "victory_points, triggers",
        ),
        ({"ambush": "yes"}, "setup.ambush: expected true or false, found “yes”"),
        ({"victory_target": 0}, "setup.victory_target: expected a whole number from 1, found 0"),
        (
            {"victory_target": True},
            "setup.victory_target: expected a whole number from 1, found true",
        ),
        (
            {"victory_target": None},
            "setup.victory_target: expected a whole number from 1, found nothing",
        ),
        ({"order_points": -1}, "setup.order_points: expected a whole number from 0, found -1"),
        ({"order_points": "8"}, "setup.order_points: expected a whole number from 0, found “8”"),
        ({"order_points": {"dan": 1}}, "setup.order_points: unknown key “dan”; expected ana, ben"),
        (
            {"order_points": {"ana": -1}},
            "setup.order_points.ana: expected a whole number from 0, found -1",
        ),
        ({"order_points": {1: 1}}, "setup.order_points: expected words as keys, found 1"),
        ({"factions": []}, "setup.factions: expected a mapping, found []"),
        ({"factions": {"dan": []}}, "setup.factions: unknown key “dan”; expected ana, ben"),
        ({"factions": {"ana": "roman"}}, "setup.factions.ana: expected a list, found “roman”"),
        ({"factions": {"ana": [1]}}, "setup.factions.ana[0]: expected a word, found 1"),
        ({"terrain": ["hill"]}, 'setup.terrain: expected a mapping, found ["hill"]'),
        ({"terrain": {"hill": "dan"}}, "setup.terrain.hill: expected one of ana, ben, found “dan”"),
        ({"terrain": {1: "ana"}}, "setup.terrain: expected words as keys, found 1"),
        ({"adjacent": {"a1": "b1"}}, 'setup.adjacent: expected a list, found {"a1": "b1"}'),
        ({"adjacent": ["a1"]}, "setup.adjacent[0]: expected a list, found “a1”"),
        (
            {"adjacent": [["a1", "b1"], ["a1", "a1"]]},
            'setup.adjacent[1]: expected two different units, found ["a1", "a1"]',
        ),
        ({"adjacent": [["a1"]]}, 'setup.adjacent[0]: expected two different units, found ["a1"]'),
        (
            {"adjacent": [["a1", "b1", "a1"]]},
            'setup.adjacent[0]: expected two different units, found ["a1", "b1", "a1"]',
        ),
        ({"adjacent": [["a1", "c1"]]}, "setup.adjacent[0][1]: expected one of a1, b1, found “c1”"),
        ({"in_range": 1}, "setup.in_range: expected a list, found 1"),
        ({"in_range": [["a1", "b1"], "a1b1"]}, "setup.in_range[1]: expected a list, found “a1b1”"),
        (
            {"in_range": [["a1", "b1"], ["b1", "b1"]]},
            'setup.in_range[1]: expected two different units, found ["b1", "b1"]',
        ),
        ({"in_range": [[1, "b1"]]}, "setup.in_range[0][0]: expected a word, found 1"),
        ({"start": {"turn": 0}}, "setup.start.turn: expected a whole number from 1, found 0"),
        ({"start": {"turn": "1"}}, "setup.start.turn: expected a whole number from 1, found “1”"),
        ({"start": {"active": "dan"}}, "setup.start.active: expected one of ana, ben, found “dan”"),
        (
            {"start": {"active": None}},
            "setup.start.active: expected a word, found nothing",
        ),
        ({"start": {"at": "T3a"}}, "setup.start.at: expected one of T1, T2b, found “T3a”"),
        ({"start": {"at": 1}}, "setup.start.at: expected one of T1, T2b, found 1"),
        ({"start": {"order_points": 5}}, "setup.start.order_points: expected a mapping, found 5"),
        (
            {"start": {"order_points": {"dan": 5}}},
            "setup.start.order_points: unknown key “dan”; expected ana, ben",
        ),
        (
            {"start": {"order_points": {"ana": -5}}},
            "setup.start.order_points.ana: expected a whole number from 0, found -5",
        ),
        (
            {"start": {"victory_points": 5}},
            "setup.start.victory_points: expected a mapping, found 5",
        ),
        (
            {"start": {"victory_points": {"dan": 5}}},
            "setup.start.victory_points: unknown key “dan”; expected ana, ben",
        ),
        (
            {"start": {"victory_points": {"ben": None}}},
            "setup.start.victory_points.ben: expected a whole number from 0, found nothing",
        ),
        ({"start": {"triggers": "t"}}, "setup.start.triggers: expected a list, found “t”"),
        ({"start": {"triggers": ["t"]}}, "setup.start.triggers[0]: expected a mapping, found “t”"),
        ({"start": {"triggers": [{"id": "t"}]}}, "setup.start.triggers[0]: “owner” is missing"),
        (
            {"start": {"triggers": [{"owner": "ana", "source": "a1"}]}},
            "setup.start.triggers[0]: “id” is missing",
        ),
        (
            {"start": {"triggers": [{"id": "t", "owner": "ana"}]}},
            "setup.start.triggers[0]: “source” is missing",
        ),
        (
            {"start": {"triggers": [{"id": "t", "owner": "ana", "source": "a1", "at": "T1"}]}},
            "setup.start.triggers[0]: unknown key “at”; expected id, owner, source",
        ),
        (
            {"start": {"triggers": [{"id": 1, "owner": "ana", "source": "a1"}]}},
            "setup.start.triggers[0].id: expected a word, found 1",
        ),
        (
            {"start": {"triggers": [{"id": "t", "owner": "dan", "source": "a1"}]}},
            "setup.start.triggers[0].owner: expected one of ana, ben, found “dan”",
        ),
        (
            {"start": {"triggers": [{"id": "t", "owner": "ana", "source": "c1"}]}},
            "setup.start.triggers[0].source: expected one of a1, b1, found “c1”",
        ),
        (
            {
                "start": {
                    "triggers": [
                        {"id": "t", "owner": "ana", "source": "a1"},
                        {"id": "s", "owner": "ben", "source": "a1"},
                    ]
                }
            },
            "setup.start.triggers[1].owner: a1 is ana's; expected ana",
        ),
        (
            {
                "start": {
                    "triggers": [
                        {"id": "t", "owner": "ana", "source": "a1"},
                        {"id": "t", "owner": "ben", "source": "b1"},
                    ]
                }
            },
            "setup.start.triggers[1].id: “t” is given twice; expected an id of its own",
        ),
        (
            {
                "units": {
                    "a1": {
                        "owner": "ana",
                        "base": "formation",
                        "figures": 1,
                        "icons": {},
                        "down": ["f1"],
                    }
                }
            },
            "setup.units: expected at least one unit with a figure that stands",
        ),
        ({"units": []}, "setup.units: expected a mapping, found []"),
        (
            {
                "units": {
                    1: {
                        "owner": "ana",
                        "base": "formation",
                        "figures": 6,
                        "icons": {"attack": 3, "defence": 2, "movement": 3},
                    }
                }
            },
            "setup.units: expected words as keys, found 1",
        ),
        ({"units": {}}, "setup.units: expected at least one unit with a figure that stands"),
    ],
)
def test_an_unknown_or_misshapen_part_of_a_setup_is_refused(
    setup: dict[str, Any], sentence: str
) -> None:
    refused(sentence, {"units": UNITS, **setup})


def test_a_setup_without_units_is_refused() -> None:
    refused("setup: “units” is missing", {})


def test_a_unit_with_every_figure_down_is_destroyed() -> None:
    units = {**UNITS, "a2": formation("ana", 1, down=["f1"])}
    game = opened("arcane-legions", {"units": units, "adjacent": [["a2", "b1"]]})
    view = game.view()
    assert view["units"]["a2"]["destroyed"]
    assert view["adjacent"] == []
