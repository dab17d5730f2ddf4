"""A game is opened: by the name of its ruleset, from armies and decks in files, or by answers."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from click.testing import Result
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from adapters.cli.game.setup_dialogue import answer_at_terminal
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
        (("--setup", "army.yaml"), "army.yaml: there is no such file"),
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
        "ana",
        "ana,ana",
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
        "VoidSiege is for 2, not 1.",
        "“ana” has a seat already.",
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


def units(umpire: Any) -> dict[str, str]:
    """Unit → whose it is, in the newest game."""
    found = yaml.safe_load(umpire("export").stdout)["setup"]["units"]
    return {name: one["owner"] for name, one in found.items()}


TWELVE_A_SIDE = {f"{side[0]}{n}": side for side in ("ana", "ben") for n in range(1, 13)}


def test_an_army_is_answered_by_a_range_or_a_list_of_names(umpire: Any) -> None:
    answers = [
        "void",
        "",
        "n",
        "3",
        "3",
        "a1..a12",
        "ana",
        "",
        "b1..b10, b11, b12",
        "ben",
        "",
        "",
        "",
        "",
    ]
    opened = umpire("new", "-i", input="\n".join([*answers, ""]))
    assert opened.exit_code == 0, opened.output
    assert "“a1–a12”" in opened.stderr
    assert units(umpire) == TWELVE_A_SIDE


def test_an_army_is_pasted_or_said_in_two_options(umpire: Any) -> None:
    pasted = "points: {ana: 3, ben: 3}\nunits:\n  a1..a12: {owner: ana}\n  b1..b12: {owner: ben}\n"
    opened = umpire("new", "void", "--players", "ana,ben", "--paste", input=pasted)
    assert opened.exit_code == 0, opened.output
    assert units(umpire) == TWELVE_A_SIDE
    said = ("--players", "ana,ben", "--points", 3, "--unit", "a1..a12=ana", "--unit", "b1..b12=ben")
    assert umpire("new", "void", *said).exit_code == 0
    assert units(umpire) == TWELVE_A_SIDE


@pytest.mark.parametrize(
    ("words", "input", "sentence"),
    [
        (("--paste",), "", "nothing was pasted"),
        (("--paste",), "units: {a12..a1: {owner: ana}}", "“a12..a1” is no range of names"),
        (
            ("--unit", "a1..b3=ana"),
            "",
            "“a1..b3” is no range of names; expected one such as k1..k12",
        ),
        (("--unit", "a1..a99999=ana"), "", "is no range of names"),
    ],
)
def test_names_that_are_no_range(
    umpire: Any, words: tuple[str, ...], input: str, sentence: str
) -> None:
    assert sentence in refused(umpire("new", "void", "--players", "ana,ben", *words, input=input))


def test_escape_leaves_them_in_a_pipe_too(umpire: Any) -> None:
    assert umpire("new", "void", "-i", input="\nn\n\x1b\n").exit_code == 130
    assert not Path("games.umpire").exists()


@pytest.mark.parametrize("key", ["\x1b", "\x04", "\x03"])
def test_escape_leaves_the_questions(key: str) -> None:
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        typed.send_text("a1..a12\r")
        assert answer_at_terminal("name of a unit") == "a1..a12"
        typed.send_text(key)
        with pytest.raises(click.Abort):
            answer_at_terminal("name of a unit")
