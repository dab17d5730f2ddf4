"""A game held in memory, folded up to its head, with when each entry was written and taken."""

import asyncio
import threading
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from time import time_ns

from application.game.moments import taken_at
from application.game.opening import game_at_opening
from application.ledger.digests import Digests
from application.ledger.store import Head, Recorded, Stored
from application.ledger.stored_events import write_json
from domain.kernel.history import Game, Position

Clock = Callable[[], int]
"""Microseconds since 1970, UTC."""


def utc() -> int:
    return time_ns() // 1000


@dataclass(frozen=True, slots=True)
class Room:
    """How much is kept of one game."""

    entries: int
    said: int
    """Bytes of all that was said in it."""
    for_judges: int = 1_000
    """So many entries more, so that a judge can still put right what filled it."""


@dataclass
class Live:
    """A game held in memory, folded up to its head."""

    id: str
    game: Game
    head: Head
    times: "array[int]"
    """When each entry was written, entry 0 first; microseconds since 1970, UTC."""
    digests: Digests = field(default_factory=Digests)
    """From entry 1 on."""
    sent: dict[int, str] = field(default_factory=dict)
    """Entry → its idempotency key, where it had one."""
    keys: dict[str, int] = field(default_factory=dict)
    """Key → the entry it was given to."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    called: Mapping[str, str] = field(default_factory=dict)
    """Seat → who sits there, where that is kept outside the game."""
    as_kept: "Live | None" = None
    """The game as it stands in the store, where this is a copy in which words are read."""
    _weighed: int = 0
    """Entries of which the weight is known."""
    _weight: int = 0

    @property
    def names(self) -> Mapping[str, str]:
        """What its seats are called before people."""
        return {**self.game.opening.names, **self.called}

    def weight(self) -> int:
        """Bytes of all that was said in it."""
        newer = self.game.log[self._weighed :]
        self._weight += sum(len(write_json(entry.said)) for entry in newer)
        self._weighed += len(newer)
        return self._weight

    def is_behind(self, entry: int | None) -> bool:
        """Whether somebody has seen an entry that is not known here: another process may have written it."""
        return entry is not None and entry > self.game.length

    def entry_as_written(self, n: int) -> Recorded:
        """Entry n as it was written."""
        return Recorded(self.game.entry(n), self.times[n], self.sent.get(n, ""), self.digests[n])

    def taken_at(self, n: int) -> int:
        """When entry n was taken, as was said; without that, when it was written."""
        return taken_at(self.game.entry(n), self.times[n]) if n else self.times[0]

    def take(self, recorded: Recorded, position: Position | None = None) -> None:
        """Adds the next entry, which is durable by now."""
        self.game.take(recorded.entry, position)
        self.times.append(recorded.at)
        self.digests.append(recorded.digest)
        if recorded.key:
            self.keys[recorded.key] = recorded.entry.n
            self.sent[recorded.entry.n] = recorded.key


def live_game(id: str, stored: Stored) -> Live:
    """A stored game, folded."""
    game = game_at_opening(id, stored.opening)
    written = stored.written
    game.resume(written.log)
    times = array("q", (stored.at,)) + written.times
    keys = {key: n for n, key in written.sent.items()}
    return Live(id, game, stored.head, times, written.digests, written.sent, keys)


def detached_copy(live: Live) -> Live:
    """A copy of the game as it is now. A thread may take its time over it while steps are taken in `live`."""
    with live.lock:
        game, times, digests = live.game.at(live.game.length), live.times[:], live.digests.copy()
    return replace(live, game=game, times=times, digests=digests)
