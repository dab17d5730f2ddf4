"""What is no set-up, and what is no card of one: the sentence that says where it is wrong."""

from typing import Any

import pytest

from domain.kernel.ruleset import SetupError
from tests.domain.nullshapers.tables import AGENT, BLADE, PLATING, hand, on, table
from tests.spec import given

ALPHA = on("ana", AGENT, "b1")
LYING = {**AGENT, "owner": "ana", "zone": "deck"}
SIDES = "b1.ana, b1.ben, b2.ana, b2.ben, b3.ana, b3.ben"
KINDS = "light, storm, dark, chaos, growth, void"
TYPES = "agent, event, software, hardware, anomaly"
ZONES = "hand, deck, staging, b1, b2, b3, cache, archive"
TARGETS = "agent, anomaly, constant, hardware, software, biome, sector, player, action"
CARDS = "agent, anomaly, constant, hardware, software"
EFFECTS = (
    "damage, lock, unlock, terminate, to_hand, to_biome, durability, lose_biome, cancel, draw, "
    "discard, gain_energy, report"
)
WHEN = "deploy, despawn, amplify, initiate, start_of_turn, start_of_attack, reported"
FROM_0 = "expected a whole number from 0 up, not"
TAKEN = "a card needs a name that nothing else has"
NO_HOST = "attached_to: expected another card on the planet, not"


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({1: 2}, ": expected names as keys, not 1"),
        (
            {"weather": 1},
            ": unknown “weather”; expected step, turn_player, turn, energy, sectors, biomes, decks, "
            "attackers, defenders, converted, anomaly_played, cards",
        ),
        (
            {"step": "lunch"},
            ".step: expected one of refresh, draw, maintenance, first_primary, advance, attack, "
            "defend, damage, second_primary, reset, not “lunch”",
        ),
        ({"turn_player": "carl"}, ".turn_player: expected one of ana, ben, not “carl”"),
        ({"turn": 0}, ".turn: expected a whole number from 1 up, not 0"),
        ({"turn": True}, ".turn: expected a whole number from 1 up, not True"),
        ({"energy": 3}, ".energy: expected a mapping, not 3"),
        ({"energy": {"carl": {}}}, ".energy: unknown “carl”; expected ana, ben"),
        ({"energy": {"ana": []}}, ".energy.ana: expected a mapping, not []"),
        ({"energy": {"ana": {"mud": 1}}}, f".energy.ana: unknown “mud”; expected {KINDS}"),
        ({"energy": {"ben": {"void": -1}}}, f".energy.ben.void: {FROM_0} -1"),
        ({"sectors": []}, ".sectors: expected a mapping, not []"),
        ({"sectors": {"b4.ana": 1}}, f".sectors: unknown “b4.ana”; expected {SIDES}"),
        ({"sectors": {"b1.ana": "x"}}, ".sectors.b1.ana: expected a whole number, not “x”"),
        ({"biomes": []}, ".biomes: expected a mapping, not []"),
        ({"biomes": {"b4": {}}}, ".biomes: unknown “b4”; expected b1, b2, b3"),
        ({"biomes": {"b1": {"won_by": []}}}, ".biomes.b1: unknown “won_by”; expected lost_by"),
        (
            {"biomes": {"b1": {"lost_by": "ana"}}},
            ".biomes.b1: expected a list of names, not “ana”",
        ),
        (
            {"biomes": {"b1": {"lost_by": ["ana", "ana"]}}},
            ".biomes.b1: a name stands there twice",
        ),
        (
            {"biomes": {"b2": {"lost_by": ["carl"]}}},
            ".biomes.b2.lost_by: expected one of ana, ben, not “carl”",
        ),
        ({"converted": "yes"}, ".converted: expected true or false, not “yes”"),
        ({"anomaly_played": 1}, ".anomaly_played: expected true or false, not 1"),
        ({"decks": []}, ".decks: expected a mapping, not []"),
        ({"decks": {"carl": []}}, ".decks: unknown “carl”; expected ana, ben"),
        ({"decks": {"ana": "c"}}, ".decks.ana: expected a list of names, not “c”"),
        (
            {"decks": {"ana": ["ghost"]}},
            ".decks.ana: expected cards of ana with zone deck, not “ghost”",
        ),
        (
            {"decks": {"ben": ["c"]}, "cards": {"c": LYING}},
            ".decks.ben: expected cards of ben with zone deck, not “c”",
        ),
        (
            {"decks": {"ana": ["c"]}, "cards": {"c": hand("ana", AGENT)}},
            ".decks.ana: expected cards of ana with zone deck, not “c”",
        ),
        (
            {"decks": {"ana": ["d"]}, "cards": {"c": LYING, "d": LYING}},
            ".decks.ana: “c” has zone deck and is not in the list",
        ),
        (
            {"attackers": ["c", "c"], "cards": {"c": ALPHA}},
            ".attackers: a name stands there twice",
        ),
        ({"defenders": [7]}, ".defenders: expected a list of names, not [7]"),
        ({"cards": []}, ".cards: expected a mapping, not []"),
        ({"cards": {"c": 3}}, ".cards.c: expected a mapping, not 3"),
        ({"cards": {"b1": ALPHA}}, f".cards.b1: {TAKEN}"),
        ({"cards": {"ben": ALPHA}}, f".cards.ben: {TAKEN}"),
        ({"cards": {"b2.ben": ALPHA}}, f".cards.b2.ben: {TAKEN}"),
        ({"cards": {"q7": ALPHA}}, f".cards.q7: {TAKEN}"),
        ({"cards": {"q7a": ALPHA}}, f".cards.q7a: {TAKEN}"),
        (
            {"cards": {"c": on("ana", PLATING, attached_to=4)}},
            ".cards.c.attached_to: expected a word, not 4",
        ),
        (
            {"cards": {"c": on("ana", PLATING, attached_to="ghost")}},
            f".cards.c.{NO_HOST} “ghost”",
        ),
        ({"cards": {"c": on("ana", PLATING, attached_to="c")}}, f".cards.c.{NO_HOST} “c”"),
        (
            {"cards": {"c": on("ana", PLATING, attached_to="d"), "d": hand("ana", AGENT)}},
            f".cards.c.{NO_HOST} “d”",
        ),
        (
            {"cards": {"c": hand("ana", PLATING, attached_to="d"), "d": ALPHA}},
            ".cards.c.attached_to: only a card on the planet is attached",
        ),
        ({"turn": "x" * 58}, f".turn: expected a whole number from 1 up, not “{'x' * 58}”"),
        ({"turn": "x" * 59}, f".turn: expected a whole number from 1 up, not “{'x' * 56}…"),
    ],
)
def test_what_is_no_set_up(setup: dict[Any, Any], sentence: str) -> None:
    """It says where, and what was expected."""
    with pytest.raises(SetupError) as why:
        given("nullshapers", setup)
    assert str(why.value) == f"setup{sentence}"


