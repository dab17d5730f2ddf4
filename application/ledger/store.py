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


class GameExists(StoreProblem):
    """A game of this id is in the store already."""


class Uncertain(StoreProblem):
    """The store broke off in the middle: it may have kept what it was given, or not."""


class Damaged(StoreProblem):
    """What is stored is not what was written; `entry` names the first entry that does not hold."""

    def __init__(self, sentence: str, entry: int | None = None) -> None:
        super().__init__(sentence)
        self.entry = entry


class Conflict(Exception):
    """Somebody else wrote the next entry first: reload and decide again."""


class Head(NamedTuple):
    """The newest stored row of a game: its version (rows from 1 on) and its digest."""

    version: int
    digest: str


class StoredSnapshot(NamedTuple):
    """A snapshot as it is stored."""

    entry: int
    """The entry after which the table was so."""
    name: str
    """Of the rules that made it: see `snapshot_name`."""
    state: bytes
    """As JSON: see `Snapshot`."""


class Recorded(NamedTuple):
    """An entry with when it was written and the key its sender gave it."""

    entry: Entry
    at: int
    """Microseconds since 1970, UTC."""
    key: str = ""
    """The sender's idempotency key; empty without one."""
    digest: str = ""
    """Of the entry's last row."""


@dataclass(slots=True)
class Written:
    """Entries that follow one another as they were written, a column each."""

    log: list[Entry] = field(default_factory=list)
    times: "array[int]" = field(default_factory=lambda: array("q"))
    """Microseconds since 1970, UTC."""
    digests: Digests = field(default_factory=Digests)
    sent: dict[int, str] = field(default_factory=dict)
    """Entry → the key its sender gave it, where it had one."""

    def entries_as_written(self) -> list[Recorded]:
        """Entry by entry."""
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
    """What the seats are called before people."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Event, round, table: words for people and lists."""


END = 2**62
"""After every row and every entry that there can be."""
Outcome = Exception | None
"""Of what was given to be written: None once it is durable."""
Tell = Callable[[Outcome], None]
"""Hears the outcome, in the thread that writes."""
MakesSnapshot = Callable[[Head], StoredSnapshot | None]
"""The snapshot to store with an entry whose last row is this head."""


class Store(Protocol):
    """Where games are kept. Every method may raise StoreProblem; nothing else reaches a caller."""

    def create(
        self,
        game: str,
        opening: Opening,
        opened: tuple[Any, ...],
        at: int,
        entries: Sequence[Entry] = (),
        snapshots: Sequence[MakesSnapshot | None] = (),
    ) -> list[Head]:
        """A new game with its first entries, all or nothing, durable on return; a head each and the set-up's.

        Raises GameExists.
        """

    def append(
        self,
        game: str,
        head: Head,
        entry: Entry,
        at: int,
        key: str = "",
        snapshot: MakesSnapshot | None = None,
    ) -> Head:
        """The next entry in one atomic append, durable on return. Raises Conflict."""

    def append_all(
        self,
        game: str,
        head: Head,
        entries: Sequence[Entry],
        at: int,
        snapshots: Sequence[MakesSnapshot | None],
    ) -> list[Head]:
        """The next entries in one atomic append, durable on return; a head each. Raises Conflict."""

    def submit(
        self,
        game: str,
        head: Head,
        entry: Entry,
        at: int,
        key: str,
        snapshot: MakesSnapshot | None,
        tell: Tell,
    ) -> Head:
        """The same without waiting: rulings of many games that wait together share a commit.

        The head is the one it leads to, once `tell` was called: it is durable then.
        """

    def load(self, game: str, until: int = END) -> Stored:
        """The whole game, or its rows up to this version. Raises NoSuchGame, Damaged."""

    def since(self, game: str, head: Head, until: int = END) -> tuple[Sequence[Recorded], Head]:
        """What was appended after this head, or of it the rows up to this version. Raises Damaged."""

    def snapshots_near(self, game: str, name: str, entry: int) -> Sequence[StoredSnapshot]:
        """Of the snapshots of this name: the last up to this entry, and the first after it."""

    def games(self) -> Iterable[Listed]:
        """All games, newest first."""

    def changed_since(self, notification: int) -> tuple[list[tuple[str, int]], int]:
        """Games with rows after this notification, each with its newest version; and the newest id."""

    def newest(self) -> int:
        """The newest notification, to begin `changed_since` with."""

    def close(self) -> None:
        """Lets go of files and connections."""
