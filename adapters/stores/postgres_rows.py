"""Rows of games in PostgreSQL, for several processes or hosts.

A commit whose acknowledgement was lost is recognised by the digest of its last row.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any
from weakref import WeakSet

import psycopg
from psycopg.rows import tuple_row

from adapters.stores.postgres import broke_off, fell_silent, postgres_problem, transient, uncertain
from adapters.stores.postgres_connection import AN_HOUR, SILENCE, BoundedConnection, Doubt
from adapters.stores.postgres_writing import insert
from application.ledger.group_commit import Append
from application.ledger.rows import Fetched, digest_in
from application.ledger.store import (
    END,
    Conflict,
    NumberedRow,
    Outcome,
    StoredSnapshot,
    StoreProblem,
    not_as_written,
)

ATTEMPTS = 3

ROWS = (
    "SELECT originator_version, topic, state FROM umpire_events "
    "WHERE originator_id=%s AND originator_version BETWEEN %s AND %s ORDER BY originator_version"
)
SNAPSHOTS = (
    "SELECT originator_version, topic, state FROM umpire_snapshots "
    "WHERE originator_id=%s ORDER BY originator_version"
)
SNAPSHOTS_NEAR = (
    "(SELECT originator_version, topic, state FROM umpire_snapshots WHERE originator_id=%s "
    "AND topic=%s AND originator_version<=%s ORDER BY originator_version DESC LIMIT 1) UNION ALL "
    "(SELECT originator_version, topic, state FROM umpire_snapshots WHERE originator_id=%s "
    "AND topic=%s AND originator_version>%s ORDER BY originator_version LIMIT 1)"
)
MAY_SNAPSHOT = (
    "SELECT has_table_privilege(one, 'SELECT') AND has_table_privilege(one, 'INSERT') "
    "FROM to_regclass('umpire_snapshots') one"
)
"""Gives NULL if there is no such table."""
HEAD = (
    "SELECT originator_version, state FROM umpire_events "
    "WHERE originator_id=%s ORDER BY originator_version DESC LIMIT 1"
)
AT_VERSION = "SELECT state FROM umpire_events WHERE originator_id=%s AND originator_version=%s"
OPENINGS = (
    "SELECT originator_id, state FROM umpire_events WHERE originator_version = 1 "
    "ORDER BY notification_id DESC"
)
NAMES = "SELECT DISTINCT originator_id FROM umpire_events"
CHANGED = (
    "SELECT originator_id, MAX(originator_version), MAX(notification_id) FROM umpire_events "
    "WHERE notification_id > %s GROUP BY originator_id"
)
NUMBERED = (
    "SELECT notification_id, originator_id, originator_version, topic, state FROM umpire_events "
    "WHERE notification_id > %s AND notification_id <= %s AND (%s OR topic = ANY(%s::text[])) "
    "ORDER BY notification_id LIMIT %s"
)
NEWEST = "SELECT COALESCE(MAX(notification_id), 0) FROM umpire_events"
REPLICATED = (
    "SELECT CASE WHEN current_setting('synchronous_standby_names') <> '' "
    "THEN pg_logical_emit_message(true, 'umpire', '') END"
)
"""Its commit waits until a standby has all that was committed before, and so all that was read before.

