"""What a set-up of a ruleset may hold, in lines for people: its schema read aloud."""

from collections.abc import Iterator, Mapping
from typing import Any

from application.examples import example_for, fewest_players
from application.game.transcript import BLANK, Line
from application.law.setup_schema import REF, setup_schema
from application.records.exports import setup_in_yaml
from domain.kernel.ruleset import Ruleset
from domain.kernel.wording import list_in_words

KINDS = {
    "string": "a word",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "nothing",
}


def setup_lines(ruleset: Ruleset) -> Iterator[Line]:
    """Every part of a set-up, field by field, and an example as a file has it."""
    schema = setup_schema(ruleset)
    yield Line(f"{ruleset.title}: what a set-up may hold", tone="title")
    for name, part in schema.get("$defs", {}).items():
        yield BLANK
        yield Line(f"{_plain_name(name)}: {part['description']}", tone="title")
        for field, of in part["properties"].items():
            needed = " (needed)" if field in part["required"] else ""
            words = f" {of['description']}" if of.get("description") else ""
            yield Line(f"{field}{needed}: {kind_in_words(of)}.{words}", indent=3)
    if ruleset.example is not None:
        yield BLANK
        yield Line("For example", tone="title")
        for row in setup_in_yaml(example_for(ruleset, fewest_players(ruleset))).splitlines():
            yield Line(f"   {row}", tone="table")


def _plain_name(name: str) -> str:
    return name.removesuffix("Setup") or "Set-up"


def kind_in_words(schema: Mapping[str, Any]) -> str:
    """What kind of value a schema asks for: `one of run, shoot`, `a list of words`."""
    if "$ref" in schema:
        return f"{_plain_name(schema['$ref'].removeprefix(REF))} as below"
    if "anyOf" in schema:
        return list_in_words([kind_in_words(option) for option in schema["anyOf"]], "or")
    if "enum" in schema:
        words = [str(word) for word in schema["enum"]]
        return f"one of {', '.join(words)}" if words[1:] else words[0]
    kind = schema.get("type")
    if kind == "array":
        return f"a list of {_several(schema.get('items'))}"
    if kind == "object":
        return f"a mapping of names to {_several(schema.get('additionalProperties'))}"
    least = f" from {schema['minimum']}" if "minimum" in schema else ""
    most = f" to {schema['maximum']}" if "maximum" in schema else ""
    return f"{KINDS.get(str(kind), 'any value')}{least}{most}"


def _several(schema: Any) -> str:
    """The kind of value in the plural: `words`, `whole numbers from 0`."""
    if not isinstance(schema, Mapping) or not schema:
        return "any values"
    kind = kind_in_words(schema)
    for singular, plural in (("a word", "words"), ("a whole number", "whole numbers")):
        if kind.startswith(singular):
            return plural + kind.removeprefix(singular)
    if kind.startswith(("a list", "a mapping")):
        return kind.replace("a list", "lists", 1).replace("a mapping", "mappings", 1)
    return kind
