"""What the specs of an event need."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.application.event.halls import FOUR, Hall, hall_in


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """An event without tables."""
    with hall_in(tmp_path / "games.umpire") as hall:
        yield hall


@pytest.fixture
def round_one(hall: Hall) -> Hall:
    """Two tables and a bye; the round runs for 50 minutes."""
    hall.pair(FOUR)
    hall.start()
    return hall
