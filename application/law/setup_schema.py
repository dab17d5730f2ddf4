"""The JSON Schema of set-ups, with the docstring of each field as its description."""

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any

import msgspec

from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Value

REF = "#/$defs/"
"""How a schema begins to refer to a part: what follows is its name."""


def resolved(whole: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema itself, or the part of the whole that it refers to."""
    if "$ref" not in schema:
        return schema
    part: Mapping[str, Any] = whole["$defs"][schema["$ref"].removeprefix(REF)]
    return part


def setup_schema(ruleset: Ruleset) -> dict[str, Any]:
    """The JSON Schema of this ruleset's set-ups; of any mapping where it declares no shape."""
    if ruleset.setup is None:
        return {"type": "object"}
    (top,), parts = msgspec.json.schema_components([ruleset.setup], ref_template=f"{REF}{{name}}")
    kinds = {kind.__name__: kind for kind in _shapes(ruleset.setup)}
    for name, part in parts.items():
        words: dict[str, str] = {}
        for kind in _lineage(kinds[name]):
            words |= field_words(kind)
        part["description"] = inspect.cleandoc(kinds[name].__doc__ or "")
        for field, of in part.get("properties", {}).items():
            if field in words:
                of["description"] = words[field]
    title = f"{ruleset.title}: set-up"
    schema: dict[str, Any] = msgspec.to_builtins({"title": title, **top, "$defs": parts})
    return schema


def _shapes(shape: Any) -> list[type]:
    """The class of a set-up and the classes that its fields refer to."""
    shapes: dict[type, None] = {}
    ahead = [msgspec.inspect.type_info(shape)]
    while ahead:
        kind = ahead.pop()
        if isinstance(kind, msgspec.inspect.StructType):
            if kind.cls in shapes:
                continue
            shapes[kind.cls] = None
            ahead += [field.type for field in kind.fields]
        ahead += getattr(kind, "types", ())
        ahead += [
            getattr(kind, part) for part in ("item_type", "value_type") if hasattr(kind, part)
        ]
    return list(shapes)


def _lineage(kind: type) -> list[type]:
    """The base classes of this class, and itself last."""
    return [
        base for base in reversed(kind.__mro__) if issubclass(base, Value) and base is not Value
    ]


def field_words(kind: type) -> dict[str, str]:
    """Field → its docstring, for the fields that the class itself declares."""
    declared = _classes_in(sys.modules[kind.__module__])[kind.__name__].body
    words: dict[str, str] = {}
    for before, after in pairwise(declared):
        if (
            isinstance(before, ast.AnnAssign)
            and isinstance(before.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            words[before.target.id] = inspect.cleandoc(str(after.value.value))
    return words


@cache
def _classes_in(module: ModuleType) -> dict[str, ast.ClassDef]:
    """The classes of a module, read once: asked for one by one, each reads the whole file."""
    body = ast.parse(inspect.getsource(module)).body
    return {node.name: node for node in body if isinstance(node, ast.ClassDef)}
