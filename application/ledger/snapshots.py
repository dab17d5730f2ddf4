"""Snapshots: the table after every so many entries, for looking at a long game without folding it.

Nothing is ruled from a snapshot. It counts only for the rules that made it and with the row that it
follows; `verify` works it out again from the entries.
"""

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

import msgspec

from application.ledger.code_digest import code_digest, sources
from application.ledger.delta import MISREAD, Delta, delta, patch
from application.ledger.store import END, Head, MakesSnapshot, Store, StoredSnapshot, Written
from application.ledger.stored_events import Unstorable, as_json
from application.rulesets import folder_of
from domain.kernel.history import Entry, Game, Position, reaches_back_to
from domain.kernel.ruleset import State

EVERY = 64
"""Entries from one snapshot to the next."""


class Snapshot(msgspec.Struct, frozen=True):
    """The table after an entry, and which row was the last of that entry."""

    version: int
    digest: str
    delta: Delta
    """What is no longer as it was when the game was opened."""

    @property
    def head(self) -> Head:
        return Head(self.version, self.digest)


read_snapshot = msgspec.json.Decoder(Snapshot).decode


def snapshot_due(game: Game, entry: int, position: Position) -> MakesSnapshot | None:
    """What writes the snapshot after this entry, once its row is known; None where none is due.

    None is due while a request to take back is open, or once somebody wants everything laid open: the
    state of the table does not hold that.
    """
    if entry % EVERY or position.request is not None or position.agreed:
        return None
    return partial(_snapshot_row, game, entry, position.state)


def _snapshot_row(game: Game, entry: int, state: State, head: Head) -> StoredSnapshot | None:
    """None where JSON cannot hold it: the game does without that snapshot."""
    snapshot = Snapshot(*head, delta(game.position(0).state, state))
    try:
        return StoredSnapshot(entry, snapshot_name(game.ruleset.name), as_json(snapshot))
    except Unstorable:
        return None


def state_of(game: Game, snapshot: Snapshot) -> State:
    """The state of the table in a snapshot of this game. Raises MISREAD."""
    start = game.position(0).state
    return patch(start, type(start), snapshot.delta)


def game_from(opened: Game, entry: int, snapshot: Snapshot, later: Sequence[Entry]) -> Game | None:
    """The game folded from the snapshot after this entry; None where a later entry goes back further.

    `opened`: the game at entry 0. Raises MISREAD.
    """
    if any(reaches_back_to(one) < entry for one in later):
        return None
    game = opened.since(entry, state_of(opened, snapshot))
    game.resume(later)
    return game


def fold(store: Store, id: str, opened: Game, written: Written) -> Game:
    """The game after all that was written, folded from its last snapshot where that one is usable."""
    for row in store.snapshots_near(id, snapshot_name(opened.ruleset.name), END):
        try:
            snapshot = read_snapshot(row.state)
            if written.digests[row.entry] == snapshot.digest:
                found = game_from(opened, row.entry, snapshot, written.log[row.entry :])
                if found is not None:
                    return found
        except (IndexError, *MISREAD):
            break
    opened.resume(written.log)
    return opened


ROOT = Path(__file__).parents[2]


@cache
def snapshot_name(ruleset: str) -> str:
    """The name under which snapshots of a ruleset are stored; it changes with whatever its rules do."""
    own = (ROOT / "application/ledger" / name for name in ("delta.py", "snapshots.py"))
    folders = (ROOT / "domain/kernel", Path(folder_of(ruleset)))
    rules = (path for folder in folders for path in sources(folder))
    return f"{ruleset}/table/{code_digest((*own, *rules))[:16]}"
