"""Where the keys of people are kept: a table beside the log, from which they can be taken away."""

from collections.abc import Iterable, Mapping

from adapters.stores.seat_tables import SqliteTables, Tables


class KeyTable:
    """The keys of everybody at the events of a store."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def keys_of(self, event: str) -> dict[str, bytes]:
        rows = self.tables.rows(
            "SELECT person, key FROM umpire_person_keys WHERE event = ?", (event,)
        )
        return {person: bytes.fromhex(key) for person, key in rows}

    def add_keys(self, event: str, keys: Mapping[str, bytes]) -> None:
        self.tables.run(
            "INSERT INTO umpire_person_keys (event, person, key) VALUES (?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            [(event, person, key.hex()) for person, key in keys.items()],
        )

    def destroy_keys(self, event: str, people: Iterable[str]) -> int:
        in_sqlite = isinstance(self.tables, SqliteTables)
        if in_sqlite:
            # What is deleted is overwritten, and no older page of it is left in the log of writes.
            self.tables.rows("PRAGMA secure_delete = ON")
        gone = self.tables.run(
            "DELETE FROM umpire_person_keys WHERE event = ? AND person = ?",
            [(event, person) for person in people],
        )
        if in_sqlite:
            self.tables.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        return gone

    def close(self) -> None:
        self.tables.close()
