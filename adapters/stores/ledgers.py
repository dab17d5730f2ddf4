"""Ledgers at a place, through the recorders of `eventsourcing` and their tables."""

from pathlib import Path
from typing import Any

from eventsourcing.sqlite import SQLiteFactory
from eventsourcing.utils import Environment

from adapters.stores.sqlite_file import backed_up, make_ready
from adapters.stores.sqlite_rows import OPENED_INDEX, SqliteRows
from application.ledger.copying import copy_games
from application.ledger.ledger import Ledger

try:
    from eventsourcing.persistence import PersistenceError
except ImportError:  # from 10 on
    from eventsourcing.errors import (  # type: ignore[no-redef,import-not-found]
        PersistenceError,
    )

PATIENCE = 2.5
"""Seconds a server waits for other writers; somebody at a terminal waits less."""


def sqlite_ledger(
    path: Path, *, make_directory: bool = False, patience: float = PATIENCE
) -> Ledger:
    """The ledger in this file, which is made if it is not there. Raises StoreProblem, Damaged.

    A lock whose holder writes nothing is waited for twice the patience, in seconds.
    """
    path = path.expanduser().absolute()
    make_ready(path, _lay_out, make_directory=make_directory)
    recorder = _sqlite(path)
    recorder.datastore.pool.lock_timeout = patience
    return Ledger(SqliteRows(recorder, path, PersistenceError))


def _sqlite(path: Path, create: str = "no") -> Any:
    given = {"SQLITE_DBNAME": str(path), "ORIGINATOR_ID_TYPE": "text", "CREATE_TABLE": create}
    factory = SQLiteFactory(Environment("umpire", given))
    return _with_factory(factory, factory.application_recorder())


def _with_factory(factory: Any, recorder: Any) -> Any:
    """The recorder, with its factory: in the library's next major version its end closes all connections."""
    recorder.made_by = factory
    return recorder


def _lay_out(path: Path) -> None:
    try:
        recorder = _sqlite(path, "yes")
    except PersistenceError as why:
        # The library wraps SQLite's error, which says what is wrong with the disk.
        raise why.__cause__ or why from None
    try:
        with recorder.datastore.transaction(commit=True) as write:
            write.execute(OPENED_INDEX)
    finally:
        recorder.datastore.close()


def postgres_ledger(address: str) -> Ledger:
    """The ledger in a PostgreSQL database that `create_tables` has prepared. Raises StoreProblem."""
    from adapters.stores import postgres
    from adapters.stores.postgres_rows import PostgresRows

    postgres.check(address)
    return Ledger(PostgresRows(_postgres(address), address, PersistenceError))


def create_tables(address: str) -> None:
    """Prepares a PostgreSQL database, once and by one process alone. Raises StoreProblem."""
    from adapters.stores import postgres

    recorder = _postgres(address)
    try:
        recorder.create_table()
    except PersistenceError as why:
        raise postgres.postgres_problem(address, why) from None
    finally:
        recorder.datastore.close()
    postgres.finish(address)


def _postgres(address: str) -> Any:
    from eventsourcing.postgres import PostgresFactory

    from adapters.stores import postgres
    from adapters.stores.postgres_connection import RECONNECT, BoundedConnection

    given = postgres.settings(address) | {"CREATE_TABLE": "no"}
    factory = PostgresFactory(Environment("umpire", given))
    pool = factory.datastore.pool
    pool.connection_class, pool.reconnect_timeout = BoundedConnection, RECONNECT
    asked = pool.kwargs
    assert isinstance(asked, dict)
    asked.update(postgres.more_settings(address))
    try:
        return _with_factory(factory, factory.application_recorder())
    except PersistenceError as why:
        raise postgres.postgres_problem(address, why) from None


def back_up(ledger: Ledger, target: Path) -> None:
    """A copy of the store as a new SQLite file, while others go on writing. Raises StoreProblem.

    Of a PostgreSQL database only the log: the tables beside it are copied by `table_copying`.
    """
    if isinstance(ledger.rows, SqliteRows):
        ledger.rows.backup(target)
    else:
        backed_up(target, lambda draft: _copy(ledger, draft))


def _copy(ledger: Ledger, draft: Path) -> None:
    target = sqlite_ledger(draft)
    try:
        copy_games(ledger, target)
    finally:
        target.close()
