"""Mixed load for a long time: memory stays flat."""

import gc
import tracemalloc
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from application.ledger import sqlite_ledger
from application.umpire import Umpire
from application.verification import verify
from tests.archive import RULESETS, opening
from tests.properties.play import filled, somebody_says

MOST_LIVE = 16
GROWTH = 1.2
"""Times what it was after a third of the time."""


def soak(minutes: float) -> None:
    """Opens, plays, looks at and verifies games until the time is over."""
    chance = Random(1)
    ends = monotonic() + minutes * 60
    third = monotonic() + minutes * 20
    early = 0
    tracemalloc.start()
    with TemporaryDirectory() as folder:
        umpire = Umpire(sqlite_ledger(Path(folder) / "soak.umpire"), most_live=MOST_LIVE)
        games: list[str] = []
        while monotonic() < ends:
            _something(umpire, games, chance)
            if not early and monotonic() > third:
                gc.collect()
                early, _ = tracemalloc.get_traced_memory()
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
        umpire.store.close()
    tracemalloc.stop()
    assert held <= early * GROWTH, f"memory grew from {early:,} to {held:,} bytes"


def _something(umpire: Umpire, games: list[str], chance: Random) -> None:
    if not games or chance.random() < 0.02:
        games.append(umpire.open(opening(chance.choice(RULESETS), chance)))
        del games[:-200]
    game = chance.choice(games)
    live = umpire.game(game)
    umpire.step(game, dict(somebody_says(live.game, chance, filled)))
    kind = chance.randrange(100)
    if kind == 0:
        assert verify(umpire.store.rows, game).holds  # type: ignore[attr-defined]
    elif kind < 4:
        live.game.view(chance.randrange(live.game.length + 1))
