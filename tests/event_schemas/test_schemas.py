"""The published contract and the code say the same, and what was released stays as it was."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from application.event.registry import NAMES as FACTS
from application.event.registry import READERS
from application.game.seating.seat_log import NAMES as SEAT_FACTS
from application.game.seating.seat_log import READERS as SEAT_READERS
from application.ledger.rows import OPENED, OPENED_BEFORE, RULED, game_opened
from application.ledger.rows_read import decode, read_opening, read_ruled
from application.ledger.stored_events import as_json, encode, from_json, stored_form
from application.ledger.upcasters import UPCASTERS
from application.records.expectations import READERS as RECORD_READERS
from application.rulesets import ruleset
from event_schemas import generate as schemas
from event_schemas.generate import SCHEMAS, contract, examples_in, file_of, name_of, schema_of

CONTRACT = contract()
FILES = sorted(path.relative_to(SCHEMAS) for path in SCHEMAS.rglob("*.json"))


def read(file: Path) -> Any:
    return json.loads((SCHEMAS / file).read_text(encoding="utf-8"))


def test_every_event_has_a_schema_and_every_schema_an_event() -> None:
    written = {name_of(file) for file in FILES}

    assert set(CONTRACT) <= written
    assert written - set(CONTRACT) <= {*UPCASTERS, *OPENED_BEFORE}, (
        "old versions need somebody to read them"
    )


def test_the_schema_says_what_the_code_says() -> None:
    for name in CONTRACT:
        file = SCHEMAS / file_of(name)
        expected = schemas.as_text(schema_of(name, CONTRACT[name], examples_in(file)))

        assert file.read_text(encoding="utf-8") == expected, (
            f"{name}: run python -m event_schemas.generate"
        )


def test_the_examples_are_what_the_schema_describes() -> None:
    for file in FILES:
        schema = read(file)
        jsonschema_rs.meta.validate(schema)
        assert schema["examples"], file
        for example in schema["examples"]:
            jsonschema_rs.validator_for(schema).validate(example)
            assert not jsonschema_rs.is_valid(schema, {**example, "colour": "red"})


def test_every_example_is_read_and_written_back_unchanged() -> None:
    for name in CONTRACT:
        for example in examples_in(SCHEMAS / file_of(name)):
            payload = as_json(example)
            if name == OPENED:
                assert from_json(as_json(game_opened(read_opening(payload)))) == example
            elif name == RULED:
                assert from_json(as_json(read_ruled(payload))) == example
            elif name in SEAT_FACTS:
                assert from_json(as_json(SEAT_READERS[name](payload))) == example
            elif name in RECORD_READERS:
                assert from_json(as_json(RECORD_READERS[name](payload))) == example
            elif name in FACTS:
                assert from_json(stored_form(READERS[name](payload))[1]) == example
            else:
                assert from_json(encode(decode(name, payload))) == example


def test_every_example_of_an_old_version_is_still_read() -> None:
    for name in UPCASTERS:
        for example in examples_in(SCHEMAS / file_of(name)):
            assert decode(name, as_json(example)) is not None


def test_an_opening_of_the_first_version_is_still_read() -> None:
    for name in OPENED_BEFORE:
        for example in examples_in(SCHEMAS / file_of(name)):
            opening = read_opening(as_json(example))
            assert (opening.names, opening.about, opening.salt) == ({}, {}, "")


def test_every_field_is_told_in_words() -> None:
    for name in CONTRACT:
        schema = read(file_of(name))
        described = [schema, *schema.get("$defs", {}).values()]

        assert all(one["description"] for one in described)
        fields = [(field, shape) for one in described for field, shape in one["properties"].items()]
        assert [field for field, shape in fields if "description" not in shape] == []


def test_what_was_released_never_changes() -> None:
    assert schemas.changed(SCHEMAS) == []


def test_releasing_fixes_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "toy").mkdir()
    file = tmp_path / "toy" / "said.v1.json"
    file.write_text("{}")
    schemas.freeze(tmp_path)
    assert schemas.changed(tmp_path) == []

    file.write_text("{ }")
    assert schemas.changed(tmp_path) == ["toy/said.v1.json"]
    schemas.freeze(tmp_path)
    assert schemas.changed(tmp_path) == ["toy/said.v1.json"], "it cannot be released again"


@pytest.mark.parametrize("name", ["voidsiege/unit_shot/v1", "arcane-legions/order_given/v12"])
def test_names_and_files_belong_together(name: str) -> None:
    assert name_of(file_of(name)) == name


def test_examples_cite_rules_that_there_are() -> None:
    for name in CONTRACT.keys() - schemas.FACTS.keys():
        prefix = name.split("/", maxsplit=1)[0]
        known = ruleset("voidsiege" if prefix == "game" else prefix).edition().knows
        for example in examples_in(SCHEMAS / file_of(name)):
            assert [rule for rule in example.get("rules", ()) if not known(rule)] == []
