"""A small table for the first minute: an agent each in staging, cards in hand, energy to pay with."""

from collections.abc import Mapping, Sequence
from typing import Any


def example(players: Sequence[str]) -> Mapping[str, Any]:
    """A set-up for these two players."""
    first, second = players[:2]
    agent = {"type": "agent", "attack": 2, "defense": 2, "speed": 1, "cost": {"void": 2}}
    quake = {
        "type": "event",
        "speed": 2,
        "cost": {"void": 2},
        "target": {"what": "biome"},
        "effects": [{"do": "durability", "amount": -1}],
    }
    jolt = {
        "type": "event",
        "speed": 3,
        "cost": {"void": 1},
        "target": {"what": "agent"},
        "effects": [{"do": "damage", "amount": 2}],
    }
    return {
        "energy": {first: {"void": 6}, second: {"void": 6}},
        "cards": {
            "scout": {**agent, "owner": first, "zone": "hand"},
            "quake": {**quake, "owner": first, "zone": "hand"},
            "alpha": {**agent, "owner": first, "zone": "staging"},
            "jolt": {**jolt, "owner": second, "zone": "hand"},
            "beta": {**agent, "owner": second, "zone": "staging"},
        },
    }
