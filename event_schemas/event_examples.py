"""Examples of what happens at an event: no game record comes upon it."""

from typing import Any

CIPHER = "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k="
DIGEST = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"

KEY = "umpire.event/spring-open+1a2b3c4d+AQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g"

EXAMPLES: dict[str, Any] = {
    "seats/token_issued/v1": {
        "viewer": "ana",
        "token": "9f86d081" * 8,
        "expires": 1771423200000000,
    },
    "seats/tokens_revoked/v1": {"viewer": "ana"},
    "seats/look_kept/v1": {"viewer": "judge kim", "what": "the table (at 3, as ana)"},
    "record/rulings_expected/v1": {
        "steps": 7,
        "noted": [
            {"n": 2, "verdict": "illegal", "cites": ["T11"]},
            {"n": 6, "cites": ["T12"]},
        ],
        "state": {"phase": "idle", "to_act": ["ana"]},
    },
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
    "event/closed/v1": {"by": "organiser"},
    "event/people_forgotten/v1": {"people": ["p1", "j2"]},
    "event/call_made/v1": {
        "call": 1,
        "round": 1,
        "table": 7,
        "by": "p1",
        "entry": 12,
        "about": 11,
    },
    "event/statement_given/v1": {"call": 1, "by": "p1", "words": CIPHER},
    "event/statement_waived/v1": {"call": 1, "player": "p2", "by": "j1", "because": CIPHER},
    "event/call_taken/v1": {"call": 1, "by": "j2"},
    "event/call_withdrawn/v1": {"call": 2, "by": "p1"},
    "event/departure_noted/v1": {"call": 3, "by": "j1"},
    "event/call_ruled/v1": {
        "call": 3,
        "by": "j2",
        "ruling": CIPHER,
        "verdict": "illegal",
        "entry": 14,
        "cites": ["T4"],
        "departs": [1],
        "because": CIPHER,
    },
    "event/ruling_appealed/v1": {"call": 3, "by": "p1", "on": "law", "words": CIPHER},
    "event/appeal_decided/v1": {
        "call": 3,
        "by": "j1",
        "upheld": False,
        "ruling": CIPHER,
        "verdict": "legal",
        "entry": 15,
    },
    "event/offence_given/v1": {
        "offence": 1,
        "player": "p2",
        "kind": "misreport",
        "penalty": "warning",
        "proposed": "warning",
        "count": 1,
        "by": "j2",
        "round": 1,
        "table": 7,
        "call": 3,
        "entry": 11,
        "because": CIPHER,
    },
    "event/offence_appealed/v1": {"offence": 1, "words": CIPHER},
    "event/offence_decided/v1": {"offence": 1, "by": "j1", "penalty": "", "because": CIPHER},
    "event/time_given/v1": {
        "round": 1,
        "table": 7,
        "seconds": 120,
        "by": "j1",
        "because": CIPHER,
    },
    "event/clocks_set/v1": {"round": 1, "rules": {"main": 1500, "increment": 10, "most": 1800}},
    "event/clock_adjusted/v1": {
        "round": 1,
        "table": 7,
        "player": "p1",
        "seconds": -60,
        "by": "j1",
        "because": CIPHER,
    },
    "event/flag_ruled/v1": {
        "round": 1,
        "table": 7,
        "player": "p1",
        "fell": 1763647200000000,
        "by": "j1",
        "because": CIPHER,
    },
    "event/log_key_set/v1": {"key": KEY},
    "event/heads_noted/v1": {"heads": [{"id": "kilo-nuve-31", "row": 12, "digest": DIGEST}]},
    "event/checkpoint_signed/v1": {
        "size": 4,
        "note": "umpire.event/spring-open\n4\n3Xw=\n\n— umpire.event/spring-open AAAA\n",
    },
    "event/checkpoint_cosigned/v1": {
        "size": 4,
        "key": KEY,
        "line": "— kim AAAA\n",
    },
}
