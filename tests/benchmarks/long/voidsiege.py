"""Moves that are let pass, assaults that are answered, round after round."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

from tests.benchmarks.games import PLAYERS, Said

SETUP: dict[str, Any] = {
    "points": {"ana": 3, "ben": 3},
    "units": {f"{p[0]}{n}": {"owner": p} for p in PLAYERS for n in range(1, 7)},
}
REFUSED = {"by": "ana", "do": "declare", "unit": "a4", "command": "run"}


def steps() -> Iterator[Said]:
    units = cycle((("a1", "b1", "b4"), ("a2", "b2", "b5"), ("a3", "b3", "b6")))
    for one, two, other in units:
        yield from moves("ana", one, "ben")
        yield {"by": "ben", "do": "declare", "unit": two, "command": "assault"}
        yield {"by": "ben", "do": "move", "unit": two}
        yield {"by": "ben", "do": "target", "target": one}
        yield {"by": "ana", "do": "react", "unit": one, "command": "snap_fire"}
        yield {"by": "ben", "do": "shoot", "unit": two}
        yield {"by": "ana", "do": "shoot", "unit": one}
        yield from moves("ben", other, "ana")
        yield from moves("ana", one, "ben")
        yield {"by": "ben", "do": "declare", "unit": other, "command": "move"}
        yield {"by": "ben", "do": "move", "unit": other}


def moves(player: str, unit: str, opponent: str) -> Iterator[Said]:
    yield {"by": player, "do": "declare", "unit": unit, "command": "move"}
    yield {"by": opponent, "do": "decline"}
    yield {"by": player, "do": "move", "unit": unit}
