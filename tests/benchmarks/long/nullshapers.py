"""A skill, an answer to it, and the passes that let both execute."""

from collections.abc import Iterator
from typing import Any

from tests.benchmarks.games import PLAYERS, Said

PING = {
    "kind": "activated",
    "speed": 3,
    "target": {"what": "player"},
    "effects": [{"do": "report", "text": "shows a card"}],
}
AGENT = {"type": "agent", "attack": 1, "defense": 2, "speed": 1, "zone": "staging"}
SETUP: dict[str, Any] = {
    "energy": {"ana": {"void": 9}, "ben": {"void": 9}},
    "cards": {
        "medic": {**AGENT, "owner": "ana", "skills": {"ping": PING}},
        "guard": {**AGENT, "owner": "ben", "skills": {"ping": PING}},
        **{f"card{n}": {**AGENT, "owner": PLAYERS[n % 2], "zone": "hand"} for n in range(12)},
    },
}
REFUSED = {"by": "ana", "do": "pass"}


def steps() -> Iterator[Said]:
    while True:
        yield {"by": "ana", "do": "activate", "card": "medic", "skill": "ping", "targets": ["ben"]}
        yield {"by": "ben", "do": "activate", "card": "guard", "skill": "ping", "targets": ["ana"]}
        for _ in range(2):
            yield {"by": "ana", "do": "pass"}
            yield {"by": "ben", "do": "pass"}
