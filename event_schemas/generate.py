"""The published contract: a JSON Schema for every event, written from the event types themselves.

python -m event_schemas.generate             writes event_schemas/
python -m event_schemas.generate --freeze    also fixes what is there: it never changes again
"""

import argparse
import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
from pydantic import TypeAdapter

from application.event.registry import NAMES as TOURNAMENT_EVENTS
from application.game.seating.seat_log import NAMES as SEAT_FACTS
from application.law.setup_schema import field_words
from application.ledger.rows import (
    OPENED,
    RULED,
    GameOpened,
    StepRuled,
    game_opened,
    step_ruled,
)
from application.ledger.stored_events import as_json, event_types, from_json, stored_form
from application.records.expectations import NAMES as RECORD_FACTS
from application.records.records import open_record, read_record
from application.rulesets import FOLDERS
from domain.kernel.shared import adjudicate
from domain.kernel.values import NODEFAULT, Event, fields
from domain.tournament.command import TournamentEvent
from event_schemas.event_examples import EXAMPLES
from event_schemas.field_words import KNOWN_FIELDS

ROOT = Path(__file__).parents[1]
SCHEMAS = ROOT / "event_schemas"
RECORDS = ROOT / "tests" / "conformance"
FROZEN = "FROZEN"
FOREIGN = ("builtins", "msgspec", "typing")
FACTS: dict[str, type] = {**TOURNAMENT_EVENTS, **SEAT_FACTS, **RECORD_FACTS}
"""Rows of streams that are no games."""
DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

BY_HAND: dict[str, Any] = {
    "arcane-legions/cost_refunded/v1": {
        "player": "ana",
        "unit": "a1",
        "points": 1,
        "figure": None,
        "rules": ["C.c", "A1"],
    },
    "arcane-legions/damage_waived/v1": {"unit": "b1", "points": 1, "rules": ["C.i", "K9"]},
    "arcane-legions/game_drawn/v1": {"rules": ["V3", "V5"]},
    "arcane-legions/move_reported/v1": {"unit": "b1", "by": "ben", "rules": ["F2"]},
    "arcane-legions/order_points_changed/v1": {"player": "ana", "change": 2, "rules": ["O4"]},
    "arcane-legions/trigger_dropped/v1": {"id": "t2", "owner": "ben", "rules": ["V6"]},
    "game/undo_withdrawn/v1": {"by": "ana", "rules": ["G4"]},
    "arcane-legions/victory_points_changed/v1": {"player": "ben", "change": -1, "rules": ["X7"]},
    "nullshapers/text_reported/v1": {
        "entry": "q3",
        "text": "Each player shows one card.",
        "rules": ["E6"],
    },
}
"""Examples of events that no record of ours has come upon."""


def contract(rulesets: Iterable[str] = FOLDERS) -> dict[str, type]:
    """Stored name → type, of everything that is written today."""
    found: dict[str, type] = {OPENED: GameOpened, RULED: StepRuled}
    for prefix in ("game", *rulesets):
        found.update(event_types(prefix))
    return {**found, **FACTS}


def file_of(name: str) -> Path:
    """`voidsiege/command_declared.v1.json` for `voidsiege/command_declared/v1`."""
    stem, _, version = name.rpartition("/")
    return Path(f"{stem}.{version}.json")


def name_of(file: Path) -> str:
    """The stored name whose schema is in this file, given relative to the schemas' folder."""
    stem, version, _ = file.name.split(".")
    return f"{file.parent.as_posix()}/{stem}/{version}"


def schema_of(name: str, event: type, examples: Iterable[Any]) -> Schema:
    """The schema of an event, told in the words that stand in its class."""
    generated = _generated(event)
    described = _described(event, generated)
    defined = {
        kind.__name__: _described(kind, generated["$defs"][kind.__name__])
        for kind in _nested(event)
        if kind.__name__ in generated.get("$defs", {})
    }
    schema: Schema = {"$schema": DIALECT, "title": name, **described}
    if defined:
        schema["$defs"] = {**generated["$defs"], **defined}
    return {**schema, "examples": list(examples)}


def _generated(event: type) -> Schema:
    if issubclass(event, Event) and not issubclass(event, TournamentEvent):
        known = fields(event)
        required = [one.name for one in known if one.required or one.name == "rules"]
        return {"properties": {one.name: _shape(one) for one in known}, "required": required}
    (_, parts) = msgspec.json.schema_components([event], ref_template="#/$defs/{name}")
    found: Schema = parts.pop(event.__name__)
    return {**found, "$defs": parts} if parts else found


def _shape(field: Any) -> Schema:
    """What pydantic says of the field's type, the keys in its order: the released schemas are its."""
    shape = TypeAdapter(field.type).json_schema()
    if field.default is not NODEFAULT:
        shape["default"] = msgspec.to_builtins(field.default)
    return dict(sorted(shape.items()))


