"""Openings and forks: each is done once for an idempotency key, and nobody makes too many."""

import secrets
from dataclasses import dataclass

from application.game.live_game import Clock, utc
from application.game.moments import DAY
from application.game.opening import new_id
from application.game.seats import SeatStore, digest_of
from application.game.umpire import KEY_HOLDS
from application.ledger.store import NoSuchGame, Store

FORK = "fork of "


class KeyUsed(Exception):
    """Something else was asked for under the same key."""


class TooMany(Exception):
    """There are as many games as there may be; the message is a sentence without a full stop."""


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """A request that is to be carried out once, however often it is sent."""

    what: str
    """`open`, `fork GAME`, `seat GAME SEAT`."""
    caller: str
    """The secret that the sender showed: nobody else can use their keys."""
    key: str
    """The idempotency key: the sender's own name for the request; empty without one."""
    content: str = ""
    """What was asked for, word for word."""
    for_good: bool = False
    """Whether it is the same request however late it comes, and not a new one after KEY_HOLDS."""

    @property
    def secret(self) -> str:
        """What only this sender knows of the request; empty without a key."""
        return "\n".join((self.what, self.caller, self.key)) if self.key else ""


@dataclass(frozen=True, slots=True)
class Reservation:
    """What a request gets each time it is sent: the same game id, and the same salt for its tokens."""

    game: str
    salt: str
    asked: str
    """The digest of what was asked for."""


@dataclass(frozen=True, slots=True)
class Quota:
    """The most games that there may be."""

    games: int = 10_000
    """Opened by one caller within a day."""
    forks: int = 200
    """Forks of one game, and of its forks, together."""


class Openings:
    """Reserves games for requests, and counts who opened how many. Safe to call from several threads."""

    def __init__(
        self, tables: SeatStore, store: Store, quota: Quota = Quota(), clock: Clock = utc
    ) -> None:
        self.tables = tables
        self.store = store
        self.quota = quota
        self.clock = clock

    def reserve(self, asked: IdempotentRequest, game: str = "") -> Reservation | None:
        """What is reserved for this request, for KEY_HOLDS or for good; None without a key.

        `game`: the game that it is about; without it a free id is reserved. Raises KeyUsed, StoreProblem.
        """
        if not asked.key:
            return None
        now, content = self.clock(), digest_of(asked.content)
        key, salt = digest_of(asked.secret), secrets.token_hex(16)
        since = 0 if asked.for_good else now - KEY_HOLDS
        row = self.tables.reserve(key, game or self._free_id(), salt, content, now, since)
        reservation = Reservation(*row)
        if reservation.asked != content:
            raise KeyUsed
        return reservation

    def _free_id(self) -> str:
        while True:
            game = new_id()
            try:
                self.store.load(game, until=1)
            except NoSuchGame:
                return game

    def is_open(self, reserved: Reservation | None) -> bool:
        """Whether the reserved game has been opened."""
        return reserved is not None and self.tables.opener(reserved.game) is not None

    def room_for_game(self, caller: str) -> None:
        """Checks that this caller may open one more game today. Raises TooMany."""
        if self.tables.count_opened(caller, self.clock() - DAY) >= self.quota.games:
            raise TooMany(f"{self.quota.games} games were opened with this key within a day")

    def family(self, game: str) -> str:
        """The name under which the forks of a game are counted: that of the first game it descends from."""
        opener = self.tables.opener(game) or ""
        return opener if opener.startswith(FORK) else FORK + game

    def opener(self, game: str) -> str:
        """Whose key opened the game, or the one that it was first forked from; empty where none did."""
        family = self.family(game).removeprefix(FORK)
        return self.tables.opener(family) or ""

    def room_for_fork(self, family: str) -> None:
        """Checks that this family may have one more fork. Raises TooMany."""
        if self.tables.count_opened(family, 0) >= self.quota.forks:
            first = family.removeprefix(FORK)
            raise TooMany(
                f"“{first}” has {self.quota.forks} forks, as many as are kept of one game"
            )

    def count_opening(self, game: str, caller: str) -> None:
        """Counts the game for this caller, once however often it is called."""
        self.tables.add_opened(game, caller, self.clock())
