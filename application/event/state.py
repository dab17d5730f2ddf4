"""The state of an event, as folded from its facts."""

from collections.abc import Iterator, Mapping
from typing import Any

from application.event.facts import Cipher, Place, Played, ResultEntered
from application.event.facts_floor import TimeGiven
from application.event.facts_time import ClockAdjusted, ClockRules, FlagRuled
from application.event.state_floor import Call, Departure, Offence
from domain.kernel.values import Value

ORGANISER = "organiser"
"""The name under which somebody with the store, or with the operator's key, acts."""
TableKey = tuple[int, int]
"""The key of a table: its round and its number."""


class Refused(Exception):
    """A request was refused; the message is one sentence: what, where, what was expected."""


class Judge(Value):
    """Somebody who judges, or did."""

    id: str
    name: Cipher
    head: bool
    key: str
    relieved: bool = False


class Round(Value):
    """A round. All times are microseconds since 1970, UTC."""

    number: int
    minutes: int = 0
    started: int | None = None
    pauses: tuple[tuple[int, int | None], ...] = ()
    """The spans in which the clock was stopped; the last may have no end yet."""
    ended: int | None = None


class Table(Value):
    """A table of a round."""

    round: int
    number: int
    places: tuple[Place, ...]
    game: str
    """Empty for a bye."""
    ruleset: str
    result: ResultEntered | None = None

    @property
    def key(self) -> TableKey:
        return self.round, self.number

    @property
    def players(self) -> tuple[str, ...]:
        """The numbers of the players, in turn order."""
        return tuple(place.player for place in self.places)

    def player_at(self, seat: str) -> str:
        """The player at this seat. Raises KeyError for no such seat."""
        return {place.seat: place.player for place in self.places}[seat]

    def seat_of(self, player: str) -> str:
        """The seat of this player. Raises KeyError where they are not at this table."""
        return {place.player: place.seat for place in self.places}[player]


class Event(Value):
    """An event, after some number of its facts."""

    id: str
    name: str = ""
    played: tuple[Played, ...] = ()
    book: Mapping[str, Any] = {}
    policies: Mapping[str, str] = {}
    """Ruleset → the page laid over its policy, as YAML; the ruleset's own stands where there is none."""
    key: str = ""
    """The public key of its log, as a verifier writes it; empty while it has none."""
    judges: Mapping[str, Judge] = {}
    people: Mapping[str, Cipher] = {}
    """Player → name, under their key."""
    rounds: Mapping[int, Round] = {}
    tables: Mapping[TableKey, Table] = {}
    calls: Mapping[int, Call] = {}
    offences: Mapping[int, Offence] = {}
    departures: Mapping[int, Departure] = {}
    """Departures from rulings elsewhere; one from a call of this event is kept with the call."""
    given: Mapping[TableKey, tuple[TimeGiven, ...]] = {}
    """Time that judges gave, besides the time that calls took."""
    clocks: Mapping[int, ClockRules] = {}
    """Round → how its players' clocks run, where they have any."""
    adjusted: Mapping[TableKey, tuple[tuple[int, ClockAdjusted], ...]] = {}
    """The changes that judges made to players' clocks, with their times."""
    flags: Mapping[TableKey, tuple[FlagRuled, ...]] = {}

    closed: int | None = None
    """When it was closed: microseconds since 1970, UTC."""
    forgotten: frozenset[str] = frozenset()
    """The people whose names and words can no longer be read."""

    @property
    def head_judge(self) -> str:
        """The head judge's number; empty while there is none."""
        return next((one.id for one in self.judges.values() if one.head and not one.relieved), "")

    @property
    def on_duty(self) -> Iterator[Judge]:
        """The judges who judge now."""
        return (one for one in self.judges.values() if not one.relieved)

    @property
    def everybody(self) -> list[str]:
        """The numbers of all whose names stand in the log."""
        return [*self.people, *self.judges]

    @property
    def all_forgotten(self) -> bool:
        return set(self.everybody) <= self.forgotten

    def of_round(self, number: int) -> Iterator[Table]:
        """The tables of this round, by their numbers."""
        return (self.tables[key] for key in sorted(self.tables) if key[0] == number)

    def table(self, round: int, number: int) -> Table:
        """Raises Refused where there is none."""
        found = self.tables.get((round, number))
        if found is None:
            raise Refused(f"there is no table {number} in round {round}")
        return found

    def round(self, number: int) -> Round:
        """Raises Refused where no table is paired in it."""
        found = self.rounds.get(number)
        if found is None:
            raise Refused(f"no table is paired in round {number}")
        return found

    def judge(self, id: str) -> Judge:
        """The judge on duty with this number. Raises Refused where there is none."""
        found = self.judges.get(id)
        if found is None or found.relieved:
            raise Refused(f"“{id}” does not judge at this event")
        return found

    def call(self, number: int) -> Call:
        """Raises Refused where there is none."""
        if number not in self.calls:
            raise Refused(f"there is no call {number}")
        return self.calls[number]

    def calls_at(self, key: TableKey) -> Iterator[Call]:
        """The calls at a table, oldest first."""
        return (call for call in self.calls.values() if call.key == key)

    def offence(self, number: int) -> Offence:
        """Raises Refused where there is none."""
        if number not in self.offences:
            raise Refused(f"there is no offence {number}")
        return self.offences[number]

    def plays(self, ruleset: str) -> Played:
        """The law under which a ruleset is played here. Raises Refused where it is not played."""
        for one in self.played:
            if one.ruleset == ruleset:
                return one
        names = ", ".join(one.ruleset for one in self.played)
        if not ruleset:
            raise Refused(f"no ruleset is named; expected “ruleset:” with one of {names}")
        raise Refused(f"“{ruleset}” is not played at this event; expected {names}")
