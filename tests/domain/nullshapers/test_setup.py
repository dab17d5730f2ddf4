"""The set-up: what it may hold, and what stands for what is left out."""

import pytest

from domain.kernel.ruleset import SetupError
from domain.nullshapers.cards import Effect, Part, Printed, Target, Text
from domain.nullshapers.table import Card
from tests.domain.nullshapers.tables import AGENT, JOLT, QUAKE, RIFT, hand, on, table
from tests.domain.nullshapers.tables import Card as Laid
from tests.spec import given


def test_what_every_card_needs() -> None:
    for key in ("type", "owner", "zone", "speed"):
        card = {name: value for name, value in on("ana", AGENT).items() if name != key}
        with pytest.raises(SetupError, match=f"^setup.cards.c: “{key}” is missing"):
            table({"c": card})


def test_an_anomaly_has_always_anomaly_mode() -> None:
    table({"rift": on("ana", RIFT)}).then_state(
        cards__rift__mode="anomaly", cards__rift__speed=None
    )
    with pytest.raises(SetupError) as why:
        table({"rift": on("ana", RIFT, mode="initial")})
    assert str(why.value) == "setup.cards.rift.mode: expected anomaly, found “initial”"


def test_two_players_are_needed() -> None:
    for players in (("ana",), ("ana", "ben", "carl")):
        with pytest.raises(SetupError) as why:
            given("nullshapers", {}, players=players)
        assert str(why.value) == f"players: Nullshapers is for 2, not {len(players)}"


def test_what_is_left_out() -> None:
    """An empty set-up is a table."""
    nothing = dict.fromkeys(("light", "storm", "dark", "chaos", "growth", "void"), 0)
    areas = {"hand": [], "deck": None, "staging": [], "b1": [], "b2": [], "b3": []}
    areas |= {"cache": [], "archive": []}
    assert given("nullshapers", {}).game.view() == {
        "over": False, "winner": None, "to_act": ["ana"], "turn": 1, "turn_player": "ana",
        "phase": "first_primary", "step": "first_primary", "chance": "ana", "passed": [],
        "standing_passes": [], "queue": [], "choice": None, "attackers": [], "defenders": [],
        "against": {},
        "battles": [],
        "converted": False, "anomaly_played": False, "cards": {}, "zones": {"ana": areas, "ben": areas},
        "energy": {"ana": nothing, "ben": nothing},
        "sectors": {f"b{n}.{one}": 10 for n in (1, 2, 3) for one in ("ana", "ben")},
        "biomes": {f"b{n}": {"lost_by": []} for n in (1, 2, 3)},
    }  # fmt: skip


def test_what_a_table_may_hold() -> None:
    """Everything the page names, read as it is said."""
    story = given(
        "nullshapers",
        {
            "step": "refresh", "turn_player": "ben", "turn": 3,
            "energy": {"ben": {"void": 0, "dark": 2}},
            "sectors": {"b1.ben": 2, "b2.ana": -1},
            "biomes": {"b3": {"lost_by": ["ben", "ana"]}, "b2": {"lost_by": ["ana"]}, "b1": {}},
            "decks": {"ben": ["d2", "d1"], "ana": []},
            "attackers": ["alpha"], "defenders": ["beta"], "converted": True, "anomaly_played": True,
            "cards": {
                "alpha": on("ana", AGENT, "b1", controller="ben", locked=True, fresh=True, damage=1),
                "beta": on("ana", AGENT, "b1"),
                "gear": on("ana", {**JOLT, "type": "software"}, attached_to="alpha"),
                "seven": {**AGENT, "owner": "ben", "zone": "archive", "mode": "anomaly"},
                "d1": {**AGENT, "owner": "ben", "zone": "deck"},
                "d2": {**AGENT, "owner": "ben", "zone": "deck", "attached_to": None},
            },
        },
    )  # fmt: skip
    story.then_state(
        {
            "to_act": ["ben"], "turn": 3, "turn_player": "ben", "step": "refresh", "phase": "start",
            "chance": None, "attackers": ["alpha"], "defenders": ["beta"], "converted": True,
            "anomaly_played": True, "energy.ben.dark": 2, "energy.ben.light": 0,
            "sectors": {"b1.ben": 2, "b2.ana": -1, "b1.ana": 10},
            "biomes": {
                "b1": {"lost_by": []}, "b2": {"lost_by": ["ana"]}, "b3": {"lost_by": ["ana", "ben"]},
            },
            "zones": {"ana": {"b1": ["beta"], "deck": 0}, "ben": {"b1": ["alpha"], "deck": 2}},
            "cards": {
                "alpha": {
                    "damage": 1, "locked": True, "attached_to": None, "mode": "initial", "speed": 1,
                },
                "gear": {"attached_to": "alpha", "speed": 3}, "seven": {"mode": "anomaly"},
            },
        }
    )  # fmt: skip
    assert list(story.state.lost["b3"]) == ["ana", "ben"]
    assert story.state.cards["alpha"].fresh
    assert story.state.decks["ben"] == ("d2", "d1")


PLAIN = {"owner": "ana", "zone": "cache"}
DRAW_X = Effect("draw", "x", who="target")


