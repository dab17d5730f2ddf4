"""Tables beside the log, in the same SQLite file or PostgreSQL database: seats, looks, keys and more."""

import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from adapters.stores.sqlite_file import may_stay, sqlite_problem, uncertain
from application.ledger.store import StoreProblem

if TYPE_CHECKING:
    import psycopg

LAYOUT = (
    "CREATE TABLE IF NOT EXISTS umpire_seats (digest TEXT PRIMARY KEY, game TEXT NOT NULL, "
    "viewer TEXT NOT NULL, issued BIGINT NOT NULL, expires BIGINT NOT NULL, revoked BIGINT)",
    "CREATE INDEX IF NOT EXISTS umpire_seats_of ON umpire_seats (game)",
    "CREATE INDEX IF NOT EXISTS umpire_seats_revoked ON umpire_seats (revoked) "
    "WHERE revoked IS NOT NULL",
    "CREATE TABLE IF NOT EXISTS umpire_openings (key TEXT PRIMARY KEY, game TEXT NOT NULL, "
    "salt TEXT NOT NULL, asked TEXT NOT NULL, at BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS umpire_opened (game TEXT PRIMARY KEY, caller TEXT NOT NULL, "
    "at BIGINT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS umpire_opened_by ON umpire_opened (caller, at)",
    "CREATE TABLE IF NOT EXISTS umpire_pulse (name TEXT PRIMARY KEY, at BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS umpire_looks (game TEXT NOT NULL, at BIGINT NOT NULL, "
    "viewer TEXT NOT NULL, what TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS umpire_looks_at ON umpire_looks (game)",
    "CREATE TABLE IF NOT EXISTS umpire_webhooks (game TEXT PRIMARY KEY, url TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS umpire_person_keys (event TEXT NOT NULL, person TEXT NOT NULL, "
    "key TEXT NOT NULL, PRIMARY KEY (event, person))",
    "CREATE TABLE IF NOT EXISTS umpire_standing_answers (game TEXT NOT NULL, player TEXT NOT NULL, "
    "id TEXT NOT NULL, ended INTEGER NOT NULL, content TEXT NOT NULL, PRIMARY KEY (game, player))",
    "CREATE INDEX IF NOT EXISTS umpire_standing_answers_given ON umpire_standing_answers (game) "
    "WHERE ended = 0",
    "CREATE TABLE IF NOT EXISTS umpire_musters (game TEXT PRIMARY KEY, content TEXT NOT NULL, "
    "at BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS umpire_sides (game TEXT NOT NULL, player TEXT NOT NULL, "
    "content TEXT NOT NULL, PRIMARY KEY (game, player))",
)
NEW_ACCESS = (
    "INSERT INTO umpire_looks (game, at, viewer, what) SELECT CAST(? AS TEXT), "
    "CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT) WHERE NOT EXISTS "
    "(SELECT 1 FROM umpire_looks WHERE game = ? AND at = ? AND viewer = ? AND what = ?)"
)
"""Inserts a look unless it is there already."""
Row = Sequence[Any]
FAST_ENOUGH = 5
"""Seconds to wait for a lock or a connection."""
AT_ONCE = 1.0
"""Seconds in which PostgreSQL answers that a connection still works."""


