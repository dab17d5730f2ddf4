"""Where the store is: an option, the environment, or this user's own place for such files."""

import os
import secrets
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from application.ledger.authenticator import LENGTH
from application.new_file import write_new

VARIABLE = "UMPIRE_DB"
POSTGRES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Database:
    """A file, or the address of a PostgreSQL database."""

    place: str
    own: bool = False
    """Nobody chose it: its directory is made where it is missing."""

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


@cache
def secret() -> bytes:
    """What this installation marks snapshots with, beside this user's own store; made where it is missing.

    Where it cannot be kept, it is one of this process alone.
    """
    path = own_place().with_name("secret")
    made = secrets.token_bytes(LENGTH)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            write_new(path, made, 0o600)
        found = path.read_bytes()
    except OSError:
        return made
    return found if len(found) == LENGTH else made
