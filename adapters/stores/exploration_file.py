"""The SQLite file of an exploration: every state reached, how, and which are still to be expanded.

It holds all that is needed to go on after a stop, and keeps the states themselves out of memory.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from application.lab.exploration.states import FrontierState, NotThisExploration
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
"""A state is a row of `tables`, its fingerprint one of `forms`, and a hash of its behaviour `answers`. Its
violations are in `wrong`; other ways to an equivalent state are in `again`."""


class ExplorationFile:
    """The states of an exploration; see `States`."""

    def __init__(self, path: Path | None, identity: Mapping[str, Any]) -> None:
        """`identity`: what is explored, as plain JSON; without a path all is kept in memory.

        Raises NotThisExploration where the file holds something else.
        """
        self._file = sqlite3.connect(str(path) if path else ":memory:", isolation_level=None)
        try:
            # What a crash loses is searched again.
            self._file.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;" + SCHEMA)
        except sqlite3.DatabaseError:
            raise NotThisExploration(f"{path}: this is no file of an exploration.") from None
        wanted = json.loads(json.dumps(identity))
        if self._setting("of", wanted) != wanted:
            raise NotThisExploration(
                f"{path}: this file is of another exploration, or of other rules."
            )
        self._set("of", identity)
        self.newest = self.count()
        """The number of the newest state."""

    def close(self) -> None:
        self._file.close()

    def begin(self) -> None:
        """Begins a transaction."""
        self._file.execute("BEGIN")

    def commit(self) -> None:
        """Ends the transaction; what it wrote survives a stop."""
        self._file.execute("COMMIT")

    def counts(self) -> tuple[int, int]:
        """States expanded, and steps ruled on, so far."""
        done, adjudications = self._setting("done", [0, 0])
        return done, adjudications

    def set_counts(self, done: int, adjudications: int) -> None:
        self._set("done", [done, adjudications])

    def add(
        self, fingerprint: bytes, parent: int, depth: int, said: Said | None, state: bytes
    ) -> bool:
        """Adds a state that a step from `parent` leads to; False where an equivalent one is known."""
        row = (fingerprint, self.newest + 1)
        if not self._file.execute(
            "INSERT OR IGNORE INTO forms (form, id) VALUES (?, ?)", row
        ).rowcount:
            return False
        self.newest += 1
        step = None if said is None else json.dumps(said)
        added = (self.newest, parent, depth, step, state)
        self._file.execute(
            "INSERT INTO tables (id, parent, depth, said, state) VALUES (?, ?, ?, ?, ?)", added
        )
        return True

    def frontier(self, after: int, most: int) -> list[FrontierState]:
        """The next states, at most so many, that come after this number."""
        wanted = "SELECT id, depth, state FROM tables WHERE id > ? ORDER BY id LIMIT ?"
        return [FrontierState(*row) for row in self._file.execute(wanted, (after, most))]

    def set_expanded(self, id: int, behaviour: bytes) -> None:
        """Notes how a state behaves, and drops the state, which is not needed any more."""
        row = (behaviour, id)
        self._file.execute("UPDATE tables SET state = NULL, answers = ? WHERE id = ?", row)

    def add_equivalent(self, fingerprint: bytes, behaviour: bytes, parent: int, said: Said) -> None:
        """Notes a state that is equivalent to a known one, and how it behaves."""
        row = (fingerprint, behaviour, parent, json.dumps(said))
        self._file.execute(
            "INSERT INTO again (form, answers, parent, said) VALUES (?, ?, ?, ?)", row
        )

    def unsound(self) -> Iterator[tuple[int, Said]]:
        """States that do not behave like the one they are equivalent to: (parent, step to it)."""
        rows = self._file.execute(
            "SELECT again.parent, again.said FROM again JOIN forms USING (form) "
            "JOIN tables USING (id) WHERE tables.answers != again.answers ORDER BY again.parent"
        )
        for parent, said in rows:
            yield parent, json.loads(said)

    def add_met(self, kind: str, what: str, at: int, said: Said | None) -> None:
        """Notes what a step from state `at` met; only the first step is kept."""
        row = (kind, what, at, json.dumps(said))
        self._file.execute(
            "INSERT OR IGNORE INTO met (kind, what, at, said) VALUES (?, ?, ?, ?)", row
        )

    def met(self, kind: str) -> Iterator[tuple[str, int, Said | None]]:
        """(what, state, step) of everything met of this kind, the nearest first."""
        wanted = "SELECT what, at, said FROM met WHERE kind = ? ORDER BY at, what"
        for what, at, said in self._file.execute(wanted, (kind,)):
            yield what, at, json.loads(said)

    def add_violation(self, kind: str, words: str, at: int, said: Said | None) -> None:
        """Notes what does not hold at state `at`; only the first state is kept, and how many there are."""
        row = (kind, words, at, json.dumps(said))
        self._file.execute(
            "INSERT INTO wrong (kind, words, at, said, number) VALUES (?, ?, ?, ?, 1) "
            "ON CONFLICT DO UPDATE SET number = number + 1",
            row,
        )

    def violations(self) -> Iterator[tuple[str, str, int, Said | None, int]]:
        """(kind, words, state, step, how many states), the nearest first."""
        wanted = "SELECT kind, words, at, said, number FROM wrong ORDER BY at, kind"
        for kind, words, at, said, number in self._file.execute(wanted):
            yield kind, words, at, json.loads(said), number

    def trace_to(self, id: int) -> tuple[Said, ...]:
        """The steps of a shortest game to this state."""
        steps: list[Said] = []
        while id:
            wanted = "SELECT parent, said FROM tables WHERE id = ?"
            parent, said = self._file.execute(wanted, (id,)).fetchone()
            if said is not None:
                steps.append(json.loads(said))
            id = parent
        return tuple(reversed(steps))

    def count(self) -> int:
        """How many states are known."""
        counted: tuple[int] = self._file.execute("SELECT count(*) FROM tables").fetchone()
        return counted[0]

    def depth_searched(self, done: int) -> int:
        """The depth of the first state that is not expanded, or of the last where all are.

        `done`: how many are expanded.
        """
        wanted = "SELECT depth FROM tables WHERE id <= ? ORDER BY id DESC LIMIT 1"
        least: tuple[int] = self._file.execute(wanted, (done + 1,)).fetchone()
        return least[0]

    def _setting(self, name: str, otherwise: Any) -> Any:
        row = self._file.execute("SELECT value FROM told WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else otherwise

    def _set(self, name: str, value: Any) -> None:
        self._file.execute(
            "INSERT OR REPLACE INTO told (name, value) VALUES (?, ?)", (name, json.dumps(value))
        )