class Tables(ABC):
    """The tables beside the log, in SQL that both databases understand."""

    MADE_WHEN_NEEDED: ClassVar[bool] = True
    """In PostgreSQL `umpire db init` makes all of them: a server has no right to."""

    @abstractmethod
    def run(self, statement: str, rows: Iterable[Row]) -> int:
        """Runs the statement for each row in one transaction; gives the rows affected. Raises StoreProblem.

        It may be run twice, if the connection broke: a statement counts what it finds done already, or
        the number is not to be relied on.
        """

    @abstractmethod
    def rows(self, statement: str, values: Row = ()) -> list[Any]:
        """The rows of a query. Raises StoreProblem."""

    @abstractmethod
    def has_table(self, name: str) -> bool:
        """Whether there is this table: some are made only when they are needed. Raises StoreProblem."""

    @abstractmethod
    def close(self) -> None:
        """Closes the connections."""

    def lay_out(self) -> None:
        for statement in LAYOUT:
            self.run(statement, [()])

    def add_seats(self, rows: Sequence[Row]) -> None:
        self.run(
            "INSERT INTO umpire_seats (digest, game, viewer, issued, expires) "
            "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            rows,
        )

    def seat(self, digest: str) -> Row | None:
        rows = self.rows(
            "SELECT game, viewer, digest, issued, expires, revoked FROM umpire_seats "
            "WHERE digest = ?",
            (digest,),
        )
        return rows[0] if rows else None

    def seats_of(self, game: str) -> list[Any]:
        return self.rows(
            "SELECT game, viewer, digest, issued, expires, revoked FROM umpire_seats "
            "WHERE game = ? ORDER BY issued",
            (game,),
        )

    def revoke(self, game: str, viewer: str, at: int) -> int:
        """Gives how many tokens ended at this time: also those that a first try, cut off, had ended."""
        return self.run(
            "UPDATE umpire_seats SET revoked = ? WHERE game = ? AND viewer = ? "
            "AND (revoked IS NULL OR revoked = ?)",
            [(at, game, viewer, at)],
        )

    def revoked_since(self, at: int) -> list[Any]:
        return self.rows("SELECT digest FROM umpire_seats WHERE revoked > ?", (at,))

    def reserve(self, key: str, game: str, salt: str, asked: str, at: int, holds_from: int) -> Row:
        self.run("DELETE FROM umpire_openings WHERE key = ? AND at < ?", [(key, holds_from)])
        self.run(
            "INSERT INTO umpire_openings (key, game, salt, asked, at) "
            "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [(key, game, salt, asked, at)],
        )
        # Read back: of two that ask at once, both get what the first one has reserved.
        rows = self.rows("SELECT game, salt, asked FROM umpire_openings WHERE key = ?", (key,))
        row: Row = rows[0]
        return row

    def add_opened(self, game: str, caller: str, at: int) -> None:
        self.run(
            "INSERT INTO umpire_opened (game, caller, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [(game, caller, at)],
        )

    def count_opened(self, caller: str, since: int) -> int:
        rows = self.rows(
            "SELECT COUNT(*) FROM umpire_opened WHERE caller = ? AND at > ?", (caller, since)
        )
        return int(rows[0][0])

    def opener(self, game: str) -> str | None:
        rows = self.rows("SELECT caller FROM umpire_opened WHERE game = ?", (game,))
        return str(rows[0][0]) if rows else None

    def try_a_write(self, at: int) -> None:
        self.run(
            "INSERT INTO umpire_pulse (name, at) VALUES ('pulse', ?) "
            "ON CONFLICT (name) DO UPDATE SET at = excluded.at",
            [(at,)],
        )

    def add_access(self, game: str, at: int, viewer: str, what: str) -> None:
        self.run(NEW_ACCESS, [(game, at, viewer, what) * 2])

    def accesses_to(self, game: str) -> list[Any]:
        return self.rows(
            "SELECT game, at, viewer, what FROM umpire_looks WHERE game = ? ORDER BY at", (game,)
        )

    def add_webhook(self, game: str, url: str) -> None:
        self.run(
            "INSERT INTO umpire_webhooks (game, url) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [(game, url)],
        )

    def webhook(self, game: str) -> str:
        rows = self.rows("SELECT url FROM umpire_webhooks WHERE game = ?", (game,))
        return str(rows[0][0]) if rows else ""


