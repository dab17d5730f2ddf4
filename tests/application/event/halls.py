"""Small events in a store, for specs: a clock that is set by hand, two judges, tables of VoidSiege."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.stores.ledgers import sqlite_ledger
from adapters.stores.person_keys import KeyTable
from adapters.stores.seat_tables import SqliteTables
from application.event.facts import Fact, Played
from application.event.floor.book import read_book
from application.event.office import Decide, Office
from application.event.opening import appoint, open_event
from application.event.people import Keyring
from application.event.state import Event
from application.event.tables import rounds
from application.event.tables.pairing import pair
from application.event.tables.pairing_list import read_pairings
from application.game.umpire import Umpire
from application.ledger.store import Recorded

EVENT = "spring-open"
BEGAN = 1_700_000_000_000_000
SECOND = 1_000_000
SETUP = """
players: [ana, ben]
setup:
  points: {ana: 3, ben: 3}
  units: {a1: {owner: ana}, b1: {owner: ben}}
"""
FOUR = "table,player 1,player 2\n1,Ana Silva,Ben Okoro\n2,Cleo Diaz,Dov Amir\n3,Eve Lund\n"


@dataclass
class Clock:
    """Stands until it is set on."""

    now: int = BEGAN

    def __call__(self) -> int:
        return self.now

    def on(self, seconds: float) -> None:
        self.now += round(seconds * SECOND)


@dataclass
class Hall:
    """An event with its store and clock."""

    office: Office
    umpire: Umpire
    clock: Clock

    @property
    def event(self) -> Event:
        return self.office.event(EVENT)

    @property
    def keyring(self) -> Keyring:
        return self.office.keyring(EVENT)

    @property
    def facts(self) -> list[Fact]:
        return [one.fact for one in self.office.log(EVENT)]

    def keep(self, decide: Decide) -> Event:
        return self.office.keep(EVENT, decide)

    def pair(self, text: str | bytes, round: int | None = 1, **files: str) -> None:
        raw = text.encode() if isinstance(text, str) else text
        rows = read_pairings(raw, "pairings.csv", round)
        pair(self.office, self.umpire, EVENT, rows, reader(files), "setup")

    def start(self, round: int = 1, minutes: int = 50) -> None:
        self.keep(lambda event, _at: rounds.start(event, round, minutes))

    def step(self, table: int = 1, round: int = 1, **said: Any) -> Recorded:
        return self.umpire.step(f"{EVENT}.r{round}.t{table}", said)


def reader(files: dict[str, str]) -> Any:
    """Reads set-ups by name; “setup” is a small one of VoidSiege."""
    known = {"setup": SETUP, **files}

    def read_file(name: str) -> str:
        if name not in known:
            raise FileNotFoundError(name)
        return known[name]

    return read_file


@contextmanager
def hall_in(path: Path) -> Iterator[Hall]:
    """An event without tables: the judges are j1, the head judge, and j2."""
    clock = Clock()
    ledger = sqlite_ledger(path)
    office = Office(ledger, KeyTable(SqliteTables(path)), clock)
    open_event(office, "Spring Open", [Played("voidsiege", "")], read_book())
    hall = Hall(office, Umpire(ledger, clock), clock)
    hall.keep(lambda event, _at: appoint(hall.keyring, event, "Kim Lee", head=True))
    hall.keep(lambda event, _at: appoint(hall.keyring, event, "Noa Berg"))
    yield hall
    office.close()
