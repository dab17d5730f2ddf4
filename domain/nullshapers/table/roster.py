"""What is filled in when a table of Nullshapers is set up by hand."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.shapes.roster import Roster, number, pick
from domain.nullshapers.law.cards import BIOMES
from domain.nullshapers.law.outline import NOBODY_ACTS, STEPS

ZONES = {
    "hand": "in hand",
    "staging": "in staging",
    "deck": "in the deck",
    "cache": "in the cache",
} | {biome: f"in the sector of {biome}" for biome in BIOMES}


def agent(attack: int, defense: int, cost: int, **more: Any) -> dict[str, Any]:
    return {
        "type": "agent",
        "attack": attack,
        "defense": defense,
        "speed": 1,
        "cost": {"void": cost},
        "zone": "staging",
        **more,
    }


def event(speed: int, cost: int, effect: Mapping[str, Any], what: str | None) -> dict[str, Any]:
    target = {} if what is None else {"target": {"what": what}}
    made = {"type": "event", "speed": speed, "cost": {"void": cost}, "zone": "hand"}
    return {**made, **target, "effects": [dict(effect)]}


ROSTER = Roster(
    pieces="cards",
    piece="card",
    fields=(
        pick("zone", ZONES, needed=True),
        number("attack", only="agent"),
        number("defense", only="agent"),
        number("speed", least=1, most=3),
        number("cost.void"),
        number("effects.0.amount", present=True, least=-99),
    ),
    own=(number("energy.void", 6),),
    table=(
        pick(
            "step",
            {one.name: one.name.replace("_", " ") for one in STEPS if one.name not in NOBODY_ACTS},
        ),
    ),
    presets={
        "agent": agent(2, 2, 2),
        "archer": agent(3, 1, 2, range="ranged"),
        "guard": agent(1, 4, 2),
        "jolt": event(3, 1, {"do": "damage", "amount": 2}, "agent"),
        "quake": event(2, 2, {"do": "durability", "amount": -1}, "biome"),
        "shield": event(2, 1, {"do": "durability", "amount": 2}, "sector"),
        "pin": event(3, 1, {"do": "lock"}, "agent"),
        "recall": event(3, 1, {"do": "to_hand"}, "agent"),
        "veto": event(3, 2, {"do": "cancel"}, "action"),
        "scry": event(3, 1, {"do": "draw", "amount": 1}, None),
        "well": {"type": "anomaly", "makes": {"void": 2}, "zone": "staging"},
    },
)
