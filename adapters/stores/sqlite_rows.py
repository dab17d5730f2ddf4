"""Rows of games in a SQLite file: durable at every commit, several processes at once."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakSet

from adapters.stores import sqlite_file
from adapters.stores.sqlite_writing import SqliteWriter
from application.ledger.group_commit import Append
from application.ledger.rows import Fetched
from application.ledger.store import (
    END,
    Damaged,
    NumberedRow,
    Outcome,
    StoredSnapshot,
    StoreProblem,
    not_as_written,
)

OPENED_INDEX = (
    "CREATE INDEX IF NOT EXISTS opened_games ON stored_events (originator_version) "
    "WHERE originator_version = 1"
)
ROOM = "PRAGMA cache_size = -8000"
"""Cache of 8,000 KiB, for a long game and its index; with less, half of the pages are read twice."""
ROWS = (
    "SELECT originator_version, topic, state FROM stored_events "
    "WHERE originator_id=? AND originator_version BETWEEN ? AND ? ORDER BY originator_version"
)
MOST_FOUND = 20
"""Most faults reported by SQLite's own check."""
SNAPSHOTS = (
    "SELECT originator_version, topic, state FROM stored_snapshots WHERE originator_id=? "
    "ORDER BY originator_version"
)
SNAPSHOTS_NEAR = (
    "SELECT * FROM (SELECT originator_version, topic, state FROM stored_snapshots "
    "WHERE originator_id=? AND topic=? AND originator_version<=? "
    "ORDER BY originator_version DESC LIMIT 1) UNION ALL "
    "SELECT * FROM (SELECT originator_version, topic, state FROM stored_snapshots "
    "WHERE originator_id=? AND topic=? AND originator_version>? "
    "ORDER BY originator_version LIMIT 1)"
)
HEAD = (
    "SELECT originator_version, state FROM stored_events "
    "WHERE originator_id=? ORDER BY originator_version DESC LIMIT 1"
)
RAW = (
    "SELECT a.originator_version, b.originator_id, b.originator_version, "
    # As bytes: text that was damaged may be no UTF-8, and would not be read at all.
    "CAST(b.topic AS BLOB), b.state FROM stored_events a JOIN stored_events b ON b.rowid = a.rowid "
    "WHERE a.originator_id=? ORDER BY a.originator_version"
)
OPENINGS = (
    "SELECT originator_id, state FROM stored_events WHERE originator_version = 1 "
    "ORDER BY rowid DESC"
)
NAMES = (
    "WITH RECURSIVE games(id) AS (SELECT MIN(originator_id) FROM stored_events UNION ALL "
    "SELECT (SELECT MIN(originator_id) FROM stored_events WHERE originator_id > id) "
    "FROM games WHERE id IS NOT NULL) SELECT CAST(id AS BLOB) FROM games WHERE id IS NOT NULL"
)
"""Goes from game to game by the index; `DISTINCT` would read every row."""
CHANGED = (
    "SELECT originator_id, MAX(originator_version), MAX(rowid) FROM stored_events "
    "WHERE rowid > ? GROUP BY originator_id"
)
LAID_OUT = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'stored_snapshots'"
HAS_ANSWERS = LAID_OUT.replace("stored_snapshots", "umpire_standing_answers")
ANSWERS_IN = "SELECT 1 FROM umpire_standing_answers WHERE ended = 0 AND game = ?"
NUMBERED = (
    "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events "
    "WHERE rowid > ? AND rowid <= ?"
)
NEWEST = "SELECT COALESCE(MAX(rowid), 0), COUNT(*) FROM stored_events"


