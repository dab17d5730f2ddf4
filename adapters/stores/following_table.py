"""A table that follows the log: how it is laid out, and how far it has read."""

from collections.abc import Sequence
from typing import ClassVar

from adapters.stores.seat_tables import Tables


class LaidOutTable:
    """A table that is made, where it is missing, by whoever uses it first."""

    LAYOUT: ClassVar[Sequence[str]]

    def __init__(self, tables: Tables, *, lay_out: bool = True) -> None:
        self.tables = tables
        if lay_out:
            self.lay_out()

    def lay_out(self) -> None:
        """Makes the tables where they are missing. Raises StoreProblem."""
        for statement in self.LAYOUT:
            self.tables.run(statement, [()])


class FollowingTable(LaidOutTable):
    """What tables that follow the log have in common."""

    MARK: ClassVar[str]
    """The table that says up to which row of the log it was filled."""

    def close(self) -> None:
        self.tables.close()

    def read_upto(self) -> int:
        """The row of the log up to which they were filled."""
        found = self.tables.rows(f"SELECT upto FROM {self.MARK} WHERE id = 1")  # noqa: S608 - our own names
        return int(found[0][0]) if found else 0

    def note_read(self, upto: int) -> None:
        self.tables.run(
            f"INSERT INTO {self.MARK} (id, upto) VALUES (1, ?) ON CONFLICT (id) "  # noqa: S608
            f"DO UPDATE SET upto = excluded.upto WHERE excluded.upto > {self.MARK}.upto",
            [(upto,)],
        )
