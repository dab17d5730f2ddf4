"""The event store: games as rows of events, each linked to the one before.

The only file that knows the `eventsourcing` library: its recorders and their tables, for SQLite
and PostgreSQL.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from eventsourcing.persistence import PersistenceError
from eventsourcing.sqlite import SQLiteFactory
from eventsourcing.utils import Environment

from application import store_file
from application.group_commit import Append, GroupCommit
from application.kept_tables import Kept
from application.ledger_sqlite import OPENED_INDEX, SqliteRows
from application.rows import (
    AT,
    PAYLOAD,
    START,
    Fetched,
    Row,
    digest_in,
    entry_rows,
    head_of,
    opening_rows,
    rows_of_all,
)
from application.rows_read import UNREADABLE, read_opening, stored_game, written_in
from application.store import (
    END,
    Beside,
    Conflict,
    Damaged,
    GameExists,
    Head,
    Listed,
    NoSuchGame,
    Outcome,
    Recorded,
    Stored,
    Told,
)
from application.verification import Verified, verify, verify_all
from domain.kernel.history import Entry, Opening

PATIENCE = 2.5
"""Seconds; a server waits for others longer than somebody at a table does."""


class Rows(Protocol):
    """What the ledger needs of a database. Every method may raise StoreProblem."""

    def commit(self, batch: Sequence[Append]) -> Sequence[Outcome]: ...
    def rows(self, game: str, first: int = 1, last: int = END) -> Fetched: ...
    def kept(self, game: str) -> Sequence[Kept]: ...
    def kept_near(self, game: str, name: str, entry: int) -> Sequence[Kept]: ...
    def raw(self, game: str) -> Iterator[tuple[int, str, bytes]]: ...
    def head(self, game: str) -> tuple[int, bytes] | None: ...
    def openings(self) -> Sequence[tuple[str, bytes]]: ...
    def names(self) -> list[str]: ...
    def changed(self, after: int) -> Sequence[tuple[str, int, int]]: ...
    def newest(self) -> int: ...
    def missing(self) -> int: ...
    def backup(self, target: Path) -> None: ...
    def close(self) -> None: ...


class Ledger:
    """A Store in a database."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._group = GroupCommit(rows.commit)

    def create(self, game: str, opening: Opening, opened: tuple[Any, ...], at: int) -> Head:
        rows, head = opening_rows(game, opening, opened, at)
        try:
            return self._group.append(Append(game, START, rows, head))
        except Conflict:
            raise GameExists(f"there is a game “{game}” already: choose another name") from None

    def append(
        self,
        game: str,
        head: Head,
        entry: Entry,
        at: int,
        key: str = "",
        beside: Beside | None = None,
    ) -> Head:
        return self._group.append(_append(game, head, entry, at, key, beside))

    def append_all(
        self,
        game: str,
        head: Head,
        entries: Sequence[Entry],
        at: int,
        besides: Sequence[Beside | None],
    ) -> list[Head]:
        rows, heads = rows_of_all(game, head, entries, at)
        each = zip(besides, heads, strict=True)
        kept = [row for beside, leads_to in each for row in _kept(beside, leads_to)]
        if heads:
            self._group.append(Append(game, head, rows, heads[-1], kept))
        return heads

    def submit(
        self,
        game: str,
        head: Head,
        entry: Entry,
        at: int,
        key: str,
        beside: Beside | None,
        told: Told,
    ) -> Head:
        append = _append(game, head, entry, at, key, beside)
        self._group.submit(append, told)
        return append.leads_to

    def put(self, appends: Sequence[Append]) -> Sequence[Outcome]:
        """Rows as they are, from another ledger, in one commit."""
        return self.rows.commit(appends)

    def load(self, game: str, until: int = END) -> Stored:
        try:
            rows = self.rows.rows(game, 1, until)
            if not rows:
                raise no_such_game(game)
            return stored_game(game, rows)
        except Damaged as why:
            found = verify(self.rows, game)
            if found.holds or found.entry is None:
                raise
            # Only an examination knows to which entry a row belongs that cannot be read.
            told = f"entry {found.entry} of “{game}” does not hold: {found.because}"
            raise Damaged(told, found.entry) from why

    def since(self, game: str, head: Head, until: int = END) -> tuple[Sequence[Recorded], Head]:
        rows = self.rows.rows(game, head.version, until)
        if not rows or head_of(Row(*rows[0])) != head:
            raise Damaged(
                f"“{game}” no longer has the row {head.version} that was read before: "
                "the store was replaced; restart umpire"
            )
        newer = written_in(game, rows[1:], head.version)
        return newer.recorded(), head_of(Row(*rows[-1]))

    def kept_near(self, game: str, name: str, entry: int) -> Sequence[Kept]:
        return self.rows.kept_near(game, name, entry)

    def head(self, game: str) -> Head:
        """The newest row of a game. Raises NoSuchGame."""
        found = self.rows.head(game)
        if found is None:
            raise no_such_game(game)
        return Head(found[0], digest_in(found[1]))

    def games(self) -> list[Listed]:
        return [_listed(game, state) for game, state in self.rows.openings()]

    def changed_since(self, notification: int) -> tuple[list[tuple[str, int]], int]:
        """Games with rows after this notification, each with its newest version; and the newest id.

        Ids are ordered as the commits are, across games and processes; 0 is before all of them.
        """
        found = self.rows.changed(notification)
        newest = max((id for _, _, id in found), default=notification)
        return [(game, version) for game, version, _ in found], newest

    def newest(self) -> int:
        """The newest notification, to begin `changed_since` with."""
        return self.rows.newest()

    def verify(self, game: str) -> Verified:
        """Every byte, every link, every ruling of a game given again. Raises NoSuchGame."""
        return verify(self.rows, game, self.rows.kept)

    def verify_all(self) -> Iterator[Verified]:
        """Every game that has a row in this store."""
        return verify_all(self.rows, self.rows.kept)

    def backup(self, target: Path) -> None:
        """A copy of the store as a SQLite file, while others go on writing. Raises StoreProblem."""
        self.rows.backup(target)

    def close(self) -> None:
        self._group.close()
        self.rows.close()


