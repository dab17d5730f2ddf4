"""Who was given a seat, and who looked at what is hidden, stands in a log that verify covers."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result

from adapters.cli import cli
from adapters.stores.answer_table import AnswerTable
from adapters.stores.ledgers import sqlite_ledger
from adapters.stores.seat_tables import SqliteTables
from adapters.stores.table_copying import copy
from application.game.seating.seat_log import SeatLog
from application.game.seats import Seats, every_seat
from application.game.umpire import Umpire
from application.ledger.store import StoreProblem
from application.ledger.streams import EVENT, SEATS
from tests.adapters.events import NAME, event_in
from tests.adapters.servers import Game, inside, opened
from tests.adapters.web.test_claims import RECORD
from tests.application.desk.test_audit import TABLE
from tests.spec import named


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with one game, `hall`, whose seats were given."""
    path = tmp_path / "games.umpire"
    ledger = sqlite_ledger(path)
    tables = SqliteTables(path)
    seats = Seats(tables, log=SeatLog(ledger))
    from domain.kernel.history import Opening

    opening = Opening(
        "voidsiege", named("voidsiege").edition().id, {}, "casual", ("ana", "ben"), TABLE
    )
    Umpire(ledger).open(opening, "hall")
    seats.issue("hall", every_seat(("ana", "ben")))
    seats.note_access("hall", "judge", "the table")
    seats.revoke("hall", "ana")
    tables.close()
    ledger.close()
    return path


def verified(path: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["--db", str(path), "verify", *(words or ("hall",))])


def changed(path: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement, values)


def test_what_was_given_and_looked_at_holds(path: Path) -> None:
    assert verified(path).exit_code == 0
    told = verified(path, "--all").stdout.splitlines()
    assert [line for line in told if "hall" in line] == told[1:], (
        "its seats have no line of their own"
    )


def test_a_seat_that_somebody_wrote_into_the_tables_is_found(path: Path) -> None:
    changed(
        path,
        "INSERT INTO umpire_seats SELECT 'forged', game, 'judge', issued + 1, expires, NULL "
        "FROM umpire_seats LIMIT 1",
    )
    found = verified(path)
    assert found.exit_code == 1
    assert "there is a token for “judge” that nobody was given" in found.stdout


def test_a_seat_that_says_it_was_given_before_its_game_had_a_log_is_found(path: Path) -> None:
    changed(path, "INSERT INTO umpire_seats VALUES ('forged', 'hall', 'judge', 0, 1, NULL)")
    found = verified(path)
    assert (found.exit_code, "“judge” that nobody was given" in found.stdout) == (1, True)


def test_a_look_that_nobody_took_is_found(path: Path) -> None:
    changed(path, "INSERT INTO umpire_looks VALUES ('hall', 0, 'judge kim', 'the table')")
    found = verified(path)
    assert (found.exit_code, "there is a look that is in no log" in found.stdout) == (1, True)


def test_a_judges_seat_that_somebody_wrote_in_at_an_event_is_found(tmp_path: Path) -> None:
    event_in(tmp_path / "games.umpire")
    assert verified(tmp_path / "games.umpire", "--all").exit_code == 0
    forged = "INSERT INTO umpire_seats VALUES ('forged', ?, 'j1', 0, 1, NULL)"
    changed(tmp_path / "games.umpire", forged, f"{EVENT}{NAME}")
    found = verified(tmp_path / "games.umpire", "--all")
    assert (found.exit_code, "“j1” that nobody was given" in found.stdout) == (1, True)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        (
            "UPDATE umpire_seats SET revoked = NULL",
            "a token of “ana” is good again that was revoked",
        ),
        (
            "UPDATE umpire_seats SET viewer = 'judge' WHERE viewer = 'ben'",
            "a token of “ben” is not as it was given",
        ),
        (
            "UPDATE umpire_seats SET expires = expires + 1 WHERE viewer = 'spectator'",
            "a token of “spectator” is not as it was given",
        ),
    ],
)
def test_a_seat_that_was_changed_in_the_tables_is_found(
    path: Path, statement: str, told: str
) -> None:
    changed(path, statement)
    found = verified(path)
    assert found.exit_code == 1
    assert told in found.stdout


def test_a_token_that_two_servers_made_at_once_under_one_key_holds(path: Path) -> None:
    ledger, tables = sqlite_ledger(path), SqliteTables(path)
    log = SeatLog(ledger)
    one, other = (Seats(tables, clock=lambda now=now: now, log=log) for now in (1, 2))  # type: ignore[misc]
    with patch.object(tables, "seat", lambda _digest: None):
        assert one.issue("hall", ["ben"], "key") == other.issue("hall", ["ben"], "key")
    tables.close()
    ledger.close()
    assert verified(path).exit_code == 0


