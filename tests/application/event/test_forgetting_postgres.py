"""What PostgreSQL keeps of a key that was destroyed: its table's file is written anew."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

import pytest

from adapters.stores.person_keys import TABLE, KeyTable
from adapters.stores.seat_tables import PostgresTables
from application.event.keyring import Keyring
from application.game.seats import Seats
from application.ledger.store import StoreProblem

psycopg = pytest.importorskip("psycopg")
FILES = """
SELECT name FROM (SELECT 'base/' || oid AS place FROM pg_database WHERE datname = current_database()) d,
LATERAL pg_ls_dir(place) AS name
WHERE position(%s::bytea in pg_read_binary_file(place || '/' || name, 0, 1 << 28, true)) > 0
"""


@pytest.fixture
def server(empty_postgres: str) -> Iterator[Any]:
    tables = PostgresTables(empty_postgres)
    tables.lay_out()
    tables.close()
    with psycopg.connect(empty_postgres, autocommit=True) as connection:
        connection.execute(f"TRUNCATE {TABLE}, umpire_seats")
        yield connection


def files_with(server: Any, text: str) -> list[str]:
    """The files of the database in which these bytes stand, once all is written to them."""
    server.execute("CHECKPOINT")
    return [name for (name,) in server.execute(FILES, (text.encode(),))]


def test_no_file_of_the_database_holds_a_key_that_was_destroyed(
    empty_postgres: str, server: Any
) -> None:
    kept = KeyTable(PostgresTables(empty_postgres))
    Keyring("spring-open", kept).enter(["p1", "p2"])
    keys = {person: key.hex() for person, key in kept.keys_of("spring-open").items()}
    assert files_with(server, keys["p1"]) and files_with(server, keys["p2"])
    assert kept.destroy_keys("spring-open", ["p1"]) == 1
    kept.close()
    assert files_with(server, keys["p1"]) == []
    assert files_with(server, keys["p2"]), "only theirs are gone"


def test_who_may_not_rewrite_the_table_is_told_so(empty_postgres: str, server: Any) -> None:
    server.execute("DROP ROLE IF EXISTS clerk")
    server.execute("CREATE ROLE clerk LOGIN")
    server.execute(f"GRANT SELECT, INSERT, DELETE ON {TABLE} TO clerk")
    kept = KeyTable(PostgresTables(empty_postgres.replace("postgres:@", "clerk:@")))
    Keyring("spring-open", kept).enter(["p1"])
    with pytest.raises(StoreProblem, match=f"its owner run “VACUUM FULL {TABLE}”"):
        kept.destroy_keys("spring-open", ["p1"])
    assert kept.keys_of("spring-open") == {}
    with pytest.raises(StoreProblem, match="permission denied for table umpire_seats"):
        kept.tables.add_seats([("digest", "hall", "ana", 1, 2)])
    kept.close()
    server.execute("DROP OWNED BY clerk")
    server.execute("DROP ROLE clerk")


@pytest.fixture
def cut(
    empty_postgres: str, server: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PostgresTables]:
    """Tables whose line is cut at each first try, once what was sent has been committed."""
    tables = PostgresTables(empty_postgres)
    given, cuts = tables._pool.connection, cycle((True, False))

    @contextmanager
    def connection(timeout: float | None = None) -> Iterator[Any]:
        with given(timeout) as one:
            yield one
        if next(cuts):
            raise psycopg.OperationalError("the line is cut")

    monkeypatch.setattr(tables._pool, "connection", connection)
    yield tables
    tables.close()


def test_keys_that_a_first_try_destroyed_are_counted(cut: PostgresTables) -> None:
    kept = KeyTable(cut)
    kept.add_keys("spring-open", {"p1": bytes(32), "p2": bytes(32)})
    assert kept.destroy_keys("spring-open", ["p1", "p3"]) == 1
    assert list(kept.keys_of("spring-open")) == ["p2"]
    assert kept.destroy_keys("spring-open", ["p1"]) == 0


def test_tokens_that_a_first_try_revoked_are_counted(cut: PostgresTables) -> None:
    seats = Seats(cut)
    token = seats.issue("hall", ["ana"])["ana"]
    assert seats.revoke("hall", "ana") == 1
    assert seats.holder(token) is None
    assert seats.revoke("hall", "ana") == 0
