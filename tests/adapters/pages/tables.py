"""Full tables: twelve units a side, long names, restrictions; every game at a moment when somebody is asked."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.adapters.pages.hall import Played, Server

SIZES = ((390, 844), (390, 664), (360, 640), (844, 390), (640, 360), (1366, 768))
ZOE = (
    *("Grey Wolves", "Ork Boyz", "Lancers", "Long Bows", "Heavy Guns", "Sky Riders"),
    *("Iron Golem", "Warlock Siegfried von Aldersberg", "Scouts", "Crusaders", "Ogre", "Medics"),
)
JACK = (
    *("Knights", "Zweihänder", "Rangers", "Cannon", "Assassin", "Ghouls"),
    *("Phoenix", "Titan", "Militia", "Druids", "Bärenreiter", "Snipers"),
)
BOUND = {
    "Ogre": ["run", "shoot"],
    "Iron Golem": ["run", "shoot", "defend"],
    "Titan": ["shoot"],
    "Ghouls": ["run"],
}


def siege(server: Server) -> Played:
    """Twelve units a side, before the first command."""
    units = {
        unit: {"owner": owner} | ({"restrictions": BOUND[unit]} if unit in BOUND else {})
        for owner, units in (("zoe", ZOE), ("jack", JACK))
        for unit in units
    }
    return server.open(
        {
            "record": 1,
            "ruleset": "voidsiege",
            "players": ["zoe", "jack"],
            "names": {"zoe": "Zoë", "jack": "Jack"},
            "setup": {"points": {"zoe": 3, "jack": 3}, "rounds": 4, "units": units},
        }
    )


def charged(server: Server) -> tuple[Played, str]:
    """Jack is asked whether his Knights answer."""
    game = siege(server)
    charge = {"command": "assault", "charge": True, "target": "Knights"}
    game.step("zoe", do="declare", unit="Grey Wolves", **charge)
    return game, "jack"


def large(server: Server) -> tuple[Played, str]:
    """Twenty-four units a side; Ben is asked about one of his last."""
    sides = {"ana": "Alpha Squad", "ben": "Bravo Squad"}
    units = {f"{name} {n}": {"owner": by} for by, name in sides.items() for n in range(1, 25)}
    setup = {"points": {"ana": 24, "ben": 24}, "units": units}
    record = {"record": 1, "ruleset": "voidsiege", "players": ["ana", "ben"], "setup": setup}
    game = server.open(record)
    charge = {"command": "assault", "charge": True, "target": "Bravo Squad 21"}
    game.step("ana", do="declare", unit="Alpha Squad 20", **charge)
    return game, "ben"


TRAY = {"base": "formation", "figures": 6, "icons": {"attack": 3, "defence": 2, "movement": 3}}


def damaged(server: Server, tray: Mapping[str, Any] = TRAY, *, more: int = 0) -> tuple[Played, str]:
    """Max is asked to place two points of damage; four units a side and so many more, each with this tray."""
    names = {
        "zoe": ("First Legion", "Sunbows", "Praetorians", "Scarabs"),
        "max": ("Jade Guard", "Clay Scouts", "Dragonbows", "Iron Monks"),
    }
    others = {by: tuple(f"{by}’s {n}" for n in range(1, more + 1)) for by in names}
    setup = {
        "ambush": False,
        "units": {
            unit: {"owner": by, **tray} for by in names for unit in (*names[by], *others[by])
        },
        "adjacent": [["First Legion", "Jade Guard"]],
    }
    record = {"record": 1, "ruleset": "arcane-legions", "players": ["zoe", "max"], "setup": setup}
    game = server.open(record | {"names": {"zoe": "Zoë", "max": "Max"}})
    for step in (
        {"do": "order", "unit": "First Legion", "order": "close"},
        {"do": "target", "unit": "Jade Guard"},
        {"do": "pay", "points": 2},
        {"do": "roll", "attack": [5, 6, 3], "defence": [4, 1]},
        {"do": "hits", "attacker": 2, "defender": 1},
    ):
        assert game.step("zoe", **step)["verdict"] == "legal"
    return game, "max"


def card(kind: str, owner: str, zone: str, **more: Any) -> Mapping[str, Any]:
    return {"type": kind, "owner": owner, "zone": zone, **more}


AGENT = {"attack": 3, "defense": 1, "speed": 1, "cost": {"void": 2}}
EVENT = {"speed": 3, "cost": {"void": 1}}
HAND = ("Veto", "Recall", "Quake", "Reef Warden", "Null Medic", "Rift")


def queued(server: Server, *, others: bool = True) -> tuple[Played, str]:
    """Ben is asked for an answer to Jolt, six cards in his hand; without `others` one agent is in play."""
    jolt = {"effects": [{"do": "damage", "amount": 2}], "target": {"what": "agent"}}
    cards = {
        "glass_archer": card("agent", "ana", "b1", name="Glass Archer", **AGENT),
        "titan_moth": card("agent", "ana", "b2", name="Titan Moth", **AGENT),
        "tide_guard": card("agent", "ben", "b1", name="Tide Guard", **AGENT),
        "spark_fox": card("agent", "ben", "b2", name="Spark Fox", **AGENT),
        "ember_drone": card("agent", "ana", "staging", name="Ember Drone", **AGENT),
        "jolt": card("event", "ana", "hand", name="Jolt", **EVENT, **jolt),
        **{
            f"hand{n}": card("event", "ben", "hand", name=HAND[n], **EVENT, **jolt)
            for n in range(6)
        },
    }
    if not others:
        away = ("glass_archer", "titan_moth", "tide_guard", "ember_drone")
        cards = {name: one for name, one in cards.items() if name not in away}
    setup = {
        "turn_player": "ana",
        "step": "first_primary",
        "decks": {"ana": [], "ben": []},
        "energy": {"ana": {"void": 3, "light": 1}, "ben": {"void": 4, "chaos": 1}},
        "cards": cards,
    }
    record = {"record": 1, "ruleset": "nullshapers", "players": ["ana", "ben"], "setup": setup}
    game = server.open(record | {"names": {"ana": "Ana", "ben": "Ben"}})
    ruled = game.step("ana", do="play", card="jolt", targets=["spark_fox"])
    assert ruled["verdict"] == "legal", ruled
    return game, "ben"


ASKED: Mapping[str, Callable[[Server], tuple[Played, str]]] = {
    "voidsiege": charged,
    "arcane-legions": damaged,
    "nullshapers": queued,
}
