"""Tables kept beside the log, so that a long game can be looked at without folding all of it.

Nothing is ruled from a kept table. It counts only for the code that wrote it and beside the row
that it follows; `verify` works it out again from the entries.
"""

from collections.abc import Sequence
from functools import cache, partial
from hashlib import sha256
from itertools import chain
from pathlib import Path

import msgspec

from application.ledger.delta import MISREAD, Delta, delta, patched
from application.ledger.store import END, Beside, Head, Kept, Store, Written
from application.ledger.stored_events import Unstorable, as_json
from application.rulesets import FOLDERS
from domain.kernel.history import Entry, Game, Position, reaches_back_to
from domain.kernel.ruleset import State

EVERY = 64
"""Entries from one kept table to the next."""


class KeptTable(msgspec.Struct, frozen=True):
    """The table after an entry, and which row was the last of that entry."""

    version: int
    digest: str
    delta: Delta
    """What is no longer as it was when the game was opened."""

    @property
    def head(self) -> Head:
        return Head(self.version, self.digest)


read_table = msgspec.json.Decoder(KeptTable).decode


def beside(game: Game, entry: int, position: Position) -> Beside | None:
    """What is kept beside the log with an entry that leads there: nothing where the table is not all.

    While a request is open, or once somebody wants everything laid open, a table does not say it.
    """
    if entry % EVERY or position.request is not None or position.agreed:
        return None
    return partial(_kept, game, entry, position.state)


def _kept(game: Game, entry: int, state: State, head: Head) -> Kept | None:
    """None where the table cannot be written: nobody has to wait for it."""
    table = KeptTable(*head, delta(game.position(0).state, state))
    try:
        return Kept(entry, name_of(game.ruleset.name), as_json(table))
    except Unstorable:
        return None


def state_of(game: Game, table: KeptTable) -> State:
    """The state that was kept. Raises MISREAD."""
    start = game.position(0).state
    return patched(start, type(start), table.delta)


def going_on(opened: Game, entry: int, table: KeptTable, later: Sequence[Entry]) -> Game | None:
    """The game from the table after an entry on; None where a later one goes back to before it.

    `opened`: the game at entry 0. Raises MISREAD.
    """
    if any(reaches_back_to(one) < entry for one in later):
        return None
    game = opened.since(entry, state_of(opened, table))
    game.resume(later)
    return game


def folded(store: Store, id: str, opened: Game, written: Written) -> Game:
    """The game as it stands after what was written, from the last kept table on where that will do."""
    for row in store.kept_near(id, name_of(opened.ruleset.name), END):
        try:
            table = read_table(row.state)
            if written.digests[row.entry] == table.digest:
                found = going_on(opened, row.entry, table, written.log[row.entry :])
                if found is not None:
                    return found
        except (IndexError, *MISREAD):
            break
    opened.resume(written.log)
    return opened


ROOT = Path(__file__).parents[2]


@cache
def name_of(ruleset: str) -> str:
    """Under which name this code keeps tables of a ruleset: a change to any rule changes it."""
    digest = sha256()
    own = (ROOT / "application/ledger" / name for name in ("delta.py", "snapshots.py"))
    folders = ("domain/kernel", FOLDERS[ruleset].replace(".", "/"))
    for path in chain(own, *(sorted((ROOT / folder).rglob("*.py")) for folder in folders)):
        digest.update(path.read_bytes())
    return f"{ruleset}/table/{digest.hexdigest()[:16]}"
