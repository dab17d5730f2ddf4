"""Prompts for a ruleset that has none of its own: they lead field by field to one of its candidates."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.prompting.prompts import Answer, Ask, Prompt, Prompts, StepFields, Tap
from domain.kernel.wording import key_in_words

LEFT_OUT = "/left out"
"""The key of the answer that leaves the field out."""
CandidateFields = tuple[Mapping[str, Any], Mapping[str, Ask]]
"""The fields of a candidate step, and those that the player fills in themselves."""


def candidate_prompts(candidates: Iterable[CandidateFields]) -> Prompts:
    """Asks for each field in which the remaining candidates differ, then for what is to be filled in."""
    left = list(candidates)
    settled: set[str] = {"by"}
    said: StepFields = {}
    while left:
        name = next((one for one in _names(left) if one not in settled), None)
        if name is None:
            break
        settled.add(name)
        values = _values(left, name)
        tap: Tap = next(iter(values))
        if len(values) > 1:
            answers = tuple(_answer(key, value) for key, value in values.items())
            tap = yield Prompt(f"{key_in_words(name).capitalize()}?", said, answers)
        value = values[str(tap)]
        left = [one for one in left if one[0].get(name) == value]
        said = said if value is None else {**said, name: value}
    if not left:
        yield Prompt("What do you do?", {})
        return said
    return (yield from _with_answers(said, *left[0]))


def _names(left: list[CandidateFields]) -> list[str]:
    """The fields in the order in which the steps say them, without those that every candidate asks for."""
    named = dict.fromkeys(name for said, _ in left for name in said)
    return [name for name in named if not all(name in asks for _, asks in left)]


def _values(left: list[CandidateFields], name: str) -> dict[str, Any]:
    """Key of an answer → the value of the field, each once; None where a candidate does not say the field."""
    found = [said.get(name) for said, _ in left]
    return {(LEFT_OUT if value is None else f"={value}"): value for value in found}


def _answer(key: str, value: Any) -> Answer:
    words = (
        "not said"
        if value is None
        else key_in_words(str(value))
        if not _many(value)
        else _all(value)
    )
    return Answer(key, words, value if isinstance(value, str) else "")


def _many(value: Any) -> bool:
    return isinstance(value, list | tuple | Mapping)


def _all(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {one}" for name, one in value.items())
    return ", ".join(map(str, value))


def _with_answers(said: StepFields, sample: StepFields, asks: Mapping[str, Ask]) -> Prompts:
    for name, ask in asks.items():
        choices = tuple(Answer(f"={one}", one) for one in ask.choices)
        tap = yield Prompt(f"{ask.label}?", said, choices, None if choices else ask)
        said = {**said, name: _read(ask, tap, alone=isinstance(sample.get(name), str))}
    return said


def _read(ask: Ask, tap: Tap, *, alone: bool) -> Any:
    """The value that was given. `alone`: the field holds one name and no list."""
    if not isinstance(tap, str):
        return tap.value
    word = tap.removeprefix("=")
    if ask.kind == "number":
        return int(word)
    return [word] if ask.kind == "names" and not alone else word
