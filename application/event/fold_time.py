"""What each fact about the clocks does to an event."""

from collections.abc import Callable, Mapping
from typing import Any

from application.event import facts_time as facts
from application.event.facts import Fact
from application.event.state import Event
from domain.kernel.values import changed


def clocks_set(event: Event, fact: facts.ClocksSet, _at: int) -> Event:
    return changed(event, clocks={**event.clocks, fact.round: fact.rules})


def adjusted(event: Event, fact: facts.ClockAdjusted, at: int) -> Event:
    key = fact.round, fact.table
    before = event.adjusted.get(key, ())
    return changed(event, adjusted={**event.adjusted, key: (*before, (at, fact))})


def flag_ruled(event: Event, fact: facts.FlagRuled, _at: int) -> Event:
    key = fact.round, fact.table
    return changed(event, flags={**event.flags, key: (*event.flags.get(key, ()), fact)})


FOLDS: Mapping[type[Fact], Callable[[Event, Any, int], Event]] = {
    facts.ClocksSet: clocks_set,
    facts.ClockAdjusted: adjusted,
    facts.FlagRuled: flag_ruled,
}
