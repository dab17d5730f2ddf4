"""What a busy judge types: the game left out, steps in a few words, options by number."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.commands import refused

CHARGE = ("ana", "a1", "assault", "charge", "b1")


@pytest.fixture
def game(umpire: Any) -> str:
    """The id of a small game of VoidSiege, the only one."""
    return str(umpire("new", "--ruleset", "voidsiege", "--example").stdout.splitlines()[-1])


def entries(umpire: Any, game: str) -> list[Any]:
    found: list[Any] = json.loads(umpire("log", game, "--json").stdout)["entries"]
    return found


def test_without_a_game_the_newest_is_meant_and_named(umpire: Any, game: str) -> None:
    ruled = umpire("step", *CHARGE)
    assert ruled.stdout.startswith("legal 1. ana gives “a1” Assault as a Charge")
    assert ruled.stderr == f"Game {game}.\n"
    assert umpire("step", game, "ben", "decline").stderr == ""


@pytest.mark.parametrize("line", ["{do: decline}", "{do: overrule}"])
def test_a_step_that_names_nobody_is_none(umpire: Any, game: str, line: str) -> None:
    said = refused(umpire("step", game, line))
    assert said == "umpire: a step needs “by”, as in {by: ana, do: pass}."
    assert entries(umpire, game) == []


@pytest.mark.parametrize(
    "words",
    [
        ("rewind", 999, "--because", "x"),
        ("overrule", 2, "legal", "--because", "x"),
        ("overrule", 0, "legal", "--because", "x"),
        ("played", 7, "--because", "x"),
        ("step", "judge", "rewind", "999", "x"),
    ],
    ids=str,
)
def test_a_judges_slip_of_the_pen_is_no_evidence(
    umpire: Any, game: str, words: tuple[Any, ...]
) -> None:
    umpire("step", *CHARGE)
    said = refused(umpire(*words))
    assert "there is no entry" in said and "the newest is 1" in said
    assert len(entries(umpire, game)) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("overrule", 1, "illegal", "--because", "legal"),
        ("step", "judge", "overrule", "1", "illegal", "legal"),
        ("step", "--as-said", "judge", "overrule", "1", "illegal", "legal"),
        ("step", "judge", "overrule", "entry=1", "verdict=illegal", "because=legal"),
    ],
    ids=str,
)
def test_a_verdict_in_place_of_a_reason_is_asked_about(
    umpire: Any, game: str, words: tuple[Any, ...]
) -> None:
    umpire("step", *CHARGE)
    assert refused(umpire(*words)) == "umpire: say why: “legal” is a verdict, and no reason."
    assert len(entries(umpire, game)) == 1
    free = umpire("overrule", 1, "illegal", "--because", "legal only in round 2")
    assert free.exit_code == 0 and len(entries(umpire, game)) == 2


def test_what_was_said_by_half_is_kept_where_that_is_all(umpire: Any, game: str) -> None:
    half = ("step", "ana", "declare", "a1", "assault", "charge")
    assert "If no more was said: --as-said." in refused(umpire(*half))
    assert "T3" in umpire(*half, "--as-said").stdout


@pytest.mark.parametrize(
    "words",
    [
        ("show",),
        ("log",),
        ("options",),
        ("why",),
        ("why", 1),
        ("why", "ana", "a1", "run"),
        ("diff", 0, 1),
        ("undo", "--by", "ana"),
        ("rewind", 0, "--because", "agreed"),
        ("overrule", 1, "illegal", "--because", "out of reach"),
        ("sheet", 1, "--json"),
        ("export",),
        ("verify",),
        ("audit",),
        ("shrink", 1),
        ("fork", "--dry", "ben decline"),
    ],
    ids=str,
)
def test_every_command_about_a_game_goes_without_its_id(
    umpire: Any, game: str, words: tuple[Any, ...]
) -> None:
    umpire("step", *CHARGE)
    command, *rest = words
    short, long = umpire(command, *rest), umpire(command, game, *rest)
    assert short.exit_code == 0, short.output
    assert f"Game {game}." in short.stderr and "Game " not in long.stderr
    if command not in ("undo", "rewind", "overrule"):
        assert short.stdout == long.stdout


def test_the_environment_says_which_game(
    umpire: Any, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    umpire("new", "--ruleset", "nullshapers", "--example")
    assert "step" not in umpire("step", *CHARGE).stdout
    monkeypatch.setenv("UMPIRE_GAME", game)
    assert umpire("step", *CHARGE).stdout.startswith("legal 1.")
    assert len(entries(umpire, game)) == 1


def test_an_id_is_known_by_its_beginning_and_in_any_case(umpire: Any, game: str) -> None:
    umpire("new", "--ruleset", "nullshapers", "--example")
    for word in (game[:6], game.upper(), game.replace("-", "")):
        told = umpire("show", word)
        assert "Round 1 of 3." in told.stdout and told.stderr == f"Game {game}.\n", word
        assert umpire("step", word, "ana", "note", "hello").stdout.startswith("note")


def test_a_beginning_of_several_ids_is_asked_about_before_a_step_too(
    umpire: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = iter(("wola-tiri-11", "wola-siru-22"))
    monkeypatch.setattr("application.game.umpire.new_id", lambda: next(ids))
    for _ in range(2):
        umpire("new", "--ruleset", "voidsiege", "--example")
    for words in (("show", "wo"), ("step", "wo", *CHARGE)):
        assert "“wo” begins the ids of 2 games: wola-" in refused(umpire(*words))
    assert umpire("step", "wola-t", *CHARGE).stderr == "Game wola-tiri-11.\n"


def test_a_game_that_is_not_there(umpire: Any, game: str) -> None:
    typo = ("x" if game[0] != "x" else "z") + game[1:] + "0"
    assert f"did you mean “{game}”?" in refused(umpire("show", typo))
    assert "there is no game" in refused(umpire("step", "nowhere", "by=ana", "do=decline"))
    assert "there is no entry 7" in refused(umpire("show", "--at", 7)).replace("the newest", "")


def test_an_empty_store_says_how_to_begin(umpire: Any, game: str, tmp_path: Path) -> None:
    other = tmp_path / "other.umpire"
    umpire("--db", other, "new", "--ruleset", "voidsiege", "--example")
    assert umpire("--db", other, "step", *CHARGE).exit_code == 0
    assert entries(umpire, game) == []


def test_a_word_that_is_nothing_here_is_asked_about_and_not_kept(umpire: Any, game: str) -> None:
    for words in (("ana", "a1", "asault"), ("by=ana", "do=declare", "unit=a9", "command=run")):
        assert "is nothing in this game; did you mean" in refused(umpire("step", *words))
    assert entries(umpire, game) == []
    kept = umpire("step", "--keep", "by=ana", "do=declare", "unit=a9", "command=run")
    assert kept.stdout.startswith("illegal 1.")


def test_options_are_numbered_and_taken_by_number(umpire: Any, game: str) -> None:
    assert "3–6  declare move charge: a1, a2 → b1, b2 (4)" in umpire("options").stdout
    assert "\n  3  declare a1 move charge b1" in umpire("options", "a1", "charge", "move").stdout
    assert "“fly” is nothing in this game" in refused(umpire("options", "a1", "fly"))
    assert "may not" not in umpire("options", "--legal").stdout
    listed = umpire("options", "--all").stdout.splitlines()
    assert listed[0] == "ana may:"
    number, _, step = listed[3].strip().partition("  ")
    assert number == "3"
    ruled = umpire("step", 3)
    assert ruled.stdout.startswith("legal 1. ana gives")
    said = entries(umpire, game)[0]["said"]
    assert step == f"declare {said['unit']} {said['command']}" or "target" in said


def test_what_a_further_page_lists_can_be_typed_and_past_the_last_one_there_is_none(
    umpire: Any,
) -> None:
    umpire("new", "--ruleset", "nullshapers", "--example")
    listed = umpire("options", "--for", "ben", "--page", 2).stdout.splitlines()
    assert listed[0] == "ben may:"
    typed = listed[1].split()
    assert typed[0] == "report"
    assert umpire("ben", *typed).stdout.startswith("legal 1. ben reports")
    for words in (("--page", 3), ("--legal", "--page", 3)):
        told = umpire("options", "--for", "ben", *words)
        assert (told.exit_code, told.stdout) == (2, "")
        assert "there is no page 3; the last is 2" in told.stderr
    nothing = umpire("options", "ben", "quake", "--page", 2)
    assert nothing.stdout == "ben may do nothing with “quake” of page 2 now.\n"


def test_a_note_is_told_in_one_form(umpire: Any, game: str) -> None:
    assert umpire("ana", "note", "hm").stdout == "note 1. ana: “hm”\n"
    assert umpire("step", "-", input="ana note hm\n").stdout == "note 2. ana: “hm”\n"
    assert "entry 0 is the set-up" in refused(umpire("why", 0))


def test_a_number_is_that_of_the_table_as_it_is_now(umpire: Any, game: str) -> None:
    umpire("step", *CHARGE)
    assert umpire("options").stdout.startswith("ben may:")
    assert umpire("step", "ben", 1).stdout.startswith("legal 2. ben ")
    assert "moved on to entry 2" in refused(umpire("step", "ana", 1, "--at", 1))
    assert "there is no number 999: " in refused(umpire("step", "ana", 999))
    assert "a judge says it in words" in refused(umpire("step", "judge", 1))
    assert len(entries(umpire, game)) == 2


def test_a_number_before_what_is_done_is_not_that_of_an_option(umpire: Any) -> None:
    """Who says “1 pay” may mean one point, not the first option, which pays two."""
    umpire("new", "--ruleset", "arcane-legions", "--example")
    for line in ("ana legion close", "ana target guard"):
        assert umpire("step", *line.split()).stdout.startswith("legal")
    assert "number 1 is “pay”: it asks for nothing more" in refused(umpire("step", "ana", 1, "pay"))


def test_an_option_that_asks_for_something_is_given_it(umpire: Any) -> None:
    umpire("new", "--ruleset", "arcane-legions", "--example")
    for line in ("ana legion close", "ana target guard", "ana pay"):
        assert umpire("step", *line.split()).stdout.startswith("legal")
    listed = umpire("options", "--for", "ana").stdout.splitlines()
    (rolls,) = [row for row in listed if row.strip().endswith("roll attack=… defence=…")]
    number = rolls.split()[0]
    assert "it asks for attack (attack dice)" in refused(umpire("step", "ana", number))
    ruled = umpire("step", "ana", number, "5,6,3", "2,3")
    assert ruled.stdout.startswith("legal 4. ana rolls")


def test_steps_line_by_line_are_short_too(umpire: Any, game: str) -> None:
    lines = "ana a1 assault charge b1\n# a remark\nben decline\n"
    ruled = umpire("step", "-", input=lines)
    assert [row.split(" ")[:2] for row in ruled.stdout.splitlines()] == [
        ["legal", "1."],
        ["legal", "2."],
    ]
    assert len(entries(umpire, game)) == 2


def test_why_takes_a_step_in_a_few_words(umpire: Any, game: str) -> None:
    long = "by=ben do=declare unit=b1 command=run"
    told = umpire("why", game, "--if", long).stdout
    assert told.startswith("ILLEGAL") and umpire("why", "ben", "b1", "run").stdout == told


def test_a_fork_takes_short_steps_one_after_the_other(umpire: Any, game: str) -> None:
    made = umpire("fork", game, "ana a1 run", "ben b1 snap_fire")
    assert made.exit_code == 0, made.output
    assert len(entries(umpire, made.stdout.splitlines()[-1])) == 2


def test_a_line_that_begins_with_no_command_is_a_step(umpire: Any, game: str) -> None:
    assert umpire(*CHARGE).stdout.startswith("legal 1. ana gives “a1” Assault")
    assert umpire("b2", "intervene").stdout.startswith(
        "legal 2. ben answers with Intervene of “b2”"
    )
    assert umpire(game, "ben", "move", "b2").stdout.startswith("legal 3. ben moves “b2”")
    assert umpire("1").stdout.startswith("legal 4. ana moves")


def test_a_command_is_never_taken_for_a_step(umpire: Any, game: str) -> None:
    umpire("new", "voidsiege", "--players", "show,log")
    assert umpire("show").stdout.startswith("The set-up")
    assert json.loads(umpire("log", "--json").stdout)["entries"] == []
    assert umpire("step", "show", "a1", "run").stdout.startswith("legal 1. show gives")
