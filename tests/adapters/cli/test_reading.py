"""Reading: the end of a log, games by what they are about, times by the reader's clock."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import Result

from adapters.cli import output
from application.game.listing import SORTED
from application.game.transcript import Line
from tests.adapters.commands import refused


@pytest.fixture
def umpire(umpire: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The command on a store of three games, by the clock of Berlin."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    umpire("new", "null", "--players", "kim,lee", "--about", "event=Open", "--about", "table=10")
    umpire("new", "arcane", "--about", "event=Open", "--about", "table=2")
    umpire("new", "void", "--about", "title=Final", "--name", "ana=Ana Müller")
    for line in ("ana a1 run", "ben b1 snap_fire", "ana move a1", "ben shoot b1"):
        assert umpire("step", *line.split()).exit_code == 0
    yield umpire
    monkeypatch.undo()
    time.tzset()


def rows(result: Result) -> list[str]:
    assert result.exit_code == 0, result.output
    return list(result.stdout.splitlines())


def numbers(result: Result) -> list[int]:
    assert result.exit_code == 0, result.output
    return [entry["n"] for entry in json.loads(result.stdout)["entries"]]


def test_the_end_of_a_log(umpire: Any) -> None:
    told = umpire("log", "--last", 2).stdout
    assert "legal 3. ana" in told and "legal 4. ben" in told and "legal 2." not in told
    assert numbers(umpire("log", "--last", 2, "--json")) == [3, 4]
    assert numbers(umpire("log", "--last", 99, "--json")) == [1, 2, 3, 4]
    assert numbers(umpire("log", "--since", 3, "--json")) == [4]
    assert numbers(umpire("log", "--since", "2001-01-01", "--json")) == [1, 2, 3, 4]
    assert numbers(umpire("log", "--since", "2999-01-01T08:00", "--json")) == []
    assert numbers(umpire("log", "--since", 2, "--last", 1, "--json")) == [4]


def test_a_time_today_is_one_by_the_reader_s_clock(umpire: Any) -> None:
    assert numbers(umpire("log", "--since", "0:00", "--json")) == [1, 2, 3, 4]
    assert "neither an entry nor a time" in refused(umpire("log", "--since", "yesterday"))
    assert "neither an entry nor a time" in refused(umpire("log", "--since", "25:00"))
    assert "neither an entry nor a time" in refused(umpire("log", "--since", "0001-01-01T00:00"))


def test_times_are_the_reader_s_with_their_zone_and_utc_for_programs(umpire: Any) -> None:
    told = umpire("log").stdout
    assert " CET\n" in told or " CEST\n" in told
    (entry, *_) = json.loads(umpire("log", "--json").stdout)["entries"]
    assert entry["when"].endswith("Z")


def test_a_game_is_listed_with_what_it_is_about_and_whose_turn_it_is(umpire: Any) -> None:
    final, arcane, null = rows(umpire("games"))
    assert "Ana Müller (ana), ben  Final  4 entries, ana to act" in final
    assert "Open, table 2  0 entries, ana to act" in arcane
    assert "kim, lee  Open, table 10  0 entries" in null


def test_games_are_looked_for_by_what_they_are_about(umpire: Any) -> None:
    for words, found in (
        (("--ruleset", "VOID"), ["Final"]),
        (("--player", "Mueller"), []),
        (("--player", "muller"), ["Final"]),
        (("--player", "kim"), ["table 10"]),
        (("--about", "open 2"), ["table 2"]),
        (("--about", "open – 2"), ["table 2"]),
        (("--about", "event=open table=2"), ["table 2"]),
        (("--about", "title=Open"), []),
        (("--about", "open", "--sort", "table"), ["table 2", "table 10"]),
        (("--sort", "oldest", "--last", 1), ["table 10"]),
        (("--over",), []),
        (("--going-on",), ["Final", "table 2", "table 10"]),
    ):
        told = rows(umpire("games", *words))
        assert [about in row for about, row in zip(found, told, strict=True)] == [True] * len(found)


def test_a_game_that_is_over_is_told_from_one_that_goes_on(umpire: Any) -> None:
    assert umpire("step", "ana", "concede").exit_code == 0
    (over,) = rows(umpire("games", "--over"))
    assert "Final  5 entries, over" in over
    found = json.loads(umpire("games", "--json").stdout)["games"]
    assert [one["over"] for one in found] == [True, False, False]
    assert found[0]["to_act"] == [] and found[1]["to_act"] == ["ana"]


def test_no_more_are_looked_into_than_asked_for_and_that_is_said(umpire: Any) -> None:
    told = umpire("games", "--last", 1)
    assert len(rows(told)) == 1 and told.stderr == "2 more: --last 3 shows them all.\n"
    found = json.loads(umpire("games", "--last", 1, "--json").stdout)["games"]
    assert [one["entries"] for one in found] == [4, None, None]


def test_nothing_of_that_kind_is_said(umpire: Any) -> None:
    told = umpire("games", "--about", "zeppelin")
    assert told.stdout == "" and told.stderr == "No game matches.\n"
    assert "no ruleset “chess”" in refused(umpire("games", "--ruleset", "chess"))


def test_the_orders_are_those_of_the_command(umpire: Any) -> None:
    told = umpire("games", "--help").stdout
    assert all(name in told for name in SORTED)


def test_what_is_long_goes_to_the_pager_on_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("click.echo_via_pager", lambda text, color: shown.append(text))
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    output.print_lines_paged(Line(f"line {n}") for n in range(500))
    assert len(shown) == 1 and shown[0].count("\n") == 500
    output.print_lines_paged([Line("short")])
    assert len(shown) == 1


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_without_colours_gets_no_codes(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert output.colour() is False
