"""Processes that write under load until they are killed, and tell every acknowledgement at once.

They are forked from a parent that has everything imported and no connection open: a new interpreter
would take most of a kill's time, and SIGKILL leaves as little behind of a fork as of any process.
"""

import asyncio
import os
import select
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from adapters.wiring import umpire_on
from application.game.checked_step import NotAStep
from application.game.umpire import Umpire
from application.ledger.store import GameExists, NoSuchGame, StoreProblem
from tests.archive import RULESETS, opening
from tests.fuzz.games import said_at_random
from tests.properties.play import filled, somebody_says

CLIENTS = 8
"""Of each writer; the first two step in threads, the others in the event loop."""
IN_THREADS = 2
GAMES = 8
"""Played at once, by all writers together."""
EACH = 20
"""Steps of each client before it goes on to the next games."""

Tell = Callable[[str], None]


def warm() -> None:
    """What a new process would do first, done once before all forks."""
    for seed in range(len(RULESETS)):
        said_at_random(1, seed)


def game_of(client: int, number: int) -> str:
    """The game in which this step of a client is taken, the same whenever it is sent."""
    return f"game-{number // EACH}-{(client + number) % GAMES}"


@dataclass
class Forked:
    """A process of ours, and what it has told."""

    pid: int
    told: int
    """The end of a pipe that is read here."""
    left: bytes = b""
    """The beginning of a line."""
    ended: bool = False

    def lines(self, seconds: float) -> list[str]:
        """What it tells within this time."""
        until = monotonic() + seconds
        found: list[str] = []
        while not self.ended:
            ready, _, _ = select.select([self.told], [], [], max(0, until - monotonic()))
            if not ready:
                break
            read = os.read(self.told, 1 << 16)
            self.ended = not read
            *whole, self.left = (self.left + read).split(b"\n")
            found += [line.decode() for line in whole]
        return found

    def killed(self) -> list[str]:
        """Ends it as a power cut would; what it had told before. A line cut off counts for nothing."""
        os.kill(self.pid, signal.SIGKILL)
        return self.waited()

    def waited(self) -> list[str]:
        found = self.lines(60)
        os.waitpid(self.pid, 0)
        os.close(self.told)
        return found


def forked(does: Callable[[Tell], None]) -> Forked:
    """A process that does this; where it raises, its last line is `fault` and how."""
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        return Forked(pid, read)

    def tell(line: str) -> None:
        os.write(write, f"{line}\n".encode())

    try:
        does(tell)
    except BaseException:
        tell("fault " + repr(traceback.format_exc()[-3000:]))
    finally:
        os._exit(0)


@dataclass
class Writer:
    """One process under load: many clients, many games, every step with a key."""

    db: str
    name: str
    begins: dict[int, int]
    """Client → the number of its newest acknowledged step; it is sent again, and then the next ones."""
    chance: Random
    tell: Tell
    umpire: Umpire = field(init=False)

    def __call__(self) -> None:
        while True:
            try:
                self.umpire = umpire_on(self.db)
                break
            except StoreProblem as why:
                self.tell(f"problem {why}")
        asyncio.run(self._all())

    async def _all(self) -> None:
        await asyncio.gather(*map(self._client, range(CLIENTS)))

    async def _client(self, client: int) -> None:
        number = max(1, self.begins.get(client, 0))
        while True:
            try:
                await self._said(client, number)
            except StoreProblem as why:
                self.tell(f"problem {why}")
                await asyncio.sleep(0.01)
            except (
                NotAStep
            ) as why:  # somebody would be asked a third time; something else is said instead
                if "a third time" not in str(why):
                    raise
                await asyncio.sleep(0)
            else:
                number += 1

    async def _said(self, client: int, number: int) -> None:
        game, key = game_of(client, number), f"{self.name}.{client}.{number}"
        try:
            live = await self.umpire.game_soon(game)
        except NoSuchGame:
            await self._opened(game)
            live = await self.umpire.game_soon(game)
        with live.lock:
            said = dict(somebody_says(live.game, self.chance, filled))
        if client < IN_THREADS:
            ruled = await asyncio.to_thread(self.umpire.step, game, said, key=key)
        else:
            ruled = await self.umpire.step_soon(game, said, key=key)
        self.tell(f"ruled {key} {game} {ruled.entry.n} {ruled.digest}")

    async def _opened(self, game: str) -> None:
        chance = Random(game)
        found = opening(chance.choice(RULESETS), chance)
        with suppress(GameExists):
            await asyncio.to_thread(self.umpire.open, found, game)
            self.tell(f"opened {game}")


def writer(db: str, name: str, begins: dict[int, int], seed: str) -> Forked:
    """A writer, begun."""
    return forked(lambda tell: Writer(db, name, dict(begins), Random(seed), tell)())
