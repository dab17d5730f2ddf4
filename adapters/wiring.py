"""Where the store is, and umpires on it; the only place that chooses between SQLite and PostgreSQL.

It is given by --db, by UMPIRE_DB, or is in the user's data directory.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from adapters.stores.ledgers import PATIENCE, sqlite_ledger
from application.game.opening import table_of
from application.game.umpire import TournamentTables, Umpire
from application.game.words.text_codec import PLAIN, TextCodec
from application.ledger.ledger import Ledger
from application.ledger.store import StoreProblem

if TYPE_CHECKING:
    from adapters.stores.following import StoreApplication
    from adapters.stores.seat_tables import Tables
    from application.desk.defects import DefectIndex
    from application.desk.precedents import PrecedentIndex
    from application.event.repository import Kept, Repository
    from application.game.live_game import LiveGame
    from application.game.seats import Seats

VARIABLE = "UMPIRE_DB"
POSTGRES = ("postgresql://", "postgres://")
KEYWORDS = re.compile(
    r"(^|\s)(host|hostaddr|port|dbname|user|password|passfile|service|sslmode)\s*=", re.I
)
"""What an address of PostgreSQL has in libpq's other form."""


@dataclass(frozen=True, slots=True)
class Database:
    """A file, or the address of a PostgreSQL database."""

    place: str
    own: bool = False
    """Whether it is the default, whose directory is created if it is missing."""

    @property
    def in_postgres(self) -> bool:
        return self.place.startswith(POSTGRES)


def database(chosen: str | None = None) -> Database:
    """The one chosen (--db), else that of UMPIRE_DB, else this user's. Raises StoreProblem."""
    if chosen == "":
        # As from `--db "$GAMES"` without such a variable: not what was meant, nor this user's own games.
        raise StoreProblem(
            "the store's name is empty; expected a file, or an address of PostgreSQL"
        )
    place, named_by = (chosen, "--db") if chosen else (os.environ.get(VARIABLE), VARIABLE)
    in_keywords = place and not place.startswith(POSTGRES) and KEYWORDS.search(place)
    if in_keywords and not os.path.exists(place or ""):  # noqa: PTH110 - a Path raises for one too long
        raise StoreProblem(
            f"{named_by} names the store by keywords; expected a file, or an address of PostgreSQL as "
            "postgresql://user@host/database"
        )
    scheme, is_address, _ = (place or "").partition("://")
    if is_address and f"{scheme}://" not in POSTGRES:
        # Without the rest of it, which may hold a password.
        raise StoreProblem(
            f"{named_by}: “{scheme}://…” is no store; expected a file, or an address of PostgreSQL"
        )
    return Database(place) if place else Database(str(own_place()), own=True)


def own_place() -> Path:
    home = Path.home()
    if sys.platform == "win32":
        directory = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        directory = home / "Library" / "Application Support"
    else:
        given = os.environ.get("XDG_DATA_HOME", "")
        directory = Path(given) if given.startswith("/") else home / ".local" / "share"
    return directory / "umpire" / "games.umpire"


def require_store(db: str | None = None) -> None:
    """Checks that the store's file, if named, exists. Raises StoreProblem."""
    where = database(db)
    path = Path(where.place).expanduser()
    if where.own or where.in_postgres or path.exists() or not path.parent.is_dir():
        return
    raise StoreProblem(
        f"there is no store {path}: “umpire new” makes it, or choose another file with --db"
    )


def ledger_on(db: str | None = None, patience: float = PATIENCE) -> Ledger:
    """The ledger at a path or postgresql:// address; by default see `database`.

    Raises StoreProblem.
    """
    where = database(db)
    if where.in_postgres:
        from adapters.stores.ledgers import postgres_ledger

        return postgres_ledger(where.place)
    return sqlite_ledger(Path(where.place), make_directory=where.own, patience=patience)


def application_on(db: str | None = None) -> "type[StoreApplication]":
    """The store at a path or address as an application class of `eventsourcing`, to be followed alone."""
    from adapters.stores.following import application_following

    def opens() -> Ledger:
        require_store(db)
        return ledger_on(db)

    return application_following(opens)


def umpire_on(db: str | None = None, patience: float = PATIENCE) -> Umpire:
    """An umpire on the store at a path or address; see `ledger_on`. Raises StoreProblem."""
    ledger = ledger_on(db, patience)
    return Umpire(ledger, tables=TablesOf(lambda: _repository_beside(ledger, db)))


class TablesOf(TournamentTables):
    """The tables of the events in a store; the code of events is imported only for these."""

    def __init__(self, opens: "Callable[[], AbstractContextManager[Repository]]") -> None:
        """`opens`: see `TableWords`."""
        self._opens = opens

    @cached_property
    def _words(self) -> TextCodec:
        from application.event.game_words import TableWords

        return TableWords(self._opens)

    def codec_of(self, live: "LiveGame") -> TextCodec:
        first = live.first or live.id
        return PLAIN if "." not in first or table_of(first) is None else self._words

    def why_closed(self, live: "LiveGame") -> str:
        from application.event.game_words import why_closed_at

        with self._opens() as repository:
            return why_closed_at(repository, live.id)

    def overruled(self, umpire: Umpire, live: "LiveGame") -> None:
        if "." in live.id:
            from application.event.rulings_elsewhere import note_overrulings

            with self._opens() as repository:
                note_overrulings(repository, umpire, live.id)


@contextmanager
def _repository_beside(ledger: Ledger, db: str | None) -> "Iterator[Repository]":
    """The events of a store that is already open; its keys are closed afterwards."""
    from adapters.stores.person_keys import KeyTable
    from application.event.repository import Repository

    keys = KeyTable(tables_on(db))
    try:
        yield Repository(ledger, keys)
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
    """The seats and their tokens; opens the ledger unless one is given. Raises StoreProblem."""
    from application.game.seating.seat_log import SeatLog
    from application.game.seats import Seats

    return Seats(tables_on(db), days=days, log=SeatLog(ledger or ledger_on(db), own=ledger is None))


def repository_on(
    db: str | None = None, patience: float = PATIENCE, on_kept: "Kept | None" = None
) -> "Repository":
    """The events of a store. Raises StoreProblem."""
    from adapters.stores.person_keys import KeyTable
    from application.event.repository import Repository

    ledger = ledger_on(db, patience)
    return Repository(ledger, KeyTable(tables_on(db)), on_kept=on_kept)


def precedent_index_on(db: str | None = None) -> "PrecedentIndex":
    """The index of earlier rulings, in tables beside the log. Raises StoreProblem."""
    from adapters.stores.ruling_table import RulingTable
    from application.desk.precedents import PrecedentIndex

    return PrecedentIndex(umpire_on(db), RulingTable(tables_on(db)))


def defect_index_on(db: str | None = None) -> "DefectIndex":
    """The index of defects, in tables beside the log. Raises StoreProblem."""
    from adapters.stores.defect_table import DefectTable
    from application.desk.defects import DefectIndex

    return DefectIndex(umpire_on(db), DefectTable(tables_on(db)))
