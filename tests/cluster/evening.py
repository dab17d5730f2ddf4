"""Games on a cluster while something happens to it: what was acknowledged, seen and lost."""

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import httpx

from adapters.wiring import ledger_on
from tests.adapters.clients import Cut, Line
from tests.adapters.servers import Game, Server, opened
from tests.cluster.watching import longest_gap

GAMES, PAUSE = 8, 0.1
"""Seconds between two steps of a player; each game has two."""
PATIENCE = 90


@dataclass
class Evening:
    """What players and readers were told."""

    games: list[Game]
    ports: list[int]
    acknowledged: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Text → its game and entry."""
    moments: list[float] = field(default_factory=list)
    """When something was acknowledged."""
    seen: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """Feed → the entries it told, in their order."""
    odd: list[str] = field(default_factory=list)
    """Answers that are none of those a player has to expect."""
    over: bool = False

    async def plays(self, happens: Callable[[], Any]) -> None:
        """Everybody plays and listens while it happens, and until all that was begun is acknowledged."""
        playing = [
            asyncio.create_task(self._player(game, seat, n))
            for n, game in enumerate(self.games)
            for seat in ("ana", "ben")
        ]
        listening = [
            asyncio.create_task(self._listens(game, port))
            for game in self.games
            for port in self.ports
        ]
        try:
            await asyncio.to_thread(happens)
        finally:
            self.over = True
        _, waiting = await asyncio.wait(playing, timeout=PATIENCE)
        for one in waiting:
            self.odd.append(f"somebody was answered nothing but refusals for {PATIENCE} s")
            one.cancel()
        await asyncio.sleep(2)
        for one in listening:
            one.cancel()
        await asyncio.gather(*listening, return_exceptions=True)

    async def _player(self, game: Game, seat: str, n: int) -> None:
        lines = [Line(port) for port in self.ports]
        number = 0
        while not self.over:
            text = f"{game.id}:{seat}:{number}"
            await self._noted(game, seat, text, lines, n + number)
            number += 1
            await asyncio.sleep(PAUSE)
        for line in lines:
            line.close()

    async def _noted(self, game: Game, seat: str, text: str, lines: list[Line], at: int) -> None:
        body = json.dumps({"do": "note", "text": text}).encode()
        headers = {"Authorization": f"Bearer {game.tokens[seat]}", "Idempotency-Key": text}
        for attempt in range(10_000):
            try:
                status, answer = await lines[(at + attempt) % len(lines)].post(
                    game.path("/steps"), body, headers
                )
            except Cut:
                status, answer = 0, b""
            if status == 200:
                self.moments.append(monotonic())
                self.acknowledged[text] = game.id, json.loads(answer)["n"]
                return
            if status not in (0, 503):
                self.odd.append(f"{status} {answer!r}")
            await asyncio.sleep(0.2)
        raise AssertionError(f"{text} was never acknowledged")

    async def _listens(self, game: Game, port: int) -> None:
        told = self.seen.setdefault(f"{game.id} at {port}", [])
        while True:
            with suppress(OSError, EOFError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
                head = (
                    f"GET {game.path('/feed')} HTTP/1.1\r\nHost: localhost\r\n"
                    f"Authorization: Bearer {game.tokens['spectator']}\r\n"
                    f"Last-Event-ID: {told[-1][0] if told else 0}\r\n\r\n"
                )
                writer.write(head.encode())
                try:
                    while line := await reader.readline():
                        if line.startswith(b'data: {"n"'):
                            entry = json.loads(line[6:])
                            told.append((entry["n"], entry["said"]["text"]))
                finally:
                    writer.close()
            await asyncio.sleep(0.2)


@dataclass
class Found:
    """What came of an evening."""

    acknowledged: int
    lost: int
    """Acknowledged, and not where it was said to be."""
    doubled: int
    gone: int
    """Entries that a feed told and that are none of the game's."""
    disordered: int
    """Entries that came to a feed out of order, or again."""
    missed: int
    """Entries that a feed did not tell."""
    silence: float
    """Longest time in seconds in which nothing was acknowledged, nowhere."""
    odd: list[str]

    def told(self) -> str:
        return (
            f"acknowledged {self.acknowledged:,}, lost {self.lost}, doubled {self.doubled}; feeds: "
            f"out of order or again {self.disordered}, missed {self.missed}, told and gone {self.gone}; "
            f"longest silence {self.silence:.1f} s"
        )

    @property
    def well(self) -> bool:
        return not (
            self.lost or self.doubled or self.gone or self.disordered or self.missed or self.odd
        )


def found_after(evening: Evening, db: str) -> Found:
    """Compares what was told with what is stored."""
    ledger = ledger_on(db)
    logs = {
        game.id: [entry.said["text"] for entry in ledger.load(game.id).written.log]
        for game in evening.games
    }
    for game in evening.games:
        assert ledger.verify(game.id).holds
    ledger.close()
    lost = sum(
        n > len(logs[game]) or logs[game][n - 1] != text
        for text, (game, n) in evening.acknowledged.items()
    )
    doubled = sum(n - 1 for log in logs.values() for n in Counter(log).values())
    gone = disordered = missed = 0
    for name, told in evening.seen.items():
        log = logs[name.split(" ", maxsplit=1)[0]]
        gone += sum(n > len(log) or log[n - 1] != text for n, text in told)
        numbers = [n for n, _ in told]
        disordered += sum(b <= a for a, b in itertools.pairwise(numbers))
        missed += len(set(range(1, len(log) + 1)) - set(numbers))
    silence = longest_gap(sorted(evening.moments))
    return Found(
        len(evening.acknowledged), lost, doubled, gone, disordered, missed, silence, evening.odd
    )


def evening_on(servers: list[Server], happens: Callable[[], Any]) -> Evening:
    """Plays games at these servers while it happens."""
    with httpx.Client(base_url=servers[0].url, timeout=PATIENCE) as client:
        games = [opened(client) for _ in range(GAMES)]
    evening = Evening(games, [one.port for one in servers])
    asyncio.run(evening.plays(happens))
    return evening
