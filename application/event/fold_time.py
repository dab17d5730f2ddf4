"""What each fact about the clocks does to an event."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from application.event import facts_time as facts
from application.event.facts import Fact
from application.event.state import Event


def clocks_set(event: Event, fact: facts.ClocksSet, _at: int) -> Event:
    return replace(event, clocks={**event.clocks, fact.round: fact.rules})


def adjusted(event: Event, fact: facts.ClockAdjusted, at: int) -> Event:
    key = fact.round, fact.table
    before = event.adjusted.get(key, ())
    return replace(event, adjusted={**event.adjusted, key: (*before, (at, fact))})


def flag_ruled(event: Event, fact: facts.FlagRuled, _at: int) -> Event:
    key = fact.round, fact.table
    return replace(event, flags={**event.flags, key: (*event.flags.get(key, ()), fact)})


FOLDS: Mapping[type[Fact], Callable[[Event, Any, int], Event]] = {
    facts.ClocksSet: clocks_set,
    facts.ClockAdjusted: adjusted,
    facts.FlagRuled: flag_ruled,
}
