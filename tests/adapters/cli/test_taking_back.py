"""Undo, consent, object and redo from the command line, each without saying who where that is clear."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema_rs import Draft202012Validator

from adapters.cli import cli
from adapters.cli.published import schema


@pytest.fixture
def umpire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command on a store of its own, with a game in which ana has run and ben has answered."""
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "games.umpire"))
    monkeypatch.delenv("UMPIRE_GAME", raising=False)

    def run(line: str) -> Result:
        return CliRunner().invoke(cli, line.split(" "))

    run("new --ruleset voidsiege --example")
    for line in ("ana a1 run", "ben b1 snap_fire"):
        assert run(f"step {line}").exit_code == 0
    return run


def refused(result: Result) -> str:
    assert result.exit_code == 2, result.output
    (sentence,) = result.stderr.splitlines()
    return sentence


def dones(umpire: Any) -> list[str]:
    entries = json.loads(umpire("log --json").stdout)["entries"]
    return [f"{entry['said']['by']} {entry['said']['do']}" for entry in entries[2:]]


def test_undo_takes_back_the_newest_and_redo_takes_it_again(umpire: Any) -> None:
    assert umpire("undo").stdout.startswith("legal 3. ben wants the last step back")
    assert umpire("redo").stdout.startswith("legal 4. ben answers with Snap Fire of “b1”")
    assert dones(umpire) == ["ben undo", "ben react"]


def test_what_goes_with_a_judges_step_is_told_before_it_is_done(umpire: Any) -> None:
    umpire("step judge note hello")
    over = umpire("overrule 2 illegal --because so").stdout.splitlines()
    assert over[0] == "Goes: 2. ben answers with Snap Fire of “b1”"
    assert over[1].startswith("legal 4. the judge rules entry 2 illegal")
    assert umpire("rewind 0 --because so").stdout.splitlines()[0].startswith("Goes: 1. ana gives")
    assert "Goes" not in umpire("rewind 0 --because so").stdout


def test_a_ruling_before_a_concession_waits_until_that_is_taken_back(umpire: Any) -> None:
    umpire("step ben concede")
    told = umpire("overrule 2 illegal --because so").stdout
    assert "ben conceded in entry 3, after entry 2: a rewind takes that back" in told
    umpire("rewind 2 --because talked-over")
    assert umpire("overrule 2 illegal --because so").stdout.startswith("Goes: 2. ben answers")


def test_what_a_rewind_took_back_is_taken_again_in_its_order(umpire: Any) -> None:
    umpire("rewind 0 --because agreed")
    assert [row[:8] for row in umpire("redo").stdout.splitlines() if row[0] != " "] == [
        "legal 4.",
        "legal 5.",
    ]
    assert dones(umpire) == ["judge rewind", "ana declare", "ben react"]


def test_a_program_gets_all_that_was_taken_again_at_once(umpire: Any) -> None:
    umpire("rewind 0 --because agreed")
    found = json.loads(umpire("redo --json").stdout)
    assert [(one["n"], one["verdict"]) for one in found["steps"]] == [(4, "legal"), (5, "legal")]
    Draft202012Validator(schema("redo")).validate(found)


def test_redo_goes_as_deep_as_was_taken_back(umpire: Any) -> None:
    """What is taken back between goes first; a step of one's own ends it."""
    for _ in range(2):
        umpire("undo")
    assert umpire("redo").stdout.startswith("legal 5. ana gives “a1” Run")
    assert umpire("redo").stdout.startswith("legal 6. ben answers with Snap Fire of “b1”")
    assert "everything that was taken back was taken again" in refused(umpire("redo"))
    for _ in range(2):
        umpire("undo")
    umpire("step ana a1 run")
    assert umpire("redo").stdout.startswith("legal 10. ben answers")
    for _ in range(2):
        umpire("undo")
    umpire("step ana a2 run")
    assert "play has gone on with entry 13" in refused(umpire("redo"))


def test_redo_needs_something_taken_back_and_nothing_played_since(umpire: Any) -> None:
    assert "nothing was taken back" in refused(umpire("redo"))
    umpire("undo")
    umpire("step ben decline")
    assert "play has gone on with entry 4 since entry 3" in refused(umpire("redo"))


def test_a_step_that_is_not_legal_any_more_is_refused_when_it_is_taken_again(umpire: Any) -> None:
    umpire("rewind 0 --because agreed")
    umpire("step judge report destroyed a1")
    assert "play has gone on" in refused(umpire("redo"))


def test_who_is_asked_agrees_or_does_not_without_saying_who(umpire: Any) -> None:
    assert "nobody asks" in refused(umpire("consent"))
    umpire("undo --by ana")
    assert umpire("object").stdout.startswith("legal 4. ben does not agree")
    umpire("undo --by ana")
    assert umpire("consent").stdout.startswith("legal 6. ben agrees")
    assert umpire("redo").stdout.startswith("legal 7. ana gives")


def test_who_asked_may_ask_no_longer_and_asks_only_twice_for_one_entry(umpire: Any) -> None:
    """A judge still takes it back; and who has gone on since may be asked about another entry."""
    assert "nobody asks" in refused(umpire("withdraw"))
    umpire("undo --by ana")
    assert umpire("withdraw").stdout.startswith("legal 4. ana no longer asks to take back entry 1.")
    umpire("undo --by ana")
    umpire("object")
    assert refused(umpire("undo --by ana")).endswith(
        "ben has been asked twice to let entry 1 be taken back, in entries 3 and 5, and nobody is "
        "asked a third time: a judge may still take it back (G4)."
    )
    assert "legal 7. the judge goes back" in umpire("rewind 0 --because agreed").stdout


def test_with_nothing_that_stands_there_is_nothing_to_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "new.umpire"))
    CliRunner().invoke(cli, ["new", "--ruleset", "voidsiege", "--example"])
    assert "no entry stands" in refused(CliRunner().invoke(cli, ["undo"]))
