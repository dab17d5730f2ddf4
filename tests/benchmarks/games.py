"""Long games as they are played, scripted: the same steps every time, whatever the length."""

from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any

from domain.kernel.history import Game, Opening, open_game
from domain.kernel.shared import adjudicate
from tests.spec import named

Said = dict[str, Any]
ENTRIES = 2_000
PLAYERS = ("ana", "ben")


def voidsiege() -> Iterator[Said]:
    """Moves that are let pass, assaults that are answered, round after round."""
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


def nullshapers() -> Iterator[Said]:
    """A skill, an answer to it, and the passes that let both execute."""
    while True:
        yield {"by": "ana", "do": "activate", "card": "medic", "skill": "ping", "targets": ["ben"]}
        yield {"by": "ben", "do": "activate", "card": "guard", "skill": "ping", "targets": ["ana"]}
        for _ in range(2):
            yield {"by": "ana", "do": "pass"}
            yield {"by": "ben", "do": "pass"}


def arcane_legions() -> Iterator[Said]:
    """Regrouping and moving, turn after turn."""
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


PING = {
    "kind": "activated",
    "speed": 3,
    "target": {"what": "player"},
    "effects": [{"do": "report", "text": "shows a card"}],
}
AGENT = {"type": "agent", "attack": 1, "defense": 2, "speed": 1, "zone": "staging"}
FORMATION = {
    "base": "formation",
    "figures": 6,
    "icons": {"attack": 3, "defence": 2, "movement": 3},
}
SETUPS: dict[str, dict[str, Any]] = {
    "voidsiege": {
        "points": {"ana": 3, "ben": 3},
        "units": {f"{p[0]}{n}": {"owner": p} for p in PLAYERS for n in range(1, 7)},
    },
    "nullshapers": {
        "energy": {"ana": {"void": 9}, "ben": {"void": 9}},
        "cards": {
            "medic": {**AGENT, "owner": "ana", "skills": {"ping": PING}},
            "guard": {**AGENT, "owner": "ben", "skills": {"ping": PING}},
            **{f"card{n}": {**AGENT, "owner": PLAYERS[n % 2], "zone": "hand"} for n in range(12)},
        },
    },
    "arcane-legions": {
        "ambush": False,
        "units": {f"{p[0]}{n}": {**FORMATION, "owner": p} for p in PLAYERS for n in range(1, 4)},
    },
}
SCRIPTS: dict[str, Callable[[], Iterator[Said]]] = {
    "voidsiege": voidsiege,
    "nullshapers": nullshapers,
    "arcane-legions": arcane_legions,
}


def opening(ruleset: str) -> Opening:
    edition = named(ruleset).edition().id
    return Opening(ruleset, edition, {}, "casual", PLAYERS, SETUPS[ruleset])


def steps(ruleset: str, entries: int = ENTRIES) -> list[Said]:
    return list(islice(SCRIPTS[ruleset](), entries))


def opened(ruleset: str) -> Game:
    return open_game(named(ruleset), opening(ruleset))


def played(ruleset: str, entries: int = ENTRIES) -> Game:
    """The game after so many legal entries."""
    game = opened(ruleset)
    for said in steps(ruleset, entries):
        entry, position = adjudicate(game, said)
        assert entry.ruling.verdict == "legal", entry
        game.take(entry, position)
    return game
