"""What seats and games are called before people, and when steps were taken, on the command line."""

import json
import re
from pathlib import Path
from typing import Any

from adapters.wiring import umpire_on
from application.records.records import record_of
from domain.kernel.values import changed
from tests.adapters.commands import refused

RECORD = """\
record: 1
ruleset: voidsiege
players: [ana, ben]
names: {ana: "Ana Müller", ben: "Ben <b>"}
about: {event: Spring Open, round: 3, table: 7}
setup:
  points: {ana: 3, ben: 3}
  units: {a1: {owner: ana}, b1: {owner: ben}}
steps:
  - {by: ana, do: declare, unit: a1, command: move, at: 2026-11-21T18:04:00+01:00}
  - {by: ben, do: decline}
"""
WHO = "Ana Müller (ana)"
WHERE = "Spring Open, round 3, table 7"


def imported(umpire: Any, tmp_path: Path) -> str:
    page = Path(tmp_path) / "table-7.yaml"
    page.write_text(RECORD, encoding="utf-8")
    return umpire("import", page).stdout.splitlines()[-1]


def test_lists_tables_logs_sheets_and_replays_show_them(umpire: Any, tmp_path: Path) -> None:
    game = imported(umpire, tmp_path)
    for words in (
        ("games",),
        ("show", game),
        ("log", game),
        ("replay", "table-7.yaml"),
    ):
        told = umpire(*words).stdout
        assert WHO in told and WHERE in told, words
    sheet = umpire("sheet", game, 1, "-o", "-").stdout
    assert WHO in sheet and WHERE in sheet and "&lt;b&gt;" in sheet and "<b>" not in sheet


def test_a_name_that_a_store_has_kept_steers_no_terminal(umpire: Any) -> None:
    """Records with such names are refused today; a store may have taken one in before."""
    opening = changed(record_of(RECORD).opening, names={"ben": "\x1b[31mBen\u202e"})
    kept = umpire_on()
    game = kept.open(opening)
    kept.store.close()
    for words in (("games",), ("show", game), ("log", game)):
        told = umpire(*words).stdout
        assert "Ben" in told and "\x1b" not in told and "\u202e" not in told, words


def test_programs_get_them_as_they_are(umpire: Any, tmp_path: Path) -> None:
    game = imported(umpire, tmp_path)
    for words in (("show", game), ("log", game)):
        found = json.loads(umpire(*words, "--json").stdout)
        assert found["names"]["ana"] == "Ana Müller"
        assert found["about"] == {"event": "Spring Open", "round": 3, "table": 7}
    (listed,) = json.loads(umpire("games", "--json").stdout)["games"]
    assert listed["names"]["ana"] == "Ana Müller" and listed["about"]["round"] == 3


def test_the_time_that_was_said_is_the_time_of_the_step(umpire: Any, tmp_path: Path) -> None:
    game = imported(umpire, tmp_path)
    first, second = json.loads(umpire("log", game, "--json").stdout)["entries"]
    assert first["when"] == "2026-11-21T17:04:00.000Z" != first["written"]
    assert second["when"] == second["written"]
    # By this machine's clock, wherever that is.
    assert re.search(r"2026-11-2\d \w+\n(.+\n)   \d\d:\d4:00  ", umpire("log", game).stdout)
    assert "at 2026" not in umpire("log", game).stdout
    assert "   2026-11-21T18:04:00+01:00" in umpire("replay", "table-7.yaml").stdout


def test_an_export_says_of_every_entry_when_it_was_taken(umpire: Any, tmp_path: Path) -> None:
    game = imported(umpire, tmp_path)
    page = Path(tmp_path) / "again.yaml"
    page.write_text(umpire("export", game).stdout, encoding="utf-8")
    lines = [line for line in page.read_text("utf-8").splitlines() if line.startswith("  - ")]
    assert all(" at: " in line for line in lines) and "18:04:00+01:00" in lines[0]
    assert umpire("replay", page).exit_code == 0
    again = umpire("import", page).stdout.splitlines()[-1]
    entries = [json.loads(umpire("log", one, "--json").stdout) for one in (game, again)]
    assert entries[0]["names"] == entries[1]["names"]
    assert entries[0]["entries"][0]["when"] == entries[1]["entries"][0]["when"]


def test_a_quick_game_is_opened_with_them(umpire: Any) -> None:
    quick = "new --ruleset voidsiege --players ana,ben --unit a1=ana --unit b1=ben --points 3"
    told = ("--name", "ana=Ana Müller", "--about", "event=Spring Open", "--about", "round=3")
    opened = umpire(*quick.split(" "), *told)
    assert opened.exit_code == 0
    assert f"{WHO} against ben" in umpire("show", opened.stdout.strip()).stdout
    assert "eve" in refused(umpire(*quick.split(" "), "--name", "eve=Eve"))
    assert "--about" in refused(umpire(*quick.split(" "), "--about", "event"))


def test_nobody_says_when_a_step_of_a_game_being_played_was_taken(
    umpire: Any, tmp_path: Path
) -> None:
    game = imported(umpire, tmp_path)
    for at in ("2026-11-21T18:05:00+01:00", "soon"):
        told = refused(umpire("step", game, "by=ana", "do=note", "text=a", f"at={at}"))
        assert "“at” is said with the steps of a record" in told
