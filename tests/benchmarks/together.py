"""Many games at once: rulings that wait together share a commit."""

import asyncio
import sqlite3
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from adapters.stores.ledgers import sqlite_ledger
from application.game.umpire import Umpire
from tests.benchmarks import Line, Lines
from tests.benchmarks.games import opening, steps
from tests.benchmarks.storage import bare_store, rows_of

GAMES, EACH, ROUNDS = 64, 24, 3


def lines() -> Lines:
    with TemporaryDirectory() as folder:
        rates = [_round(Path(folder) / str(turn)) for turn in range(ROUNDS)]
    many, one, raw = (median(rate) for rate in zip(*rates, strict=True))
    yield Line(f"durable steps/s in {GAMES} games at once beside one client", many, one, "≥ 4")
    name = f"durable steps/s in {GAMES} games at once beside raw sqlite3 one by one"
    yield Line(name, many, raw, "≥ 1")


def _round(folder: Path) -> tuple[float, float, float]:
    folder.mkdir()
    script = steps("voidsiege", EACH)
    umpire = Umpire(sqlite_ledger(folder / "games.umpire"))
    games = [umpire.open(opening("voidsiege")) for _ in range(GAMES + 1)]

    async def play(game: str) -> None:
        for said in script:
            await umpire.step_soon(game, said)

    async def all_at_once() -> None:
        await asyncio.gather(*map(play, games[:GAMES]))

    began = perf_counter()
    asyncio.run(all_at_once())
    many = GAMES * EACH / (perf_counter() - began)
    began = perf_counter()
    asyncio.run(play(games[GAMES]))
    one = EACH / (perf_counter() - began)
    umpire.store.close()
    return many, one, _raw(bare_store(folder / "raw.db"))


def _raw(connection: sqlite3.Connection) -> float:
    batches = rows_of(steps("voidsiege", EACH * 8))
    began = perf_counter()
    for rows in batches:
        with connection:
            connection.executemany("INSERT INTO stored_events VALUES (?, ?, ?, ?)", rows)
    taken = perf_counter() - began
    connection.close()
    return len(batches) / taken
