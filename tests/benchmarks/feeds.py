"""How soon a step is on everybody's page: an event on PostgreSQL, two workers, each feed at one of them."""

import asyncio
import json
from dataclasses import dataclass, field
from statistics import quantiles
from time import perf_counter

from tests.adapters.clients import Line as Connection
from tests.adapters.events import NAME, AtEvent, event_in
from tests.adapters.servers import serving
from tests.benchmarks import Line, Lines
from tests.benchmarks.games import steps
from tests.benchmarks.postgres import postgres

TABLES, PHONES, SECONDS = 128, 6, 20
"""Tables with a feed for each player, judges' phones with the hall open, steps at each table."""
STREAMS = 2 * TABLES + PHONES
SEATS = "ana", "ben"
SCRIPT = steps("voidsiege", SECONDS)
LATEST = 30.0
"""Seconds after the last step in which everything has to have arrived."""
LONG = 2**20
"""Most bytes of a line in a stream."""


def lines() -> Lines:
    with postgres() as db:
        at = event_in(db, TABLES)
        # Two servers of a worker each: a system gives one of two workers as many connections as it likes.
        with serving(db) as one, serving(db) as other:
            evening = Evening(at, (one.port, other.port))
            asyncio.run(evening.goes_on())
    name = f"{TABLES} tables at a step a second, 2 workers on PostgreSQL, {STREAMS} streams"
    for what, found, aim in (
        ("from sending a step to its arrival", evening.lags, "≤ 250"),
        ("a ruling", evening.waits, ""),
    ):
        cuts = quantiles(found, n=100)
        for percent, aimed in ((50, ""), (99, aim)):
            yield Line(f"{name}: {what}, p{percent}", cuts[percent - 1] * 1000, 0, aimed, "ms")
    never = 2 * TABLES * SECONDS - len(evening.lags)
    yield Line(f"{name}: never arrived, twice or out of order", never + evening.odd, 0, "≤ 0")


@dataclass
class Evening:
    """All tables at once, the seats of each at both workers."""

    at: AtEvent
    ports: tuple[int, int]
    waits: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    odd: int = 0
    """Entries that arrived again, or before an earlier one."""
    sent: dict[tuple[str, int], float] = field(default_factory=dict)

    async def goes_on(self) -> None:
        games = [*self.at.seats]
        listening = [
            self._hears(game, seat, self.ports[(n + place) % 2])
            for n, game in enumerate(games)
            for place, seat in enumerate(SEATS)
        ]
        listening += [self._looks(self.ports[n % 2]) for n in range(PHONES)]
        tasks = [asyncio.create_task(one) for one in listening]
        await asyncio.sleep(3)
        begins = perf_counter()
        each = (self._plays(game, begins + n / TABLES) for n, game in enumerate(games))
        await asyncio.gather(*each)
        until = perf_counter() + LATEST
        while len(self.lags) < len(games) * len(SEATS) * SECONDS and perf_counter() < until:
            await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _plays(self, game: str, begins: float) -> None:
        line = {seat: Connection(port) for seat, port in zip(SEATS, self.ports, strict=True)}
        for n, said in enumerate(SCRIPT, 1):
            await asyncio.sleep(max(0, begins + n - perf_counter()))
            headers = {"Authorization": f"Bearer {self.at.seats[game][said['by']]}"}
            began = self.sent[game, n] = perf_counter()
            path, body = f"/api/games/{game}/steps", json.dumps(said).encode()
            status, answer = await line[said["by"]].post(path, body, headers)
            self.waits.append(perf_counter() - began)
            assert status == 200, answer
        for one in line.values():
            one.close()

    async def _hears(self, game: str, seat: str, port: int) -> None:
        """A player's feed, from before the first step on."""
        reader, _open = await stream(port, f"/api/games/{game}/feed", self.at.seats[game][seat])
        newest = 0
        while line := await reader.readline():
            if line.startswith(b"id: ") and (n := int(line[4:])):
                self.odd += n != newest + 1
                newest = n
                self.lags.append(perf_counter() - self.sent[game, n])

    async def _looks(self, port: int) -> None:
        """A judge's phone with the hall open."""
        reader, _open = await stream(port, f"/api/events/{NAME}/live", self.at.judges["j1"])
        while await reader.readline():
            pass


async def stream(
    port: int, path: str, token: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONG)
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
    writer.write(head.encode())
    return reader, writer
