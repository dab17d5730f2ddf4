"""Pairs of readings that change something only together, each kept as the shortest game that shows it.

Written by `make readings`.
"""

from pathlib import Path

import pytest

from application.lab.model.laws import parsed_law
from application.records.records import Record, read_record, with_readings
from application.records.replay import Mismatch, replay

HERE = Path(__file__).parent / "pairs"
PATHS = sorted(HERE.glob("*/*.yaml"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_only_both_readings_together_rule_otherwise(path: Path) -> None:
    record = read_record(path)
    readings = parsed_law(path.stem.replace("-", "=")).readings
    assert replay(record).mismatches == ()
    for question, value in readings.items():
        assert ruled_otherwise(with_readings(record, {question: value})) == []
    assert ruled_otherwise(with_readings(record, dict(readings)))


def ruled_otherwise(record: Record) -> list[Mismatch]:
    """What is another verdict or another table; which rules are cited for it does not count."""
    return [one for one in replay(record).mismatches if one.expected != one.verdict]


def test_there_is_one() -> None:
    assert PATHS
