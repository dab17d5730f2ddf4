"""The set-up: what it may hold, and where it is wrong."""

from typing import Any

import pytest

from domain.kernel.ruleset import SetupError
from tests.domain.nullshapers.tables import AGENT, JOLT, RIFT, hand, on, table
from tests.spec import given


@pytest.mark.parametrize(
    ("setup", "where"),
    [
        ({"weather": 1}, "setup: unknown “weather”"),
        ({"step": "lunch"}, "setup.step"),
        ({"turn_player": "carl"}, "setup.turn_player"),
        ({"turn": 0}, "setup.turn"),
        ({"energy": {"ana": {"mud": 1}}}, "setup.energy.ana"),
        ({"energy": {"ana": {"void": -1}}}, "setup.energy.ana.void"),
        ({"energy": {"carl": {}}}, "setup.energy"),
        ({"sectors": {"b4.ana": 1}}, "setup.sectors"),
        ({"biomes": {"b1": {"lost_by": ["carl"]}}}, "setup.biomes.b1"),
        ({"converted": "yes"}, "setup.converted"),
        ({"decks": {"ana": ["ghost"]}}, "setup.decks.ana"),
        ({"attackers": ["ghost"]}, "setup.attackers"),
    ],
)
def test_what_is_no_set_up(setup: dict[str, Any], where: str) -> None:
    with pytest.raises(SetupError, match=where.replace(".", r"\.")):
        given("nullshapers", setup)


@pytest.mark.parametrize(
    ("card", "where"),
    [
        ({"type": "spell"}, r"setup\.cards\.c\.type"),
        ({"colour": "red"}, "unknown “colour”"),
        ({"speed": 4}, r"setup\.cards\.c\.speed"),
        ({"speed": True}, r"setup\.cards\.c\.speed"),
        ({"cost": {"mud": 1}}, r"setup\.cards\.c\.cost"),
        ({"target": {"what": "house"}}, r"target\.what"),
        ({"target": {"what": "biome", "zone": "staging"}}, r"target\.zone"),
        ({"effects": [{"do": "explode"}]}, r"effects\.0\.do"),
        ({"effects": [{"do": "damage"}]}, "“amount” is missing"),
        ({"effects": [{"do": "damage", "amount": 1}]}, "needs a target"),
        ({"effects": [{"do": "draw", "amount": "x"}]}, "the cost has no X"),
        ({"options": {"a": {}}, "effects": []}, "a text with options"),
        ({"skills": {"s": {"kind": "activated"}}}, "“speed” is missing"),
        ({"skills": {"s": {"kind": "reactive", "when": "deploy", "speed": 2}}}, "unknown “speed”"),
        ({"skills": {"s": {"kind": "reactive", "when": "noon"}}}, r"skills\.s\.when"),
        ({"skills": {"s": {"kind": "reactive"}}}, "“when” is missing"),
        ({"keywords": {"haste": True}}, "unknown “haste”"),
        ({"keywords": {"encrypt": True}}, r"keywords\.encrypt"),
        ({"owner": "carl"}, r"setup\.cards\.c\.owner"),
        ({"zone": "moon"}, r"setup\.cards\.c\.zone"),
        ({"zone": "hand", "controller": "ben"}, r"setup\.cards\.c\.controller"),
        ({"mode": "sleeping"}, r"setup\.cards\.c\.mode"),
        ({"attached_to": "ghost"}, r"setup\.cards\.c\.attached_to"),
        ({"damage": -1}, r"setup\.cards\.c\.damage"),
    ],
)
def test_what_is_no_card(card: dict[str, Any], where: str) -> None:
    with pytest.raises(SetupError, match=where):
        table({"c": {**on("ana", AGENT), **card}})


@pytest.mark.parametrize("name", ["ana", "b1", "b2.ben", "q7", "q7a"])
def test_a_card_is_called_like_nothing_else(name: str) -> None:
    with pytest.raises(SetupError, match="nothing else has"):
        table({name: hand("ana", JOLT)})


def test_what_every_card_needs() -> None:
    for key in ("type", "owner", "zone", "speed"):
        card = {name: value for name, value in on("ana", AGENT).items() if name != key}
        with pytest.raises(SetupError, match=f"“{key}” is missing"):
            table({"c": card})


def test_an_anomaly_has_always_anomaly_mode() -> None:
    table({"rift": on("ana", RIFT)}).then_state(
        cards__rift__mode="anomaly", cards__rift__speed=None
    )
    with pytest.raises(SetupError, match="mode"):
        table({"rift": on("ana", RIFT, mode="initial")})


def test_two_players() -> None:
    with pytest.raises(SetupError, match="two players"):
        given("nullshapers", {}, players=("ana", "ben", "carl"))


def test_what_is_left_out() -> None:
    """An empty set-up is a table."""
    given("nullshapers", {}).then_state(
        {
            "over": False, "winner": None, "to_act": ["ana"], "turn": 1, "turn_player": "ana",
            "phase": "first_primary", "step": "first_primary", "chance": "ana", "passed": [],
            "queue": [], "choice": None, "attackers": [], "defenders": [], "converted": False,
            "anomaly_played": False, "cards": {}, "zones.ana.deck": None,
        }
    )  # fmt: skip
