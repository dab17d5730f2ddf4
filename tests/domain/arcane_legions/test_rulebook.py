"""The rulebook and the code cite each other: no rule without a check or an event, and none unknown."""

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from domain import arcane_legions
from domain.arcane_legions import RULESET
from domain.arcane_legions.law.outline import FIRST_ROW, ORDERS, ROWS, TURN
from domain.kernel.events import EVENTS as SHARED
from tests.spec import CITED, Story, opened

EDITION = RULESET.edition()
RULES = ("rulebook",)
CHAPTERS = [
    path for path in Path(arcane_legions.__file__).parent.rglob("*.py") if path.stem not in RULES
]
RECORDS = sorted((Path(__file__).parents[2] / "conformance" / "arcane-legions").glob("*.yaml"))
SPECS = sorted(Path(__file__).parent.glob("test_*.py"))
SHARED_RULES = {"G3", "G4", "G5", "G6"}


def cited_in_chapters() -> set[str]:
    """Every rule id that a chapter writes down as a word of its own, and the rows that are run."""
    found = (
        re.findall(r'"([A-Z]\d+[a-c]?|[CRMGS]\.[a-m])"', path.read_text(encoding="utf-8"))
        for path in CHAPTERS
    )
    return {*ROWS, *(rule for rules in found for rule in rules)}


def required() -> Iterator[str]:
    for procedure in RULESET.procedures.values():
        for check in procedure.checks:
            yield from check.rules


def test_every_rule_is_cited() -> None:
    cited = cited_in_chapters()
    missing = [id for id in (*EDITION.rules, *EDITION.questions) if id not in cited]
    assert [id for id in missing if id not in SHARED_RULES] == []


def test_only_known_rules_are_cited() -> None:
    unknown = {rule for rule in {*cited_in_chapters(), *required()} if not EDITION.knows(rule)}
    assert unknown == set()


def test_every_rule_is_cited_in_play() -> None:
    """The records of the conformance suite and the specs cite them all, in rulings and events."""
    cited = {rule for path in RECORDS for rule in cited_in(path)} | CITED["arcane-legions"]
    assert [id for id in (*EDITION.rules, *EDITION.questions) if id not in cited] == []


def cited_in(path: Path) -> set[str]:
    record = yaml.safe_load(path.read_text(encoding="utf-8"))
    game = opened("arcane-legions", record["setup"], record["players"], record.get("readings"))
    story = Story(game)
    for said in record["steps"]:
        story.when(**{key: said[key] for key in said if key not in ("expect", "cites")})
    entries = [(entry.ruling.cites, entry.events) for entry in game.log]
    return {
        rule
        for cites, events in (*entries, ((), game.opened))
        for rules in (cites, *(event.rules for event in events))
        for rule in rules
    }


def test_every_rule_and_every_reading_has_a_spec() -> None:
    """The docstrings of the specs name the rules; the specs of readings name the value."""
    told = "\n".join(path.read_text(encoding="utf-8") for path in SPECS)
    missing = [
        id
        for id in (*EDITION.rules, *EDITION.questions)
        if not re.search(rf"\b{re.escape(id)}\b", told)
    ]
    assert missing == []
    for question in EDITION.questions.values():
        for value in question.readings:
            assert value in told, f"no spec for {question.id} {value}"


def test_what_no_page_says_is_marked() -> None:
    inferred = {rule.id for rule in EDITION.rules.values() if rule.inferred}
    assert inferred == {"O11", "U5", "K5", "K9", "N1", "X6", "X8", "V5", "V6", "F1"}


def test_every_rule_has_title_text_and_source() -> None:
    for rule in EDITION.rules.values():
        assert rule.title
        assert rule.text.endswith(".")
        assert rule.source
    for question in EDITION.questions.values():
        assert question.title
        assert question.text.endswith("?")
        assert all(question.readings.values())


def test_the_outline_is_whole() -> None:
    """Every arrow leads to a row; every order comes back; the letters are in order."""
    for row in ROWS.values():
        assert row.then in ROWS or not row.then
        assert all(to in ROWS for to in row.jumps.values())
    for kind, rows in ORDERS.items():
        assert rows[0].id == FIRST_ROW[kind]
        assert [row.then for row in rows] == [*(row.id for row in rows[1:]), ""]
        assert [row.id[2:] for row in rows] == list("abcdefghijklm"[: len(rows)])
    assert [row.id for row in TURN] == ["T1", "T1a", "T2a", "T2b", "T3", "T3a", "T3b", "T3c"]


def test_all_events_are_of_this_ruleset() -> None:
    assert all(
        event.__module__.startswith("domain.arcane_legions.table.events")
        for event in RULESET.events
    )
    assert not set(RULESET.events) & set(SHARED)
