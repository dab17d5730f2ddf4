"""What is no set-up, and what is no card of one: the sentence that says where it is wrong."""

from typing import Any

import pytest

from domain.kernel.ruleset import SetupError
from tests.domain.nullshapers.tables import AGENT, BLADE, PLATING, hand, on, table
from tests.spec import given

ALPHA = on("ana", AGENT, "b1")
LYING = {**AGENT, "owner": "ana", "zone": "deck"}
SIDES = "b1.ana, b1.ben, b2.ana, b2.ben, b3.ana, b3.ben"
KINDS = "chaos, dark, growth, light, storm, void"
TYPES = "agent, anomaly, event, hardware, software"
ZONES = "archive, b1, b2, b3, cache, deck, hand, staging"
TARGETS = "agent, anomaly, constant, hardware, software, biome, sector, player, action"
CARDS = "agent, anomaly, constant, hardware, software"
WHEN = "deploy, despawn, amplify, initiate, start_of_turn, start_of_attack, reported"
FROM_0 = "expected a whole number from 0, found"
TAKEN = "a card needs a name that nothing else has"
NO_HOST = "attached_to: expected another card on the planet, found"


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({1: 2}, ": expected words as keys, found 1"),
        (
            {"weather": 1},
            ": unknown key “weather”; expected step, turn_player, turn, energy, sectors, biomes, decks, "
            "attackers, defenders, against, converted, anomaly_played, cards",
        ),
        (
            {"step": "lunch"},
            ".step: expected one of advance, attack, damage, defend, draw, first_primary, "
            "maintenance, refresh, reset, second_primary, found “lunch”",
        ),
        ({"turn_player": "carl"}, ".turn_player: expected one of ana, ben, found “carl”"),
        ({"turn": 0}, ".turn: expected a whole number from 1, found 0"),
        ({"turn": True}, ".turn: expected a whole number from 1, found true"),
        ({"energy": 3}, ".energy: expected a mapping, found 3"),
        ({"energy": {"carl": {}}}, ".energy: unknown key “carl”; expected ana, ben"),
        ({"energy": {"ana": []}}, ".energy.ana: expected a mapping, found []"),
        ({"energy": {"ana": {"mud": 1}}}, f".energy.ana: unknown key “mud”; expected {KINDS}"),
        ({"energy": {"ben": {"void": -1}}}, f".energy.ben.void: {FROM_0} -1"),
        ({"sectors": []}, ".sectors: expected a mapping, found []"),
        ({"sectors": {"b4.ana": 1}}, f".sectors: unknown key “b4.ana”; expected {SIDES}"),
        ({"sectors": {"b1.ana": "x"}}, ".sectors.b1.ana: expected a whole number, found “x”"),
        ({"biomes": []}, ".biomes: expected a mapping, found []"),
        ({"biomes": {"b4": {}}}, ".biomes: unknown key “b4”; expected b1, b2, b3"),
        ({"biomes": {"b1": {"won_by": []}}}, ".biomes.b1: unknown key “won_by”; expected lost_by"),
        (
            {"biomes": {"b1": {"lost_by": "ana"}}},
            ".biomes.b1.lost_by: expected a list, found “ana”",
        ),
        (
            {"biomes": {"b1": {"lost_by": ["ana", "ana"]}}},
            ".biomes.b1.lost_by: a name stands there twice",
        ),
        (
            {"biomes": {"b2": {"lost_by": ["carl"]}}},
            ".biomes.b2.lost_by: expected one of ana, ben, found “carl”",
        ),
        ({"converted": "yes"}, ".converted: expected true or false, found “yes”"),
        ({"anomaly_played": 1}, ".anomaly_played: expected true or false, found 1"),
        ({"decks": []}, ".decks: expected a mapping, found []"),
        ({"decks": {"carl": []}}, ".decks: unknown key “carl”; expected ana, ben"),
        ({"decks": {"ana": "c"}}, ".decks.ana: expected a list, found “c”"),
        (
            {"decks": {"ana": ["ghost"]}},
            ".decks.ana: expected cards of ana with zone deck, found “ghost”",
        ),
        (
            {"decks": {"ben": ["c"]}, "cards": {"c": LYING}},
            ".decks.ben: expected cards of ben with zone deck, found “c”",
        ),
        (
            {"decks": {"ana": ["c"]}, "cards": {"c": hand("ana", AGENT)}},
            ".decks.ana: expected cards of ana with zone deck, found “c”",
        ),
        (
            {"decks": {"ana": ["d"]}, "cards": {"c": LYING, "d": LYING}},
            ".decks.ana: “c” has zone deck and is not in the list",
        ),
        (
            {"attackers": ["c", "c"], "cards": {"c": ALPHA}},
            ".attackers: a name stands there twice",
        ),
        ({"against": {"zz": []}}, ".against: expected none at all, found “zz”"),
        ({"defenders": [7]}, ".defenders[0]: expected a word, found 7"),
        ({"cards": []}, ".cards: expected a mapping, found []"),
        ({"cards": {"c": 3}}, ".cards.c: expected a mapping, found 3"),
        ({"cards": {"b1": ALPHA}}, f".cards.b1: {TAKEN}"),
        ({"cards": {"ben": ALPHA}}, f".cards.ben: {TAKEN}"),
        ({"cards": {"b2.ben": ALPHA}}, f".cards.b2.ben: {TAKEN}"),
        ({"cards": {"q7": ALPHA}}, f".cards.q7: {TAKEN}"),
        ({"cards": {"q7a": ALPHA}}, f".cards.q7a: {TAKEN}"),
        (
            {"cards": {"c": on("ana", PLATING, attached_to=4)}},
            ".cards.c.attached_to: expected a word, found 4",
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
        ({"turn": "x" * 58}, f".turn: expected a whole number from 1, found “{'x' * 58}”"),
        ({"turn": "x" * 59}, f".turn: expected a whole number from 1, found “{'x' * 56}…"),
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
        assert str(why.value) == f"setup.{key}: expected agents of {owner} in sectors, found “c”"


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        (
            {"colour": "red"},
            ": unknown key “colour”; expected target, targets, effects, speed, cost, options, type, "
            "owner, zone, name, subtype, attack, defense, range, skills, makes, keywords, controller, "
            "mode, locked, fresh, damage, attached_to, battle",
        ),
        ({"name": 5}, ".name: expected a word, found 5"),
        ({"type": "spell"}, f".type: expected one of {TYPES}, found “spell”"),
        ({"type": "event"}, ".attack: only agents have one, and this is of type event"),
        (
            {"subtype": "modification"},
            ".subtype: a modification is of type software, and this is agent",
        ),
        ({"subtype": "gear"}, ".subtype: gear is of type hardware, and this is agent"),
        ({"subtype": 5}, ".subtype: expected a word, found 5"),
        ({"attack": 1.5}, ".attack: expected a whole number, found 1.5"),
        ({"defense": -1}, f".defense: {FROM_0} -1"),
        ({"range": "far"}, ".range: expected one of melee, ranged, found “far”"),
        ({"owner": "carl"}, ".owner: expected one of ana, ben, found “carl”"),
        ({"controller": "carl"}, ".controller: expected one of ana, ben, found “carl”"),
        (
            {"zone": "hand", "controller": "ben"},
            ".controller: only a card on the planet has one, not in hand",
        ),
        ({"zone": "queue"}, f".zone: expected one of {ZONES}, found “queue”"),
        ({"mode": "sleeping"}, ".mode: expected one of anomaly, initial, found “sleeping”"),
        ({"damage": -1}, f".damage: {FROM_0} -1"),
        ({"locked": 1}, ".locked: expected true or false, found 1"),
        ({"fresh": "no"}, ".fresh: expected true or false, found “no”"),
        ({"makes": 3}, ".makes: expected a mapping, found 3"),
        ({"makes": {"x": 1}}, f".makes: unknown key “x”; expected {KINDS}"),
        ({"makes": {"dark": -1}}, f".makes.dark: {FROM_0} -1"),
        ({"keywords": []}, ".keywords: expected a mapping, found []"),
        (
            {"keywords": {"haste": True}},
            ".keywords: unknown key “haste”; expected ready, secure, lightspeed, unanswerable, encrypt, "
            "firewall",
        ),
        ({"keywords": {"ready": 1}}, ".keywords.ready: expected true or false, found 1"),
        (
            {"keywords": {"encrypt": True}},
            ".keywords.encrypt: expected one of always, locked, unlocked, found true",
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
        ({"speed": 4}, ".speed: expected one of 1, 2, 3, found 4"),
        ({"speed": True}, ".speed: expected one of 1, 2, 3, found true"),
        ({"cost": 3}, ".cost: expected a mapping, found 3"),
        (
            {"cost": {"mud": 1}},
            ".cost: unknown key “mud”; expected light, storm, dark, chaos, growth, void, x",
        ),
        ({"cost": {"void": -1}}, f".cost.void: {FROM_0} -1"),
        ({"cost": {"x": 1}}, ".cost.x: expected true or false, found 1"),
        ({"target": "agent"}, ".target: expected a mapping, found “agent”"),
        ({"target": {}}, ".target: “what” is missing"),
        (
            {"target": {"what": "agent", "colour": "red"}},
            ".target: unknown key “colour”; expected what, count, number, min, max, whose, "
            "zone, locked, biome",
        ),
        (
            {"target": {"what": "agent", "number": 0}},
            ".target.number: expected a whole number from 1, found 0",
        ),
        (
            {"target": {"what": "agent", "whose": "ana"}},
            ".target.whose: expected one of enemy, own, found “ana”",
        ),
        (
            {"target": {"what": "agent", "zone": "b1"}},
            ".target.zone: expected one of cache, sector, staging, found “b1”",
        ),
        (
            {"target": {"what": "agent", "locked": "yes"}},
            ".target.locked: expected true or false, found “yes”",
        ),
        (
            {"target": {"what": "agent", "biome": "b4"}},
            ".target.biome: expected one of b1, b2, b3, found “b4”",
        ),
        ({"effects": "draw"}, ".effects: expected a list, found “draw”"),
        ({"effects": ["draw"]}, ".effects[0]: expected a mapping, found “draw”"),
        ({"effects": [{}]}, ".effects[0]: “do” is missing"),
        ({"options": []}, ".options: expected a mapping, found []"),
        ({"options": {}}, ".options: expected at least one option"),
        ({"options": {"a": 3}}, ".options.a: expected a mapping, found 3"),
        (
            {"options": {"a": {"speed": 1}}},
            ".options.a: unknown key “speed”; expected target, targets, effects",
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
            f".options.a.effects[0]: “lock” needs a target of kind {CARDS}",
        ),
    ],
)
def test_what_is_no_text(text: dict[str, Any], sentence: str) -> None:
    """Of a card, or of an activated skill."""
    assert refused(text) == sentence
    skill = {"kind": "activated", "speed": 1, **text}
    assert refused({"skills": {"s": skill}}) == f".skills.s{sentence}"


@pytest.mark.parametrize(("key", "value"), [("attack", 1), ("defense", 0), ("range", "melee")])
def test_what_only_agents_have(key: str, value: object) -> None:
    card = hand("ana", {"type": "event", "speed": 1, key: value})
    with pytest.raises(SetupError) as why:
        table({"c": card})
    assert str(why.value) == f"setup.cards.c.{key}: only agents have one, and this is of type event"
