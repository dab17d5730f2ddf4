"""What each reading of an open question decides: the shortest game on which it rules otherwise.

`decided.json` is written by `umpire differ --all --keep FOLDER --words FILE`.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from application.answer import Answer
from domain.kernel.rulebook import Edition, Question, RuleId
from domain.kernel.wording import list_in_words

VALUE = re.compile(r"(?:^after entry \d+ |, (?:and )?| and )([A-Za-z][\w-]*(?:\.[\w-]+)*) is ")
MORE = re.compile(r"( and \d+ other things?$)")
INNER = re.compile(r"[\[{]([^\[\]{}]*)[\]}]")
"""Matches a list or a mapping with no other inside it."""
NOT_SO = frozenset({"false", "null", "nothing"})
PLAIN = {"true": "yes", "false": "no", "null": "none", "[]": "nothing", "{}": "nothing"}
FILE = Path(__file__).with_name("decided.json")


class Decision(Answer):
    """A game, and what this reading makes of its last step."""

    steps: tuple[str, ...]
    """The game in words, a step each."""
    then: str
    """`entry 1 is illegal (D2, M44)`."""

    @property
    def words(self) -> str:
        return f"{' · '.join(map(_step, self.steps))} → {in_words(self.then)}"


def decision_of(ruleset: str, edition: str, question: RuleId, value: str) -> Decision | None:
    """What this reading decides; None where unknown, as for an organiser's own edition."""
    known = _decisions().get(f"{ruleset} {edition}", {}).get(f"{question}={value}")
    return None if known is None else Decision(tuple(known["steps"]), known["then"])


def decisions_of(edition: Edition, question: Question) -> dict[str, Decision]:
    """Reading → what it decides, where that is known."""
    known = {
        value: decision_of(edition.ruleset, edition.id, question.id, value)
        for value in question.readings
    }
    return {value: decision for value, decision in known.items() if decision is not None}


@cache
def _decisions() -> Mapping[str, Any]:
    decisions: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return decisions


def in_words(then: str) -> str:
    """What a reading leads to, without state keys: `after entry 1 phase: movement; to act: ana`."""
    then, *more = MORE.split(then)
    values = [*VALUE.finditer(then)]
    if not values or values[0].start():
        return "".join((then, *more))
    ends = [*(match.start() for match in values[1:]), len(then)]
    told = (
        f"{_place(match[1])}: {_value(then[match.end() : end])}"
        for match, end in zip(values, ends, strict=True)
    )
    return f"{then[: values[0].start(1)]}{'; '.join(told)}{''.join(more)}"


def _place(path: str) -> str:
    """`to act` for `to_act`, `a1, pushed` for `units.a1.pushed`, `ana, points` for `points.ana`."""
    first, *rest = path.replace("_", " ").split(".")
    if not rest:
        return first
    return f"{rest[0]}, {' '.join(rest[1:]) or first}"


def _step(said: str) -> str:
    """`ana: attack agents alpha: b1` for `ana: attack agents {alpha: b1}`."""
    while INNER.search(said):
        said = INNER.sub(lambda match: list_in_words(match[1].split(", ")), said)
    return said.replace("_", " ")


def _value(text: str) -> str:
    """`q1 (card quake, by ana, cancelled)` for `[{entry: q1, card: quake, by: ana, cancelled: true}]`."""
    if text in PLAIN:
        return PLAIN[text]
    inside: list[str] = []

    def put_aside(match: re.Match[str]) -> str:
        inside.append(_several(match[0], inside))
        return f"<{len(inside) - 1}>"

    while INNER.search(text):
        text = INNER.sub(put_aside, text)
    return _with_inside(text, inside).replace("_", " ")


def _several(text: str, inside: list[str]) -> str:
    """The items of a list, or a mapping by the value of its first key; false values are left out."""
    parts = [_with_inside(part, inside) for part in text[1:-1].split(", ") if part]
    if text.startswith("["):
        return ", ".join(parts) or "nothing"
    fields = [tuple(part.split(": ", 1)) for part in parts]
    if all(key == value for key, value in fields):
        return ", ".join(key for key, _ in fields) or "nothing"
    (_, first), *rest = fields
    told = [key if so == "true" else f"{key} {so}" for key, so in rest if so not in NOT_SO]
    return f"{first} ({', '.join(told)})" if told else first


def _with_inside(text: str, inside: list[str]) -> str:
    return re.sub(r"<(\d+)>", lambda match: inside[int(match[1])], text)
