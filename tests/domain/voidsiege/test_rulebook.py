"""The rulebook and the code cite each other: no rule without a check or an event, and none unknown."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from application.records.records import read_record
from application.records.replay import replay
from domain import voidsiege
from domain.kernel.events import EVENTS as SHARED
from domain.kernel.history import Opening, open_game
from domain.kernel.shared import adjudicate
from domain.kernel.values import changed
from domain.voidsiege import RULESET
from domain.voidsiege.commands import COMMANDS
from tests.spec import CITED

EDITION = RULESET.edition()
CHAPTERS = [
    path for path in Path(voidsiege.__file__).parent.rglob("*.py") if path.stem != "rulebook"
]
RECORDS = sorted((Path(__file__).parents[2] / "conformance" / "voidsiege").glob("*.yaml"))
SPECS = sorted(Path(__file__).parent.glob("test_*.py"))


def cited_in_chapters() -> set[str]:
    """Every rule id that a chapter writes down as a word of its own."""
    found = (re.findall(r'"([A-Z]\d+)"', path.read_text(encoding="utf-8")) for path in CHAPTERS)
    return {rule for rules in found for rule in rules}


def required() -> Iterator[str]:
    for procedure in RULESET.procedures.values():
        for check in procedure.checks:
            yield from check.rules


def test_rules_not_adjudicated_are_never_cited() -> None:
    silent = {rule.id for rule in EDITION.rules.values() if rule.not_adjudicated}
    assert silent == {"S7", "P13", "P17", "P19"}
    assert not silent & cited_in_chapters()


def test_only_known_rules_are_cited() -> None:
    unknown = {rule for rule in {*cited_in_chapters(), *required()} if not EDITION.knows(rule)}
    assert unknown == set()


def test_every_rule_is_cited_in_play() -> None:
    """The records of the conformance suite and the specs cite them all, in rulings and events."""
    cited = {rule for path in RECORDS for rule in cited_in(path)} | CITED["voidsiege"]
    silent = {rule.id for rule in EDITION.rules.values() if rule.not_adjudicated}
    assert [id for id in (*EDITION.rules, *EDITION.questions) if id not in cited | silent] == []


def cited_in(path: Path) -> set[str]:
    return {
        rule
        for entry in replay(read_record(path)).game.log
        for rules in (entry.ruling.cites, *(event.rules for event in entry.events))
        for rule in rules
    }


def test_every_rule_and_every_reading_has_a_spec() -> None:
    """The docstrings of the specs name the rules; the specs of readings name the value."""
    told = "\n".join(path.read_text(encoding="utf-8") for path in SPECS)
    silent = {rule.id for rule in EDITION.rules.values() if rule.not_adjudicated}
    wanted = [*EDITION.rules, *EDITION.questions]
    missing = [id for id in wanted if id not in silent and f'"{id}"' not in told]
    assert [id for id in missing if id not in {"G4", "G6", "G7", "G8"}] == []
    for question in EDITION.questions.values():
        for value in question.readings:
            assert value in told, f"no spec for {question.id} {value}"


def test_what_was_filled_in_is_marked() -> None:
    inferred = {rule.id for rule in EDITION.rules.values() if rule.inferred}
    assert inferred == {f"E{n}" for n in range(1, 24)}
    assert {EDITION.rules[id].source for id in inferred} == {"this edition"}


def test_every_rule_has_title_text_and_source() -> None:
    for rule in EDITION.rules.values():
        assert rule.title
        assert rule.text.endswith(".")
        assert rule.source
    for question in EDITION.questions.values():
        assert question.title
        assert question.text


def test_the_table_is_printed() -> None:
    lines = list(RULESET.printed(EDITION))
    assert any("Snap Fire" in line and "shoot: –" in line for line in lines)
    assert any(line.startswith("Overrun") and "not documented" in line for line in lines)


def organised(row: Any) -> Any:
    """An organiser's edition that fills in Overrun."""
    tables = {**EDITION.tables, "commands": {**COMMANDS, "overrun": {**COMMANDS["overrun"], **row}}}
    edition = changed(EDITION, id="2025.1-club", tables=tables)
    return changed(RULESET, editions=(*RULESET.editions, edition))


def test_a_row_filled_in_is_printed() -> None:
    """What an organiser's row leaves out is as for Overrun: a command, U3 as a reaction, C10 as a Charge."""
    row = {"parts": ["run", "shoot"], "restrictions": {"run": ["run"]}, "target": "after_move"}
    lines = RULESET.printed(organised(row).editions[-1])
    (overrun,) = (line for line in lines if line.startswith("Overrun"))
    cells = ["Overrun", "run: run · shoot: –", "after move", "yes", "U3", "C10"]
    assert re.split(r" {2,}", overrun) == cells


@pytest.mark.parametrize(
    ("commands", "queue"),
    [
        ({}, ["a1 move", "a1 target", "a1 shoot"]),
        ({"overrun": {"parts": ["run"], "target": "none"}}, ["a1 move"]),
    ],
)
def test_an_organisers_edition_fills_in_a_row(commands: Any, queue: list[str]) -> None:
    """U1: its row counts, but a set-up's own row wins."""
    ruleset = organised({"parts": ["run", "shoot"], "target": "after_move"})
    units = {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}}
    setup = {"points": {"ana": 1, "ben": 0}, "units": units, "commands": commands}
    game = open_game(
        ruleset, Opening("voidsiege", "2025.1-club", {}, "casual", ("ana", "ben"), setup)
    )
    said = {"by": "ana", "do": "declare", "unit": "a1", "command": "overrun"}
    entry, position = adjudicate(game, said)
    assert "U1" in entry.ruling.cites
    game.take(entry, position)
    assert game.view()["queue"] == queue


def test_all_events_are_of_this_ruleset() -> None:
    assert all(
        event.__module__.startswith("domain.voidsiege.chapters.") for event in RULESET.events
    )
    assert not set(RULESET.events) & set(SHARED)