def _append(
    game: str, head: Head, entry: Entry, at: int, key: str, beside: Beside | None
) -> Append:
    rows, leads_to = entry_rows(game, head, entry, at, key)
    return Append(game, head, rows, leads_to, _kept(beside, leads_to))


def _kept(beside: Beside | None, head: Head) -> tuple[Kept, ...]:
    row = beside(head) if beside is not None else None
    return () if row is None else (row,)


def no_such_game(game: str) -> NoSuchGame:
    return NoSuchGame(f"there is no game “{game}” in this store")


def _listed(game: str, state: bytes) -> Listed:
    try:
        opening = read_opening(state[PAYLOAD])
        return Listed(game, opening.ruleset, opening.players, int(state[AT]), opening.origin)
    except UNREADABLE:
        return Listed(game, "?", (), 0)


def sqlite_ledger(
    path: Path, *, make_directory: bool = False, patience: float = PATIENCE
) -> Ledger:
    """The ledger in this file, which is made if it is not there. Raises StoreProblem, Damaged.

    Who holds the file and writes nothing is waited for twice as long as the patience.
    """
    path = path.expanduser().absolute()
    store_file.ready(path, _lay_out, make_directory=make_directory)
    recorder = _sqlite(path)
    recorder.datastore.pool.lock_timeout = patience
    return Ledger(SqliteRows(recorder, path, PersistenceError))


def _sqlite(path: Path, create: str = "no") -> Any:
    given = {"SQLITE_DBNAME": str(path), "ORIGINATOR_ID_TYPE": "text", "CREATE_TABLE": create}
    return SQLiteFactory(Environment("umpire", given)).application_recorder()


def _lay_out(path: Path) -> None:
    recorder = _sqlite(path, "yes")
    try:
        with recorder.datastore.transaction(commit=True) as write:
            write.execute(OPENED_INDEX)
    finally:
        recorder.datastore.close()


def postgres_ledger(address: str) -> Ledger:
    """The ledger in a PostgreSQL database that `create_tables` has prepared. Raises StoreProblem."""
    from application import postgres
    from application.ledger_postgres import PostgresRows

    postgres.check(address)
    return Ledger(PostgresRows(_postgres(address), address, PersistenceError))


def create_tables(address: str) -> None:
    """Prepares a PostgreSQL database, once and by one process alone. Raises StoreProblem."""
    from application import postgres

    recorder = _postgres(address)
    try:
        recorder.create_table()
    except PersistenceError as why:
        raise postgres.problem(address, why) from None
    finally:
        recorder.datastore.close()
    postgres.finish(address)


def _postgres(address: str) -> Any:
    from eventsourcing.postgres import PostgresFactory

    from application import postgres

    given = postgres.settings(address) | {"CREATE_TABLE": "no"}
    factory = PostgresFactory(Environment("umpire", given))
    asked = factory.datastore.pool.kwargs
    assert isinstance(asked, dict)
    asked.update(postgres.more_settings(address))
    try:
        return factory.application_recorder()
    except PersistenceError as why:
        raise postgres.problem(address, why) from None
