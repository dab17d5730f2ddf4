"""Tables kept beside the log, so that a long game can be looked at without folding all of it.

Nothing is ruled from a kept table. It counts only for the code that wrote it and beside the row
that it follows; `verify` works it out again from the entries.
"""

from functools import cache, partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec

from application.changes import MISREAD, Changes, changed_by, changes
from application.rulesets import FOLDERS
from application.store import Beside, Head, Store, Written
from application.stored_events import Unstorable, as_json
from domain.kernel.history import Game, Position, reaches_back_to
from domain.kernel.ruleset import State

EVERY = 64
"""Entries from one kept table to the next."""


class Kept(NamedTuple):
    """A row beside the log."""

    entry: int
    """The entry after which the table was so."""
    name: str
    """Of the code that wrote it: see `name_of`."""
    state: bytes
    """A `Table` as JSON."""


class Table(msgspec.Struct, frozen=True):
    """The table after an entry, and which row was the last of that entry."""

    version: int
    digest: str
    changes: Changes
    """What is no longer as it was when the game was opened."""

    @property
    def head(self) -> Head:
        return Head(self.version, self.digest)


read_table = msgspec.json.Decoder(Table).decode


def beside(game: Game, entry: int, position: Position) -> Beside | None:
    """What is kept beside the log with an entry that leads there; never while a request is open."""
    if entry % EVERY or position.request is not None:
        return None
    return partial(_kept, game, entry, position.state)


def _kept(game: Game, entry: int, state: State, head: Head) -> Kept | None:
    """None where the table cannot be written: nobody has to wait for it."""
    table = Table(*head, changes(game.position(0).state, state))
    try:
        return Kept(entry, name_of(game.ruleset.name), as_json(table))
    except Unstorable:
        return None


def state_of(game: Game, table: Table) -> State:
    """The state that was kept. Raises MISREAD."""
    start = game.position(0).state
    return changed_by(start, type(start), table.changes)


NEWEST = 2**62
"""After every entry there can be."""


def folded(store: Store, id: str, opened: Game, written: Written) -> Game:
    """The game as it stands after what was written, from the last kept table on where that will do."""
    for row in store.kept_near(id, name_of(opened.ruleset.name), NEWEST):
        later = written.log[row.entry :]
        try:
            table = read_table(row.state)
            goes_on = all(reaches_back_to(entry) >= row.entry for entry in later)
            if goes_on and written.digests[row.entry] == table.digest:
                game = opened.since(row.entry, state_of(opened, table))
                game.resume(later)
                return game
        except (IndexError, *MISREAD):
            break
    opened.resume(written.log)
    return opened


ROOT = Path(__file__).parents[1]


@cache
def name_of(ruleset: str) -> str:
    """Under which name this code keeps tables of a ruleset: a change to any rule changes it."""
    digest = sha256()
    own = (ROOT / "application" / name for name in ("changes.py", "positions.py"))
    folders = ("domain/kernel", FOLDERS[ruleset].replace(".", "/"))
    for path in chain(own, *(sorted((ROOT / folder).glob("*.py")) for folder in folders)):
        digest.update(path.read_bytes())
    return f"{ruleset}/table/{digest.hexdigest()[:16]}"
