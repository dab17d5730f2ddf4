"""An event that a server serves."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.adapters.events import AtEvent, event_in
from tests.adapters.servers import Client, inside


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.umpire"


@pytest.fixture
def at(db: Path) -> AtEvent:
    return event_in(db)


@pytest.fixture
def client(db: Path, at: AtEvent) -> Iterator[Client]:
    with inside(db) as client:
        yield client
