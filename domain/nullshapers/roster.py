"""What is filled in when a table of Nullshapers is set up by hand, and a small table for the first minute."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.roster import Roster, number, pick
from domain.nullshapers.cards import BIOMES
from domain.nullshapers.lab import AGENT, JOLT, QUAKE, of
from domain.nullshapers.outline import NOBODY_ACTS, STEPS

ZONES = {
    "hand": "in hand",
    "staging": "in staging",
    "deck": "in the deck",
    "cache": "in the cache",
} | {biome: f"in the sector of {biome}" for biome in BIOMES}


DEAR_AGENT: Mapping[str, Any] = {**AGENT, "cost": {"void": 2}}


def event(speed: int, cost: int, effect: Mapping[str, Any], what: str | None) -> dict[str, Any]:
    target = {} if what is None else {"target": {"what": what}}
    made = {"type": "event", "speed": speed, "cost": {"void": cost}, "zone": "hand"}
    return {**made, **target, "effects": [dict(effect)]}


def example(players: Sequence[str]) -> Mapping[str, Any]:
    """A set-up for these two players: an agent each in staging, cards in hand, energy to pay with."""
    first, second = players[:2]
    return {
        "energy": {first: {"void": 6}, second: {"void": 6}},
        "cards": {
            "scout": of(first, DEAR_AGENT),
            "quake": of(first, {**QUAKE, "cost": {"void": 2}}),
            "alpha": of(first, DEAR_AGENT, "staging"),
            "jolt": of(second, JOLT),
            "beta": of(second, DEAR_AGENT, "staging"),
        },
    }


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
            {
                turn_step.name: turn_step.name.replace("_", " ")
                for turn_step in STEPS
                if turn_step.name not in NOBODY_ACTS
            },
        ),
    ),
    presets={
        "agent": {**DEAR_AGENT, "zone": "staging"},
        "archer": {**DEAR_AGENT, "attack": 3, "defense": 1, "zone": "staging", "range": "ranged"},
        "guard": {**DEAR_AGENT, "attack": 1, "defense": 4, "zone": "staging"},
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
