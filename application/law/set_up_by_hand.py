"""The form for setting up a table by hand: the ruleset's own, or one derived from its set-up schema."""

from collections.abc import Iterator, Mapping
from typing import Any

from application.law.setup_questions import OWNER, PLAYER
from application.law.setup_schema import resolved, setup_schema
from domain.kernel.roster import Field, Roster, Stand, number, pick
from domain.kernel.ruleset import Ruleset

Schema = Mapping[str, Any]
BARE = "value"


def roster_of(ruleset: Ruleset) -> Roster:
    """The roster that the ruleset brings; without one, what the shape of its set-ups shows."""
    if ruleset.roster is not None:
        return ruleset.roster
    return Roster() if ruleset.setup is None else _Shape(setup_schema(ruleset)).roster()


class _Shape:
    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def roster(self) -> Roster:
        top = resolved(self.schema, self.schema)["properties"]
        nothing: tuple[None, Stand, Schema] = (None, "owned", {})
        key, stand, inside = next(self.pieces(top), nothing)
        fields = tuple(self.fields_of(inside, stand))
        begun = {field.at: _first(field) for field in fields if field.needed or stand == "bare"}
        return Roster(
            key,
            stand=stand,
            fields=fields,
            own=tuple(self.own(top)),
            table=tuple(_scalars(top, ())),
            presets={"piece": begun} if key else {},
        )

    def pieces(self, top: Mapping[str, Schema]) -> Iterator[tuple[str, Stand, Schema]]:
        """The places of pieces in a set-up: key, how pieces stand there, schema of one piece."""
        for key, of in top.items():
            inside = resolved(self.schema, of.get("additionalProperties") or {})
            if OWNER in inside.get("required", ()):
                yield key, "owned", inside
            elif _is_of_players(of) and isinstance(inside.get("additionalProperties"), dict):
                shape = resolved(self.schema, inside["additionalProperties"])
                yield key, "held" if "properties" in shape else "bare", shape

    def fields_of(self, inside: Schema, stand: str) -> Iterator[Field]:
        if stand == "bare":
            yield from _scalars({BARE: inside}, (BARE,))
        else:
            parts = inside.get("properties", {})
            own = {name: of for name, of in parts.items() if name != OWNER}
            yield from _scalars(own, inside.get("required", ()))

    def own(self, top: Mapping[str, Schema]) -> Iterator[Field]:
        """The fields that hold a number or a word for each player."""
        for key, of in top.items():
            if _is_of_players(of):
                yield from _scalars({key: of.get("additionalProperties", {})}, ())


def _is_of_players(of: Schema) -> bool:
    return of.get("type") == "object" and str(of.get("description", "")).startswith(PLAYER[0])


def _scalars(parts: Mapping[str, Schema], needed: Any) -> Iterator[Field]:
    """A field for each part that is a number, a word from a list, or true or false."""
    for name, of in parts.items():
        label = name.replace("_", " ").capitalize()
        if of.get("type") == "integer":
            least, most = of.get("minimum"), of.get("maximum")
            yield number(
                name,
                least=least,
                most=most,
                label=label,
                needed=name in needed,
                value=_default_of(of),
            )
        elif "enum" in of:
            words = {str(word): str(word) for word in of["enum"]}
            counted = all(isinstance(word, int) for word in of["enum"])
            yield pick(name, words, label=label, needed=name in needed, number=counted)
        elif of.get("type") == "boolean":
            yield Field(name, "tick", label=label, value=bool(of.get("default")))


def _default_of(of: Schema) -> int | None:
    default = of.get("default")
    return default if isinstance(default, int) else None


def _first(field: Field) -> Any:
    """The first value shown in a required field."""
    if field.kind == "pick":
        first = next(iter(field.choices))
        return int(first) if field.number else first
    return field.value if field.value is not None else field.least or 0
