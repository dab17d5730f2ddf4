"""Steps over HTTP beside a bare endpoint of the same framework; how long a client waits."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict

from tests.adapters.clients import Line as Connection
from tests.adapters.servers import ROOT, Game, opened, serving
from tests.benchmarks import Line, Lines
from tests.benchmarks.games import opening, steps

CLIENTS, EACH, ROUNDS = 64, 20, 5
RULESET = "voidsiege"
RECORD = {
    "record": 1,
    "ruleset": RULESET,
    "players": ["ana", "ben"],
    "setup": opening(RULESET).setup,
}
SCRIPT = steps(RULESET, EACH)


class Step(BaseModel):
    """What a step's body must be."""

    model_config = ConfigDict(extra="allow")

    do: str
    by: str | None = None
    expected_entry: int | None = None


RULING = {
    "n": 1,
    "by": "ana",
    "do": "declare",
    "verdict": "legal",
    "basis": "rule",
    "cites": ["T1"],
    "reason": "ana gives “a1” Assault.",
    "events": ["voidsiege/command_declared/v1", "voidsiege/point_spent/v1"],
}
bare = FastAPI()


@bare.post("/api/games/{game}/steps")
async def take(game: str, step: Step) -> dict[str, Any]:
    return RULING


def lines() -> Lines:
    with TemporaryDirectory() as folder, serving(Path(folder) / "games.umpire") as server:
        with bare_server() as port, httpx.Client(base_url=server.url) as client:
            rounds = [one_round(client, server.port, port) for _ in range(ROUNDS + 1)][1:]
    ours, theirs, one = (median(each) for each in list(zip(*rounds, strict=True))[:3])
    waits = quantiles([wait for *_, waited in rounds for wait in waited], n=100)
    yield Line(
        f"steps/s over HTTP, {CLIENTS} clients, beside a bare endpoint", ours, theirs, "≥ 0.5"
    )
    yield Line(f"steps/s over HTTP, {CLIENTS} clients beside one", ours, one, "≥ 4")
    yield Line("one client's wait for a ruling over HTTP, p50", waits[49] * 1000, 0, "≤ 100", "ms")
    yield Line("one client's wait for a ruling over HTTP, p99", waits[98] * 1000, 0, "≤ 100", "ms")


def one_round(
    client: httpx.Client, port: int, bare_port: int
) -> tuple[float, float, float, list[float]]:
    """Steps per second of ours, of the bare endpoint, of one client alone, and its waits."""
    games = [opened(client, RECORD) for _ in range(CLIENTS + 1)]
    ours, _ = asyncio.run(all_play(port, games[:CLIENTS]))
    theirs, _ = asyncio.run(all_play(bare_port, games[:CLIENTS]))
    one, waits = asyncio.run(all_play(port, games[CLIENTS:]))
    return ours, theirs, one, waits


async def all_play(port: int, games: list[Game]) -> tuple[float, list[float]]:
    waits: list[float] = []
    began = perf_counter()
    await asyncio.gather(*(plays(port, game, waits) for game in games))
    return len(games) * EACH / (perf_counter() - began), waits


async def plays(port: int, game: Game, waits: list[float]) -> None:
    """One client plays a whole game for both."""
    line = Connection(port)
    for said in SCRIPT:
        headers = {"Authorization": f"Bearer {game.tokens[said['by']]}"}
        began = perf_counter()
        status, _ = await line.post(game.path("/steps"), json.dumps(said).encode(), headers)
        waits.append(perf_counter() - began)
        assert status == 200
    line.close()


@contextmanager
def bare_server() -> Iterator[int]:
    """The port of a bare endpoint, served as ours is."""
    command = [sys.executable, "-m", "tests.benchmarks.http"]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    port = int(running.stdout.readline())
    for _ in range(200):
        with suppress(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/openapi.json")
            break
        sleep(0.05)
    try:
        yield port
    finally:
        running.kill()
        running.wait()


def main() -> None:
    config = uvicorn.Config(bare, port=0, access_log=False, log_config=None, server_header=False)
    place = config.bind_socket()
    sys.stdout.write(f"{place.getsockname()[1]}\n")
    sys.stdout.flush()
    uvicorn.Server(config).run([place])


if __name__ == "__main__":
    main()
