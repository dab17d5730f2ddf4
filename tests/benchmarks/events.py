"""A whole event by script against a real server: 128 tables, 5 rounds, calls, appeals, offences, clocks.

The server is killed twice: one process on SQLite, two workers on PostgreSQL. At the end everything
that was acknowledged is looked for, and every proof examined.
"""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adapters.wiring import seats_on
from application.event.log.promise import promise_of
from application.event.log.proving import checkpoint, examine, origin_of, slip_of_table
from application.event.log.signed_note import Signer
from application.event.log.slip import slip_of
from application.event.repository import Repository
from domain.tournament import rounds
from domain.tournament.clocks import ClockRules, SetClocks
from tests.adapters.clients import Cut
from tests.adapters.clients import Line as Connection
from tests.adapters.events import NAME, AtEvent, event_in, paired, repository_at
from tests.adapters.servers import Server, serving
from tests.application.event.halls import give
from tests.benchmarks import Line, Lines
from tests.benchmarks.games import steps
from tests.benchmarks.postgres import postgres

TABLES, ROUNDS, STEPS = 128, 5, 6
CALLED, APPEALED = 4, 12
"""Every so many tables have a call, and an appeal."""
SCRIPT = steps("voidsiege", STEPS)
SIGNER = Signer(origin_of(NAME), Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
KILLED = 2, 4
"""Rounds in which the server is."""
PATIENCE = 60
JUDGES = ("j1", "j2")
"""Whose phones show the hall."""


@dataclass
class Told:
    """What was acknowledged, and how long it took."""

    kills: tuple[int, ...] = ()
    """Rounds in which the server is killed: how long calls take then is no matter."""
    entries: dict[str, int] = field(default_factory=dict)
    """Game → the newest entry that was acknowledged."""
    calls: set[tuple[int, int]] = field(default_factory=set)
    """Round and table."""
    offences: int = 0
    results: set[tuple[int, int]] = field(default_factory=set)
    called: dict[tuple[int, int], float] = field(default_factory=dict)
    """When a call was sent that came through at once."""
    seen: dict[tuple[int, int], float] = field(default_factory=dict)
    """When the last of the phones showed it."""
    shown: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    """Whose phone has shown it."""
    first_views: list[int] = field(default_factory=list)
    refreshes: list[int] = field(default_factory=list)
    tried_again: int = 0


@dataclass
class Table:
    """The script at a table of a round."""

    at: AtEvent
    told: Told
    port: int
    round: int
    number: int
    ended: asyncio.Event

    @property
    def game(self) -> str:
        return self.at.game(self.number, self.round)

    async def plays(self) -> None:
        self.line = Connection(self.port)
        for n, said in enumerate(SCRIPT):
            entry = await self._step(n, said)
            self.told.entries[self.game] = max(entry, self.told.entries.get(self.game, 0))
            if n == 2 and self.number % CALLED == 0:
                await self._call()
        players = self.at.players[self.game]
        await self._judge("j1", do="result", winner=players[0], points={players[0]: 2})
        self.told.results.add((self.round, self.number))
        self.line.close()

    async def _step(self, n: int, said: dict[str, Any]) -> int:
        path, key = f"/api/games/{self.game}/steps", f"step-{n}"
        answer = await self._sent(path, said, self.at.seats[self.game][said["by"]], key)
        return int(answer["n"])

    async def _call(self) -> None:
        key = self.round, self.number
        before, began = self.told.tried_again, perf_counter()
        self.told.called[key] = began
        made = await self._player("ana", do="call", words="it was my go")
        if self.told.tried_again > before or self.round in self.told.kills:
            self.told.called.pop(key, None)
        self.told.calls.add(key)
        number = made["call"]
        # Nobody is heard sooner.
        await asyncio.sleep(0.5)
        await self._player("ben", do="say", call=number, words="it was mine")
        await self._judge("j2", do="take", call=number)
        await self._judge("j2", do="rule", call=number, words="it was ana's", verdict="neither")
        if self.number % APPEALED == 0:
            await self._player("ben", do="appeal", call=number, on="fact", words="I was there")
            await self._judge("j1", do="decide", call=number, words="it stands")
        offends = {"player": self.at.players[self.game][1], "kind": "slow_play", "penalty": "note"}
        offends["because"] = "as it was"
        await self._judge("j1", do="offence", call=number, key=f"{self.game}-slow", **offends)
        self.told.offences += 1

    async def _player(self, seat: str, **act: Any) -> Any:
        token = self.at.seats[self.game][seat]
        return await self._sent(f"/api/games/{self.game}/acts", act, token)

    async def _judge(self, judge: str, key: str = "", **act: Any) -> None:
        if act["do"] in ("offence", "result"):
            act |= {"round": self.round, "table": self.number}
        await self._sent(f"/api/events/{NAME}/acts", act, self.at.judges[judge], key)

    async def _sent(self, path: str, act: dict[str, Any], token: str, key: str = "") -> Any:
        """Sent until it is acknowledged."""
        headers = {"Authorization": f"Bearer {token}"}
        if key:
            headers["Idempotency-Key"] = key
        body = json.dumps(act).encode()
        for _ in range(2000):
            try:
                status, answer = await self.line.post(path, body, headers)
            except Cut:
                status, answer = 0, b""
            if status == 200:
                return json.loads(answer)
            assert status in (0, 429, 503), (path, act, status, answer)
            self.told.tried_again += 1
            await asyncio.sleep(0.05)
        raise AssertionError(f"{path} was never acknowledged")


@dataclass
class Phone:
    """A judge's phone with the hall open."""

    at: AtEvent
    told: Told
    port: int
    round: int
    judge: str
    listening: asyncio.Event = field(default_factory=asyncio.Event)

    async def looks(self, ended: asyncio.Event) -> None:
        headers = {"authorization": f"Bearer {self.at.judges[self.judge]}"}
        base = f"http://127.0.0.1:{self.port}"
        while not ended.is_set():
            with suppress(httpx.TransportError):
                async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as client:
                    page = await client.get(f"/events/{NAME}", headers=headers)
                    self.told.first_views.append(len(page.content))
                    seen = page.text.split('data-seen="')[1].split('"')[0]
                    await self._listens(client, seen, headers, ended)
            await asyncio.sleep(0.05)

    async def _listens(
        self, client: httpx.AsyncClient, seen: str, headers: dict[str, str], ended: asyncio.Event
    ) -> None:
        path = f"/api/events/{NAME}/live?after={seen}"
        async with client.stream("GET", path, headers=headers) as stream:
            async for line in stream.aiter_lines():
                self.listening.set()
                if ended.is_set():
                    return
                if line.startswith("data: ["):
                    self.told.refreshes.append(len(line.encode()))
                    for row in json.loads(line.removeprefix("data: ")):
                        self._shows(row)

    def _shows(self, row: str) -> None:
        key = self.round, int(row.split('id="t')[1].split('"', maxsplit=1)[0])
        shown = self.told.shown.setdefault(key, set())
        if "data-call=" in row and key in self.told.called and self.judge not in shown:
            shown.add(self.judge)
            if len(shown) == len(JUDGES):
                self.told.seen[key] = perf_counter()


async def one_round(server: Server, at: AtEvent, told: Told, number: int, kills: bool) -> None:
    ended = asyncio.Event()
    tables = [Table(at, told, server.port, number, n, ended) for n in range(1, TABLES + 1)]
    phones = [Phone(at, told, server.port, number, judge) for judge in JUDGES]
    looking = [asyncio.create_task(phone.looks(ended)) for phone in phones]
    # Judges have the hall open before a round is played.
    await asyncio.gather(*(phone.listening.wait() for phone in phones))
    killing = asyncio.create_task(killed(server)) if kills else None
    await asyncio.gather(*(one.plays() for one in tables))
    if killing is not None:
        await killing
    ended.set()
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)


