"""What the table played although it was refused, as somebody at a table types it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.commands import refused

MOVE = ["by=ana", "do=declare", "unit=a1", "command=move"]
SHOOT = ["by=ben", "do=react", "unit=b1", "command=shoot"]
RECORD = """\
record: 1
ruleset: voidsiege
players: [ana, ben]
setup:
  points: {ana: 3, ben: 3}
  units: {a1: {owner: ana}, b1: {owner: ben}}
steps:
  - {by: ana, do: declare, unit: a1, command: move}
  - {by: ana, do: move, unit: a1, played: true, expect: illegal}
  - {by: ana, do: move, unit: a1, played: true, expect: illegal}
"""


def entries(umpire: Any, game: Any) -> Any:
    return json.loads(umpire("log", game, "--json").stdout)["entries"]


def test_a_judge_says_that_what_was_refused_was_played(umpire: Any, game: Any) -> None:
    umpire("step", game, *MOVE)
    umpire("step", game, "by=ana", "do=move", "unit=a1")
    told = umpire("played", game, 2, "--because", "ben waved her on")
    assert told.stdout.startswith("legal 3. the judge says that entry 2 was played")
    assert "it stays illegal" in told.stdout
    assert [one["verdict"] for one in entries(umpire, game)] == ["legal", "illegal", "legal"]
    assert [one["played"] for one in entries(umpire, game)] == [None, 3, None]
    assert "A judge said in entry 3 that it was played." in umpire("log", game).stdout


@pytest.mark.parametrize("played", ["true", "false", "perhaps"])
def test_a_step_that_carries_it_is_not_taken_in_a_game_that_is_being_played(
    umpire: Any,
    game: Any,
    played: Any,
) -> None:
    sentence = refused(umpire("step", game, *MOVE, f"played={played}"))
    assert "“played” is said with the steps of a record" in sentence
    assert entries(umpire, game) == []


def test_a_record_of_a_game_that_was_played_on_is_imported_as_it_went(
    umpire: Any,
    tmp_path: Path,
) -> None:
    page = Path(tmp_path) / "played.yaml"
    page.write_text(RECORD, encoding="utf-8")
    account = umpire("replay", page).stdout
    assert "It was played all the same, and has happened." in account
    assert "Played, but with nothing to act on: nothing changed." in account
    game = umpire("import", page).stdout.splitlines()[-1]
    assert [one["played"] for one in entries(umpire, game)] == [None, 2, None]
    again = Path(tmp_path) / "again.yaml"
    again.write_text(umpire("export", game).stdout, encoding="utf-8")
    assert "played: true" in again.read_text(encoding="utf-8")
    assert umpire("replay", again).exit_code == 0
