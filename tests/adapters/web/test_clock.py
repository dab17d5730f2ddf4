"""The clock jumps back: times in a log never do, nobody misses anything, no seat outlives its end."""

import asyncio
import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from adapters.cli import cli
from adapters.wiring import ledger_on, seats_on, umpire_on
from application.game.live_game import utc
from tests.adapters.servers import VOIDSIEGE, Game, inside, opened
from tests.benchmarks.games import opening, steps

HOUR = 3_600_000_000
DAY = 24 * HOUR


def falling(by: int, ahead: int = 0) -> Callable[[], int]:
    """A clock that is set back each time that somebody looks at it."""
    now = utc() + ahead

    def look() -> int:
        nonlocal now
        now -= by
        return now

    return look


def in_order(db: Path, game: str) -> int:
    """The number of entries of a game that holds, each written no earlier than the one before."""
    ledger = ledger_on(str(db))
    times = [one.at for one in ledger.load(game).entries]
    assert all(before <= after for before, after in pairwise(times))
    assert ledger.verify(game).holds
    ledger.close()
    return len(times)


def test_times_in_a_log_never_go_back(tmp_path: Path) -> None:
    db = tmp_path / "games.umpire"
    for turn in range(3):
        umpire = umpire_on(str(db))
        umpire.clock = falling(DAY)
        if not turn:
            umpire.open(opening("voidsiege"), "one")
        for said in steps("voidsiege", 12)[turn * 4 : turn * 4 + 2]:
            umpire.step("one", said, key=f"{turn}")
        for said in steps("voidsiege", 12)[turn * 4 + 2 : turn * 4 + 4]:
            asyncio.run(umpire.step_soon("one", said))
        again = umpire.step("one", {"by": "ana", "do": "pass"}, key=f"{turn}")
        assert again.entry.n == turn * 3 + 1
        umpire.store.close()
    assert in_order(db, "one") == 9


def test_at_the_table_after_a_clock_that_was_a_year_ahead(tmp_path: Path) -> None:
    db = tmp_path / "games.umpire"
    umpire = umpire_on(str(db))
    umpire.clock = lambda: utc() + 365 * DAY
    umpire.open(opening("voidsiege"), "one")
    for said in steps("voidsiege", 8):
        umpire.step("one", said)
    umpire.store.close()
    for words in ("step one by=ana do=note text=hm", "undo one --by ana", "games", "log one"):
        told = CliRunner().invoke(cli, ["--db", str(db), *words.split()])
        assert told.exit_code == 0, told.stderr
    assert in_order(db, "one") == 10


def test_who_listens_misses_nothing(tmp_path: Path) -> None:
    with inside(tmp_path / "games.umpire") as client:
        game = opened(client)
        path, heard = game.path("/feed"), []
        with client.stream("GET", path, headers=game.as_("ben"), timeout=10) as told:
            lines = told.iter_lines()
            next(lines)
            for n in range(1, 4):
                client.app.state.context.umpire.clock = falling(HOUR, n * DAY)
                assert game.step("ana", {"do": "note", "text": f"{n}"}).json()["n"] == n
                heard.append(next_entry(lines))
        assert heard == [1, 2, 3]


def next_entry(lines: Iterator[str]) -> int:
    for line in lines:
        if line.startswith("data:"):
            n: int = json.loads(line[5:])["n"]
            return n
    raise AssertionError("the stream ended")


def test_a_seat_that_was_ended_elsewhere_does_not_come_back(tmp_path: Path) -> None:
    db = str(tmp_path / "games.umpire")
    ledger_on(db).close()
    here, elsewhere = seats_on(db), seats_on(db)
    token = here.issue("one", ("ana",))["ana"]
    assert here.holder(token) is not None
    elsewhere.revoke("one", "ana")
    here.clock = lambda: utc() - DAY
    assert here.holder(token) is None
    for seats in (here, elsewhere):
        seats.close()


def test_a_seat_still_holds_and_a_key_opens_the_same_game(tmp_path: Path) -> None:
    with inside(tmp_path / "games.umpire") as client:
        game: Game = opened(client, idempotency_key="the first table")
        context = client.app.state.context
        context.umpire.clock = context.seats.clock = lambda: utc() - DAY
        again = opened(client, idempotency_key="the first table")
        assert (again.id, again.tokens) == (game.id, game.tokens)
        assert game.step("ana", {"do": "note", "text": "still here"}).status_code == 200


def told_times(game: Game) -> tuple[list[str], list[str], str]:
    """When the entries were made: by the log, by the record, and on the sheet of entry 1."""
    record = yaml.safe_load(game.get("judge", "record").text)
    return (
        [one["when"] for one in game.log()],
        [step["at"] for step in record["steps"]],
        game.get("judge", "sheet", entry=1).json()["when"],
    )


def test_an_earlier_entry_keeps_its_time_in_the_log_the_record_and_the_sheet(
    tmp_path: Path,
) -> None:
    with inside(tmp_path / "games.umpire") as client:
        game = opened(client)
        game.step("ana", {"do": "note", "text": "one"})
        log, record, sheet = told_times(game)
        for n in range(1, 4):
            client.app.state.context.umpire.clock = lambda n=n: utc() - n * DAY
            assert game.step("ben", {"do": "note", "text": f"{n}"}).status_code == 200
            later, steps, same = told_times(game)
            assert (later[: len(log)], steps[: len(record)], same) == (log, record, sheet)
            assert (later, steps) == (sorted(later), sorted(steps))
            log, record = later, steps


@pytest.mark.parametrize("far", [10**16, 3 * 10**17])
def test_a_time_that_no_log_has_room_for_damages_nothing(tmp_path: Path, far: int) -> None:
    """From November 2286 on a row was written that nobody could read any more, nor the game it was in."""
    with inside(tmp_path / "games.umpire") as client:
        game = opened(client)
        context = client.app.state.context
        context.umpire.clock = lambda: far
        for refused in (
            game.step("ana", {"do": "note", "text": "hm"}),
            client.post("/api/games", json=VOIDSIEGE),
            client.post(game.path("/fork"), json={"at": 0}, headers=game.as_("judge")),
        ):
            assert refused.status_code == 503
            assert "nothing was entered" in refused.json()["what"]
        context.umpire.clock = utc
        assert game.step("ana", {"do": "note", "text": "hm"}).json()["n"] == 1
    assert in_order(tmp_path / "games.umpire", game.id) == 1
