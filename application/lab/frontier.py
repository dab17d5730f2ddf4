"""The file of an exploration: every table met, how it was reached, and which are still to be looked at.

It holds all that is needed to go on after a stop, and little of it is in memory at a time.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from domain.kernel.steps import Said

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id INTEGER PRIMARY KEY, parent INTEGER, depth INTEGER, said TEXT, state BLOB, answers BLOB);
CREATE TABLE IF NOT EXISTS forms (form BLOB PRIMARY KEY, id INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS met (kind TEXT, what TEXT, at INTEGER, said TEXT, PRIMARY KEY (kind, what));
CREATE TABLE IF NOT EXISTS wrong (kind TEXT, words TEXT, at INTEGER, said TEXT, number INTEGER,
    PRIMARY KEY (kind, words));
CREATE TABLE IF NOT EXISTS again (form BLOB, answers BLOB, parent INTEGER, said TEXT);
CREATE TABLE IF NOT EXISTS told (name TEXT PRIMARY KEY, value TEXT);
"""


class NotThisOne(Exception):
    """The file is of another exploration, or none at all; one sentence."""


class Waiting(NamedTuple):
    """A table still to be looked at."""

    id: int
    depth: int
    state: bytes


class Frontier:
    """Tables in the order in which they were met, so that the shortest way to each is known."""

    def __init__(self, path: Path | None, of: Mapping[str, Any]) -> None:
        """`of`: what is explored; a file of anything else is not gone on with. Raises NotThisOne."""
        self.file = sqlite3.connect(str(path) if path else ":memory:", isolation_level=None)
        try:
            self.file.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;" + SCHEMA)
        except sqlite3.DatabaseError:
            raise NotThisOne(f"{path}: this is no file of an exploration.") from None
        known = self.setting("of", of)
        if known != json.loads(json.dumps(of)):
            raise NotThisOne(f"{path}: this file is of another exploration, or of other rules.")
        self.set("of", of)
        self.number = self.size()

    def close(self) -> None:
        self.file.close()

    def setting(self, name: str, otherwise: Any) -> Any:
        """What is noted of the exploration under this name."""
        row = self.file.execute("SELECT value FROM told WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else json.loads(json.dumps(otherwise))

    def set(self, name: str, value: Any) -> None:
        self.file.execute("INSERT OR REPLACE INTO told VALUES (?, ?)", (name, json.dumps(value)))

    def add(self, form: bytes, parent: int, depth: int, said: Said | None, state: bytes) -> bool:
        """A table that was reached; False where one like it is known."""
        next_one = (form, self.number + 1)
        if not self.file.execute("INSERT OR IGNORE INTO forms VALUES (?, ?)", next_one).rowcount:
            return False
        self.number += 1
        row = (self.number, parent, depth, None if said is None else json.dumps(said), state)
        self.file.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, NULL)", row)
        return True

    def waiting(self, after: int, most: int) -> list[Waiting]:
        """The next tables behind this one."""
        wanted = "SELECT id, depth, state FROM tables WHERE id > ? ORDER BY id LIMIT ?"
        return [Waiting(*row) for row in self.file.execute(wanted, (after, most))]

    def note_answers(self, id: int, answers: bytes) -> None:
        """How a table answers its steps; its state is not needed any more."""
        self.file.execute("UPDATE tables SET state = NULL, answers = ? WHERE id = ?", (answers, id))

    def reached_again(self, form: bytes, answers: bytes, parent: int, said: Said) -> None:
        """Another way to a table of this form, and how the table answers that is reached by it."""
        row = (form, answers, parent, json.dumps(said))
        self.file.execute("INSERT INTO again VALUES (?, ?, ?, ?)", row)

    def unlike(self) -> Iterator[tuple[int, int, Said]]:
        """Tables called alike that answer otherwise: (the one, the other's parent, its step)."""
        rows = self.file.execute(
            "SELECT tables.id, again.parent, again.said FROM again JOIN forms USING (form) "
            "JOIN tables USING (id) WHERE tables.answers != again.answers ORDER BY again.parent"
        )
        for id, parent, said in rows:
            yield id, parent, json.loads(said)

    def meet(self, kind: str, what: str, at: int, said: Said | None) -> None:
        """A rule, event or gap, and the first step that met it."""
        row = (kind, what, at, json.dumps(said))
        self.file.execute("INSERT OR IGNORE INTO met VALUES (?, ?, ?, ?)", row)

    def all_met(self, kind: str) -> Iterator[tuple[str, int, Said | None]]:
        wanted = "SELECT what, at, said FROM met WHERE kind = ? ORDER BY at, what"
        for what, at, said in self.file.execute(wanted, (kind,)):
            yield what, at, json.loads(said)

    def note(self, kind: str, words: str, at: int, said: Said | None) -> None:
        """Something wrong; only the first table that shows it is kept, and how many do."""
        row = (kind, words, at, json.dumps(said))
        self.file.execute(
            "INSERT INTO wrong VALUES (?, ?, ?, ?, 1) ON CONFLICT DO UPDATE SET number = number + 1",
            row,
        )

    def wrong(self) -> list[tuple[str, str, int, Said | None, int]]:
        """(kind, words, table, step, how many tables) in the order they were met."""
        rows = self.file.execute(
            "SELECT kind, words, at, said, number FROM wrong ORDER BY at, kind"
        )
        return [
            (kind, words, at, json.loads(said), number) for kind, words, at, said, number in rows
        ]

    def way_to(self, id: int) -> tuple[Said, ...]:
        """The shortest game to a table."""
        steps: list[Said] = []
        while id:
            wanted = "SELECT parent, said FROM tables WHERE id = ?"
            parent, said = self.file.execute(wanted, (id,)).fetchone()
            if said is not None:
                steps.append(json.loads(said))
            id = parent
        return tuple(reversed(steps))

    def size(self) -> int:
        """How many tables are known."""
        found: tuple[int] = self.file.execute("SELECT count(*) FROM tables").fetchone()
        return found[0]

    def depth(self, looked_at: int) -> int:
        """So long are the games of which every one was tried: to the first table not looked at."""
        wanted = "SELECT depth FROM tables WHERE id <= ? ORDER BY id DESC LIMIT 1"
        found: tuple[int] = self.file.execute(wanted, (looked_at + 1,)).fetchone()
        return found[0]

    def begin(self) -> None:
        self.file.execute("BEGIN")

    def commit(self) -> None:
        self.file.execute("COMMIT")


def chunks(waiting: list[Waiting], size: int) -> Iterable[list[Waiting]]:
    """The tables in pieces of this size, in order."""
    return (waiting[start : start + size] for start in range(0, len(waiting), size))
