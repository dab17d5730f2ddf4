"""What a store of games has to keep, and what may go wrong with it."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from application.ledger.digests import Digests
from domain.kernel.history import Entry, Opening


class StoreProblem(Exception):
    """Something the operator can mend; the message is one sentence: what, where, what to do."""


class NotKnownHere(StoreProblem):
    """A stored game of a ruleset or an edition that this umpire does not have."""


class NoSuchGame(StoreProblem):
    """No game of this id is in the store."""


class SeveralGames(NoSuchGame):
    """The word begins the ids of several games."""


def no_such_game(game: str) -> NoSuchGame:
    return NoSuchGame(f"there is no game “{game}” in this store")


class GameExists(StoreProblem):
    """A game of this id is in the store already."""


class Uncertain(StoreProblem):
    """The store broke off in the middle: it may have kept what it was given, or not."""


class Damaged(StoreProblem):
    """What is stored is not what was written; `entry` is the first that does not hold, if it is known."""

    def __init__(self, sentence: str, entry: int | None = None) -> None:
        super().__init__(sentence)
        self.entry = entry


def not_as_written(row: int, game: str) -> Damaged:
    return Damaged(f"row {row} of “{game}” is not as it was written")


class Conflict(Exception):
    """Somebody else wrote the next entry first: reload and decide again."""


class Head(NamedTuple):
    """The newest stored row of a game: its version (rows from 1 on) and its digest."""

    version: int
    digest: str


class StoredSnapshot(NamedTuple):
    """A snapshot as it is stored."""

    entry: int
    """The number of the entry after which it was made."""
    name: str
    """Identifies the rules that made it: see `snapshot_name`."""
    state: bytes
    """A `Snapshot` as JSON."""


class NumberedRow(NamedTuple):
    """A stored row, and its place among those of all games."""

    id: int
    game: str
    version: int
    name: str
    state: bytes


class Recorded(NamedTuple):
    """An entry, the time it was written, and the key its sender gave it."""

    entry: Entry
    at: int
    """Microseconds since 1970, UTC."""
    key: str = ""
    """The sender's idempotency key; empty without one."""
    digest: str = ""
    """The digest of the entry's last row."""


@dataclass(slots=True)
class Written:
    """Consecutive entries as they were written, one column per field."""

    log: list[Entry] = field(default_factory=list)
    times: "array[int]" = field(default_factory=lambda: array("q"))
    """Microseconds since 1970, UTC."""
    digests: Digests = field(default_factory=Digests)
    sent: dict[int, str] = field(default_factory=dict)
    """Entry → the key its sender gave it, where it had one."""

    def entries_as_written(self) -> list[Recorded]:
        """The same, one record per entry."""
        return [
            Recorded(entry, at, self.sent.get(entry.n, ""), self.digests[place])
            for place, (entry, at) in enumerate(zip(self.log, self.times, strict=True), 1)
        ]


@dataclass(frozen=True, slots=True)
class Stored:
    """A whole game as it is stored."""

    opening: Opening
    at: int
    opened: tuple[Any, ...]
    """The events of entry 0."""
    written: Written
    head: Head

    @property
    def entries(self) -> Sequence[Recorded]:
        return self.written.entries_as_written()


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list of games."""

    id: str
    ruleset: str
    players: tuple[str, ...]
    at: int
    """When it was opened: microseconds since 1970, UTC."""
    origin: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    """Seat → the name people see for it."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Event, round, table: shown to people and in lists."""


END = 2**62
"""Greater than any row's version and any entry's number."""
Outcome = Exception | None
"""How a write ended: None once it is durable, otherwise why it failed."""
Tell = Callable[[Outcome], None]
"""Called with the outcome, in the thread that writes."""
MakesSnapshot = Callable[[Head], StoredSnapshot | None]
"""Makes the snapshot to store with the entry that ends at this head, or None."""


class Store(Protocol):
    """Where games are kept.

    Every method may raise StoreProblem; of other errors only Conflict reaches a caller.
    """

    def create(
        self,
        game: str,
        opening: Opening,
        opened: tuple[Any, ...],
        at: int,
        entries: Sequence[Entry] = (),
        snapshots: Sequence[MakesSnapshot | None] = (),
    ) -> list[Head]:
        """Creates a game with its first entries, all or nothing; durable on return.

        Gives the head after the set-up, then one per entry. Raises GameExists.
        """

    def append(
        self,
        game: str,
        head: Head,
        at: int,
        entries: Sequence[Entry],
        snapshots: Sequence[MakesSnapshot | None] = (),
        *,
        key: str = "",
        tell: Tell | None = None,
    ) -> list[Head]:
        """Appends the next entries atomically; gives the head after each. Raises Conflict.

        They are durable on return. With `tell` it does not wait, and writes of many games may share one
        commit: then they are durable only once `tell` has been called with None. `key`: of the first one.
        """

    def load(self, game: str, until: int = END) -> Stored:
        """The whole game, or its rows up to this version. Raises NoSuchGame, Damaged."""

    def since(self, game: str, head: Head, until: int = END) -> tuple[Sequence[Recorded], Head]:
        """The entries after this head, up to the row `until`; and the new head. Raises Damaged."""

    def snapshots_near(self, game: str, name: str, entry: int) -> Sequence[StoredSnapshot]:
        """The last snapshot of this name at or before this entry, and the first one after it."""

    def ids(self) -> Sequence[str]:
        """The ids of all games, newest first."""

    def games(self) -> Iterable[Listed]:
        """All games, newest first."""

    def changed_since(self, notification: int) -> tuple[list[tuple[str, int]], int]:
        """Games and streams with rows after this one, each with its newest version; and the newest id."""

    def newest(self) -> int:
        """The newest notification, to begin `changed_since` with."""

    def close(self) -> None:
        """Closes files and connections."""
