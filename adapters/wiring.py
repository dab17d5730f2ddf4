"""Puts the parts together: the only place that knows which store an umpire works on."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adapters.settings import Database, database
from adapters.stores.ledgers import PATIENCE, sqlite_ledger
from application.game.umpire import AsSaid, Umpire
from application.ledger.ledger import Ledger
from domain.kernel.steps import Said

if TYPE_CHECKING:
    from adapters.stores.seat_tables import Tables
    from application.desk.precedents import Docket
    from application.event.office import Office
    from application.game.seats import Seats


def ledger_on(db: str | None = None, patience: float = PATIENCE) -> Ledger:
    """The ledger at a path or a postgresql:// address; without one, where the settings say.

    Raises StoreProblem.
    """
    return _ledger(database(db), patience)


def umpire_on(db: str | None = None, patience: float = PATIENCE) -> Umpire:
    """An umpire on the store at a path or address; see `ledger_on`. Raises StoreProblem."""
    umpire = Umpire(ledger_on(db, patience))
    umpire.words = NoNames(umpire.store, db)
    return umpire


@dataclass
class NoNames(AsSaid):
    """At the tables of an event nobody's name is kept in a game: it could not be forgotten there."""

    store: Any
    db: str | None

    def concern(self, id: str, said: Said) -> bool:
        """Whether something of a step of this game is not kept as it was said."""
        if "." not in id:
            return False
        from application.event.names import free_text
        from application.event.tables.pairing import table_of

        return table_of(id) is not None and bool(free_text(said))

    def kept(self, id: str, said: Said) -> Said:
        """The step without names in its free text. Raises StoreProblem."""
        if not self.concern(id, said):
            return said
        from adapters.stores.person_keys import KeyTable
        from application.event.names import said_without_names
        from application.event.office import NoSuchEvent, Office
        from application.event.tables.pairing import table_of

        place = table_of(id)
        assert place is not None
        keys = KeyTable(tables_on(self.db))
        try:
            office = Office(self.store, keys)
            return said_without_names(said, office.event(place[0]), office.keyring(place[0]))
        except NoSuchEvent:
            return said
        finally:
            keys.close()


def tables_on(db: str | None = None) -> "Tables":
    """The tables of seats beside the ledger, in the same file or database. Raises StoreProblem."""
    from adapters.stores.seat_tables import PostgresTables, SqliteTables

    where = database(db)
    if where.in_postgres:
        return PostgresTables(where.place)
    return SqliteTables(Path(where.place).expanduser().absolute())


def seats_on(db: str | None = None, days: int = 90, ledger: Ledger | None = None) -> "Seats":
    """Who holds which seat, beside the ledger; it is opened where none is given. Raises StoreProblem."""
    from application.game.seating.seat_log import SeatLog
    from application.game.seats import Seats

    return Seats(tables_on(db), days=days, log=SeatLog(ledger or ledger_on(db), own=ledger is None))


def office_on(db: str | None = None, patience: float = PATIENCE) -> "Office":
    """The events of a store. Raises StoreProblem."""
    from adapters.stores.person_keys import KeyTable
    from application.event.office import Office

    ledger = ledger_on(db, patience)
    return Office(ledger, KeyTable(tables_on(db)))


def docket_on(db: str | None = None) -> "Docket":
    """Earlier rulings, in tables beside the log. Raises StoreProblem."""
    from application.desk.precedents import Docket

    umpire = umpire_on(db)
    return Docket(umpire, tables_on(db), lay_out=not database(db).in_postgres)


def _ledger(where: Database, patience: float) -> Ledger:
    if where.in_postgres:
        from adapters.stores.ledgers import postgres_ledger

        return postgres_ledger(where.place)
    return sqlite_ledger(Path(where.place), make_directory=where.own, patience=patience)
