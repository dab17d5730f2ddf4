"""The table of people's encryption keys, beside the log; unlike the log, its rows can be deleted."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adapters.stores.seat_tables import PostgresTables, SqliteTables, Tables
from application.ledger.store import StoreProblem

TABLE = "umpire_person_keys"
WRITTEN = re.compile(r"[0-9a-f]{64}")
"""A stored key: 32 bytes in hex. A damaged one is skipped, so that the rest of the event stays readable."""

Person = tuple[str, str]
"""An event, and the number of somebody at it."""


class KeyTable:
    """The keys of everybody at the events of a store."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        if isinstance(tables, SqliteTables):
            # SQLite overwrites deleted content, so that no byte of a key stays in the file.
            tables.rows("PRAGMA secure_delete = ON")

    def keys_of(self, event: str) -> dict[str, bytes]:
        rows = self.tables.rows(
            "SELECT person, key FROM umpire_person_keys WHERE event = ?", (event,)
        )
        return {person: bytes.fromhex(key) for person, key in rows if WRITTEN.fullmatch(key)}

    def add_keys(self, event: str, keys: Mapping[str, bytes]) -> None:
        self.tables.run(
            "INSERT INTO umpire_person_keys (event, person, key) VALUES (?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            [(event, person, key.hex()) for person, key in keys.items()],
        )

    def destroy_keys(self, event: str, people: Iterable[str]) -> int:
        asked = [(event, person) for person in people]
        there = self._with_a_key(asked)
        self._destroy(asked)
        return len(there)

    def destroy_keys_left(self, forgotten: Iterable[Person]) -> int:
        """As `destroy_keys`, for people of several events; where none has a key, nothing is touched."""
        left = self._with_a_key(forgotten)
        if left:
            self._destroy(left)
        return len(left)

    def _with_a_key(self, asked: Iterable[Person]) -> list[Person]:
        """Those of whom there is a key, even one that is damaged."""
        known = set(map(tuple, self.tables.rows("SELECT event, person FROM umpire_person_keys")))
        return [person for person in dict.fromkeys(asked) if person in known]

    def _destroy(self, people: Sequence[Person]) -> None:
        """Deletes the keys, and every byte of them, also of what was deleted before. Raises StoreProblem."""
        self.tables.run("DELETE FROM umpire_person_keys WHERE event = ? AND person = ?", people)
        if isinstance(self.tables, SqliteTables):
            self._empty_the_log_of_writes()
        elif isinstance(self.tables, PostgresTables) and not self.tables.on_a_connection(rewritten):
            raise StoreProblem(
                "the keys are destroyed, but their bytes stay in the table's file: "
                f"let its owner run “VACUUM FULL {TABLE}”"
            )

    def _empty_the_log_of_writes(self) -> None:
        """Truncates SQLite's write-ahead log, which still holds older pages. Raises StoreProblem."""
        busy, _, _ = self.tables.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0]
        if busy:
            raise StoreProblem(
                "the keys are destroyed, but another program reads the store and holds older pages: "
                "end it, and forget again"
            )

    def close(self) -> None:
        self.tables.close()


def rewritten(connection: Any) -> bool:
    """Rewrites the table's file, as deleted rows stay in the old one. False without the owner's rights."""
    from adapters.stores.postgres_connection import AN_HOUR

    connection.autocommit = True
    try:
        place = f"SELECT pg_relation_filenode('{TABLE}')"
        before = connection.execute(place).fetchone()
        with connection.waiting(AN_HOUR):
            connection.execute(f"VACUUM (FULL) {TABLE}")
        # Where the right is missing the server only warns: the table's file has to tell.
        differs: bool = connection.execute(place).fetchone() != before
        return differs
    finally:
        connection.autocommit = False
