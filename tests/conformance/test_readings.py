"""What each reading decides: the shortest game that tells it apart, ruled on as its record notes.

Written by `make readings`.
"""

import json
from pathlib import Path

import pytest

from application.lab.difference.readings import decisions_in
from application.law.decided import FILE, decision_of
from application.law.lawbook import one_lines
from application.records.records import Record, read_record, with_readings
from application.records.replay import replay
from application.rulesets import FOLDERS, ruleset

HERE = Path(__file__).parent / "readings"
RECORDS = sorted(HERE.glob("*/*.yaml"))


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def question_of(path: Path) -> tuple[Record, str, str]:
    record = read_record(path)
    question, _, value = path.stem.partition("-")
    return record, question, value


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_the_record_is_ruled_on_as_it_notes_and_otherwise_under_another_reading(path: Path) -> None:
    record, question, value = question_of(path)
    assert record.opening.readings[question] == value
    assert [one.as_json() for one in replay(record).mismatches] == []
    edition = ruleset(record.opening.ruleset).edition(record.opening.edition)
    others = [one for one in edition.questions[question].readings if one != value]
    assert any(replay(with_readings(record, {question: one})).mismatches for one in others)


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_only_the_last_step_tells_it_apart(path: Path) -> None:
    record, question, _ = question_of(path)
    edition = ruleset(record.opening.ruleset).edition(record.opening.edition)
    usual = edition.reading(question)
    rulings = [one.ruling.verdict for one in replay(record).game.log[:-1]]
    under_usual = replay(with_readings(record, {question: usual})).game.log[:-1]
    assert rulings == [one.ruling.verdict for one in under_usual]


@pytest.mark.parametrize("name", FOLDERS)
def test_nearly_every_reading_has_its_record(name: str) -> None:
    questions = ruleset(name).edition().questions.values()
    readings = [f"{one.id}-{value}" for one in questions for value in one.readings]
    missing = [one for one in readings if not (HERE / name / f"{one}.yaml").exists()]
    assert len(missing) <= len(readings) // 10, missing


def test_what_the_rulebooks_show_is_what_the_records_decide() -> None:
    """Written anew by `make readings`."""
    assert json.loads(FILE.read_text("utf-8")) == decisions_in(HERE)


def test_each_open_question_says_what_it_decides() -> None:
    voidsiege = ruleset("voidsiege")
    shown = "\n".join(line.text for line in one_lines(voidsiege, voidsiege.edition(), "C1"))
    assert "What it decides: ana gives “a1” Advance → " in shown
    assert decision_of("voidsiege", "of the club", "C1", "wait") is None