@pytest.mark.parametrize(
    "card",
    [
        {"zone": "staging"},
        {"owner": "ben"},
        {"mode": "anomaly"},
        {**BLADE, "attack": None},
        {"zone": "hand"},
    ],
)
@pytest.mark.parametrize("key", ["attackers", "defenders"])
def test_who_fights_is_an_agent_in_a_sector_of_his(key: str, card: dict[str, Any]) -> None:
    """Attackers are T's, defenders N's."""
    owner = "ana" if key == "attackers" else "ben"
    other = "ben" if key == "attackers" else "ana"
    fits = {**ALPHA, "owner": owner}
    wrong = {**fits, **card, "owner": other if "owner" in card else owner}
    laid = {name: value for name, value in wrong.items() if value is not None}
    if laid["type"] != "agent":
        laid.pop("defense")
    given("nullshapers", {key: ["c"], "cards": {"c": fits}}).then_state({key: ["c"]})
    for cards in ({"c": laid}, {}):
        with pytest.raises(SetupError) as why:
            given("nullshapers", {key: ["c"], "cards": cards})
        assert str(why.value) == f"setup.{key}: expected agents of {owner} in sectors, not “c”"


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        (
            {"colour": "red"},
            ": unknown “colour”; expected name, type, subtype, attack, defense, range, speed, cost, "
            "target, targets, options, effects, skills, makes, keywords, owner, controller, zone, mode, "
            "locked, fresh, damage, attached_to",
        ),
        ({"name": 5}, ".name: expected a word, not 5"),
        ({"type": "spell"}, f".type: expected one of {TYPES}, not “spell”"),
        ({"type": "event"}, ".attack: only agents have one, and this is of type event"),
        (
            {"subtype": "modification"},
            ".subtype: a modification is of type software, and this is agent",
        ),
        ({"subtype": "gear"}, ".subtype: gear is of type hardware, and this is agent"),
        ({"subtype": 5}, ".subtype: expected a word, not 5"),
        ({"attack": -1}, f".attack: {FROM_0} -1"),
        ({"defense": -1}, f".defense: {FROM_0} -1"),
        ({"range": "far"}, ".range: expected one of melee, ranged, not “far”"),
        ({"owner": "carl"}, ".owner: expected one of ana, ben, not “carl”"),
        ({"controller": "carl"}, ".controller: expected one of ana, ben, not “carl”"),
        (
            {"zone": "hand", "controller": "ben"},
            ".controller: only a card on the planet has one, not in hand",
        ),
        ({"zone": "queue"}, f".zone: expected one of {ZONES}, not “queue”"),
        ({"mode": "sleeping"}, ".mode: expected one of initial, anomaly, not “sleeping”"),
        ({"damage": -1}, f".damage: {FROM_0} -1"),
        ({"locked": 1}, ".locked: expected true or false, not 1"),
        ({"fresh": "no"}, ".fresh: expected true or false, not “no”"),
        ({"makes": 3}, ".makes: expected a mapping, not 3"),
        ({"makes": {"x": 1}}, f".makes: unknown “x”; expected {KINDS}"),
        ({"makes": {"dark": -1}}, f".makes.dark: {FROM_0} -1"),
        ({"keywords": []}, ".keywords: expected a mapping, not []"),
        (
            {"keywords": {"haste": True}},
            ".keywords: unknown “haste”; expected ready, secure, lightspeed, unanswerable, encrypt, "
            "firewall",
        ),
        ({"keywords": {"ready": 1}}, ".keywords.ready: expected true or false, not 1"),
        (
            {"keywords": {"encrypt": True}},
            ".keywords.encrypt: expected one of locked, unlocked, always, not True",
        ),
        ({"keywords": {"firewall": {"void": -1}}}, f".keywords.firewall.void: {FROM_0} -1"),
    ],
)
def test_what_is_no_card(card: dict[str, Any], sentence: str) -> None:
    assert refused(card) == sentence


