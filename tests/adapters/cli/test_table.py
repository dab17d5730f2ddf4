"""A session at one table: plain lines in a pipe, and a terminal that completes words."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from adapters.cli.game.completing import AtTheTable
from adapters.cli.game.table import terminal_lines
from domain.kernel.history import Game
from tests.application.records.test_short_steps import table
from tests.spec import opened


@pytest.fixture
def umpire(umpire: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command on a store of its own."""
    monkeypatch.setattr("adapters.wiring.own_place", lambda: tmp_path / "own" / "games.umpire")
    umpire("new", "--ruleset", "voidsiege", "--example")
    return umpire


def said(umpire: Any) -> list[str]:
    """What every entry of the newest game was about."""
    entries = json.loads(umpire("log", "--json").stdout)["entries"]
    return [entry["said"]["do"] for entry in entries]


def test_every_line_is_a_step_or_a_command_without_the_game(umpire: Any) -> None:
    told = umpire("table", input="ana a1 run\nwhy\nundo\nredo\nshow\n")
    assert told.exit_code == 0, told.output
    assert "legal 1. ana gives “a1” Run" in told.stdout
    assert "LEGAL, entry 1" in told.stdout and "After entry 3" in told.stdout
    assert said(umpire) == ["declare", "undo", "declare"]


def test_a_line_that_cannot_be_read_ends_nothing_and_keeps_nothing(umpire: Any) -> None:
    lines = ["nonsense", "{", "why 99", "show --at", "rewind 1", "", "# a remark", "by=", "diff 0"]
    told = umpire("table", input="\n".join([*lines, "ana a1 run"]))
    assert told.exit_code == 2, told.output
    assert said(umpire) == ["declare"]
    sentences = [row for row in told.stderr.splitlines() if row.startswith("umpire: ")]
    assert len(sentences) == len(lines) - 2
    assert "Traceback" not in told.output


def test_quit_leaves_and_what_stands_behind_it_is_not_read(umpire: Any) -> None:
    assert umpire("table", input="ana a1 run\nquit\nben b1 snap_fire\n").exit_code == 0
    assert said(umpire) == ["declare"]


def test_options_are_taken_by_their_number_at_the_table(umpire: Any) -> None:
    told = umpire("table", input="options\n2\n")
    assert (
        "ana may:\n      1–2  declare move" in told.stdout and "legal 1. ana gives" in told.stdout
    )


def test_help_names_what_can_be_said_and_explains_one_of_it(umpire: Any) -> None:
    told = umpire("table", input="help\nhelp rewind\n").stdout
    assert "Without the game: show, options" in told
    assert "Judge: put the game back" in told


def test_a_pipe_is_told_the_line_that_is_wrong_and_the_rest_is_kept(umpire: Any) -> None:
    told = umpire("table", input="ana a1 run\n\nshow --at 9\nben decline\n")
    assert told.exit_code == 2
    assert "umpire: line 3: there is no entry 9" in told.stderr
    assert "legal 2. ben lets it go unanswered" in told.stdout


def test_a_judge_rules_at_the_table_with_a_reason_in_quotes(umpire: Any) -> None:
    told = umpire("table", input='ana a1 run\nrewind 0 --because "the dice fell"\n').stdout
    assert "legal 2. the judge goes back to after entry 0, because: “the dice fell”" in told


def lines_typed(game: Game, keys: str) -> list[str]:
    """The lines that a terminal gives for these keys; it ends with Ctrl-D."""
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        typed.send_text(keys + "\x04")
        return list(terminal_lines(lambda: game))


@pytest.fixture
def game(umpire: Any) -> Iterator[Game]:
    yield table("voidsiege")


def test_a_terminal_gives_line_after_line_until_ctrl_d(game: Game) -> None:
    assert lines_typed(game, "ana a1 run\rshow\r") == ["ana a1 run", "show"]


def test_ctrl_c_begins_the_line_anew(game: Game) -> None:
    assert lines_typed(game, "ana a1 ru\x03show\r") == ["show"]


def test_lines_come_back_with_the_arrow_keys_also_in_the_next_session(game: Game) -> None:
    up = "\x1b[A"
    assert lines_typed(game, "ana a1 run\r") == ["ana a1 run"]
    assert lines_typed(game, f"{up}\r") == ["ana a1 run"]


def test_where_no_history_can_be_kept_there_is_none(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    nowhere = tmp_path / "file" / "games.umpire"
    monkeypatch.setattr("adapters.wiring.own_place", lambda: nowhere)
    assert lines_typed(game, "show\r") == ["show"]


def completed(game: Game, begun: str) -> list[str]:
    found = AtTheTable(lambda: game, ("show", "why")).get_completions(
        Document(begun), CompleteEvent()
    )
    return [one.text for one in found]


def test_words_are_completed_with_what_fits(game: Game) -> None:
    assert completed(game, "sh") == ["show", "shoot"]
    assert "ana" in completed(game, "") and "why" in completed(game, "")
    assert {"a1", "a2", "declare"} <= set(completed(game, "ana "))
    assert set(completed(game, "ana a1 assault charge b")) == {"b1", "b2"}
    found = completed(game, "ana A")
    assert found[0] == "a1"
    assert {*found} == {"a1", "a2", "advance", "assault", "arriving"}


def test_a_name_with_a_space_is_completed_whole() -> None:
    units = {"the Knight": {"owner": "ana"}, "b1": {"owner": "ben"}}
    game = opened("voidsiege", {"points": {"ana": 3, "ben": 3}, "units": units})
    assert completed(game, "ana unit") == ['unit="the Knight"']
    assert "run" in completed(game, 'ana unit="the Knight" ')
    assert 'Knight"' not in completed(game, "ana ")


def test_who_answers_is_completed_with_answers() -> None:
    asked = table("voidsiege", "ana a1 run")
    assert "snap_fire" in completed(asked, "ben b1 ") and "decline" in completed(asked, "d")


def test_cards_of_a_hand_are_completed_at_the_judge_s_table() -> None:
    found = completed(table("nullshapers", players=("kim", "lee")), "kim play ")
    assert {"quake", "scout", "b1"} <= set(found) and "jolt" not in found