def _described(kind: type, generated: Schema) -> Schema:
    words = {
        field: told
        for base in reversed(_written_here(kind))
        for field, told in field_words(base).items()
    }
    properties = {
        field: _property(shape, words.get(field) or KNOWN_FIELDS.get(field))
        for field, shape in generated.get("properties", {}).items()
    }
    found: Schema = {
        "description": inspect.cleandoc(kind.__doc__ or ""),
        "type": "object",
        "properties": properties,
        "required": sorted(generated.get("required", ())),
        "additionalProperties": False,
    }
    return found


def _written_here(kind: type) -> list[type]:
    """The class and those that it derives from, but for the library's: a ruleset may be in any package."""
    return [one for one in kind.__mro__ if one.__module__.split(".")[0] not in FOREIGN]


def _property(shape: Schema, words: str | None) -> Schema:
    rest = {key: value for key, value in shape.items() if key not in ("title", "description")}
    return {"description": words, **rest} if words else rest


def _nested(kind: type) -> Iterator[type]:
    """The classes of values in the fields of this one, and in theirs."""
    for hint in get_type_hints(kind).values():
        for part in _parts(hint):
            if isinstance(part, type) and issubclass(part, msgspec.Struct):
                yield part
                yield from _nested(part)


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for part in get_args(hint):
        yield from _parts(part)


def as_text(schema: Schema) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def seen_in(records: Path, rulesets: Iterable[str] = FOLDERS) -> dict[str, Any]:
    """One real event of each type, out of the games in these records, a folder a ruleset."""
    seen: dict[str, Any] = {}
    for path in (path for name in rulesets for path in sorted((records / name).glob("*.yaml"))):
        record = read_record(path)
        game = open_record(record)
        seen.setdefault(OPENED, from_json(as_json(game_opened(game.opening))))
        _note(seen, game.opened)
        for noted in record.steps:
            entry, position = adjudicate(game, noted.said)
            game.take(entry, position)
            if entry.ruling.because:
                seen.setdefault(RULED, from_json(as_json(step_ruled(entry))))
            _note(seen, entry.events)
    return seen


def _note(seen: dict[str, Any], events: Iterable[Any]) -> None:
    for event in events:
        name, payload = stored_form(event)
        seen.setdefault(name, from_json(payload))


def write(directory: Path, records: Path, rulesets: Iterable[str] = FOLDERS) -> list[str]:
    """Writes every schema; gives the names of events of which no example is known."""
    seen = BY_HAND | EXAMPLES | seen_in(records, rulesets)
    released = frozen(directory)
    without = []
    for name, event in contract(rulesets).items():
        path = directory / file_of(name)
        kept = name not in seen or file_of(name).as_posix() in released
        examples = examples_in(path) if kept else [seen[name]]
        if not examples:
            without.append(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_text(schema_of(name, event, examples)), encoding="utf-8")
    return without


def examples_in(path: Path) -> list[Any]:
    """The examples of a schema that is there already."""
    if not path.exists():
        return []
    found: list[Any] = json.loads(path.read_text(encoding="utf-8")).get("examples", [])
    return found


def digests(directory: Path) -> dict[str, str]:
    """File → digest, of every schema there is."""
    return {
        path.relative_to(directory).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(directory.rglob("*.json"))
    }


def frozen(directory: Path) -> dict[str, str]:
    """File → digest, of the schemas that were released."""
    path = directory / FROZEN
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {file: digest for digest, file in (line.split("  ") for line in lines if line)}


def changed(directory: Path) -> list[str]:
    """Released schemas that are not what they were."""
    now = digests(directory)
    return [file for file, digest in frozen(directory).items() if now.get(file) != digest]


def freeze(directory: Path) -> None:
    """Fixes every schema that is there. A released one stays as it was."""
    fixed: Mapping[str, str] = {**digests(directory), **frozen(directory)}
    lines = "".join(f"{digest}  {file}\n" for file, digest in sorted(fixed.items()))
    (directory / FROZEN).write_text(lines, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m event_schemas.generate", description=__doc__)
    parser.add_argument("--freeze", action="store_true", help="fix the schemas as released")
    parser.add_argument("--records", type=Path, default=RECORDS, help="games to take examples from")
    parser.add_argument("rulesets", nargs="*", default=list(FOLDERS), help="all without any")
    chosen = parser.parse_args()
    before = frozen(SCHEMAS)
    for name in write(SCHEMAS, chosen.records, chosen.rulesets):
        print(f"no example of {name} was found")  # noqa: T201
    for file in changed(SCHEMAS):
        print(f"{file} was released and must not change: make a new version of it")  # noqa: T201
    if chosen.freeze:
        freeze(SCHEMAS)
        print(f"{len(frozen(SCHEMAS)) - len(before)} schemas released")  # noqa: T201


if __name__ == "__main__":
    main()
