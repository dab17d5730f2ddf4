"""What each fact of the floor does to an event."""

from typing import Any

from application.event import facts_floor as facts
from application.event.state import Event
from application.event.state_floor import Call, Departure, Offence
from domain.kernel.values import changed


def make_call(event: Event, fact: facts.CallMade, at: int) -> Event:
    return changed(event, calls={**event.calls, fact.call: Call(fact, at)})


def with_call(event: Event, number: int, **fields: Any) -> Event:
    found = changed(event.calls[number], **fields)
    return changed(event, calls={**event.calls, number: found})


def add_statement(event: Event, fact: facts.StatementGiven, _at: int) -> Event:
    statements = {**event.calls[fact.call].statements, fact.by: fact}
    return with_call(event, fact.call, statements=statements)


def add_waiver(event: Event, fact: facts.StatementWaived, _at: int) -> Event:
    statements = {**event.calls[fact.call].statements, fact.player: fact}
    return with_call(event, fact.call, statements=statements)


def take_call(event: Event, fact: facts.CallTaken, at: int) -> Event:
    return with_call(event, fact.call, taken_by=fact.by, taken_at=at)


def withdraw_call(event: Event, fact: facts.CallWithdrawn, at: int) -> Event:
    return with_call(event, fact.call, ended=at)


def rule_on_call(event: Event, fact: facts.CallRuled, at: int) -> Event:
    return with_call(event, fact.call, ruled=fact, ended=at)


def note_departure(event: Event, fact: facts.DepartureNoted, _at: int) -> Event:
    return with_call(event, fact.call, noted=True)


def depart(event: Event, fact: facts.PrecedentDeparted, _at: int) -> Event:
    return changed(event, departures={**event.departures, fact.departure: Departure(fact)})


def note_departing(event: Event, fact: facts.PrecedentDepartureNoted, _at: int) -> Event:
    found = changed(event.departures[fact.departure], noted=True)
    return changed(event, departures={**event.departures, fact.departure: found})


def appeal_ruling(event: Event, fact: facts.RulingAppealed, at: int) -> Event:
    return with_call(event, fact.call, appeal=fact, appealed_at=at)


def decide_appeal(event: Event, fact: facts.AppealDecided, at: int) -> Event:
    return with_call(event, fact.call, decided=fact, decided_at=at)


def give_offence(event: Event, fact: facts.OffenceGiven, at: int) -> Event:
    return changed(event, offences={**event.offences, fact.offence: Offence(fact, at)})


def with_offence(event: Event, number: int, **fields: Any) -> Event:
    found = changed(event.offences[number], **fields)
    return changed(event, offences={**event.offences, number: found})


def appeal_offence(event: Event, fact: facts.OffenceAppealed, _at: int) -> Event:
    return with_offence(event, fact.offence, appeal=fact)


def decide_offence(event: Event, fact: facts.OffenceDecided, _at: int) -> Event:
    return with_offence(event, fact.offence, decided=fact)


def give_time(event: Event, fact: facts.TimeGiven, _at: int) -> Event:
    key = fact.round, fact.table
    return changed(event, given={**event.given, key: (*event.given.get(key, ()), fact)})