def test_a_look_that_somebody_took_out_is_found(path: Path) -> None:
    changed(
        path,
        "DELETE FROM stored_events WHERE originator_id = ? AND topic = 'seats/look_kept/v1'",
        f"{SEATS}hall",
    )
    found = verified(path)
    assert found.exit_code == 1
    assert "row 5 of “seats:hall” is missing" in found.stdout


def test_a_game_that_was_taken_out_leaves_its_seats(path: Path) -> None:
    changed(path, "DELETE FROM stored_events WHERE originator_id = 'hall'")
    found = verified(path, "--all")
    assert found.exit_code == 1
    assert "there is a log of its seats, and no game “hall”" in found.stdout


def test_a_revocation_that_did_not_reach_the_log_is_counted_and_kept_when_it_is_said_again(
    path: Path,
) -> None:
    ledger, tables = sqlite_ledger(path), SqliteTables(path)
    seats = Seats(tables, log=SeatLog(ledger))
    with (
        patch.object(ledger, "write", side_effect=StoreProblem("the disk is full")),
        pytest.raises(StoreProblem),
    ):
        seats.revoke("hall", "ben")
    assert [seats.revoke("hall", "ben"), seats.revoke("hall", "ben")] == [1, 0]
    tables.close()
    ledger.close()
    assert verified(path).exit_code == 0
    changed(path, "UPDATE umpire_seats SET revoked = NULL WHERE viewer = 'ben'")
    assert "a token of “ben” is good again that was revoked" in verified(path).stdout


def test_looks_are_told_in_the_order_they_were_taken(tmp_path: Path) -> None:
    with inside(tmp_path / "games.umpire") as client:
        game: Game = opened(client, RECORD)
        for _ in range(3):
            game.state()
        looks = game.get("judge", "looks").json()["looks"]
    assert [one["what"] for one in looks] == ["the table"] * 3
    assert verified(tmp_path / "games.umpire", game.id).exit_code == 0


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[SqliteTables, SqliteTables]]:
    made = tuple(SqliteTables(tmp_path / name) for name in ("one.db", "two.db"))
    yield made[0], made[1]
    for one in made:
        one.close()


def test_copied_twice_nothing_is_there_twice_and_what_was_revoked_is_revoked(
    tables: tuple[SqliteTables, SqliteTables],
) -> None:
    source, target = tables
    seats = Seats(source)
    token = seats.issue("hall", ["ana"])["ana"]
    seats.note_access("hall", "judge", "the table")
    held = copy(source, target)
    assert copy(source, target) == held
    assert len(target.accesses_to("hall")) == 1
    seats.revoke("hall", "ana")
    copy(source, target)
    assert Seats(target).holder(token) is None


def test_a_standing_answer_ended_at_the_source_is_ended_in_a_later_copy(
    tables: tuple[SqliteTables, SqliteTables],
) -> None:
    source, target = tables
    AnswerTable(source).put("hall", "ana", "s1", "given")
    copy(source, target)
    AnswerTable(source).end("hall", "ana", "s1", "ended")
    copy(source, target)
    assert AnswerTable(target).given_in("hall") == []
    assert AnswerTable(target).row("hall", "ana") == "ended"


def test_a_standing_answer_changed_at_the_source_is_changed_in_a_later_copy(
    tables: tuple[SqliteTables, SqliteTables],
) -> None:
    source, target = tables
    AnswerTable(source).put("hall", "ana", "s1", "given")
    copy(source, target)
    AnswerTable(source).put("hall", "ana", "s2", "changed")
    copy(source, target)
    assert AnswerTable(target).given_in("hall") == ["changed"]
    AnswerTable(target).end("hall", "ana", "s2", "ended by its new id")
    assert AnswerTable(target).given_in("hall") == []


def test_a_standing_answer_taken_away_at_the_source_answers_no_more_in_a_later_copy(
    tables: tuple[SqliteTables, SqliteTables],
) -> None:
    source, target = tables
    for player in ("ana", "ben"):
        AnswerTable(source).put("hall", player, "s1", player)
    copy(source, target)
    AnswerTable(target).put("elsewhere", "ana", "s1", "their own")
    AnswerTable(source).take_away("hall", "ana")
    copy(source, target)
    for one in (source, target):
        assert AnswerTable(one).row("hall", "ana") is None
        assert AnswerTable(one).given_in("hall") == ["ben"]
    assert AnswerTable(target).row("elsewhere", "ana") == "their own"
    AnswerTable(target).put("hall", "ana", "s2", "another")
    assert AnswerTable(target).row("hall", "ana") == "another"
