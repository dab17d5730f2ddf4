"""Asks for a set-up question by question, for whatever its schema requires."""

from collections.abc import Callable, Generator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from application.law.name_list import names_in
from application.law.setup_schema import resolved, setup_schema
from application.records.notation import word
from application.records.records import BadRecord
from application.records.typed import mapping_from
from domain.kernel.ruleset import Ruleset
from domain.kernel.wording import list_in_words, name_ranges

PLAYER = ("Player →", "A player")
"""How the description of a field begins that maps players to values, or is a player."""
OWNER = "owner"
"""The field of a unit or a card that says whose it is, in every ruleset."""


@dataclass(frozen=True, slots=True)
class Question:
    """The next question."""

    words: str
    choices: tuple[str, ...] = ()
    """The only answers allowed, each of which may be cut short; empty where they cannot be listed."""
    problem: str = ""
    """Why the previous answer was not accepted, in a sentence."""


Asking = Generator[Question, str, Any]


def setup_questions(ruleset: Ruleset, players: Sequence[str]) -> Asking:
    """Asks for the required fields of a set-up, and for its units or cards one by one; returns the set-up.

    Send it each answer; it yields the next question.
    """
    return _Shapes(setup_schema(ruleset), players).top()


@dataclass(frozen=True, slots=True)
class _Shapes:
    schema: Mapping[str, Any]
    players: Sequence[str]

    def top(self) -> Asking:
        shape = resolved(self.schema, self.schema)
        asked = [
            name
            for name, of in shape["properties"].items()
            if name in shape["required"] or self._has_pieces(of)
        ]
        return (yield from self._struct(shape, asked, "the set-up"))

    def _has_pieces(self, schema: Mapping[str, Any]) -> bool:
        """Whether this maps names to pieces that have an owner, such as units or cards."""
        inside = schema.get("additionalProperties")
        if not isinstance(inside, dict) or "$ref" not in inside:
            return False
        owned: bool = OWNER in resolved(self.schema, inside)["required"]
        return owned

    def _struct(self, shape: Mapping[str, Any], asked: Sequence[str], of: str) -> Asking:
        """Asks for these fields of a part of the set-up; further fields may be given too."""
        fields: dict[str, Any] = {}
        for name in asked:
            fields[name] = yield from self._value(
                shape["properties"][name], f"{name} of {of}", name
            )
        rest = [name for name in shape["properties"] if name not in asked]
        if rest:
            known = ", ".join(rest)
            more = Question(f"More of {of}: {known}; as “key: value, …” (Enter: nothing)")
            fields |= yield from _until(more, lambda text: _mapping(text, rest))
        return fields

    def _value(self, schema: Mapping[str, Any], words: str, name: str) -> Asking:
        told = schema.get("description", "")
        if "$ref" in schema:
            shape = resolved(self.schema, schema)
            return (yield from self._struct(shape, shape["required"], words))
        if schema.get("type") == "object":
            return (yield from self._mapping(schema, name))
        if told.startswith(PLAYER) or name == OWNER:
            return (yield from _until(Question(words, tuple(self.players)), _one_of(self.players)))
        if "enum" in schema:
            values = {str(value): value for value in schema["enum"]}
            chosen = yield from _until(Question(words, tuple(values)), _one_of(tuple(values)))
            return values[chosen]
        if schema.get("type") == "integer":
            return (yield from _until(Question(words), lambda text: _number(text, schema)))
        if schema.get("type") == "boolean":
            return (
                yield from _until(Question(words, ("yes", "no")), _one_of(("yes", "no")))
            ) == "yes"
        return (yield from _until(Question(words), _anything))

    def _mapping(self, schema: Mapping[str, Any], name: str) -> Asking:
        """Asks for a value for every player, or for names one by one and a value for each."""
        inside = schema.get("additionalProperties", {})
        mapping: dict[str, Any] = {}
        if schema.get("description", "").startswith(PLAYER):
            for player in self.players:
                mapping[player] = yield from self._value(inside, f"{name} of {player}", name)
            return mapping
        kind = name.removesuffix("s")
        while True:
            names = yield from _until(
                Question(f"name of a {kind}, or several as k1..k12 or a, b (Enter: no more)"),
                lambda text: _new_names(text, mapping),
            )
            if not names:
                return mapping
            called = list_in_words(f"“{each}”" for each in name_ranges(names))
            value = yield from self._value(inside, called, name)
            mapping.update({each: deepcopy(value) for each in names})


def _until(question: Question, read: Callable[[str], Any]) -> Asking:
    """Repeats the question, with what was wrong, until the answer can be read."""
    while True:
        text = yield question
        try:
            return read(text.strip())
        except (ValueError, BadRecord) as why:
            question = replace(question, problem=str(why))


def _one_of(known: Sequence[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        begun = (
            [name for name in known if name.casefold().startswith(text.casefold())] if text else []
        )
        if text in known or len(begun) == 1:
            return text if text in known else begun[0]
        raise ValueError(f"one of {', '.join(known)}, please.")

    return read


def _number(text: str, schema: Mapping[str, Any]) -> int:
    least, most = schema.get("minimum"), schema.get("maximum")
    if text.isascii() and text.removeprefix("-").isdigit():
        number = int(text)
        if (least is None or number >= least) and (most is None or number <= most):
            return number
    bounds = f"{'' if least is None else f' from {least}'}{'' if most is None else f' to {most}'}"
    raise ValueError(f"a whole number{bounds}, please.")


def _anything(text: str) -> Any:
    if not text:
        raise ValueError("something has to stand here.")
    return word(text)


def _new_names(text: str, known: Mapping[str, Any]) -> list[str]:
    names = names_in(text)
    for n, name in enumerate(names):
        if name in known or name in names[:n]:
            raise ValueError(f"“{name}” is there already.")
    return names


def _mapping(text: str, known: Sequence[str]) -> dict[str, Any]:
    if not text:
        return {}
    mapping = mapping_from(text if text.startswith("{") else f"{{{text}}}", "this")
    odd = next((name for name in mapping if name not in known), None)
    if odd is not None:
        raise ValueError(f"“{odd}” is nothing here; expected {', '.join(known)}.")
    return mapping
