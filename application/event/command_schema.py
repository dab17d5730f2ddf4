"""The JSON Schema of what may be sent to an event: each command with its fields, and what may stand there."""

import inspect
from collections.abc import Collection
from typing import Any, get_args

import msgspec

from application.law.setup_schema import field_words
from domain.kernel.values import prepared_kind
from domain.tournament.command import Command, fitting

OFTEN = {
    "because": "The reason, in words of their own.",
    "words": "What they say, in words of their own.",
    "verdict": "What is ruled on what was disputed.",
}
"""Fields that mean the same in every command that has no other words for them."""


def command_schema(kinds: Any, known: Collection[str] = ()) -> dict[str, Any]:
    """The schema of one of `kinds`, JudgeCommand or PlayerCommand, as it is sent.

    `known`: fields that nobody sends, as they are known already; who sends it always is.
    """
    return {"oneOf": [_one(kind, {*known, "by"}) for kind in get_args(kinds)]}


def _one(kind: type[Command], known: Collection[str]) -> dict[str, Any]:
    _, parts = msgspec.json.schema_components([prepared_kind(kind)])
    shape: dict[str, Any] = parts[kind.__name__]
    words = _words(kind)
    fields = {name: field for name, field in shape["properties"].items() if name not in known}
    for name, field in fields.items():
        if name in words:
            field["description"] = words[name]
    return {
        **shape,
        "title": f"{kind.__name__}Command",
        "description": inspect.cleandoc(kind.__doc__ or ""),
        "properties": fields,
        "required": [name for name in shape["required"] if name in fields],
    }


def _words(kind: type[Command]) -> dict[str, str]:
    """Field → what may stand there and what it means, in words."""
    said = {**OFTEN}
    for base in reversed(kind.__mro__):
        if issubclass(base, Command):
            said |= field_words(base)
    fits = {
        name: f"{field.words[:1].upper()}{field.words[1:]}."
        for name, field in fitting(kind).items()
    }
    return {
        name: " ".join(filter(None, (fits.get(name), said.get(name)))) for name in {**said, **fits}
    }
