"""Regrouping and moving, turn after turn."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

from tests.benchmarks.games import PLAYERS, Said

FORMATION = {
    "base": "formation",
    "figures": 6,
    "icons": {"attack": 3, "defence": 2, "movement": 3},
}
SETUP: dict[str, Any] = {
    "ambush": False,
    "units": {f"{p[0]}{n}": {**FORMATION, "owner": p} for p in PLAYERS for n in range(1, 4)},
}
REFUSED = {"by": "ana", "do": "pay", "points": 3}


def steps() -> Iterator[Said]:
    for player, unit in cycle((("ana", "a1"), ("ben", "b1"))):
        yield {"by": player, "do": "order", "unit": unit, "order": "regroup"}
        yield {"by": player, "do": "pay", "points": 1}
        yield {"by": player, "do": "done"}
        yield {"by": player, "do": "order", "unit": unit, "order": "move"}
        yield {"by": player, "do": "pay", "points": 2}
        yield {"by": player, "do": "step", "cost": 1}
        yield {"by": player, "do": "step", "cost": 1}
        yield {"by": player, "do": "stop"}
        yield {"by": player, "do": "end_orders"}
