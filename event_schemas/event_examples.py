"""Examples of what happens at an event: no game record comes upon it."""

from typing import Any

CIPHER = "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k="
DIGEST = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"

EXAMPLES: dict[str, Any] = {
    "event/opened/v1": {
        "name": "Spring Open",
        "played": [{"ruleset": "voidsiege", "edition": "2025.1", "readings": {"C1": "wait"}}],
        "book": {"book": 1, "title": "Short", "penalties": {"warning": "a warning"}, "kinds": {}},
    },
    "event/judge_appointed/v1": {"judge": "j1", "name": CIPHER, "head": True},
    "event/judge_relieved/v1": {"judge": "j2"},
    "event/players_entered/v1": {"players": [{"id": "p1", "name": CIPHER}]},
    "event/tables_paired/v1": {
        "round": 1,
        "tables": [
            {
                "table": 7,
                "places": [{"seat": "ana", "player": "p1"}, {"seat": "ben", "player": "p2"}],
                "game": "spring-open.r1.t7",
                "ruleset": "voidsiege",
            },
            {"table": 8, "places": [{"seat": "first", "player": "p3"}]},
        ],
    },
    "event/round_started/v1": {"round": 1, "minutes": 50},
    "event/round_paused/v1": {"round": 1, "by": "j1", "because": CIPHER},
    "event/round_resumed/v1": {"round": 1, "by": "j1"},
    "event/round_ended/v1": {
        "round": 1,
        "heads": [{"table": 7, "game": "spring-open.r1.t7", "row": 210, "digest": DIGEST}],
    },
    "event/result_entered/v1": {
        "round": 1,
        "table": 7,
        "by": "j1",
        "points": {"p1": 2, "p2": 1},
        "winner": "p1",
        "head": {"table": 7, "game": "spring-open.r1.t7", "row": 210, "digest": DIGEST},
    },
}