async def killed(server: Server) -> None:
    """In the middle of it, as a power cut would; and started again."""
    await asyncio.sleep(2)
    server.kill()
    await asyncio.to_thread(server.start)


def played(db: str, server: Server, kills: tuple[int, ...]) -> tuple[Told, float]:
    """All rounds, with the rounds in which the server is killed."""
    told = Told(kills)
    at = event_in(db, TABLES, start=False)
    took = 0.0
    with repository_at(db) as repository:
        for number in range(1, ROUNDS + 1):
            begin(repository, at, db, number)
            began = perf_counter()
            asyncio.run(one_round(server, at, told, number, number in kills))
            took += perf_counter() - began
            end(repository, number)
            checkpoint(repository, NAME, SIGNER)
    return told, took


def begin(repository: Repository, at: AtEvent, db: str, number: int) -> None:
    if number > 1:
        paired(repository, TABLES, number)
        seats = seats_on(db)
        for table in repository.event(NAME).of_round(number):
            at.seats[table.game] = seats.issue(table.game, ["ana", "ben"])
        seats.close()
    for table in repository.event(NAME).of_round(number):
        at.players[table.game] = table.players
    rules = ClockRules(1500, increment=10)
    give(repository, NAME, SetClocks(number, rules.main, rules.increment, rules.delay, rules.most))
    give(repository, NAME, rounds.Start(number, 50))


def end(repository: Repository, number: int) -> None:
    give(repository, NAME, rounds.End(number))


def lost(db: str, told: Told) -> int:
    """What was acknowledged and is not there, and what does not hold."""
    missing = 0
    with repository_at(db) as repository:
        event = repository.event(NAME)
        umpire_store = repository.ledger
        for game, n in told.entries.items():
            missing += umpire_store.load(game).written.log[-1].n < n
        calls = {call.key for call in event.calls.values() if call.ruled is not None}
        missing += len(told.calls - calls)
        missing += abs(told.offences - len(event.offences))
        missing += sum(event.tables[key].result is None for key in told.results)
        missing += sum(not one.holds for one in examine(repository, NAME, (), [SIGNER.verifier]))
        for key in told.results:
            raw = str(slip_of_table(repository, NAME, *key)).encode()
            promise_of(slip_of(raw), [SIGNER.verifier])
    return missing


def lines() -> Lines:
    with TemporaryDirectory() as folder:
        db = str(Path(folder) / "games.umpire")
        with serving(db) as server:
            yield from measured("SQLite, killed twice", db, server)
    with postgres() as db, serving(db, "--workers", "2") as server:
        yield from measured("PostgreSQL, two workers killed twice", db, server)


def measured(where: str, db: str, server: Server) -> Lines:
    told, took = played(db, server, KILLED)
    waits = [told.seen[key] - at for key, at in told.called.items() if key in told.seen]
    acts = len(SCRIPT) * TABLES * ROUNDS
    name = f"event of {TABLES} tables, {ROUNDS} rounds, {where}"
    yield Line(f"{name}: lost or not proven", lost(db, told), 0, "≤ 0")
    yield Line(f"{name}: calls never seen", len(told.called) - len(waits), 0, "≤ 0")
    p99 = quantiles(waits, n=100)[98] if len(waits) > 1 else 0.0
    yield Line(f"{name}: call to screen, p99", p99, 0, "≤ 1", "s")
    yield Line(f"{name}: first view of the hall", max(told.first_views) / 1000, 0, "≤ 100", "kB")
    yield Line(f"{name}: a refresh of it", max(told.refreshes) / 1000, 0, "≤ 5", "kB")
    yield Line(f"{name}: steps/s with all that", acts / took, 0, "≥ 1")
