"""Tables of a real size: twelve units a side, decks of seventeen cards."""

from collections.abc import Callable, Mapping
from typing import Any

SIDES = ("ana", "ben")


def voidsiege() -> dict[str, Any]:
    """Twelve units a side; nothing is laid on any of them."""
    units = {f"{side[0]}{n}": {"owner": side} for side in SIDES for n in range(1, 13)}
    return {"points": dict.fromkeys(SIDES, 12), "units": units}


def arcane_legions() -> dict[str, Any]:
    """Twelve units a side, each beside its opposite; every third shoots."""
    hand = {"attack": 3, "defence": 2, "movement": 3}
    formation = {"base": "formation", "figures": 6, "icons": hand}
    archers = {"base": "sortie", "figures": 3, "icons": {"defence": 1, "movement": 2, "ranged": 2}}
    units = {
        f"{side[0]}{n}": {**(formation if n % 3 else archers), "owner": side}
        for side in SIDES
        for n in range(1, 13)
    }
    pairs = [[f"a{n}", f"b{n}"] for n in range(1, 13)]
    return {"ambush": False, "units": units, "adjacent": pairs, "in_range": pairs[2::3]}


def nullshapers() -> dict[str, Any]:
    """Six cards in hand, three on the table and eight in the deck of each, of three names."""
    kinds: tuple[dict[str, Any], ...] = (
        {"name": "Scout", "type": "agent", "attack": 2, "defense": 2, "speed": 1},
        {
            "name": "Jolt",
            "type": "event",
            "speed": 3,
            "target": {"what": "agent"},
            "effects": [{"do": "damage", "amount": 2}],
        },
        {
            "name": "Quake",
            "type": "event",
            "speed": 2,
            "target": {"what": "biome"},
            "effects": [{"do": "durability", "amount": -1}],
        },
    )
    cards: dict[str, Any] = {}
    for side in SIDES:
        zones = ("hand",) * 6 + ("staging",) * 3 + ("deck",) * 8
        for n, zone in enumerate(zones, 1):
            card = kinds[0 if zone == "staging" else n % 3]
            id = f"{card['name'].lower()}{n}{side[0]}"
            cards[id] = {**card, "cost": {"void": 1 + n % 2}, "owner": side, "zone": zone}
    decks = {
        side: [id for id, one in cards.items() if one["owner"] == side and one["zone"] == "deck"]
        for side in SIDES
    }
    return {"decks": decks, "energy": {side: {"void": 6} for side in SIDES}, "cards": cards}


ARMIES: Mapping[str, Callable[[], dict[str, Any]]] = {
    "voidsiege": voidsiege,
    "arcane-legions": arcane_legions,
    "nullshapers": nullshapers,
}
"""Ruleset → the set-up of such a table."""
