"""A table that follows the log, and how far it has read."""

from typing import ClassVar

from adapters.stores.laid_out_table import LaidOutTable


class FollowingTable(LaidOutTable):
    """What tables that follow the log have in common."""

    MARK: ClassVar[str]
    """The table that says up to which row of the log it was filled."""

    def close(self) -> None:
        self.tables.close()

    def read_upto(self) -> int:
        """The row of the log up to which they were filled."""
        rows = self.tables.rows(f"SELECT upto FROM {self.MARK} WHERE id = 1")  # noqa: S608 - our own names
        return int(rows[0][0]) if rows else 0

    def note_read(self, upto: int) -> None:
        # Of two that read at once, the slower one must not set the mark back.
        self.tables.run(
            f"INSERT INTO {self.MARK} (id, upto) VALUES (1, ?) ON CONFLICT (id) "  # noqa: S608
            f"DO UPDATE SET upto = excluded.upto WHERE excluded.upto > {self.MARK}.upto",
            [(upto,)],
        )
