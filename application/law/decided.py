"""What each reading of an open question decides: the shortest game on which it rules otherwise.

`decided.json` is written by `umpire differ --all --keep FOLDER --words FILE`.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from domain.kernel.rulebook import RuleId

VALUE = re.compile(r"(?:^after entry \d+ |, (?:and )?| and )([A-Za-z][\w-]*(?:\.[\w-]+)*) is ")
MORE = re.compile(r"( and \d+ other things?$)")
PLAIN = {"true": "yes", "false": "no", "null": "none", "[]": "nothing", "{}": "nothing"}
FILE = Path(__file__).with_name("decided.json")


class Decided(NamedTuple):
    """A game, and what this reading makes of its last step."""

    steps: tuple[str, ...]
    """The game in words, a step each."""
    then: str
    """`entry 1 is illegal (D2, M44)`."""

    @property
    def words(self) -> str:
        return f"{' · '.join(self.steps)} → {in_words(self.then)}"


def decision_of(ruleset: str, edition: str, question: RuleId, value: str) -> Decided | None:
    """What this reading decides; None where nothing is known, as of an organiser's own edition."""
    known = _decisions().get(f"{ruleset} {edition}", {}).get(f"{question}={value}")
    return None if known is None else Decided(tuple(known["steps"]), known["then"])


@cache
def _decisions() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def in_words(then: str) -> str:
    """What a reading comes to, without the keys of a state: `after entry 1 phase: movement; to act: ana`."""
    then, *more = MORE.split(then)
    found = [*VALUE.finditer(then)]
    if not found or found[0].start():
        return "".join((then, *more))
    ends = [*(one.start() for one in found[1:]), len(then)]
    told = (
        f"{_place(one[1])}: {_value(then[one.end() : end])}"
        for one, end in zip(found, ends, strict=True)
    )
    return f"{then[: found[0].start(1)]}{'; '.join(told)}{''.join(more)}"


def _place(path: str) -> str:
    """`to act` for `to_act`, `a1, pushed` for `units.a1.pushed`, `ana, points` for `points.ana`."""
    first, *rest = path.replace("_", " ").split(".")
    if not rest:
        return first
    return f"{rest[0]}, {' '.join(rest[1:]) or first}"


def _value(text: str) -> str:
    if text.startswith("[") and text.endswith("]") and text.count("[") == 1:
        text = text[1:-1] or "[]"
    return PLAIN.get(text, text.replace("_", " "))