Without a synchronous standby it writes nothing. A commit whose wait for a standby was broken off can be
read here, and so can one after a restart; if this server dies before a standby has it, it is gone.
"""

BT_CHECK = "SELECT 1 FROM bt_index_check(%s::text::regclass, true)"
INDEXES = (
    "SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
    "JOIN pg_class t ON t.oid = i.indrelid JOIN pg_am a ON a.oid = c.relam "
    "WHERE left(t.relname, 7) = 'umpire_' AND pg_table_is_visible(t.oid) AND a.amname = 'btree'"
)
"""The B-tree indexes of our tables."""


class PostgresRows:
    """The rows of all games, through the library's recorder and its pool of connections."""

    def __init__(self, recorder: Any, address: str, problems: type[Exception]) -> None:
        self.address = address
        self._recorder = recorder
        self._store = recorder.datastore
        self._doubt = Doubt(self._store.pool)
        self._problems = problems
        self._may_store: bool | None = None
        self._patient: WeakSet[Any] = WeakSet()
        """Connections whose lock timeout has been set."""

    def commit(self, batch: Sequence[Append]) -> list[Outcome]:
        """Writes the batch in one transaction; on a conflict, each append in its own.

        Raises StoreProblem, Uncertain where that holds for the whole batch.
        """
        if self._write(batch):
            return [None] * len(batch)
        if len(batch) == 1:
            return [Conflict(f"“{batch[0].game}” has gone on since row {batch[0].head.version}")]
        return self._commit_each(batch)

    def _commit_each(self, batch: Sequence[Append]) -> list[Outcome]:
        """Each append in its own transaction; after a problem the rest is not tried, and shares it."""
        outcomes: list[Outcome] = []
        for append in batch:
            try:
                outcomes += self.commit([append])
            except StoreProblem as why:
                return outcomes + [why] * (len(batch) - len(outcomes))
        return outcomes

    def _write(self, batch: Sequence[Append]) -> bool:
        """False on a conflict. Raises Uncertain; StoreProblem if certainly nothing was written."""
        may_be_there = False
        problem = StoreProblem()
        for _ in range(ATTEMPTS):
            try:
                return self._insert(batch) or self._is_ours(batch)
            except (psycopg.Error, self._problems) as why:
                if fell_silent(why):
                    raise uncertain(self.address) from None
                problem, again = postgres_problem(self.address, why), transient(why)
                may_be_there = may_be_there or broke_off(why)
            except StoreProblem as why:
                problem, again = why, False
            if may_be_there and self._is_ours(batch):
                return True
            if not again:
                break
        # The server may still be executing what it got before a connection broke.
        raise uncertain(self.address) if may_be_there else problem

    def _insert(self, batch: Sequence[Append]) -> bool:
        """False on a conflict. Raises psycopg.Error and the library's own, StoreProblem."""
        snapshots = any(append.snapshots for append in batch) and self._takes_snapshots()
        with self._connection() as connection:
            if connection not in self._patient:
                connection.execute(
                    "SELECT set_config('lock_timeout', %s, false)",
                    (f"{self._store.lock_timeout}s",),
                )
                self._patient.add(connection)
            return insert(connection, batch, snapshots=snapshots)

    def _is_ours(self, batch: Sequence[Append]) -> bool:
        """Whether the whole batch is in the table already: a commit whose acknowledgement was lost.

        Raises Uncertain.
        """
        try:
            return all(
                self._digest(append.game, append.leads_to.version) == append.leads_to.digest
                for append in batch
            )
        except StoreProblem:
            raise uncertain(self.address) from None

    def _digest(self, game: str, version: int) -> str | None:
        rows = self._all(AT_VERSION, (game, version), told=0)
        return digest_in(rows[0][0]) if rows else None

    def rows(self, game: str, first: int = 1, last: int = END) -> Fetched:
        # Whoever reads on begins with the row they know.
        return self._all(ROWS, (game, first, last), told=int(first > 1))

    def snapshots(self, game: str) -> list[StoredSnapshot]:
        """The snapshots of a game, by entry."""
        return self._snapshots(SNAPSHOTS, (game,))

    def snapshots_near(self, game: str, name: str, entry: int) -> list[StoredSnapshot]:
        return self._snapshots(SNAPSHOTS_NEAR, (game, name, entry) * 2)

    def _snapshots(self, statement: str, values: tuple[Any, ...]) -> list[StoredSnapshot]:
        rows = self._all(statement, values) if self._takes_snapshots() else ()
        return [StoredSnapshot(*row) for row in rows]

    def _takes_snapshots(self) -> bool:
        """Whether there is a snapshot table that we may read and write."""
        if self._may_store is None:
            self._may_store = bool(self._all(MAY_SNAPSHOT)[0][0])
        return self._may_store

    def raw(self, game: str) -> Iterator[tuple[int, str, bytes]]:
        """The rows of a game. Raises Damaged where one has lost its name or what it says."""
        for version, name, state in self.rows(game):
            if name is None or state is None:
                raise not_as_written(version, game)
            yield version, name, state

    def head(self, game: str) -> tuple[int, bytes] | None:
        rows = self._all(HEAD, (game,), told=0)
        return rows[0] if rows else None

    def openings(self) -> Sequence[tuple[str, bytes]]:
        """Each game's first row, newest game first."""
        return self._all(OPENINGS, told=0)

    def names(self) -> list[str]:
        """Every game that has a row, also one without an opening."""
        return [name for (name,) in self._all(NAMES)]

    def changes_since(self, after: int) -> Sequence[tuple[str, int, int]]:
        """(game, version, notification id) of the games with rows after this notification."""
        # Ids that are lost are given again: whoever had counted them would miss what comes then.
        return self._all(CHANGED, (after,), told=0)

    def numbered(
        self, after: int, until: int, most: int, names: Sequence[str] = ()
    ) -> list[NumberedRow]:
        """The rows of these names, or of all, by their place among those of all games."""
        rows = self._all(NUMBERED, (after, until, not names, list(names), most), told=0)
        return [NumberedRow(*row) for row in rows]

    def newest(self) -> int:
        newest: int = self._all(NEWEST, told=0)[0][0]
        return newest

    def own_check(self) -> Iterator[str]:
        """The faults that `amcheck` finds in our indexes, if that extension is installed and allowed."""
        if not self._all("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'"):
            return
        if not self._all(
            "SELECT has_function_privilege('bt_index_check(regclass,bool)', 'EXECUTE')"
        )[0][0]:
            return
        for (index,) in self._all(INDEXES):
            try:
                self._all(BT_CHECK, (index,), AN_HOUR)
            except StoreProblem as why:
                yield f"index {index}: {why}"

    def missing(self) -> int:
        """Always 0: missing rows cannot be told from the gaps of PostgreSQL's sequences."""
        return 0

    def close(self) -> None:
        self._store.close()

    def _connection(self) -> AbstractContextManager[BoundedConnection[Any]]:
        self._store.pool.open()
        return self._doubt.connection()

    def _all(
        self,
        statement: str,
        values: tuple[Any, ...] = (),
        patience: float = SILENCE,
        told: int | None = None,
    ) -> list[Any]:
        """The rows; retried if a connection of the pool turns out to be dead. Raises StoreProblem.

        Where they are told to somebody, more than the `told` they know are given once a standby has them.
        """
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with self._connection() as connection, connection.waiting(patience):
                    read = connection.cursor(row_factory=tuple_row, binary=True)
                    rows = list(read.execute(statement, values, prepare=True).fetchall())
                    if told is not None and len(rows) > told:
                        # On this connection: another may lead to a server that never had these rows.
                        read.execute(REPLICATED, prepare=True)
                    return rows
            except (psycopg.Error, self._problems) as why:
                if attempt == ATTEMPTS or not transient(why):
                    raise postgres_problem(self.address, why) from None
        raise AssertionError("not reached")
