"""A store for the desk, and the disputed game of most of its specs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from application.game.live_game import LiveGame
from application.game.umpire import Umpire
from tests.application.cases import played
from tests.stores import umpire_in


@pytest.fixture
def umpire(tmp_path: Path) -> Iterator[Umpire]:
    with umpire_in(tmp_path / "games.umpire") as umpire:
        yield umpire


@pytest.fixture
def live(umpire: Umpire) -> LiveGame:
    """Entry 5 is illegal, of ana's: a1 holds run."""
    game = played("voidsiege", "29")
    id = umpire.open(game.opening, "turn-9")
    for entry in game.log[:5]:
        umpire.step(id, entry.said)
    return umpire.game(id)
