"""A game in memory, folded up to its head, with the times and keys of its entries."""

import asyncio
import threading
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from time import time_ns

from application.game.moments import taken_at
from application.game.opening import game_at_opening
from application.ledger.digests import Digests
from application.ledger.store import Head, NoSuchGame, Recorded, Store, Stored
from application.ledger.stored_events import write_json
from domain.kernel.history import Game, Position

Clock = Callable[[], int]
"""Microseconds since 1970, UTC."""


def utc() -> int:
    """Now, in microseconds since 1970, UTC."""
    return time_ns() // 1000


@dataclass(frozen=True, slots=True)
class GameLimits:
    """How much is kept of one game; what goes beyond it is turned away."""

    entries: int
    said: int
    """Bytes of all its steps, as JSON."""
    for_judges: int = 1_000
    """How many more entries a judge may add, to put right what filled it."""


@dataclass
class LiveGame:
    """A game in memory, folded up to its head."""

    id: str
    game: Game
    head: Head
    times: "array[int]"
    """When each entry was written, entry 0 first; microseconds since 1970, UTC."""
    digests: Digests = field(default_factory=Digests)
    """The digest of each entry's row, from entry 1 on."""
    sent: dict[int, str] = field(default_factory=dict)
    """Entry → its idempotency key, where it had one."""
    keys: dict[str, int] = field(default_factory=dict)
    """Idempotency key → its entry."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    called: Mapping[str, str] = field(default_factory=dict)
    """Seat → the name of whoever sits there, where that is kept outside the game."""
    as_kept: "LiveGame | None" = None
    """The game as it is stored, where this is a copy whose words are made readable."""
    first: str = ""
    """The game that it was first taken from, by forks of forks; empty where it is no fork."""
    _weighed: int = 0
    """How many entries `_weight` counts."""
    _weight: int = 0

    @property
    def names(self) -> Mapping[str, str]:
        """Seat → what it is called in front of people, for the seats that have a name."""
        return {**self.game.opening.names, **self.called}

    def weight(self) -> int:
        """Bytes of all its steps, as JSON."""
        newer = self.game.log[self._weighed :]
        self._weight += sum(len(write_json(entry.said)) for entry in newer)
        self._weighed += len(newer)
        return self._weight

    def is_behind(self, entry: int | None) -> bool:
        """Whether this entry is not known here; another process may have written it."""
        return entry is not None and entry > self.game.length

    def entry_as_written(self, n: int) -> Recorded:
        """Entry n as it is stored, with its time, key and digest."""
        return Recorded(self.game.entry(n), self.times[n], self.sent.get(n, ""), self.digests[n])

    def taken_at(self, n: int) -> int:
        """When entry n was made: as its step says, else when it was written; microseconds since 1970, UTC."""
        return taken_at(self.game.entry(n), self.times[n]) if n else self.times[0]

    def take(self, recorded: Recorded, position: Position | None = None) -> None:
        """Adds the next entry, which is durable by now. `position`: the one after it, where known."""
        self.game.take(recorded.entry, position)
        self.times.append(recorded.at)
        self.digests.append(recorded.digest)
        if recorded.key:
            self.keys[recorded.key] = recorded.entry.n
            self.sent[recorded.entry.n] = recorded.key


def live_game(id: str, stored: Stored, first: str = "") -> LiveGame:
    """A stored game, folded. Raises NotKnownHere."""
    game = game_at_opening(id, stored.opening)
    written = stored.written
    game.resume(written.log)
    times = array("q", (stored.at,)) + written.times
    keys = {key: n for n, key in written.sent.items()}
    return LiveGame(id, game, stored.head, times, written.digests, written.sent, keys, first=first)


def first_game(origin: str, origin_of: Callable[[str], str]) -> str:
    """The game that a fork of this origin was first taken from; empty where it is no fork.

    `origin_of`: game → its origin, empty where it has none or is not known.
    """
    game, seen = "", set[str]()
    while origin and (game := forked_from(origin)) not in seen:
        seen.add(game)
        origin = origin_of(game)
    return game


def forked_from(origin: str) -> str:
    """The game that `tavo-remi-42@17 as ana` names."""
    return origin.partition(" ")[0].rpartition("@")[0]


def origin_in(store: Store, game: str) -> str:
    """The origin of a stored game; empty where it has none or is not in the store."""
    try:
        return store.load(game, until=1).opening.origin
    except NoSuchGame:
        return ""


def detached_copy(live: LiveGame, at: int | None = None) -> LiveGame:
    """A copy of the game as it is now, or was after entry `at`, on which steps taken in `live` do not tell."""
    with live.lock:
        n = live.game.length if at is None else at
        game, times, digests = live.game.at(n), live.times[: n + 1], live.digests.copy()
    return replace(live, game=game, times=times, digests=digests)
