"""What programs are told of an event: its calls, offences and clocks, its tables, everything that happened."""

from collections.abc import Iterable
from typing import Annotated, Any

from application.answer import Answer, Meta, When
from application.event.keyring import Keyring
from application.event.registry import StoredEvent, event_as_json
from application.game.moments import iso_time
from domain.tournament.calls import Call
from domain.tournament.clocks import SECOND, ClockReading
from domain.tournament.command import TournamentEvent
from domain.tournament.rounds import Table
from domain.tournament.tournament import Tournament

Facts = Annotated[
    list[dict[str, Any]], Meta(description="What happened: its stored name, and its fields.")
]


def facts_of(events: Iterable[TournamentEvent | None]) -> list[dict[str, Any]]:
    """What happened, with stored names; nothing stands for what did not."""
    return [event_as_json(event) for event in events if event is not None]


class Accepted(Answer):
    """It is kept."""

    done: bool
    call: Annotated[int | None, Meta(description="Of somebody who called: the number of the call.")]


class ResultsEntered(Answer):
    """The results of a list stand."""

    done: bool
    tables: Annotated[int, Meta(description="How many have their result by the list.")]


class ToldCall(Answer):
    """A call with its statements, ruling and appeal."""

    call: int
    round: int
    table: int
    open: bool
    when: When
    taken_by: str | None
    facts: Facts


def told_call(call: Call) -> ToldCall:
    """The call with all that was said and ruled of it."""
    made = call.made
    events = (made, *call.statements.values(), call.ruled, call.appeal, call.decided)
    return ToldCall(
        made.call,
        made.round,
        made.table,
        call.open,
        iso_time(call.at),
        call.taken_by or None,
        facts_of(events),
    )


class Proposed(Answer):
    """The penalty that the ladder has for an offence."""

    player: str
    kind: str
    count: int
    penalty: str


class ToldOffence(Answer):
    """A penalty with its appeal and the decision."""

    offence: int
    player: str
    facts: Facts


def told_offences(event: Tournament, player: str) -> list[ToldOffence]:
    """The offences of a player, in order."""
    return [
        ToldOffence(
            offence.given.offence,
            player,
            facts_of((offence.given, offence.appeal, offence.decided)),
        )
        for offence in event.history(player)
    ]


class ToldClock(Answer):
    """A player's clock."""

    seat: str
    seconds: Annotated[float, Meta(description="Left.")]
    runs: bool
    ran_out: bool
    used_since: Annotated[float | None, Meta(description="Seconds, with --since.")]


def told_clock(seat: str, reading: ClockReading, used: int | None) -> ToldClock:
    """`used`: microseconds since the entry that was asked about."""
    since = None if used is None else used / SECOND
    return ToldClock(seat, reading.left / SECOND, reading.runs, reading.fell is not None, since)


class ToldPlace(Answer):
    player: str
    name: str
    seat: str


class ToldResult(Answer):
    winner: str | None
    points: dict[str, int]
    by: str


class ToldTable(Answer):
    """A table: who plays where, in which game, with what result."""

    round: int
    table: int
    game: str | None
    ruleset: str | None
    players: list[ToldPlace]
    result: ToldResult | None


def told_table(table: Table, event: Tournament, keyring: Keyring) -> ToldTable:
    """The table with its players' names and its result."""
    won = table.result
    return ToldTable(
        table.round,
        table.number,
        table.game or None,
        table.ruleset or None,
        [
            ToldPlace(
                place.player, keyring.reveal(place.player, event.people[place.player]), place.seat
            )
            for place in table.places
        ],
        None if won is None else ToldResult(won.winner, won.points, won.by),
    )


class ToldTables(Answer):
    event: str
    tables: list[ToldTable]


class ListedEvent(Answer):
    event: str
    name: str
    rounds: int
    tables: int


class EventsListed(Answer):
    events: list[ListedEvent]


class EventLog(Answer):
    """Everything that happened at an event, oldest first."""

    event: str
    log: Facts


def told_log(event: str, happened: Iterable[StoredEvent]) -> EventLog:
    """Everything that happened at the event, with the rows of its log."""
    rows = [
        {"row": stored_event.row, "when": iso_time(stored_event.at)}
        | event_as_json(stored_event.event)
        for stored_event in happened
    ]
    return EventLog(event, rows)
