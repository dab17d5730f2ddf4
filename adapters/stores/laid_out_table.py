"""A table beside the log, laid out by whoever uses it first."""

from collections.abc import Sequence
from typing import ClassVar

from adapters.stores.seat_tables import Tables


class LaidOutTable:
    """One or more tables that belong together."""

    LAYOUT: ClassVar[Sequence[str]]
    """The statements that make them."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        if tables.MADE_WHEN_NEEDED:
            self.lay_out()

    def lay_out(self) -> None:
        """Makes the tables where they are missing. Raises StoreProblem."""
        for statement in self.LAYOUT:
            self.tables.run(statement, [()])
