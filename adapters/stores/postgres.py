"""A PostgreSQL database for the ledger: its address, the format mark of its tables, its errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import PoolTimeout

from adapters.stores.postgres_connection import AN_HOUR, BoundedConnection, NoAnswer
from application.ledger.store import StoreProblem, Uncertain

FORMAT = 1
MARK = f"umpire store, format {FORMAT}"
SCHEMA = "public"
TABLE = "umpire_events"
PATIENCE = 5
"""Seconds to wait for a connection, and for a lock."""

SNAPSHOTS = (
    "CREATE TABLE IF NOT EXISTS umpire_snapshots (originator_id TEXT NOT NULL, "
    "originator_version BIGINT NOT NULL, topic TEXT, state BYTEA, "
    "PRIMARY KEY (originator_id, originator_version))"
)
"""The layout of `eventsourcing`'s own snapshot table; the version is the number of an entry."""
OPENED_INDEX = (
    "CREATE INDEX IF NOT EXISTS umpire_opened_games ON umpire_events (notification_id) "
    "WHERE originator_version = 1"
)


def settings(address: str) -> dict[str, str]:
    """The settings of `eventsourcing` for a postgresql:// address. Raises StoreProblem."""
    try:
        given = conninfo_to_dict(address)
    except psycopg.Error:
        given = None
    # What libpq says quotes the address; of a password with “/” or “@” it takes a part for host and database.
    if given is None or "@" in f"{given.get('host')}{given.get('dbname')}":
        raise StoreProblem(
            "the address of PostgreSQL cannot be read: expected one as postgresql://umpire@db.example/umpire, "
            "where a password has %2F for “/” and %40 for “@”"
        )
    return {
        "POSTGRES_DBNAME": str(given.get("dbname") or ""),
        "POSTGRES_HOST": str(given.get("host") or ""),
        "POSTGRES_PORT": str(given.get("port") or 5432),
        "POSTGRES_USER": str(given.get("user") or ""),
        "POSTGRES_PASSWORD": str(given.get("password") or ""),
        "POSTGRES_CONNECT_TIMEOUT": str(PATIENCE),
        "POSTGRES_LOCK_TIMEOUT": str(PATIENCE),
        "POSTGRES_POOL_SIZE": "2",
        "POSTGRES_MAX_OVERFLOW": "8",
        "POSTGRES_SCHEMA": SCHEMA,
        "ORIGINATOR_ID_TYPE": "text",
    }


def without_password(address: str) -> str:
    """Host, port and database of an address, to show to people: neither user nor password."""
    try:
        given = conninfo_to_dict(address)
    except psycopg.Error:
        return "postgresql://…"
    port = f":{given['port']}" if given.get("port") else ""
    at = f"{given.get('host') or 'localhost'}{port}"
    return f"postgresql://{at}/{given.get('dbname') or 'postgres'}"


def more_settings(address: str) -> dict[str, Any]:
    """Further parameters of the address, such as sslmode, which `eventsourcing` has no settings for."""
    known = {"dbname", "host", "port", "user", "password"}
    given = {k: v for k, v in conninfo_to_dict(address).items() if k not in known and v is not None}
    return {"connect_timeout": PATIENCE, **given}


def check(address: str) -> None:
    """Checks that the server answers and the database has our tables. Raises StoreProblem."""
    settings(address)
    mark = _mark(address)
    if mark is None:
        raise StoreProblem(
            f"{without_password(address)} has no tables of umpire's: run “umpire db init” once"
        )
    if mark != MARK:
        raise StoreProblem(
            f"{without_password(address)} is “{mark}”, this umpire knows format {FORMAT}: update umpire"
        )


def _mark(address: str) -> str | None:
    with _connection(address) as connection:
        row = connection.execute(
            "SELECT obj_description(to_regclass(%s), 'pg_class')", (f"{SCHEMA}.{TABLE}",)
        ).fetchone()
    mark: str | None = row[0] if row else None
    return mark


def finish(address: str) -> None:
    """Adds to the library's tables the index for the list of games, the snapshot table and our mark."""
    with _connection(address) as connection, connection.waiting(AN_HOUR):
        connection.execute(OPENED_INDEX)
        connection.execute(SNAPSHOTS)
        # The mark last: whoever finds it takes the tables for complete.
        connection.execute(
            sql.SQL("COMMENT ON TABLE {} IS {}").format(
                sql.Identifier(SCHEMA, TABLE), sql.Literal(MARK)
            )
        )


@contextmanager
def _connection(address: str) -> Iterator[BoundedConnection[Any]]:
    try:
        with BoundedConnection.connect(
            address, connect_timeout=PATIENCE, autocommit=True
        ) as connection:
            yield connection
    except psycopg.Error as why:
        raise postgres_problem(address, why) from None


def postgres_problem(address: str, why: Exception) -> StoreProblem:
    """PostgreSQL's error as one sentence: what, where, what to do."""
    why = cause_of(why)
    said = " ".join(str(why).split())
    if isinstance(why, psycopg.errors.LockNotAvailable) or _was_rolled_back(why):
        return StoreProblem(
            f"another program holds the tables of {without_password(address)}: end it, or try again"
        )
    if isinstance(
        why, psycopg.errors.ReadOnlySqlTransaction | psycopg.errors.InsufficientPrivilege
    ):
        return StoreProblem(f"{without_password(address)} cannot be written: {said}")
    if isinstance(why, psycopg.OperationalError):
        return StoreProblem(
            f"PostgreSQL at {without_password(address)} does not answer ({said}): check that it runs, "
            "and what the address says"
        )
    return StoreProblem(f"PostgreSQL at {without_password(address)} refuses: {said}")


def uncertain(address: str) -> Uncertain:
    return Uncertain(
        f"PostgreSQL at {without_password(address)} broke off, and it is not known whether this was kept: "
        "look at the log, or send it again with the same key"
    )


def cause_of(why: Exception) -> Exception:
    """The driver's error, which `eventsourcing` wraps in its own."""
    return why.__cause__ if isinstance(why.__cause__, psycopg.Error) else why


WENT_AWAY = {None, "57P01", "57P02", "57P03"}
"""SQLSTATEs of a connection that broke, beside class 08: None is the driver's own, the others the server's."""
ROLLED_BACK = {"40001", "40P01"}
"""SQLSTATEs of what the server rolled back in favour of others: nothing of it was written."""


def transient(why: Exception) -> bool:
    """Whether a retry may succeed."""
    return not fell_silent(why) and (broke_off(why) or _was_rolled_back(cause_of(why)))


def fell_silent(why: Exception) -> bool:
    """Whether the server did not answer in time; asking again would take as long again."""
    return isinstance(cause_of(why), NoAnswer)


def _was_rolled_back(cause: Exception) -> bool:
    return isinstance(cause, psycopg.Error) and cause.sqlstate in ROLLED_BACK


def broke_off(why: Exception) -> bool:
    """Whether the connection broke: the server may have written what it was sent, or may yet."""
    cause = cause_of(why)
    # There was no connection to be had, so nothing was sent.
    if isinstance(cause, PoolTimeout):
        return False
    if not isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
        return False
    return cause.sqlstate in WENT_AWAY or str(cause.sqlstate).startswith("08")
