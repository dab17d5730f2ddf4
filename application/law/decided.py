"""What each reading of an open question decides: the shortest game on which it rules otherwise.

`decided.json` is written by `umpire differ --all --keep FOLDER --words FILE`.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from domain.kernel.rulebook import RuleId

FILE = Path(__file__).with_name("decided.json")


class Decided(NamedTuple):
    """A game, and what this reading makes of its last step."""

    steps: tuple[str, ...]
    """The game in words, a step each."""
    then: str
    """`entry 1 is illegal (D2, M44)`."""

    @property
    def words(self) -> str:
        return f"{' · '.join(self.steps)} → {self.then}"


def decided(ruleset: str, edition: str, question: RuleId, value: str) -> Decided | None:
    """What this reading decides; None where nothing is known, as of an organiser's own edition."""
    known = _kept().get(f"{ruleset} {edition}", {}).get(f"{question}={value}")
    return None if known is None else Decided(tuple(known["steps"]), known["then"])


@cache
def _kept() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
