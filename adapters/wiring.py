"""Puts the parts together: the only place that knows which store an umpire works on."""

from pathlib import Path

from adapters.settings import Database, database
from application.ledger import Ledger, sqlite_ledger
from application.umpire import Umpire


def ledger_on(db: str | None = None) -> Ledger:
    """The ledger at a path or a postgresql:// address; without one, where the settings say.

    Raises StoreProblem.
    """
    return _ledger(database(db))


def umpire_on(db: str | None = None) -> Umpire:
    """An umpire on the store at a path or address; see `ledger_on`. Raises StoreProblem."""
    return Umpire(ledger_on(db))


def _ledger(where: Database) -> Ledger:
    if where.in_postgres:
        from application.ledger import postgres_ledger

        return postgres_ledger(where.place)
    return sqlite_ledger(Path(where.place), make_directory=where.own)