class SqliteRows:
    """The rows of all games in one file, read through the library's connections."""

    def __init__(self, recorder: Any, path: Path, problems: type[Exception]) -> None:
        self.path = path
        self._recorder, self._store = recorder, recorder.datastore
        self._problems = (sqlite3.Error, problems)
        self._inode = path.stat().st_ino
        with self._problems_in_words():
            self._writer = SqliteWriter(path, recorder.datastore.pool.lock_timeout)
        self._roomy: WeakSet[Any] = WeakSet()
        """Read connections whose cache size has been set."""
        self._laid_out = False
        """Whether the snapshot table is known to exist."""

    def commit(self, batch: Sequence[Append]) -> list[Outcome]:
        """One transaction for the batch; a conflict fails only its append. Raises StoreProblem, Uncertain."""
        self._still_there()
        return self._writer.commit(batch)

    def rows(self, game: str, first: int = 1, last: int = END) -> Fetched:
        return self._all(ROWS, (game, first, last))

    def snapshots(self, game: str) -> list[StoredSnapshot]:
        """The snapshots of a game, by entry."""
        return self._snapshots(SNAPSHOTS, (game,))

    def snapshots_near(self, game: str, name: str, entry: int) -> list[StoredSnapshot]:
        return self._snapshots(SNAPSHOTS_NEAR, (game, name, entry) * 2)

    def _snapshots(self, statement: str, values: tuple[Any, ...]) -> list[StoredSnapshot]:
        self._laid_out = self._laid_out or bool(self._all(LAID_OUT))
        if not self._laid_out:
            return []
        return [StoredSnapshot(*row) for row in self._all(statement, values)]

    def head(self, game: str) -> tuple[int, bytes] | None:
        rows = self._all(HEAD, (game,))
        return rows[0] if rows else None

    def raw(self, game: str) -> Iterator[tuple[int, str, bytes]]:
        """The rows as the table itself has them, checked against its index. Raises Damaged."""
        with self._reading() as read:
            for version, whose, own, name, state in read.execute(RAW, (game,)):
                if (whose, own) != (game, version):
                    raise Damaged(f"row {version} of “{game}” says it is row {own} of “{whose}”")
                if not isinstance(state, bytes) or not isinstance(name, bytes):
                    raise not_as_written(version, game)
                yield version, name.decode(errors="replace"), state

    def openings(self) -> Sequence[tuple[str, bytes]]:
        """Each game's first row, newest game first."""
        return self._all(OPENINGS)

    def names(self) -> list[str]:
        """Every game that has a row, also one without an opening."""
        return [name.decode(errors="replace") for (name,) in self._all(NAMES)]

    def changes_since(self, after: int) -> Sequence[tuple[str, int, int]]:
        """(game, version, notification id) of the games with rows after this notification."""
        return self._all(CHANGED, (after,))

    def numbered(
        self, after: int, until: int, most: int, names: Sequence[str] = ()
    ) -> list[NumberedRow]:
        """The rows of these names, or of all, by their place among those of all games."""
        named = f" AND topic IN ({', '.join('?' * len(names))})" if names else ""
        rows = self._all(f"{NUMBERED}{named} ORDER BY rowid LIMIT ?", (after, until, *names, most))
        return [NumberedRow(*row) for row in rows]

    def newest(self) -> int:
        newest: int = self._all(NEWEST)[0][0]
        return newest

    def missing(self) -> int:
        """How many rows are missing: as none is ever deleted, row ids have no gaps."""
        newest, count = self._all(NEWEST)[0]
        return int(newest) - int(count)

    def own_check(self) -> Iterator[str]:
        """The faults that SQLite finds in its pages, tables and indexes."""
        for (fault,) in self._all(f"PRAGMA integrity_check({MOST_FOUND})"):
            if fault != "ok":
                yield str(fault)

    def has_standing_answers(self, game: str) -> bool:
        """Whether a seat of this game has set one that has not ended; the table need not be there."""
        return bool(self._all(HAS_ANSWERS)) and bool(self._all(ANSWERS_IN, (game,)))

    def backup(self, target: Path) -> None:
        with self._problems_in_words(), self._store.get_connection(commit=False) as connection:
            cursor = connection.cursor().sqlite_cursor
            sqlite_file.backup(cursor.connection, target)

    def close(self) -> None:
        self._writer.close()
        self._store.close()

    def _all(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        with self._reading() as read:
            rows: list[Any] = read.execute(statement, values).fetchall()
            return rows

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Cursor]:
        with self._problems_in_words(), self._store.get_connection(commit=False) as connection:
            read = connection.cursor().sqlite_cursor
            if connection not in self._roomy:
                read.execute(ROOM)
                self._roomy.add(connection)
            read.row_factory = None
            yield read

    @contextmanager
    def _problems_in_words(self) -> Iterator[None]:
        """Turns database errors into StoreProblem, whose message is one sentence."""
        try:
            yield
        except self._problems as why:
            cause = why if isinstance(why, sqlite3.Error) else why.__cause__
            if isinstance(cause, sqlite3.Error):
                raise sqlite_file.sqlite_problem(self.path, cause) from None
            raise StoreProblem(f"the store {self.path} is busy: try again in a moment") from why

    def _still_there(self) -> None:
        try:
            inode = self.path.stat().st_ino
        except OSError:
            inode = -1
        # SQLite does not notice, and would go on writing to a file that nobody opens any more.
        if inode != self._inode:
            raise StoreProblem(f"the store {self.path} was moved or replaced: restart umpire")
