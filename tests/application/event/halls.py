"""Small events in a store, for specs: a clock that is set by hand, two judges, tables of VoidSiege."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from adapters.stores.ledgers import sqlite_ledger
from adapters.stores.person_keys import KeyTable
from adapters.stores.seat_tables import SqliteTables
from adapters.wiring import TablesOf
from application.event.book_page import read_book
from application.event.commands import Commands
from application.event.keyring import Keyring
from application.event.opening import appointing, open_event
from application.event.pairing import pair
from application.event.pairing_list import read_pairings
from application.event.repository import Decide, Repository
from application.game.umpire import Umpire
from application.ledger.store import Recorded
from application.named_file import CannotRead
from domain.tournament import rounds
from domain.tournament.command import Command, Refused, TournamentEvent
from domain.tournament.people import Played
from domain.tournament.tournament import Tournament

EVENT = "spring-open"
BEGAN = 1_700_000_000_000_000
SECOND = 1_000_000
SETUP = """
players: [ana, ben]
setup:
  points: {ana: 3, ben: 3}
  units: {a1: {owner: ana}, b1: {owner: ben}}
"""
STEP = {"by": "ana", "do": "declare", "unit": "a1", "command": "run"}
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

    repository: Repository
    umpire: Umpire
    clock: Clock

    def heeds_events(self, kind: type[TablesOf] = TablesOf) -> None:
        """From now on games of the umpire are stored, closed and told of as at the tables of an event."""
        self.umpire.tables = kind(lambda: nullcontext(self.repository))

    @property
    def event(self) -> Tournament:
        return self.repository.event(EVENT)

    @property
    def keyring(self) -> Keyring:
        return self.repository.keyring(EVENT)

    @property
    def happened(self) -> list[TournamentEvent]:
        return [one.event for one in self.repository.log(EVENT)]

    def give(self, command: Command, **more: Any) -> Tournament:
        return give(self.repository, EVENT, command, self.umpire, **more)

    def keep(self, decide: Decide) -> Tournament:
        return self.repository.keep(EVENT, decide)

    def pair(
        self,
        text: str | bytes,
        round: int | None = 1,
        new: tuple[str, ...] = (),
        **files: str,
    ) -> None:
        raw = text.encode() if isinstance(text, str) else text
        rows = read_pairings(raw, "pairings.csv", round)
        pair(self.repository, self.umpire, EVENT, rows, reader(files), "setup", new)

    def start(self, round: int = 1, minutes: int = 50) -> None:
        self.give(rounds.Start(round, minutes))

    def step(self, table: int = 1, round: int = 1, **said: Any) -> Recorded:
        return self.umpire.step(f"{EVENT}.r{round}.t{table}", said)


def give(
    repository: Repository, id: str, command: Command, umpire: Umpire | None = None, **more: Any
) -> Tournament:
    """The event after this command. Raises Refused, with people's numbers."""
    commands = Commands(repository, umpire or Umpire(repository.ledger, repository.clock))
    return repository.keep(id, commands.deciding(command, **more))


def refused(hall: Hall, command: Command) -> tuple[str, tuple[str, ...]]:
    """The sentence with which the command is refused, and the rules it cites."""
    with pytest.raises(Refused) as why:
        hall.give(command)
    return str(why.value), why.value.cites


def reader(files: dict[str, str]) -> Any:
    """Reads set-ups by name; “setup” is a small one of VoidSiege."""
    known = {"setup": SETUP, **files}

    def read_file(name: str) -> str:
        if name not in known:
            raise CannotRead(f"{name}: there is no such file.")
        return known[name]

    return read_file


@contextmanager
def hall_in(path: Path) -> Iterator[Hall]:
    """An event without tables: the judges are j1, the head judge, and j2."""
    clock = Clock()
    ledger = sqlite_ledger(path)
    repository = Repository(ledger, KeyTable(SqliteTables(path)), clock)
    open_event(repository, "Spring Open", [Played("voidsiege", "")], read_book())
    hall = Hall(repository, Umpire(ledger, clock), clock)
    hall.give(appointing("Kim Lee", head=True))
    hall.give(appointing("Noa Berg"))
    yield hall
    repository.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """An event without tables."""
    with hall_in(tmp_path / "games.umpire") as hall:
        yield hall


@pytest.fixture
def round_one(hall: Hall) -> Hall:
    """Two tables and a bye; the round runs for 50 minutes."""
    hall.pair(FOUR)
    hall.start()
    return hall
