"""Openings and forks: what is asked for again under a key is not done again, and nobody has too many."""

import secrets
from dataclasses import dataclass

from application.game.live_game import Clock, utc
from application.game.opening import new_id
from application.game.seats import DAY, SeatStore, digest_of
from application.game.umpire import KEY_HOLDS
from application.ledger.store import NoSuchGame, Store

FORK = "fork of "


class KeyUsed(Exception):
    """Something else was asked for under the same key."""


class TooMany(Exception):
    """As many games as there may be; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """What somebody asks to have done once."""

    what: str
    """`open`, `fork GAME`, `seat GAME SEAT`."""
    caller: str
    """The secret they showed: the keys of one are nobody else's."""
    key: str
    """Their own name for the request; empty where they gave it none."""
    content: str = ""
    """What was asked for, word for word."""

    @property
    def secret(self) -> str:
        return "\n".join((self.what, self.caller, self.key)) if self.key else ""


@dataclass(frozen=True, slots=True)
class Reserved:
    """What a request gets each time it is sent: the same game, and the same salt for its tokens."""

    game: str
    salt: str
    asked: str
    """Digest of what was asked for."""


@dataclass(frozen=True, slots=True)
class Quota:
    """How many games there may be."""

    games: int = 10_000
    """Opened with one key, in a day."""
    forks: int = 200
    """Of a game, and of its forks."""


class Openings:
    """Which games were asked for, by whom. Safe to call from several threads."""

    def __init__(
        self, tables: SeatStore, store: Store, quota: Quota = Quota(), clock: Clock = utc
    ) -> None:
        self.tables = tables
        self.store = store
        self.quota = quota
        self.clock = clock

    def reserve(self, asked: IdempotentRequest, game: str = "") -> Reserved | None:
        """What this request had, or has from now on for KEY_HOLDS; None where it has no key.

        `game`: the one that it is about; a name that is free where it opens one. Raises KeyUsed.
        """
        if not asked.key:
            return None
        now, content = self.clock(), digest_of(asked.content)
        key, salt = digest_of(asked.secret), secrets.token_hex(16)
        row = self.tables.reserve(key, game or self._free_id(), salt, content, now, now - KEY_HOLDS)
        found = Reserved(*row)
        if found.asked != content:
            raise KeyUsed
        return found

    def _free_id(self) -> str:
        while True:
            game = new_id()
            try:
                self.store.load(game, until=1)
            except NoSuchGame:
                return game

    def is_open(self, reserved: Reserved | None) -> bool:
        """Whether it was opened before."""
        return reserved is not None and self.tables.opener(reserved.game) is not None

    def room_for_game(self, caller: str) -> None:
        """Raises TooMany where as many games were opened with this key in a day as may be."""
        if self.tables.count_opened(caller, self.clock() - DAY) >= self.quota.games:
            raise TooMany(f"{self.quota.games} games were opened with this key within a day")

    def family(self, game: str) -> str:
        """Whose forks are counted together: those of the first game."""
        opener = self.tables.opener(game) or ""
        return opener if opener.startswith(FORK) else FORK + game

    def room_for_fork(self, family: str) -> None:
        """Raises TooMany where as many forks were made of one first game as are kept."""
        if self.tables.count_opened(family, 0) >= self.quota.forks:
            first = family.removeprefix(FORK)
            raise TooMany(
                f"“{first}” has {self.quota.forks} forks, as many as are kept of one game"
            )

    def count_opening(self, game: str, caller: str) -> None:
        """Counts the game for this caller; counted again, it counts once."""
        self.tables.add_opened(game, caller, self.clock())
