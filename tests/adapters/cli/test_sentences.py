"""What the command says when there is nothing, one thing, or something it cannot use."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from adapters.cli import output
from adapters.cli.options import AT_A_TABLE
from adapters.stores.ledgers import PATIENCE
from adapters.wiring import umpire_on
from application.game.transcript import Line
from application.game.umpire import Umpire
from tests.adapters.commands import refused

QUICK = "new --ruleset voidsiege --players ana,ben --unit a1=ana --unit b1=ben --points 3"
RECORDS = Path(__file__).parents[2] / "conformance"
HEAD = """record: 1
ruleset: voidsiege
players: [ana, ben]
setup: {points: {ana: 3, ben: 3}, units: {a1: {owner: ana}, b1: {owner: ben}}}
"""
ONE_STEP = HEAD + "steps:\n  - {by: ana, do: declare, unit: a1, command: move, expect: illegal}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("show", "{}"),
        ("step", "{}"),
        ("replay", "{}.yaml"),
        ("--{}",),
        ("new", "voidsiege", "--reading", "{}"),
    ],
    ids=str,
)
def test_a_word_without_end_hides_no_sentence(umpire: Any, words: tuple[str, ...]) -> None:
    umpire(*QUICK.split())
    told = refused(umpire(*(word.format("x" * 5000) for word in words)))
    assert len(told) < 300 and "xxxx…xxxx" in told


@pytest.mark.parametrize("words", [("precedents", "--most"), ("options", "--page")], ids=str)
def test_a_number_beyond_all_counting_is_told(umpire: Any, words: tuple[str, ...]) -> None:
    umpire(*QUICK.split())
    told = refused(umpire(*words, "9" * 20))
    assert f"{words[1]}: {'9' * 20} is too large; expected 1 to 1000000." in told


@pytest.mark.parametrize("command", ["import", "replay", "verify", "audit"])
def test_an_empty_name_is_not_the_folder_one_is_in(umpire: Any, command: str) -> None:
    Path("game.yaml").write_text(ONE_STEP, encoding="utf-8")
    assert refused(umpire(command, "")).startswith("umpire: “” is the name of nothing; expected a")
    nothing = "umpire: “” is the name of nothing; expected a file."
    assert refused(umpire("event", "pair", "x", "")) == nothing
    assert umpire("games").stdout == ""


@pytest.mark.parametrize("given", [b"\xff\xfe", b"\0"], ids=["no UTF-8", "binary"])
def test_standard_input_is_called_so(umpire: Any, given: bytes) -> None:
    assert refused(umpire("replay", "-", input=given)).startswith("umpire: standard input: ")
    assert umpire("verify", "-", input=given).stdout.startswith("does not hold: standard input: ")


@pytest.mark.parametrize(
    ("words", "list"), [([], "Most used"), (["db"], "Commands")], ids=["umpire", "umpire db"]
)
def test_without_a_command_it_lists_them(umpire: Any, words: Any, list: str) -> None:
    told = umpire(*words)
    assert told.exit_code == 2
    assert told.stderr.startswith("Usage: umpire") and f"\n{list}:\n" in told.stderr
    assert "See umpire" not in told.stderr


@pytest.mark.parametrize(
    "words",
    [
        "games",
        "show zife-mafu-77",
        "log zife-mafu-77",
        "step zife-mafu-77 by=ana,do=pass",
        "verify --all",
        "precedents",
        "compare --all --reading C1=snap_fire",
        "backup-db copy.umpire",
    ],
)
def test_a_store_that_is_not_there_is_not_made_by_looking_for_it(
    umpire: Any, tmp_path: Path, words: Any
) -> None:
    assert "there is no store" in refused(umpire(*words.split(" ")))
    assert list(tmp_path.iterdir()) == []


def test_one_s_own_store_is_made_when_it_is_first_looked_at(
    umpire: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UMPIRE_DB")
    monkeypatch.setattr("adapters.wiring.own_place", lambda: tmp_path / "own" / "games.umpire")
    told = umpire("games")
    assert (told.exit_code, told.stdout) == (0, "")
    assert told.stderr == "No game yet; “umpire new” opens one.\n"


def test_who_holds_the_store_and_writes_nothing_is_not_waited_for(
    umpire: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patience = []

    def opened(db: str | None, seconds: float) -> Umpire:
        patience.append(seconds)
        return umpire_on(db, seconds)

    game = umpire(*QUICK.split(" ")).stdout.strip()
    with closing(sqlite3.connect(tmp_path / "games.umpire", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr("adapters.wiring.umpire_on", opened)
        told = umpire("step", game, "by=ana", "do=note", "text=hello")
        assert patience == [AT_A_TABLE] and AT_A_TABLE < PATIENCE
    assert "another program holds the store" in refused(told)
    assert umpire("log", game).stdout == "Nothing has been said yet.\n"


def test_one_thing_is_told_as_one(umpire: Any, tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(ONE_STEP)
    assert "1 place differs from the record." in umpire("replay", "one.yaml").stdout
    assert "Its step is not taken" in umpire("new", "one.yaml").stderr
    assert "1 step taken: 1 legal" in umpire("import", "one.yaml").stdout


def test_a_spectator_is_told_that_what_may_be_done_is_not_his_to_see(umpire: Any) -> None:
    record = RECORDS / "nullshapers" / "01-plain-play.yaml"
    *_, game = umpire("import", record).stdout.splitlines()
    told = umpire("options", game, "--as", "spectator")
    assert (told.exit_code, told.stdout) == (0, "")
    assert "not spectator's to see" in told.stderr


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("\t- {by: ana, do: pass}", "line 6: a tab"),
        ("  - {by: ana, do: pass", "a bracket is not closed, or a comma is missing"),
        ("  - {by: ana, do: [}", "line 6: a value is missing, or a bracket"),
        ("  - by: ana: do", "line 6: “:” at a wrong place"),
        ("  - {by: 'ana, do: pass}", "a quote is opened and never closed"),
    ],
)
def test_a_slip_of_the_pen_in_a_record_is_told_in_plain_words(
    umpire: Any, tmp_path: Path, line: Any, said: Any
) -> None:
    (tmp_path / "slip.yaml").write_text(f"{HEAD}steps:\n{line}\n")
    assert said in refused(umpire("replay", "slip.yaml"))


def test_a_setting_that_is_no_number(umpire: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UMPIRE_MOST_STEP", "abc")
    assert "UMPIRE_MOST_STEP: expected a whole number, not “abc”" in refused(umpire("serve"))


def test_a_word_of_two_lines_is_told_in_one(umpire: Any) -> None:
    game = umpire("new", "voidsiege").stdout.strip()
    told = refused(umpire("step", game, "ana", "a1", "fo\no"))
    assert told.startswith("umpire: “fo o” is nothing in this game")


def test_nothing_is_told_as_nothing(umpire: Any, tmp_path: Path) -> None:
    (tmp_path / "none.yaml").write_text(ONE_STEP.replace("{ana: 3, ben: 3}", "null"))
    assert "expected a mapping, found nothing" in refused(umpire("replay", "none.yaml"))


def test_on_a_narrow_terminal_lines_are_folded_below_their_indent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setattr(output, "width", lambda: 32)
    output.print_text("short\n  T4  As long as no target has been named, only Snap Fire answers.")
    assert capsys.readouterr().out.splitlines() == [
        "short",
        "  T4  As long as no target has",
        "    been named, only Snap Fire",
        "    answers.",
    ]
    output.print_lines([Line("    12–35  run: a1–a12, b1–b12 → ana, ben", tone="table", indent=11)])
    assert capsys.readouterr().out.splitlines() == [
        "    12–35  run: a1–a12, b1–b12 →",
        "           ana, ben",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("show", "a", "b"), "“b” is too much; show takes [GAME]"),
        (("games", "x"), "“x” is too much; games takes nothing but options"),
        (("new", "void", "--players", "ana,ana"), "--players: “ana” has a seat already"),
        (("new", "void", "--players", "ana,b n"), "--players: “b n” is no name"),
    ],
    ids=str,
)
def test_a_word_too_many_or_a_name_that_cannot_be_is_named(
    umpire: Any, words: Any, sentence: str
) -> None:
    umpire(*QUICK.split(" "))
    assert sentence in refused(umpire(*words))


NOT_SAID_ALOUD = re.compile(
    r"\[\]|\bNone\b|\bTrue\b|\b(target|unit|card|fact) \1\b|\bplain steps from\b"
)
"""What nobody says: Python's words, brackets, a field's name twice."""


@pytest.mark.parametrize("ruleset", ["voidsiege", "arcane-legions", "nullshapers"])
def test_nothing_is_told_with_keys_and_brackets(umpire: Any, ruleset: str) -> None:
    """Of a spread of records: the log, why of each refused entry, the audit, both sheets, what was learned."""
    for path in sorted((RECORDS / ruleset).glob("*.yaml"))[::40]:
        entries = json.loads(umpire("log", path, "--json").stdout)["entries"]
        refusals = [one["n"] for one in entries if one["verdict"] != "legal"][:2]
        asked = [("log", path, "--all"), ("audit", path), ("backup", path, "--to", 0)]
        asked += [("why", path, n) for n in refusals]
        asked += [("why", path, n, "--aloud") for n in refusals]
        asked += [("sheet", path, n, "--text") for n in refusals]
        for words in asked:
            told = umpire(*words)
            assert told.exit_code in (0, 1), (words, told.output)
            found = NOT_SAID_ALOUD.search(told.stdout)
            assert not found, (
                path.stem,
                words[0],
                told.stdout[found.start() - 60 : found.end() + 40],
            )
