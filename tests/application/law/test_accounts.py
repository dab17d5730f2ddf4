"""What a set-up and a step may hold, told to people: from the very shapes that are read."""

from pathlib import Path

import jsonschema_rs
import pytest
import yaml

from application.law.search import meant_rule, rules_with
from application.law.setup_account import setup_lines
from application.law.step_account import step_forms, step_lines, steps_by_example, steps_schema
from application.records.exports import setup_in_yaml
from application.records.records import read_record
from application.records.replay import replay
from application.records.short_steps import step_on_line
from application.rulesets import OURS, ruleset
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import STEPS
from tests.application.records.test_short_steps import table

CONFORMANCE = Path(__file__).parents[2] / "conformance"


@pytest.mark.parametrize("name", OURS)
def test_every_step_has_an_example_that_can_be_typed(name: str) -> None:
    found = ruleset(name)
    rows = step_forms(found).steps
    assert {row["do"] for row in rows} == {*found.procedures, *STEPS}
    # Where nothing is due yet, “move a1” is the command.
    due = {"move", "shoot"} if name == "voidsiege" else set()
    for row in (one for one in rows if one["do"] not in due):
        read = step_on_line(table(name), row["short"], keep=True)
        assert read == row["example"], row["short"]


@pytest.mark.parametrize("name", OURS)
def test_every_legal_step_of_the_records_fits_the_schema_of_steps(name: str) -> None:
    schema = jsonschema_rs.validator_for(steps_schema(ruleset(name)))
    for path in sorted((CONFORMANCE / name).glob("*.yaml")):
        for entry in replay(read_record(path)).game.log:
            if entry.ruling.verdict == LEGAL:
                assert schema.is_valid(dict(entry.said)), (path.name, entry.said)
    assert not schema.is_valid({"by": "ana", "do": "dance"})


@pytest.mark.parametrize("name", OURS)
def test_every_field_of_every_step_is_told(name: str) -> None:
    told = [line.text for line in step_lines(ruleset(name))]
    for form, _ in steps_by_example(ruleset(name)):
        assert any(row.startswith(" ".join(form.fixed.values())) for row in told)
        for slot in form.slots:
            assert any(slot.name in row for row in told)


@pytest.mark.parametrize("name", OURS)
def test_every_part_of_a_set_up_is_told_with_an_example_to_begin_from(name: str) -> None:
    lines = [line.text for line in setup_lines(ruleset(name))]
    example = lines[lines.index("For example") + 1 :]
    make = ruleset(name).example
    assert make is not None
    assert yaml.safe_load("\n".join(example)) == dict(make(("ana", "ben")))
    assert any("(needed)" in line for line in lines)
    assert not any("  " in line.strip() or line.endswith(("..", "None")) for line in lines[:10])


def test_a_set_up_written_as_yaml_says_the_same() -> None:
    setup = {"points": {"ana": 3}, "no": [1, "yes"], "units": {"a: 1": {"owner": "ana"}}, "e": {}}
    assert yaml.safe_load(setup_in_yaml(setup)) == setup


def test_a_rule_is_found_by_its_id_in_any_case() -> None:
    edition = ruleset("arcane-legions").edition()
    assert meant_rule(edition, "c.a") == "C.a" and meant_rule(edition, "t2B") == "T2b"


def test_rules_are_found_by_words_that_stand_in_them() -> None:
    edition = ruleset("voidsiege").edition()
    found = [one.id for one in rules_with(edition, "snap FIRE target")]
    assert "T4" in found and "T1" not in found
    assert [one.id for one in rules_with(edition, "t14")] == ["T14"]
    assert list(rules_with(edition, "  ")) == []