@pytest.mark.parametrize(
    ("laid", "printed"),
    [
        ({"type": "agent", "speed": 1}, Printed("c", "c", "agent", "ana", Text(speed=1))),
        (
            {"type": "agent", "speed": 3, "name": "Wall", "subtype": "Titan", "attack": 0,
             "defense": 0, "range": "ranged"},
            Printed("c", "Wall", "agent", "ana", Text(speed=3), "Titan", 0, 0, "ranged"),
        ),
        ({"type": "anomaly"}, Printed("c", "c", "anomaly", "ana", Text())),
        (
            {"type": "anomaly", "speed": 2, "makes": {"dark": 0, "void": 2}},
            Printed("c", "c", "anomaly", "ana", Text(speed=2), makes={"dark": 0, "void": 2}),
        ),
        (
            {"type": "software", "subtype": "modification", "speed": 1},
            Printed(
                "c", "c", "software", "ana", Text(speed=1, own=Part((Target("constant"),))),
                "modification",
            ),
        ),
        (
            {"type": "software", "subtype": "modification", "speed": 1,
             "target": {"what": "agent"}},
            Printed(
                "c", "c", "software", "ana", Text(speed=1, own=Part((Target("agent"),))),
                "modification",
            ),
        ),
        (
            {"type": "software", "subtype": "modification", "speed": 1, "options": {"a": {}}},
            Printed(
                "c", "c", "software", "ana",
                Text(speed=1, options={"a": Part((Target("constant"),))}), "modification",
            ),
        ),
        (
            {"type": "hardware", "subtype": "gear", "speed": 1, "keywords": {
                "ready": True, "secure": True, "lightspeed": True, "unanswerable": True,
                "encrypt": "unlocked", "firewall": {"light": 1}}},
            Printed(
                "c", "c", "hardware", "ana", Text(speed=1), "gear", ready=True, secure=True,
                lightspeed=True, unanswerable=True, encrypt="unlocked", firewall={"light": 1},
            ),
        ),
    ],
)  # fmt: skip
def test_a_card_as_it_is_printed(laid: Laid, printed: Printed) -> None:
    """With what the page says for what is left out."""
    state = given("nullshapers", {"cards": {"c": {**PLAIN, **laid}}}).state
    assert state.printed["c"] == printed
    mode = "anomaly" if printed.type == "anomaly" else "initial"
    assert state.cards["c"] == Card("cache", "ana", mode, printed.text.speed)


@pytest.mark.parametrize(
    ("laid", "text"),
    [
        ({}, Text(speed=1)),
        ({"cost": {"x": False, "void": 0, "light": 2}}, Text(speed=1, cost={"void": 0, "light": 2})),
        (
            {"cost": {"x": True}, "target": {"what": "player"},
             "effects": [{"do": "draw", "amount": "x", "who": "target"}]},
            Text(speed=1, x=True, own=Part((Target("player"),), (DRAW_X,))),
        ),
        (
            {"target": {"what": "agent", "number": 2, "whose": "own", "zone": "sector",
                        "locked": False, "biome": "b2"},
             "effects": [{"do": "damage", "amount": -1}, {"do": "to_biome", "biome": "b3"},
                         {"do": "report", "text": "so"}]},
            Text(speed=1, own=Part(
                (Target("agent", 2, 2, "own", "sector", False, "b2"),),
                (Effect("damage", -1), Effect("to_biome", biome="b3"), Effect("report", text="so")),
            )),
        ),
        (
            {"target": {"what": "biome"}, "effects": [{"do": "lose_biome"},
                                                       {"do": "lose_biome", "who": "self"},
                                                       {"do": "draw", "amount": 1}]},
            Text(speed=1, own=Part((Target("biome"),), (
                Effect("lose_biome", who="opponent"), Effect("lose_biome"), Effect("draw", 1),
            ))),
        ),
        (
            {"cost": {"x": True}, "options": {
                "a": {"target": {"what": "sector", "biome": "b1", "whose": "enemy"},
                      "effects": [{"do": "durability", "amount": "-x"}]},
                "b": {}}},
            Text(speed=1, x=True, options={
                "a": Part((Target("sector", 1, 1, "enemy", biome="b1"),), (Effect("durability", "-x"),)),
                "b": Part(),
            }),
        ),
    ],
)  # fmt: skip
def test_a_text_as_it_is_printed(laid: Laid, text: Text) -> None:
    """Of a card, and of an activated skill."""
    skill = {"kind": "activated", "speed": 1, "lock": True, **laid}
    card = {"type": "event", "speed": 1, **PLAIN, **laid, "skills": {"s": skill}}
    printed = given("nullshapers", {"cards": {"c": card}}).state.printed["c"]
    assert printed.text == text
    rest = (text.speed, text.cost, text.x, True, "", text.own, text.options)
    assert printed.skills == {"s": Text("activated", *rest)}


def test_a_reactive_skill_as_it_is_printed() -> None:
    lying = {**QUAKE, **PLAIN, "skills": {"s": {
        "kind": "reactive", "when": "deploy", "target": {"what": "action"},
        "effects": ({"do": "cancel"},)}}}  # fmt: skip
    printed = given("nullshapers", {"cards": {"c": lying}}).state.printed["c"]
    own = Part((Target("action"),), (Effect("cancel"),))
    assert printed.skills == {"s": Text("reactive", when="deploy", own=own)}
    assert given("nullshapers", {"cards": {"c": hand("ana", JOLT)}}).state.reacting == {}
