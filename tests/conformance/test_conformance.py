"""Every record in the folders beside this file is ruled on as it notes, and lives through export."""

from pathlib import Path

import pytest

from application.records.exports import as_yaml
from application.records.records import read_record, record_of
from application.records.replay import replay
from application.rulesets import FOLDERS

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*/*.yaml"))


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_the_record_is_ruled_on_as_it_notes(path: Path) -> None:
    assert [one.as_json() for one in replay(read_record(path)).mismatches] == []


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_the_record_replays_the_same_after_export(path: Path) -> None:
    game = replay(read_record(path)).game
    again = replay(record_of(as_yaml(game)))
    assert [one.as_json() for one in again.mismatches] == []
    assert again.game.log == game.log
    assert again.game.now.state == game.now.state


@pytest.mark.parametrize("name", FOLDERS)
def test_every_ruleset_has_records(name: str) -> None:
    assert list((HERE / name).glob("*.yaml"))