def refused(card: dict[str, Any]) -> str:
    """What is said of an agent in staging with these changes, after its name."""
    with pytest.raises(SetupError) as why:
        table({"c": {**on("ana", AGENT), **card}})
    return str(why.value).removeprefix("setup.cards.c")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ({"speed": 4}, ".speed: expected one of 1, 2, 3, not 4"),
        ({"speed": True}, ".speed: expected one of 1, 2, 3, not True"),
        ({"cost": 3}, ".cost: expected a mapping, not 3"),
        ({"cost": {"mud": 1}}, f".cost: unknown “mud”; expected {KINDS}"),
        ({"cost": {"void": -1}}, f".cost.void: {FROM_0} -1"),
        ({"cost": {"x": 1}}, ".cost.x: expected true or false, not 1"),
        ({"target": "agent"}, ".target: expected a mapping, not “agent”"),
        ({"target": {}}, f".target.what: expected one of {TARGETS}, not None"),
        (
            {"target": {"what": "agent", "colour": "red"}},
            ".target: unknown “colour”; expected what, count, number, min, max, whose, "
            "zone, locked, biome",
        ),
        (
            {"target": {"what": "agent", "number": 0}},
            ".target.number: expected a whole number from 1 up, not 0",
        ),
        (
            {"target": {"what": "agent", "whose": "ana"}},
            ".target.whose: expected one of own, enemy, not “ana”",
        ),
        (
            {"target": {"what": "agent", "zone": "b1"}},
            ".target.zone: expected one of staging, sector, cache, not “b1”",
        ),
        (
            {"target": {"what": "agent", "locked": "yes"}},
            ".target.locked: expected true or false, not “yes”",
        ),
        (
            {"target": {"what": "agent", "biome": "b4"}},
            ".target.biome: expected one of b1, b2, b3, not “b4”",
        ),
        ({"effects": "draw"}, ".effects: expected a list of effects, not “draw”"),
        ({"effects": ["draw"]}, ".effects.0: expected a mapping, not “draw”"),
        ({"effects": [{}]}, f".effects.0.do: expected one of {EFFECTS}, not None"),
        ({"options": []}, ".options: expected a mapping, not []"),
        ({"options": {}}, ".options: expected at least one option"),
        ({"options": {"a": 3}}, ".options.a: expected a mapping, not 3"),
        (
            {"options": {"a": {"speed": 1}}},
            ".options.a: unknown “speed”; expected target, targets, effects",
        ),
        (
            {"options": {"a": {}}, "effects": []},
            ": a text with options has no target and no effects itself",
        ),
        (
            {"options": {"a": {}}, "target": {"what": "agent"}},
            ": a text with options has no target and no effects itself",
        ),
        (
            {"options": {"a": {"effects": [{"do": "lock"}]}}},
            f".options.a.effects.0: “lock” needs a target of kind {CARDS}",
        ),
    ],
)
def test_what_is_no_text(text: dict[str, Any], sentence: str) -> None:
    """Of a card, or of an activated skill."""
    assert refused(text) == sentence
    skill = {"kind": "activated", "speed": 1, **text}
    assert refused({"skills": {"s": skill}}) == f".skills.s{sentence}"


@pytest.mark.parametrize("key", ["attack", "defense", "range"])
def test_what_only_agents_have(key: str) -> None:
    card = hand("ana", {"type": "event", "speed": 1, key: None})
    with pytest.raises(SetupError) as why:
        table({"c": card})
    assert str(why.value) == f"setup.cards.c.{key}: only agents have one, and this is of type event"
