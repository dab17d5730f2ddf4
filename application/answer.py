"""Answers: what a use case gives is its own JSON, and its fields are the schema of that."""

from collections.abc import Iterable, Mapping
from inspect import cleandoc
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.kernel.rulebook import Basis
from domain.kernel.ruling import Verdict
from domain.kernel.values import Value

__all__ = ["UNSET", "Answer", "Basis", "Meta", "UnsetType", "Verdict", "as_json", "schemas"]

Number = Annotated[int, Meta(description="The number of the entry, from 1 on.")]
At = Annotated[
    int, Meta(description="The entry after which the table is looked at; 0 is the set-up.")
]
Cites = Annotated[
    tuple[str, ...],
    Meta(description="Rules and open questions, by id, the one that decides first."),
]
SaidStep = Annotated[Mapping[str, Any], Meta(description="A step as it was said.")]
When = Annotated[str, Meta(description="A moment, ISO 8601 in UTC.")]


class Answer(Value):
    """What a use case gives: the JSON of the command line and of HTTP, and what people are told from.

    A field that may be UNSET is left out of the JSON where it is; every other field is always there.
    """

    def as_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = as_json(self)
        return plain


def as_json(answer: Any) -> Any:
    """The answer as plain dictionaries, lists, texts and numbers."""
    return msgspec.to_builtins(answer)


def schemas(
    kinds: Iterable[type], ref_template: str = "#/$defs/{name}"
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The JSON Schema of each of these kinds, and the components that they refer to.

    A field with a default is always there, too: only what may be UNSET is left out.
    """
    shapes, components = msgspec.json.schema_components(kinds, ref_template=ref_template)
    for component in components.values():
        if "description" in component:
            # Python 3.13 has taken the indentation out of docstrings, 3.11 has not.
            component["description"] = cleandoc(component["description"])
        fields = component.get("properties", {})
        given = component.get("required", ())
        component["required"] = [
            name for name, field in fields.items() if name in given or "default" in field
        ]
        for field in fields.values():
            field.pop("default", None)
            if field.get("type") == "array":
                field.setdefault("items", {})
    return list(shapes), dict(components)
