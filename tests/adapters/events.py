"""An event in a store that servers serve: two judges, tables of VoidSiege, a running round."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from adapters.wiring import office_on, seats_on
from application.event.facts import Played
from application.event.floor.book import read_book
from application.event.forgetting import close
from application.event.office import Office
from application.event.opening import appoint, open_event
from application.event.tables import rounds
from application.event.tables.pairing import pair
from application.event.tables.pairing_list import read_pairings
from application.game.umpire import Umpire
from application.ledger.streams import EVENT

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
def office_at(db: Path | str) -> Iterator[Office]:
    office = office_on(str(db))
    try:
        yield office
    finally:
        office.close()


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
    with office_at(db) as office:
        open_event(office, "Spring Open", [Played(ruleset, "")], read_book())
        ring = office.keyring(NAME)
        for name, head in (("Kim Lee", True), ("Noa Berg", False)):
            office.keep(NAME, lambda event, _at, n=name, h=head: appoint(ring, event, n, head=h))  # type: ignore[misc]
        paired(office, tables, 1, setup, players)
        if start:
            office.keep(NAME, lambda event, _at: rounds.start(event, 1, 50))
        seats = seats_on(str(db))
        found = AtEvent(seats.issue(EVENT + NAME, ["j1", "j2"]))
        for table in office.event(NAME).of_round(1):
            found.seats[table.game] = seats.issue(table.game, [*players])
        seats.close()
    return found


def paired(
    office: Office,
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
    pair(office, Umpire(office.ledger), NAME, read, lambda _name: setup, "setup")


def end(db: Path) -> None:
    """The round has its three results; then the event is closed."""
    with office_at(db) as office:
        head = office.ledger.head
        for table in (1, 2, 3):
            office.keep(
                NAME,
                lambda event, _at, t=table: rounds.result(event, 1, t, "j1", {}, None, head),  # type: ignore[misc]
            )
        office.keep(NAME, lambda event, _at: rounds.end(event, 1, head))
        office.keep(NAME, lambda event, _at: close(event, "organiser"))
