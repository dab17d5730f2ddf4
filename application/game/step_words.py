"""A step told in words."""

import re
from collections.abc import Mapping
from typing import Any

from domain.kernel.ruleset import Ruleset
from domain.kernel.ruling import LEGAL, Verdict
from domain.kernel.step_sentences import step_sentence
from domain.kernel.steps import PLAYED, Said, speaker

WORD = re.compile(r"\w+")


def step_in_words(ruleset: Ruleset, said: Said, *, by: bool = True) -> str:
    """`ana gives “a1” Assault as a Charge at “b1”`; without who takes it where another column has that."""
    told = step_sentence(ruleset, said)
    if said.get(PLAYED) is True:
        told = f"{told}, and it was played"
    if not by:
        return told
    return f"{speaker(said['by'])} {told}"


def says_as_much(one: str, other: str) -> bool:
    """Whether all words of the other stand in this sentence."""
    return set(WORD.findall(other)) <= set(WORD.findall(one))


def step_and_reason(ruleset: Ruleset, said: Said, verdict: Verdict, reason: str) -> tuple[str, ...]:
    """The step, and the reason of its ruling; only this where the step is legal and it says as much."""
    told = step_in_words(ruleset, said)
    return (reason,) if verdict == LEGAL and says_as_much(reason, told) else (told, reason)


def told_with_reason(told: str, reason: str) -> str:
    """A legal step as it is told, and the reason of its ruling; what both begin with is said once."""
    first, stop, rest = reason.partition(". ")
    if says_as_much(first, told):
        return reason
    if says_as_much(told, first):
        return f"{told} {rest}" if stop else told
    return f"{told} {reason}"


def json_in_words(value: Any) -> str:
    """A JSON value inside a sentence."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{key}: {json_in_words(inner)}" for key, inner in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(json_in_words(inner) for inner in value) + "]"
    text = str(value)
    return f"“{text}”" if " " in text or not text else text
