"""The rulebooks at the command line: searched, in any case, with what steps and set-ups may say."""

import json
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from application.rulesets import OURS
from tests.adapters.commands import refused, umpire


def test_rulesets_and_rules_are_named_in_any_case() -> None:
    told = umpire("rules", "voidsiege", "T14").stdout
    assert told.startswith("T14 One reaction")
    for words in (("VoidSiege", "t14"), ("void", "T-14")):
        assert umpire("rules", *words).stdout == told
    assert umpire("rules", "arcane legions", "c.a").exit_code == 0


def test_words_are_looked_for_in_one_rulebook_or_in_all() -> None:
    told = umpire("rules", "voidsiege", "--search", "snap fire").stdout
    assert "T4 Snap Fire before a target" in told and "T14" not in told
    found = json.loads(umpire("rules", "--search", "queue", "--json").stdout)["rules"]
    assert {one["ruleset"] for one in found} >= {"nullshapers"}
    nothing = umpire("rules", "--search", "zeppelin")
    assert nothing.exit_code == 0 and nothing.stdout == ""
    assert nothing.stderr == "No rule has all of these words: zeppelin.\n"


@pytest.mark.parametrize("name", OURS)
def test_set_ups_and_steps_are_described_for_people_and_programs(name: str) -> None:
    assert "what a set-up may hold" in umpire("rules", name, "--setup").stdout
    assert "  umpire step ana " in umpire("rules", name, "--steps").stdout
    schema: Any = json.loads(umpire("rules", name, "--setup", "--json").stdout)
    Draft202012Validator(schema)
    steps = json.loads(umpire("rules", name, "--steps", "--json").stdout)["steps"]
    assert all({"do", "about", "fields", "example", "short"} <= set(one) for one in steps)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("rules", "voidsige"), "no ruleset “voidsige”; expected one of"),
        (("rules", "voidsige"), "did you mean “voidsiege”?"),
        (("rules", "voidsiege", "T99"), "has no rule “T99”"),
        (
            ("rules", "voidsiege", "range"),
            "has no rule “range”; never ruled on: distances, sight, range",
        ),
        (
            ("rules", "voidsiege", "charge"),
            "has no rule “charge”; a search for “charge” finds some",
        ),
        (
            ("rules", "voidsiege", "T1", "--steps"),
            "give one of ID, --search, --setup, --steps and --never",
        ),
        (("rules", "--setup"), "say of which ruleset"),
        (("rules", "--search", "  "), "say the words to look for"),
        (("rules", "voidsiege", "--edition", "1999"), "no edition “1999”"),
        (("demo", "chess"), "no ruleset “chess”; expected one of voidsiege"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(umpire(*words))


@pytest.mark.parametrize("name", OURS)
def test_every_ruleset_has_a_demo_that_rules_as_its_record_notes(name: str) -> None:
    told = umpire("demo", name)
    assert told.exit_code == 0 and "illegal" in told.stdout
    assert "differs" not in told.stdout and "Next: umpire rules" in told.stdout


def test_without_a_name_the_demo_is_that_of_voidsiege() -> None:
    assert umpire("demo").stdout == umpire("demo", "voidsiege").stdout


def test_what_is_settled_has_its_question_and_answer() -> None:
    found = umpire("rules", "nullshapers", "m24")
    assert found.exit_code == 0
    assert "M24 What can be a target?" in found.stdout
    assert "queued action" in found.stdout


def test_what_is_never_ruled_on_is_said_with_its_reason_and_found_by_its_words() -> None:
    for name in ("voidsiege", "arcane-legions", "nullshapers"):
        found = umpire("rules", name, "--never")
        assert found.stdout.startswith("Never ruled on, and why\n")
        assert found.stdout in umpire("rules", name).stdout
        kept = json.loads(umpire("rules", name, "--never", "--json").stdout)["never"]
        assert kept == json.loads(umpire("rules", name, "--json").stdout)["never"]
    found = umpire("rules", "arcane-legions", "--search", "range sight")
    assert "Never ruled on: range and sight" in found.stdout


def test_a_rule_names_the_questions_about_it_and_they_name_it() -> None:
    assert "Open questions about it: C8" in umpire("rules", "voidsiege", "T1").stdout
    assert "It touches" in umpire("rules", "voidsiege", "C8").stdout
