"""What a set-up may hold, told as a JSON Schema."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from application.law.setup_schema import setup_schema
from application.records.records import read_record
from application.rulesets import OURS, ruleset

RECORDS = Path(__file__).parents[2] / "conformance"
NAMES = OURS


def setups(name: str) -> list[Mapping[str, Any]]:
    return [
        dict(read_record(path).opening.setup) for path in sorted((RECORDS / name).glob("*.yaml"))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_set_up_that_was_played_fits(name: str) -> None:
    schema = Draft202012Validator(setup_schema(ruleset(name)))
    played = setups(name)
    assert played
    assert [one for one in played if not schema.is_valid(one)] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_word_that_no_set_up_knows_does_not(name: str) -> None:
    schema = Draft202012Validator(setup_schema(ruleset(name)))
    assert not schema.is_valid({**setups(name)[0], "weather": "rain"})


@pytest.mark.parametrize("name", NAMES)
def test_what_is_asked_for_is_told_in_words(name: str) -> None:
    schema = setup_schema(ruleset(name))
    told = [part["description"] for part in schema["$defs"].values()]
    assert all(told)
    fields = [field for part in schema["$defs"].values() for field in part["properties"].values()]
    assert any("description" in field for field in fields)
