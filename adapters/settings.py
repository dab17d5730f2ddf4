"""Where the store is: given by --db, by UMPIRE_DB, or in the user's data directory."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "UMPIRE_DB"
POSTGRES = ("postgresql://", "postgres://")


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
    """The one chosen (--db), else that of UMPIRE_DB, else this user's."""
    place = chosen or os.environ.get(VARIABLE)
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
