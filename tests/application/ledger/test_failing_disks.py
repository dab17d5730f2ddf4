"""The disk fails in the middle of a commit: what is told is so, and nothing is lost or there twice."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters.stores.ledgers import sqlite_ledger
from adapters.stores.sqlite_rows import SqliteRows
from application.game.umpire import Umpire
from application.ledger.ledger import Ledger
from application.ledger.store import StoreProblem, Uncertain
from tests.stores import STEPS, TOY, with_toy

EIO, SHORT, READ_ONLY = (
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_READONLY,
)


class Failing:
    """The cursor that commits, which fails at a statement, before or after it was carried out."""

    def __init__(self, cursor: sqlite3.Cursor, at: str, code: int, *, carried_out: bool) -> None:
        self.cursor, self.at, self.code, self.carried_out = cursor, at, code, carried_out

    @property
    def connection(self) -> sqlite3.Connection:
        return self.cursor.connection

    def execute(self, statement: str, *values: Any) -> Any:
        if statement.startswith(self.at):
            if self.carried_out:
                self.cursor.execute(statement, *values)
            raise self.failure()
        return self.cursor.execute(statement, *values)

    def executemany(self, statement: str, *values: Any) -> Any:
        if statement.startswith(self.at):
            raise self.failure()
        return self.cursor.executemany(statement, *values)

    def failure(self) -> sqlite3.OperationalError:
        why = sqlite3.OperationalError("disk I/O error")
        why.sqlite_errorcode = self.code
        return why


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with_toy()
    found = sqlite_ledger(tmp_path / "games.umpire")
    yield found
    found.close()


def failing(ledger: Ledger, at: str, code: int = EIO, *, carried_out: bool = False) -> None:
    rows = ledger.rows
    assert isinstance(rows, SqliteRows)
    rows._writer._write = Failing(rows._writer._write, at, code, carried_out=carried_out)  # type: ignore[assignment]


def lengths(ledger: Ledger, game: str) -> int:
    return len(ledger.load(game).written.log)


def test_what_was_written_although_the_commit_failed_is_acknowledged(ledger: Ledger) -> None:
    umpire = Umpire(ledger)
    game = umpire.open(TOY)
    failing(ledger, "COMMIT", carried_out=True)
    assert umpire.step(game, STEPS[0]).entry.n == 1
    assert lengths(ledger, game) == 1
    assert umpire.step(game, STEPS[1]).entry.n == 2
    assert lengths(ledger, game) == 2


@pytest.mark.parametrize("at", ["BEGIN", "INSERT", "COMMIT"])
@pytest.mark.parametrize("code", [EIO, SHORT])
def test_what_was_not_written_is_told_so_and_can_be_said_again(
    ledger: Ledger, at: str, code: int
) -> None:
    umpire = Umpire(ledger)
    game = umpire.open(TOY)
    failing(ledger, at, code)
    with pytest.raises(StoreProblem) as why:
        umpire.step(game, STEPS[0])
    assert not isinstance(why.value, Uncertain)
    assert lengths(ledger, game) == 0
    assert umpire.step(game, STEPS[0]).entry.n == 1
    assert ledger.verify(game).holds


def test_where_it_cannot_be_looked_at_it_is_not_known(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is still broken: the sentence says that it may have been kept, or not."""
    umpire = Umpire(ledger)
    game = umpire.open(TOY)
    failing(ledger, "COMMIT", carried_out=True)

    def broken(*_: object, **__: object) -> sqlite3.Cursor:
        raise Failing(None, "", EIO, carried_out=False).failure()  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr("adapters.stores.sqlite_writing._open_cursor", broken)
        with pytest.raises(Uncertain, match="it is not known whether the ruling was kept"):
            umpire.step(game, STEPS[0])
        with pytest.raises(StoreProblem):
            umpire.step(game, STEPS[0])
    # The disk is well again: the entry stands there, and is found before the next is ruled on.
    assert umpire.step(game, STEPS[1]).entry.n == 2
    assert lengths(ledger, game) == 2


def test_a_store_that_was_made_read_only_keeps_what_it_has(ledger: Ledger) -> None:
    umpire = Umpire(ledger)
    game = umpire.open(TOY)
    umpire.step(game, STEPS[0])
    failing(ledger, "BEGIN", READ_ONLY)
    with pytest.raises(StoreProblem, match="cannot be written"):
        umpire.step(game, STEPS[1])
    assert lengths(ledger, game) == 1
