"""A game is opened: by the name of its ruleset, from armies and decks in files, or by answers."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import Result

from application.rulesets import OURS


def refused(result: Result) -> str:
    assert result.exit_code == 2, result.output
    return str(result.stderr.splitlines()[-1])


def setup_of(umpire: Any) -> Any:
    return yaml.safe_load(umpire("export").stdout)["setup"]


@pytest.mark.parametrize("name", OURS)
def test_the_name_of_a_ruleset_is_enough(umpire: Any, name: str) -> None:
    opened = umpire("new", name)
    assert opened.exit_code == 0 and len(opened.stdout.splitlines()) == 1
    (listed,) = json.loads(umpire("games", "--json").stdout)["games"]
    assert listed["ruleset"] == name and listed["players"] == ["ana", "ben"]


def test_rulesets_are_named_in_any_case_and_by_their_beginning(umpire: Any) -> None:
    for name in ("Voidsiege", "void", "arcane legions", "--ruleset=NULL"):
        assert umpire("new", name, "--example").exit_code == 0, name


def test_armies_in_files_make_one_set_up(umpire: Any, tmp_path: Path) -> None:
    (tmp_path / "ana.yaml").write_text("points: {ana: 3}\nunits:\n  a1: {owner: ana}\n")
    (tmp_path / "ben.json").write_text('{"points": {"ben": 2}, "units": {"b1": {"owner": "ben"}}}')
    opened = umpire(
        "new", "void", "--players", "ana,ben", "--setup", "ana.yaml", "--setup", "ben.json",
        "--setup", "rounds: 3",
    )  # fmt: skip
    assert opened.exit_code == 0, opened.output
    assert setup_of(umpire) == {
        "points": {"ana": 3, "ben": 2},
        "units": {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}},
        "rounds": 3,
    }


def test_two_armies_with_one_name_are_told_apart_first(umpire: Any, tmp_path: Path) -> None:
    (tmp_path / "ana.yaml").write_text("units: {u1: {owner: ana}}")
    (tmp_path / "ben.yaml").write_text("units: {u1: {owner: ben}}")
    words = ("new", "void", "--players", "ana,ben", "--setup", "ana.yaml", "--setup", "ben.yaml")
    assert "ben.yaml: “u1” stands in units already" in refused(umpire(*words))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--setup", "army"), "“army” is neither a file nor a mapping"),
        (("--setup", "army.yaml"), "army.yaml: No such file"),
        (("--setup", "[1]"), "neither a file nor a mapping"),
        (("--setup", "points: 3", "--setup", "points: 4"), "points is said already"),
        (("--setup", "points: {ana: 3}"), "is missing"),
        (("--setup", "{points"), "--setup:"),
    ],
)
def test_a_set_up_that_cannot_be_used(umpire: Any, words: tuple[str, ...], sentence: str) -> None:
    result = umpire("new", "void", "--players", "ana,ben", *words)
    assert sentence in refused(result) and result.stdout == ""
    assert not Path("games.umpire").exists()


def test_what_is_neither_a_file_nor_a_ruleset(umpire: Any) -> None:
    assert "did you mean “voidsiege”?" in refused(umpire("new", "voidsige"))
    assert "--ruleset names a ruleset already" in refused(
        umpire("new", "void", "--ruleset", "null")
    )


ANSWERS = {
    "voidsiege": ["void", "", "n", "3", "3", "a1", "ana", "", "b1", "ben", "", "", "rounds: 2"],
    "arcane-legions": [
        "arcane", "ana,ben", "", "legion", "ana", "formation", "6", "", "guard", "ben", "form", "4",
        "", "", "ambush: false",
    ],
    "nullshapers": [
        "null", "", "", "quake", "event", "ana", "hand", "speed: 2", "beta", "agent", "b", "staging",
        "attack: 2, defense: 2, speed: 1", "", "",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_a_set_up_is_asked_for_shown_and_kept(umpire: Any, name: str) -> None:
    opened = umpire("new", "-i", input="\n".join([*ANSWERS[name], "mine.yaml", ""]))
    assert opened.exit_code == 0, opened.output
    *shown, _ = opened.stdout.splitlines()
    kept = Path("mine.yaml").read_text()
    assert kept.splitlines() == shown and yaml.safe_load(kept)
    assert umpire("new", name, "--players", "ana,ben", "--setup", "mine.yaml").exit_code == 0


def test_an_answer_that_will_not_do_is_asked_for_again(umpire: Any) -> None:
    answers = [
        "chess",
        "void",
        "",
        "n",
        "three",
        "3",
        "3",
        "a1",
        "zoe",
        "ana",
        "wings: 2",
        "",
        "a1",
    ]
    answers += ["b1", "ben", "", "", "", ""]
    opened = umpire("new", "-i", input="\n".join([*answers, ""]))
    assert opened.exit_code == 0, opened.output
    for sentence in (
        "no ruleset “chess”",
        "a whole number from 0",
        "one of ana, ben",
        "“a1” is there",
    ):
        assert sentence in opened.stderr
    assert "“wings” is nothing here" in opened.stderr


def test_the_example_is_one_answer(umpire: Any) -> None:
    opened = umpire("new", "nullshapers", "-i", input="kim,lee\ny\n\n")
    assert opened.exit_code == 0, opened.output
    assert "scout: {type: agent" in opened.stdout


def test_who_breaks_off_opens_nothing(umpire: Any) -> None:
    assert umpire("new", "-i", input="void\n").exit_code == 130
    assert not Path("games.umpire").exists()


def test_a_file_that_is_there_is_not_written_over(umpire: Any) -> None:
    Path("mine.yaml").write_text("mine")
    opened = umpire("new", "void", "-i", input="\ny\nmine.yaml\nother.yaml\n")
    assert opened.exit_code == 0 and "mine.yaml exists already" in opened.stderr
    assert Path("mine.yaml").read_text() == "mine" and Path("other.yaml").exists()


def test_what_a_game_is_about_is_said_in_known_words(umpire: Any) -> None:
    assert "not “foo”" in refused(umpire("new", "void", "--about", "foo=bar"))
    near = refused(umpire("new", "void", "--about", "tabel=3"))
    assert "not “tabel”; did you mean “table”?" in near
