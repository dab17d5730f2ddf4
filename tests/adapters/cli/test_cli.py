"""The command `umpire`, as somebody at a table types it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adapters.cli import COMMANDS
from tests.adapters.commands import refused

ROOT = Path(__file__).parents[3]
RECORDS = ROOT / "tests" / "conformance" / "voidsiege"
CHARGE = RECORDS / "03-charge-then-intervene.yaml"

DECLARE = ["by=ana", "do=declare", "unit=a1", "command=assault", "charge=true", "target=b1"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_is_for(umpire: Any, name: str) -> None:
    shown = umpire(name, "--help")
    assert shown.exit_code == 0
    assert shown.stdout.startswith(f"Usage: umpire {name} ")


def test_replay_tells_each_entry_verdict_first_with_its_rules_and_the_state(umpire: Any) -> None:
    told = umpire("replay", CHARGE)
    assert told.exit_code == 0
    assert "legal 1. ana gives “a1” Assault as a Charge at “b1”." in told.stdout
    assert "   T8 In a Charge" in told.stdout
    assert "After entry 6" in told.stdout
    assert "\x1b" not in told.stdout


def test_replay_as_json_is_the_object_of_the_record_format(umpire: Any) -> None:
    found = json.loads(umpire("replay", CHARGE, "--json").stdout)
    assert list(found) == [
        "record",
        "ruleset",
        "edition",
        "readings",
        "steps",
        "first_illegal",
        "mismatches",
        "state",
    ]
    assert list(found["steps"][0]) == [
        "n",
        "by",
        "do",
        "verdict",
        "basis",
        "cites",
        "reason",
        "events",
        "follows",
    ]
    follows = found["steps"][0]["follows"]
    assert [one["event"] for one in follows] == found["steps"][0]["events"]
    assert all(one["rules"] and one["says"].endswith(".") for one in follows)
    assert found["readings"]["C1"] == "wait"
    assert found["steps"][0]["events"][0] == "voidsiege/command_declared/v1"
    assert (found["first_illegal"], found["mismatches"]) == (None, [])


def test_replay_exits_with_1_when_something_differs(umpire: Any, tmp_path: Path) -> None:
    record = tmp_path / "wrong.yaml"
    record.write_text(CHARGE.read_text().replace("[T13]", "[T1]"))
    told = umpire("replay", record)
    assert told.exit_code == 1
    assert "differs: the record expects legal, citing T1" in told.stdout
    found = json.loads(umpire("replay", record, "--json").stdout)
    assert [one["n"] for one in found["mismatches"]] == [6]


def test_replay_under_another_reading_and_at_an_earlier_entry(umpire: Any) -> None:
    found = json.loads(umpire("replay", CHARGE, "--json", "--reading", "C8=free", "--at", 1).stdout)
    assert found["readings"]["C8"] == "free"
    assert found["state"]["phase"] == "reaction"
    assert len(found["steps"]) == 6


def test_replay_strict_stops_at_the_first_step_that_is_not_legal(umpire: Any) -> None:
    refused_early = RECORDS / "08-no-reaction-to-a-reaction.yaml"
    told = umpire("replay", refused_early, "--strict", "--json")
    assert told.exit_code == 0
    found = json.loads(told.stdout)
    assert found["first_illegal"] == found["steps"][-1]["n"] == 3


def test_replay_reads_standard_input(umpire: Any) -> None:
    assert umpire("replay", "-", input=CHARGE.read_bytes()).exit_code == 0


def test_what_is_no_record_ends_in_one_sentence_and_2(umpire: Any, tmp_path: Path) -> None:
    (tmp_path / "empty.yaml").write_text("")
    assert "empty.yaml: it is empty" in refused(umpire("replay", "empty.yaml"))
    assert "none.yaml: there is no such file" in refused(umpire("replay", "none.yaml"))
    assert "ID=VALUE" in refused(umpire("replay", CHARGE, "--reading", "C1"))
    assert "no reading" in refused(umpire("replay", CHARGE, "--reading", "C1=never"))
    assert "no entry 99" in refused(umpire("replay", CHARGE, "--at", 99))


def test_a_note_cannot_steer_the_terminal(umpire: Any, tmp_path: Path) -> None:
    note = tmp_path / "note.yaml"
    steps = r'steps: [{by: ana, do: note, text: "\e[2J\u202e gone"}]'
    note.write_text(CHARGE.read_text().split("steps:")[0] + steps)
    told = umpire("replay", note)
    assert told.exit_code == 0
    assert "\x1b" not in told.stdout and "\u202e" not in told.stdout


def test_a_step_gets_its_ruling_verdict_first(umpire: Any, game: Any) -> None:
    ruled = umpire("step", game, *DECLARE)
    assert ruled.exit_code == 0
    assert ruled.stdout.startswith("legal 1. ana gives “a1”")
    again = umpire("step", game, "{by: ana, do: move, unit: a1}")
    assert again.exit_code == 0
    assert again.stdout.startswith("illegal 2. ana moves “a1”")


def test_a_log_in_which_nothing_is_says_so(umpire: Any, game: Any) -> None:
    assert umpire("log", game).stdout == "Nothing has been said yet.\n"


def test_steps_are_read_one_a_line(umpire: Any, game: Any) -> None:
    lines = "{by: ana, do: declare, unit: a1, command: move}\n\nby=ben do=decline\n# go\n"
    lines += "by=ana do=move unit=a1\n"
    ruled = umpire("step", game, "-", input=lines)
    assert [line.split()[:2] for line in ruled.stdout.splitlines()] == [
        ["legal", "1."],
        ["legal", "2."],
        ["legal", "3."],
    ]
    as_json = umpire("step", game, "-", "--json", input="by=ben do=note text=hello\n")
    assert json.loads(as_json.stdout)["n"] == 4


def test_a_line_that_is_no_step_ends_the_stream_and_keeps_what_was_ruled(
    umpire: Any, game: Any
) -> None:
    ruled = umpire(
        "step", game, "-", input="by=ana do=note text=a\nnonsense\nby=ana do=note text=b\n"
    )
    assert ruled.exit_code == 2
    assert "line 2: “nonsense” is nothing in this game" in ruled.stderr
    assert len(json.loads(umpire("log", game, "--json").stdout)["entries"]) == 1


def test_a_line_that_is_no_text_is_told_so(game: str) -> None:
    ruled = subprocess.run(
        [sys.executable, "-m", "adapters.cli", "step", game, "-"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=b"ana note hm\nana note \xff\xfe\n",
        capture_output=True,
        check=False,
    )
    assert ruled.stderr.decode() == "umpire: line 2: what was typed is not UTF-8 text.\n"


@pytest.mark.parametrize("closed", [(1,), (2,), (0, 1, 2)], ids=["output", "errors", "all"])
def test_whoever_began_it_may_have_closed_what_it_writes_to(
    game: str, umpire: Any, closed: tuple[int, ...]
) -> None:
    """As `umpire … >&-` does, and what begins programs in the background."""
    ruled = subprocess.run(
        [sys.executable, "-m", "adapters.cli", "step", game, "ana", "note", "hm"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: [os.close(number) for number in closed],
        check=False,
    )
    assert ruled.returncode == 0
    assert len(json.loads(umpire("log", game, "--json").stdout)["entries"]) == 1


def test_what_is_no_step_is_not_kept(umpire: Any, game: Any) -> None:
    assert "say first who" in refused(umpire("step", game, "do=undo"))
    assert "not “eve”" in refused(umpire("step", game, "by=eve", "do=decline"))
    assert "“pass” is nothing" in refused(umpire("step", game, "by=ana", "pass"))
    assert json.loads(umpire("log", game, "--json").stdout)["entries"] == []


def test_a_remark_does_not_end_what_a_judge_may_let_happen(umpire: Any, game: Any) -> None:
    """A remark is no step of the game."""
    for words in ("ana a1 run", "ben decline", "ana move a1", "ana a1 run"):
        umpire("step", game, *words.split())
    umpire("step", game, "ben", "do=note", "text=A judge, please")
    ruled = umpire("overrule", game, 4, "legal", "--because", "they had agreed to it").stdout
    assert ruled.startswith("legal 6. the judge rules entry 4 legal")


def test_undo_rewind_and_overrule_are_entries(umpire: Any, game: Any) -> None:
    umpire("step", game, *DECLARE)
    assert umpire("undo", game, "--by", "ana").stdout.startswith(
        "legal 2. ana wants the last step back"
    )
    back = umpire("rewind", game, 1, "--because", "agreed").stdout
    assert back.startswith("Comes back: 1. ana gives") and "\nlegal 3. the judge" in back
    umpire("step", game, "by=ana do=declare unit=a1 command=move")
    ruled = umpire("overrule", game, 1, "illegal", "--because", "out of reach")
    assert "\nlegal 5. the judge rules entry 1 illegal" in ruled.stdout
    entries = json.loads(umpire("log", game, "--json").stdout)["entries"]
    assert [one["n"] for one in entries] == [1, 2, 3, 4, 5]
    assert entries[0]["overruled"] == {"verdict": "illegal", "entry": 5}
    assert entries[0]["verdict"] == "legal"
    assert not entries[0]["standing"] and entries[0]["undone"]
    assert entries[0]["when"].endswith("Z")
    assert entries[0]["said"]["unit"] == "a1"


def test_the_log_folds_what_was_taken_back(umpire: Any, game: Any) -> None:
    umpire("step", game, *DECLARE)
    umpire("undo", game, "--by", "ana")
    folded = umpire("log", game).stdout
    assert "entry 1 was taken back" in folded and "1. ana gives" not in folded
    assert "1. ana gives" in umpire("log", game, "--all").stdout


def test_show_at_any_entry_in_words_and_json(umpire: Any, game: Any) -> None:
    umpire("step", game, *DECLARE)
    shown = json.loads(umpire("show", game, "--json").stdout)
    assert (shown["game"], shown["entry"], shown["state"]["phase"]) == (game, 1, "reaction")
    earlier = json.loads(umpire("show", game, "--json", "--at", 0).stdout)
    assert earlier["state"]["phase"] == "idle"
    assert "After entry 1" in umpire("show", game).stdout
    assert "no entry 2" in refused(umpire("show", game, "--at", 2))
    assert "“eve” is nobody here" in refused(umpire("show", game, "--as", "eve"))


def test_options_say_what_may_be_done_and_what_stands_in_the_way(umpire: Any, game: Any) -> None:
    umpire("step", game, *DECLARE)
    told = umpire("options", game).stdout
    assert "ben may:" in told and "  7  b1 snap_fire\n" in told
    assert "entry 1" in told
    rows = json.loads(umpire("options", game, "--for", "ana", "--json").stdout)["options"]
    assert {row["player"] for row in rows} == {"ana"}
    assert "“eve” does not play" in refused(umpire("options", game, "--for", "eve"))


def test_a_record_is_a_set_up_for_new_and_a_game_for_import(umpire: Any) -> None:
    opened = umpire("new", CHARGE)
    assert "6 steps are not taken" in opened.stderr
    taken = umpire("import", CHARGE)
    *_, game = taken.stdout.splitlines()
    assert "6 steps taken: 6 legal" in taken.stdout
    listed = json.loads(umpire("games", "--json").stdout)["games"]
    assert {one["game"] for one in listed} == {opened.stdout.strip(), game}
    assert game in umpire("games").stdout


def test_new_without_enough_to_begin(umpire: Any) -> None:
    assert "expected a FILE, a RULESET, or --ruleset with --players" in refused(umpire("new"))
    assert "leave the other options out" in refused(umpire("new", CHARGE, "--points", 3))
    assert "no ruleset “chess”" in refused(umpire("new", "--ruleset", "chess", "--players", "a,b"))
    assert "NAME=OWNER" in refused(
        umpire("new", "--ruleset", "voidsiege", "--players", "a,b", "--unit", "a1")
    )
    assert "options: " in refused(umpire("new", "--ruleset", "voidsiege", "--players", "a,b"))


def test_an_exported_game_replays_to_the_same(umpire: Any, game: Any, tmp_path: Path) -> None:
    umpire("step", game, *DECLARE)
    umpire("step", game, "by=ana", "do=move", "unit=a1")
    umpire("undo", game, "--by", "ana")
    assert umpire("export", game, "-o", "game.yaml").exit_code == 0
    assert umpire("replay", "game.yaml").exit_code == 0
    assert "exists already" in refused(umpire("export", game, "-o", "game.yaml"))
    text = umpire("export", game, "--json").stdout
    assert umpire("replay", "-", input=text).exit_code == 0


def test_a_stored_game_is_verified(umpire: Any, game: Any) -> None:
    umpire("step", game, *DECLARE)
    told = umpire("verify", game)
    assert told.exit_code == 0 and told.stdout.startswith("holds ")
    assert json.loads(umpire("verify", "--all", "--json").stdout)["games"][0]["holds"] is True
    assert umpire("verify").stdout == told.stdout


def test_the_rulebooks_are_printed(umpire: Any) -> None:
    assert "T14" in umpire("rules", "voidsiege").stdout
    one = umpire("rules", "voidsiege", "T14")
    assert one.stdout.startswith("T14 ") and "Turn Structure and Commands, Key Rules" in one.stdout
    found = json.loads(umpire("rules", "voidsiege", "C1", "--json").stdout)
    assert list(found["readings"]) == ["wait", "snap_fire"]
    assert "has no rule “T99”" in refused(umpire("rules", "voidsiege", "T99"))
    assert "no ruleset “chess”" in refused(umpire("rules", "chess"))
    assert "no edition “1”" in refused(umpire("rules", "voidsiege", "--edition", "1"))


@pytest.mark.parametrize(
    "words",
    [["show", "nobody"], ["log", "nobody"], ["options", "nobody"], ["export", "nobody"]],
    ids=" ".join,
)
def test_a_game_that_is_not_there(umpire: Any, game: Any, words: Any) -> None:
    assert "nobody" in refused(umpire(*words))


def test_a_command_that_is_not_there(umpire: Any) -> None:
    assert "“dance” is no command" in refused(umpire("dance"))


def test_a_step_that_no_store_can_take(umpire: Any, tmp_path: Path) -> None:
    assert "no step can be taken: there is no store" in refused(umpire("ana", "a1", "move"))
    (tmp_path / "other.txt").write_text("not a store of games\n" * 100)
    told = refused(umpire("--db", tmp_path / "other.txt", "ana", "a1", "move"))
    assert "“ana” is no command" in told and "other.txt" in told


def test_a_file_that_holds_no_games(umpire: Any, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("not a store of games\n" * 100)
    assert "other.txt" in refused(umpire("games", "--db", tmp_path / "other.txt"))
    assert "other.txt" in refused(umpire("--db", tmp_path / "other.txt", "games"))


def test_the_demo_tells_a_disputed_turn(umpire: Any) -> None:
    told = umpire("demo")
    assert told.exit_code == 0
    for word in (
        "Charge",
        "Intervene",
        "T14 One reaction",
        "P7",
        "goes back to after entry 5",
        "differs",
    ):
        assert (word in told.stdout) is (word != "differs")
