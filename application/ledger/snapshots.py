"""Snapshots: the table after every 64th entry, so that a long game opens without a full fold.

A snapshot is only a cache. It is used only with the rules that made it and the row it follows;
`verify` recomputes it from the entries.
"""

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

import msgspec

from application.ledger.delta import MISREAD, Delta, delta, patch
from application.ledger.fingerprints import fingerprint
from application.ledger.law_digest import rules_digest, sources_digest
from application.ledger.store import END, Head, MakesSnapshot, Store, StoredSnapshot, Written
from application.ledger.stored_events import Unstorable, as_json
from domain.kernel.history import Entry, Game, Position, reaches_back_to
from domain.kernel.ruleset import State
from domain.kernel.values import prepared_kind

EVERY = 64
"""The number of entries between two snapshots."""


class Snapshot(msgspec.Struct, frozen=True):
    """The table after an entry, and the version and digest of that entry's last row."""

    version: int
    digest: str
    delta: Delta
    """How the table differs from the one the game opened with."""

    @property
    def head(self) -> Head:
        return Head(self.version, self.digest)


read_snapshot = msgspec.json.Decoder(Snapshot).decode


def snapshot_due(game: Game, entry: int, position: Position) -> MakesSnapshot | None:
    """A function that makes the snapshot after this entry, once its row is known; None if none is due.

    None is due while a request or chance made together is open, or once somebody wants everything laid
    open: the state of the table does not record it.
    """
    if entry % EVERY or any((position.request, position.agreed, position.chance, position.dice)):
        return None
    return partial(_snapshot_row, game, entry, position.state)


def _snapshot_row(game: Game, entry: int, state: State, head: Head) -> StoredSnapshot | None:
    """The row of a snapshot; None if JSON cannot hold it, and the game does without."""
    snapshot = Snapshot(*head, delta(game.position(0).state, state))
    try:
        return StoredSnapshot(entry, snapshot_name(game.ruleset.name), as_json(snapshot))
    except Unstorable:
        return None


def state_of(game: Game, snapshot: Snapshot) -> State:
    """The state of the table in a snapshot of this game. Raises MISREAD."""
    start = game.position(0).state
    return patch(start, prepared_kind(type(start)), snapshot.delta)


def game_from(opened: Game, entry: int, snapshot: Snapshot, later: Sequence[Entry]) -> Game | None:
    """The game folded from the snapshot after this entry; None if a later one reaches back before it.

    Undoing, overruling and rewinding do so. `opened` is the game at entry 0. Raises MISREAD.
    """
    if any(reaches_back_to(one) < entry for one in later):
        return None
    game = opened.since(entry, state_of(opened, snapshot))
    game.resume(later)
    return game


def fold(store: Store, id: str, opened: Game, written: Written) -> Game:
    """The game after all its entries, folded from a snapshot if a usable one is found."""
    for row in store.snapshots_near(id, snapshot_name(opened.ruleset.name), END):
        try:
            snapshot = read_snapshot(row.state)
            if written.digests[row.entry] == snapshot.digest:
                game = game_from(opened, row.entry, snapshot, written.log[row.entry :])
                if game is not None:
                    return game
        except (IndexError, *MISREAD):
            break
    opened.resume(written.log)
    return opened


ROOT = Path(__file__).parents[2]


@cache
def snapshot_name(ruleset: str) -> str:
    """The name of a ruleset's snapshots; it changes whenever the code of its rules does."""
    own = (ROOT / "application/ledger" / name for name in ("delta.py", "snapshots.py"))
    return f"{ruleset}/table/{fingerprint(rules_digest(ruleset) + sources_digest(*own))}"