class SqliteTables(Tables):
    """The tables in the store's SQLite file, through a connection of their own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        with self._problems_in_words():
            self._connection = sqlite3.connect(
                path, timeout=FAST_ENOUGH, isolation_level=None, check_same_thread=False
            )
            # A token that was ended may not be good again after a crash.
            self._connection.execute("PRAGMA synchronous = FULL")
        self.lay_out()

    def run(self, statement: str, rows: Iterable[Row]) -> int:
        with self._lock, self._problems_in_words():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                touched = self._connection.executemany(statement, rows).rowcount
                self._connection.execute("COMMIT")
            # Ctrl-C too: a transaction that is left open would lock the file for everybody.
            except BaseException as why:
                # On a full disk SQLite has already rolled back.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                if isinstance(why, sqlite3.Error) and may_stay(why):
                    raise uncertain(self.path) from None
                raise
            return touched

    def rows(self, statement: str, values: Row = ()) -> list[Any]:
        with self._lock, self._problems_in_words():
            return self._connection.execute(statement, values).fetchall()

    def has_table(self, name: str) -> bool:
        return bool(
            self.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,))
        )

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def _problems_in_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as why:
            raise sqlite_problem(self.path, why) from None


class PostgresTables(Tables):
    """The tables in the store's PostgreSQL database, through a small pool; `umpire db init` creates them."""

    MADE_WHEN_NEEDED = False

    def __init__(self, address: str) -> None:
        from psycopg_pool import ConnectionPool

        from adapters.stores.postgres import PATIENCE
        from adapters.stores.postgres_connection import RECONNECT, BoundedConnection, Doubt

        def check(connection: BoundedConnection[Any]) -> None:
            with connection.waiting(AT_ONCE):
                ConnectionPool.check_connection(connection)

        self.address = address
        self._pool: ConnectionPool[BoundedConnection[Any]] = ConnectionPool(
            address,
            connection_class=BoundedConnection[Any],
            min_size=1,
            max_size=4,
            timeout=FAST_ENOUGH,
            open=False,
            kwargs={
                "options": f"-c lock_timeout={FAST_ENOUGH}s",
                "connect_timeout": PATIENCE,
            },
            reconnect_timeout=RECONNECT,
            check=check,
        )
        self._pool.open()
        self._doubt = Doubt(self._pool)

    def run(self, statement: str, rows: Iterable[Row]) -> int:
        kept = [without_nul(row) for row in rows]

        def write(connection: "psycopg.Connection[Any]") -> int:
            cursor = connection.cursor()
            cursor.executemany(statement.replace("?", "%s"), kept)
            return cursor.rowcount

        touched: int = self.on_a_connection(write, writes=True)
        return touched

    def rows(self, statement: str, values: Row = ()) -> list[Any]:
        rows: list[Any] = self.on_a_connection(
            lambda connection: connection.execute(
                statement.replace("?", "%s"), without_nul(values)
            ).fetchall()
        )
        return rows

    def has_table(self, name: str) -> bool:
        return bool(self.rows("SELECT 1 WHERE to_regclass(?) IS NOT NULL", (name,)))

    def close(self) -> None:
        self._pool.close()

    def on_a_connection(self, use: Any, *, writes: bool = False) -> Any:
        """Tries twice, as a connection may be broken; every statement may be repeated.

        Raises StoreProblem; Uncertain where something is written and may have been.
        """
        import psycopg

        from adapters.stores import postgres
        from adapters.stores.postgres import broke_off, postgres_problem, transient

        may_be_there = False
        for last in (False, True):
            try:
                with self._doubt.connection() as connection:
                    return use(connection)
            except psycopg.errors.UndefinedTable:
                raise StoreProblem(
                    "the database has no tables for seats: run “umpire db init” once"
                ) from None
            except psycopg.Error as why:
                may_be_there = may_be_there or (writes and broke_off(why))
                if not last and transient(why):
                    continue
                if may_be_there:
                    raise postgres.uncertain(self.address) from None
                raise postgres_problem(self.address, why) from None
        raise AssertionError


def without_nul(row: Row) -> Row:
    """The row with each NUL replaced by U+FFFD: a step may contain NUL, PostgreSQL's text cannot."""
    return [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in row]
