"""Many clients at once: as little HTTP as it takes, so that the server is what is measured."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

PATIENCE = 10_000
"""So many times a step is sent again; a server that is started anew takes its time on a busy machine."""


class Cut(Exception):
    """The line was cut, or the server could not answer just now."""


@dataclass
class Line:
    """A connection that is kept, and made again when it is lost."""

    port: int
    _open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(
        default=None, init=False
    )

    async def post(self, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        """Status and body. Raises Cut."""
        lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        lines += [f"Content-Length: {len(body)}", "", ""]
        try:
            if self._open is None:
                self._open = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self._open
            writer.write("\r\n".join(lines).encode() + body)
            return await answered(reader)
        except (OSError, EOFError, ValueError) as why:
            self.close()
            raise Cut from why

    def close(self) -> None:
        if self._open is not None:
            with suppress(OSError, RuntimeError):
                self._open[1].close()
            self._open = None


async def answered(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head[9:12])
    at = head.lower().index(b"content-length:") + 15
    length = int(head[at : head.index(b"\r", at)])
    return status, await reader.readexactly(length)


@dataclass
class Player:
    """Somebody who notes things, one after the other, and tries again until it is acknowledged."""

    name: str
    game: str
    token: str
    lines: list[Line]
    acknowledged: dict[str, int] = field(default_factory=dict)
    """Text → the entry it was given."""
    seconds: list[float] = field(default_factory=list)
    tried_again: int = 0

    async def plays(self, steps: int) -> None:
        for number in range(steps):
            text = f"{self.name}:{number}"
            self.acknowledged[text] = await self._noted(number, text)

    async def _noted(self, number: int, text: str) -> int:
        body = json.dumps({"do": "note", "text": text}).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": text}
        path = f"/api/games/{self.game}/steps"
        loop = asyncio.get_running_loop()
        for attempt in range(PATIENCE):
            line = self.lines[(number + attempt) % len(self.lines)]
            began = loop.time()
            try:
                status, answer = await line.post(path, body, headers)
            except Cut:
                status, answer = 0, b""
            if status == 200:
                self.seconds.append(loop.time() - began)
                entry: int = json.loads(answer)["n"]
                return entry
            assert status in (0, 503), (status, answer)
            self.tried_again += 1
            await asyncio.sleep(0.02)
        raise AssertionError(f"{text} was never acknowledged")


async def all_play(players: list[Player], steps: int) -> float:
    """They all play at once; how many seconds it took."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    await asyncio.gather(*(player.plays(steps) for player in players))
    took = loop.time() - began
    for line in {id(line): line for player in players for line in player.lines}.values():
        line.close()
    return took


def players_of(games: list[Any], number: int, ports: list[int]) -> list[Player]:
    """So many players, spread over the games and their seats."""
    seats = ("ana", "ben")
    return [
        Player(
            f"p{n}",
            games[n % len(games)].id,
            games[n % len(games)].tokens[seats[n // len(games) % 2]],
            [Line(port) for port in ports],
        )
        for n in range(number)
    ]
