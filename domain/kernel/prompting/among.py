"""Prompts of a ruleset that has none of its own: field by field among the steps it thinks of."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.prompting.prompts import Answer, Ask, Prompt, Prompts, Says, Tap

LEFT_OUT = "/left out"
Thought = tuple[Mapping[str, Any], Mapping[str, Ask]]
"""The fields of a step, and what the player fills in themselves."""


def among(thought_of: Iterable[Thought]) -> Prompts:
    """Asks for each field in which the steps left differ; then for what is filled in."""
    left = list(thought_of)
    settled: set[str] = {"by"}
    said: Says = {}
    while left:
        name = next((one for one in _names(left) if one not in settled), None)
        if name is None:
            break
        settled.add(name)
        values = _values(left, name)
        tap: Tap = next(iter(values))
        if len(values) > 1:
            answers = tuple(_answer(key, value) for key, value in values.items())
            tap = yield Prompt(f"{_spoken(name).capitalize()}?", said, answers)
        value = values[str(tap)]
        left = [one for one in left if one[0].get(name) == value]
        said = said if value is None else {**said, name: value}
    if not left:
        yield Prompt("What do you do?", {})
        return said
    return (yield from _with_answers(said, *left[0]))


def _names(left: list[Thought]) -> list[str]:
    """Fields in the order in which they are said; what is filled in comes last."""
    named = dict.fromkeys(name for said, _ in left for name in said)
    return [name for name in named if not all(name in asks for _, asks in left)]


def _values(left: list[Thought], name: str) -> dict[str, Any]:
    """Key → value, each once; a step that does not say the field leaves it out."""
    found = [said.get(name) for said, _ in left]
    return {(LEFT_OUT if value is None else f"={value}"): value for value in found}


def _answer(key: str, value: Any) -> Answer:
    words = (
        "not said" if value is None else _spoken(str(value)) if not _many(value) else _all(value)
    )
    return Answer(key, words, value if isinstance(value, str) else "")


def _many(value: Any) -> bool:
    return isinstance(value, list | tuple | Mapping)


def _all(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {one}" for name, one in value.items())
    return ", ".join(map(str, value))


def _with_answers(said: Says, sample: Says, asks: Mapping[str, Ask]) -> Prompts:
    for name, ask in asks.items():
        choices = tuple(Answer(f"={one}", one) for one in ask.choices)
        tap = yield Prompt(f"{ask.label}?", said, choices, None if choices else ask)
        said = {**said, name: _read(ask, tap, alone=isinstance(sample.get(name), str))}
    return said


def _read(ask: Ask, tap: Tap, *, alone: bool) -> Any:
    """What was answered; `alone`: it is a name, and no list of names."""
    if not isinstance(tap, str):
        return tap.value
    word = tap.removeprefix("=")
    if ask.kind == "number":
        return int(word)
    return [word] if ask.kind == "names" and not alone else word


def _spoken(name: str) -> str:
    return name.replace("_", " ")
