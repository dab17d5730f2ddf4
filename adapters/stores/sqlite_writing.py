"""The writing connection: one transaction for many games, and recovery from I/O errors."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from adapters.stores import sqlite_file
from application.ledger.group_commit import Append
from application.ledger.rows import digest_in
from application.ledger.store import Conflict, Head, Outcome, StoreProblem

INSERT = (
    "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
)
AT_HEAD = (
    "SELECT originator_version, state FROM stored_events "
    "WHERE originator_id=? AND originator_version>=? ORDER BY originator_version LIMIT 2"
)
MOST_HEADS = 8192
"""Most games whose last row is remembered."""
SNAPSHOTS_LAYOUT = (
    "CREATE TABLE IF NOT EXISTS stored_snapshots (originator_id TEXT, originator_version INTEGER, "
    "topic TEXT, state BLOB, PRIMARY KEY (originator_id, originator_version)) WITHOUT ROWID"
)
"""The layout of `eventsourcing`'s own snapshot table; the version is the number of an entry."""
WRITE_SNAPSHOTS = (
    "INSERT OR IGNORE INTO stored_snapshots (originator_id, originator_version, topic, state) "
    "VALUES (?,?,?,?)"
)


class SqliteWriter:
    """Writes rows into one file, durable at every commit."""

    def __init__(self, path: Path, patience: float) -> None:
        """`patience`: seconds to wait for a lock. Raises sqlite3.Error."""
        self.path = path
        self._patience = patience
        self._write = _open_cursor(path, patience)
        self._changed = 0
        self._broken = False
        """Whether the last commit met an I/O error."""
        self._heads: dict[str, Head] = {}
        """Game → the last row written here; emptied when another process has written."""

    def close(self) -> None:
        self._write.connection.close()

    def commit(self, batch: Sequence[Append]) -> list[Outcome]:
        """One transaction for the batch; a conflict fails only its append. Raises StoreProblem, Uncertain.

        After an I/O error it is not known whether the rows were written, so the file is reopened and
        searched for them; before it is said that they are not there, what may be left of them is written over.
        """
        if self._broken:
            try:
                self._reopen()
            except sqlite3.Error as why:
                raise sqlite_file.sqlite_problem(self.path, why) from None
        write = self._write
        outcomes: list[Outcome] = []
        there: list[Append] = []
        try:
            self._begin()
            # Only within the transaction: nobody else can write between this look and the commit.
            self._forget_what_may_have_changed()
            newest: dict[str, Head] = {}
            outcomes = [self._follows(append, newest) for append in batch]
            there = [append for append, why in zip(batch, outcomes, strict=True) if why is None]
            write.executemany(
                INSERT, [(append.game, *row) for append in there for row in append.rows]
            )
            snapshots = [(append.game, *row) for append in there for row in append.snapshots]
            if snapshots:
                # Most stores never hold a game so long: the table is made when the first one needs it.
                write.execute(SNAPSHOTS_LAYOUT)
                write.executemany(WRITE_SNAPSHOTS, snapshots)
            write.execute("COMMIT")
            self._heads |= newest
        except sqlite3.Error as why:
            if not sqlite_file.broke_off(why):
                raise sqlite_file.sqlite_problem(self.path, why) from None
            self._broken = True
            if not self._written_after_all(there, why):
                raise sqlite_file.sqlite_problem(self.path, why) from None
        finally:
            self._roll_back(write)
        return outcomes

    def _roll_back(self, write: sqlite3.Cursor) -> None:
        # After an I/O error the connection is closed already.
        with suppress(sqlite3.ProgrammingError):
            if write.connection.in_transaction:
                write.execute("ROLLBACK")

    def _reopen(self) -> None:
        with suppress(sqlite3.Error):
            self._roll_back(self._write)
        with suppress(sqlite3.Error):
            self._write.connection.close()
        self._write = _open_cursor(self.path, self._patience)
        self._heads.clear()
        self._changed, self._broken = 0, False

    def _written_after_all(self, appends: Sequence[Append], why: sqlite3.Error) -> bool:
        """Whether all the appends are in the file and synced to disk; if not, they never will be.

        `why`: the error that their writing ended with. Raises Uncertain.
        """
        try:
            self._reopen()
            standing = {self._stands(append) for append in appends}
            if standing == {True}:
                # What can be read may not be on the disk: a checkpoint syncs it, or says that it cannot.
                busy, *_ = self._write.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
                if not busy:
                    return True
            elif standing <= {False}:
                if sqlite_file.may_stay(why):
                    self._write_over_what_is_left()
                return False
        except (sqlite3.Error, StoreProblem):
            self._broken = True
        raise sqlite_file.uncertain(self.path)

    def _write_over_what_is_left(self) -> None:
        """A small durable write in the place of a transaction whose sync failed. Raises sqlite3.Error.

        Nobody reads it while a process remembers that it did not commit, but the first to open the store
        after all have ended would take it for committed.
        """
        self._begin()
        self._write.execute(f"PRAGMA user_version = {sqlite_file.FORMAT}")
        self._write.execute("COMMIT")

    def _stands(self, append: Append) -> bool:
        version, digest = append.leads_to
        row = self._write.execute(AT_HEAD, (append.game, version)).fetchone()
        return row is not None and row[0] == version and digest_in(row[1]) == digest

    def _begin(self) -> None:
        """Takes the write lock; waits while others keep committing, but gives up on one that holds it idly."""
        seen = -1
        while True:
            try:
                # A plain BEGIN locks at its first write, and fails where somebody has written since it read.
                self._write.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as why:
                now = self._write.execute("PRAGMA data_version").fetchone()[0]
                if now == seen or not sqlite_file.busy(why):
                    raise
                seen = now
            else:
                return

    def _forget_what_may_have_changed(self) -> None:
        """Forgets all heads if SQLite's data_version shows that another process has written."""
        now = self._write.execute("PRAGMA data_version").fetchone()[0]
        if now != self._changed or len(self._heads) > MOST_HEADS:
            self._heads.clear()
            self._changed = now

    def _follows(self, append: Append, newest: dict[str, Head]) -> Outcome:
        """A Conflict unless the append follows its game's last row. `newest`: heads earlier in the batch."""
        game, head = append.game, append.head
        before = newest.get(game)
        if before is None:
            follows = self._heads.get(game) == head or self._is_newest(game, head)
        else:
            follows = before == head
        if not follows:
            return Conflict(f"“{game}” has gone on since row {head.version}")
        newest[game] = append.leads_to
        return None

    def _is_newest(self, game: str, head: Head) -> bool:
        rows = self._write.execute(AT_HEAD, (game, head.version)).fetchall()
        if not head.version:
            return not rows
        return (
            len(rows) == 1 and rows[0][0] == head.version and digest_in(rows[0][1]) == head.digest
        )


def _open_cursor(path: Path, patience: float) -> sqlite3.Cursor:
    """A cursor of our own; the library's prepares every statement again on each use."""
    connection = sqlite3.connect(
        # Never created here: an empty one must not take the place of a store that was moved away.
        f"{path.as_uri()}?mode=rw",
        uri=True,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,
    )
    write = connection.cursor()
    # Whoever reads is not held up by whoever writes.
    write.execute("PRAGMA journal_mode = WAL")
    # NORMAL syncs at checkpoints alone: when the power fails, steps would be gone that were answered.
    return write.execute("PRAGMA synchronous = FULL")
