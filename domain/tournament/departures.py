"""Departures from rulings elsewhere: the judge says why, and the head judge has to see it."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from domain.kernel.values import Value, changed, stored_as
from domain.tournament.command import Command, Fits, Refused, TournamentEvent
from domain.tournament.context import Cipher, Context
from domain.tournament.people import a_judge, the_head_judge_decides
from domain.tournament.rounds import Rounds

DESK = "desk"
"""The number under which all judges write into games, where they share one seat."""


class Departures(Rounds):
    """An event, as far as its people, tables, and departures from rulings elsewhere."""

    departures: Mapping[int, "Departure"] = {}
    """A departure from a call of this event is kept with the call."""

    def departure(self, number: int) -> "Departure":
        """The departure of this number. Raises Refused where there is none."""
        if number not in self.departures:
            raise Refused(f"there is no departure {number}")
        return self.departures[number]


@stored_as("event/precedent_departed/v1")
class PrecedentDeparted(TournamentEvent):
    """A ruling departs from one on a like situation at another event, or in any game of the store."""

    departure: int
    """The number of the departure, from 1."""
    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    by: str
    """The judge; `desk` for the judge's seat at the table's game."""
    departs: tuple[str, ...]
    """What it departs from: `autumn-open call 3`, `tare-mivu-40 entry 5`."""
    because: Cipher
    """Why, under the judge's key."""
    call: int | None = None
    """The call that was ruled on; null where a ruling of the game was replaced."""
    entry: int | None = None
    """The entry of the game that replaced a ruling; null for a call."""

    def after(self, event: Departures, _at: int) -> Departures:
        return changed(event, departures={**event.departures, self.departure: Departure(self)})


class Departure(Value):
    """A ruling that departs from one elsewhere."""

    made: PrecedentDeparted
    noted: bool = False
    """Whether the head judge has seen it."""


@stored_as("event/precedent_departure_noted/v1")
class PrecedentDepartureNoted(TournamentEvent):
    """The head judge has seen that a ruling departs from one elsewhere."""

    departure: int
    """The number of the departure."""
    by: str
    """The head judge."""

    def after(self, event: Departures, _at: int) -> Departures:
        departure = changed(event.departures[self.departure], noted=True)
        return changed(event, departures={**event.departures, self.departure: departure})


class NoteElsewhere(Command, tag="note_elsewhere"):
    """The head judge has seen a departure from a ruling elsewhere."""

    WHO = a_judge
    CHECKS = (the_head_judge_decides,)

    departure: Annotated[int, Fits("the number of a departure", Departures.departure)]

    def happens(self, event: Departures, _context: Context) -> Iterator[TournamentEvent]:
        if not event.departures[self.departure].noted:
            yield PrecedentDepartureNoted(self.departure, self.by)


class DepartInGame(Command, tag="depart_in_game"):
    """A ruling of the game was replaced against rulings elsewhere; it is read out of the game's entry."""

    round: int
    table: int
    departs: tuple[str, ...]
    because: str
    entry: int

    def is_repeated(self, event: Departures, _context: Context) -> bool:
        made = (departure.made for departure in event.departures.values())
        known = {(departure.round, departure.table, departure.entry) for departure in made}
        return (self.round, self.table, self.entry) in known

    def happens(self, event: Departures, context: Context) -> Iterator[TournamentEvent]:
        hidden = context.words.hide(DESK, self.because, "the reason")
        n = len(event.departures) + 1
        where = self.round, self.table
        yield PrecedentDeparted(n, *where, DESK, self.departs, hidden, entry=self.entry)


def unseen_elsewhere(event: Departures) -> Iterator[PrecedentDeparted]:
    """The departures that the head judge has neither made nor seen, oldest first."""
    for departure in event.departures.values():
        if not departure.noted and departure.made.by != event.head_judge:
            yield departure.made
