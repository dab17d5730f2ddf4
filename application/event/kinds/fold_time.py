"""What each fact about the clocks does to an event."""

from application.event import facts_time as facts
from application.event.state import Event
from domain.kernel.values import changed


def set_clocks(event: Event, fact: facts.ClocksSet, _at: int) -> Event:
    return changed(event, clocks={**event.clocks, fact.round: fact.rules})


def adjust_clock(event: Event, fact: facts.ClockAdjusted, at: int) -> Event:
    key = fact.round, fact.table
    before = event.adjusted.get(key, ())
    return changed(event, adjusted={**event.adjusted, key: (*before, (at, fact))})


def rule_on_flag(event: Event, fact: facts.FlagRuled, _at: int) -> Event:
    key = fact.round, fact.table
    return changed(event, flags={**event.flags, key: (*event.flags.get(key, ()), fact)})
