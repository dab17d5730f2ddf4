"""Disputes as judges tell them: the record as it was played, the question, and what is read out.

Each file is a record with two words more: `question`, as a player put it, with `asks` (an entry, or
`audit`), and `answer`, which the program makes.

    python -m tests.disputes          # writes the answers anew; read each as a judge at a table would
"""

from pathlib import Path
from typing import Any

import yaml

from application.desk.aloud import audit_aloud, explanation_aloud
from application.desk.audit import audit
from application.desk.explain import why
from application.desk.policy import policy_for
from application.records.records import record_from
from application.records.replay import replay

HERE = Path(__file__).parent
OWN = ("question", "asks", "answer")


def paths() -> list[Path]:
    return sorted(HERE.glob("*.yaml"))


def dispute(path: Path) -> dict[str, Any]:
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def answer(path: Path) -> str:
    """What the program answers, a sentence or two a line."""
    found = dispute(path)
    record = {key: value for key, value in found.items() if key not in OWN}
    game = replay(record_from(record)).game
    if found["asks"] == "audit":
        lines = audit_aloud(audit(game, policy_for(game.ruleset.name)), game)
    else:
        lines = explanation_aloud(why(game, found["asks"]), game.ruleset)
    return "".join(f"{line}\n" for line in lines)
