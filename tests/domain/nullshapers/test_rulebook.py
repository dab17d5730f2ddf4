"""Every rule and reading has its spec."""

import re
from pathlib import Path
from typing import get_args

import pytest

from domain.nullshapers import RULESET
from domain.nullshapers.cards import Do, When
from domain.nullshapers.outline import AFTER, STEPS

EDITION = RULESET.edition()
OWN = [rule for rule in EDITION.rules.values() if not rule.id.startswith("G")]
SPECS = " ".join(
    path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")
)


@pytest.mark.parametrize("rule", OWN, ids=lambda rule: rule.id)
def test_every_rule_has_a_spec(rule) -> None:  # type: ignore[no-untyped-def]
    assert re.search(rf"\b{rule.id}\b", SPECS) or rule.not_adjudicated


@pytest.mark.parametrize(
    ("question", "value"),
    [(id, value) for id, question in EDITION.questions.items() for value in question.readings],
)
def test_every_reading_has_a_spec(question: str, value: str) -> None:
    assert f"{question} {value}" in SPECS


def test_what_this_edition_filled_in() -> None:
    """Inferred are the rules whose only source is ourselves."""
    inferred = [rule.id for rule in OWN if rule.inferred]
    assert " ".join(inferred) == "A9 A12 N5 N6 N7 E4 E12 E13 E14 E19 P12 P13"


def test_every_step_of_the_outline_is_played_and_cites_known_rules() -> None:
    assert [step.name for step in STEPS] == list(AFTER)
    assert all(EDITION.knows(rule) for step in STEPS for rule in step.rules)


def test_every_check_cites_rules_of_the_edition() -> None:
    for procedure in RULESET.procedures.values():
        for check in procedure.checks:
            assert all(EDITION.knows(rule) for rule in check.rules), check.name


def test_a_rule_is_printed_with_its_source() -> None:
    found = EDITION.rules["E3"]
    assert (found.title, found.source) == (
        "A new window",
        "Guide: Actions, Executing Actions; Guide: Areas",
    )
    assert found.text == "After each execution or cancellation both may act again."
    assert all(rule.title and rule.text and rule.source for rule in OWN)


def test_what_is_printed() -> None:
    lines = list(RULESET.printed(EDITION))
    assert any(line.startswith("  damage") for line in lines)
    assert [*EDITION.tables["effects"]] == [*get_args(Do)]
    assert [*EDITION.tables["when"]] == [*get_args(When)]
