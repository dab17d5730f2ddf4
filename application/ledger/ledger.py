"""The event store: games as rows of events, each linked to the one before.

Databases stand behind `Rows`; nothing here knows which one it is.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from application.ledger.group_commit import Append, GroupCommit
from application.ledger.rows import (
    AT,
    PAYLOAD,
    START,
    Fetched,
    digest_in,
    head_of,
    opening_rows,
    rows_of_all,
)
from application.ledger.rows_read import UNREADABLE, read_opening, stored_game, written_in
from application.ledger.store import (
    END,
    Conflict,
    Damaged,
    GameExists,
    Head,
    Listed,
    MakesSnapshot,
    Outcome,
    Recorded,
    Stored,
    StoredSnapshot,
    Tell,
    no_such_game,
)
from application.ledger.streams import is_stream
from application.ledger.verification import verify, verify_all
from application.ledger.verified import VerifiedGame
from domain.kernel.history import Entry, Opening


class Rows(Protocol):
    """What the ledger needs of a database. Every method may raise StoreProblem."""

    def commit(self, batch: Sequence[Append]) -> Sequence[Outcome]: ...
    def rows(self, game: str, first: int = 1, last: int = END) -> Fetched: ...
    def snapshots(self, game: str) -> Sequence[StoredSnapshot]: ...
    def snapshots_near(self, game: str, name: str, entry: int) -> Sequence[StoredSnapshot]: ...
    def raw(self, game: str) -> Iterator[tuple[int, str, bytes]]: ...
    def head(self, game: str) -> tuple[int, bytes] | None: ...
    def openings(self) -> Sequence[tuple[str, bytes]]: ...
    def names(self) -> list[str]: ...
    def changes_since(self, after: int) -> Sequence[tuple[str, int, int]]: ...
    def newest(self) -> int: ...
    def missing(self) -> int: ...
    def own_check(self) -> Iterator[str]: ...
    def close(self) -> None: ...


class Ledger:
    """A Store in a database."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._group: GroupCommit[Append, None] = GroupCommit(rows.commit)

    def create(
        self,
        game: str,
        opening: Opening,
        opened: tuple[Any, ...],
        at: int,
        entries: Sequence[Entry] = (),
        snapshots: Sequence[MakesSnapshot | None] = (),
    ) -> list[Head]:
        first, head = opening_rows(game, opening, opened, at)
        rows, heads = rows_of_all(game, head, entries, at)
        last, made = [head, *heads][-1], _snapshot_rows(snapshots, heads)
        try:
            self._group.write(Append(game, START, [*first, *rows], last, made))
        except Conflict:
            raise GameExists(f"there is a game “{game}” already: choose another name") from None
        return [head, *heads]

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
        rows, heads = rows_of_all(game, head, entries, at, key)
        if heads:
            append = Append(game, head, rows, heads[-1], _snapshot_rows(snapshots, heads))
            if tell is None:
                self._group.write(append)
            else:
                self._group.submit(append, tell)
        return heads

    def write(self, append: Append) -> Head:
        """Writes rows that are linked already; durable on return. Raises Conflict."""
        self._group.write(append)
        return append.leads_to

    def put(self, appends: Sequence[Append]) -> Sequence[Outcome]:
        """Writes rows of another ledger unchanged, in one commit; an outcome for each append."""
        return self.rows.commit(appends)

    def load(self, game: str, until: int = END) -> Stored:
        try:
            rows = self.rows.rows(game, 1, until)
            if not rows:
                raise no_such_game(game)
            return stored_game(game, rows)
        except Damaged as why:
            verified_game = verify(self.rows, game)
            if verified_game.holds or verified_game.entry is None:
                raise
            # Only `verify` can tell to which entry an unreadable row belongs.
            told = f"entry {verified_game.entry} of “{game}” does not hold: {verified_game.because}"
            raise Damaged(told, verified_game.entry) from why

    def since(self, game: str, head: Head, until: int = END) -> tuple[Sequence[Recorded], Head]:
        rows = self.rows.rows(game, head.version, until)
        if not rows or head_of(rows[0]) != head:
            raise Damaged(
                f"“{game}” no longer has the row {head.version} that was read before: "
                "the store was replaced; restart umpire"
            )
        newer = written_in(game, rows[1:], head.version)
        return newer.entries_as_written(), head_of(rows[-1])

    def snapshots_near(self, game: str, name: str, entry: int) -> Sequence[StoredSnapshot]:
        return self.rows.snapshots_near(game, name, entry)

    def head(self, game: str) -> Head:
        """The newest row of a game. Raises NoSuchGame."""
        newest = self.rows.head(game)
        if newest is None:
            raise no_such_game(game)
        return Head(newest[0], digest_in(newest[1]))

    def ids(self) -> list[str]:
        return [id for id, _ in self.rows.openings() if not is_stream(id)]

    def games(self) -> list[Listed]:
        openings = self.rows.openings()
        return [_listing(game, state) for game, state in openings if not is_stream(game)]

    def streams(self) -> list[str]:
        """The ids of all streams that are not games, newest first."""
        return [id for id, _ in self.rows.openings() if is_stream(id)]

    def changed_since(self, notification: int) -> tuple[list[tuple[str, int]], int]:
        """Games and streams with rows after this notification, each with its newest version; the newest id.

        Notification ids follow the order of commits, across games and processes; 0 precedes all.
        """
        changes = self.rows.changes_since(notification)
        newest = max((id for _, _, id in changes), default=notification)
        return [(game, version) for game, version, _ in changes], newest

    def newest(self) -> int:
        """The newest notification, to begin `changed_since` with."""
        return self.rows.newest()

    def verify(self, game: str) -> VerifiedGame:
        """Checks every byte and link of a game and rules every step again. Raises NoSuchGame."""
        return verify(self.rows, game, self.rows.snapshots)

    def verify_all(self) -> Iterator[VerifiedGame]:
        """Verifies every game and stream that has a row in this store."""
        return verify_all(self.rows, self.rows.snapshots)

    def close(self) -> None:
        self._group.close()
        self.rows.close()


def _snapshot_rows(
    snapshots: Sequence[MakesSnapshot | None], heads: Sequence[Head]
) -> list[StoredSnapshot]:
    """The rows of the snapshots that are due and can be stored."""
    made = (make(head) for make, head in zip(snapshots, heads, strict=False) if make)
    return [row for row in made if row is not None]


def _listing(game: str, state: bytes) -> Listed:
    try:
        opening = read_opening(state[PAYLOAD])
        return Listed(
            game,
            opening.ruleset,
            opening.players,
            int(state[AT]),
            opening.origin,
            opening.names,
            opening.about,
        )
    except UNREADABLE:
        return Listed(game, "?", (), 0)
