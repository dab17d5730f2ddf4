"""An event in a store that servers serve: two judges, tables of VoidSiege, a running round."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from adapters.wiring import repository_on, seats_on
from application.event.book_page import read_book
from application.event.opening import appointing, open_event
from application.event.pairing import pair
from application.event.pairing_list import read_pairings
from application.event.repository import Repository
from application.game.umpire import Umpire
from application.ledger.streams import EVENT
from domain.tournament import rounds
from domain.tournament.people import Played
from domain.tournament.tournament import Close
from tests.application.event.halls import give

NAME = "spring-open"
SETUP = """
players: [ana, ben]
setup:
  points: {ana: 9, ben: 9}
  units: {a1: {owner: ana}, a2: {owner: ana}, b1: {owner: ben}}
"""


@dataclass
class AtEvent:
    """The tokens of everybody at an event."""

    judges: dict[str, str]
    """`j1`, the head judge, and `j2`."""
    seats: dict[str, dict[str, str]] = field(default_factory=dict)
    """Game → seat → token."""
    players: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Game → who sits there, in turn order."""

    def game(self, table: int, round: int = 1) -> str:
        return f"{NAME}.r{round}.t{table}"

    def judge(self, client: httpx.Client, judge: str, do: str, **fields: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.judges[judge]}"}
        return client.post(f"/api/events/{NAME}/acts", json={"do": do, **fields}, headers=headers)

    def player(
        self, client: httpx.Client, table: int, seat: str, do: str, **fields: Any
    ) -> httpx.Response:
        game = self.game(table)
        headers = {"authorization": f"Bearer {self.seats[game][seat]}"}
        return client.post(f"/api/games/{game}/acts", json={"do": do, **fields}, headers=headers)

    def look(
        self, client: httpx.Client, what: str, judge: str = "j2", **query: Any
    ) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.judges[judge]}"}
        return client.get(f"/api/events/{NAME}/{what}", params=query, headers=headers)


@contextmanager
def repository_at(db: Path | str) -> Iterator[Repository]:
    repository = repository_on(str(db))
    try:
        yield repository
    finally:
        repository.close()


def event_in(
    db: Path | str,
    tables: int = 3,
    *,
    start: bool = True,
    ruleset: str = "voidsiege",
    setup: str = SETUP,
    players: tuple[str, ...] = ("ana", "ben"),
) -> AtEvent:
    """Opens the event in this store, with so many tables in its first round."""
    with repository_at(db) as repository:
        open_event(repository, "Spring Open", [Played(ruleset, "")], read_book())
        for name, head in (("Kim Lee", True), ("Noa Berg", False)):
            give(repository, NAME, appointing(name, head=head))
        paired(repository, tables, 1, setup, players)
        if start:
            give(repository, NAME, rounds.Start(1, 50))
        seats = seats_on(str(db))
        found = AtEvent(seats.issue(EVENT + NAME, ["j1", "j2"]))
        for table in repository.event(NAME).of_round(1):
            found.seats[table.game] = seats.issue(table.game, [*players])
        seats.close()
    return found


def paired(
    repository: Repository,
    tables: int,
    round: int,
    setup: str = SETUP,
    players: tuple[str, ...] = ("ana", "ben"),
) -> None:
    names = [",".join(f"{one.title()} {n}" for one in players) for n in range(1, tables + 1)]
    rows = "".join(f"{n},{row}\n" for n, row in enumerate(names, 1))
    heading = ",".join(f"player {n}" for n in range(1, len(players) + 1))
    text = f"table,{heading}\n{rows}"
    read = read_pairings(text.encode(), "pairings.csv", round)
    pair(repository, Umpire(repository.ledger), NAME, read, lambda _name: setup, "setup")


def end(db: Path) -> None:
    """The round has its three results; then the event is closed."""
    with repository_at(db) as repository:
        for table in (1, 2, 3):
            give(repository, NAME, rounds.Result(1, table, {}, None, by="j1"))
        give(repository, NAME, rounds.End(1))
        give(repository, NAME, Close())
