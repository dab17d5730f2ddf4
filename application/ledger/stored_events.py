"""Events as they are stored: a name of ours and JSON. The registry is closed."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec

from application.ledger.upcasters import UPCASTERS, next_version
from application.rulesets import FOLDERS, ruleset
from domain.kernel.events import EVENTS
from domain.kernel.values import Event

Read = Callable[[bytes], Any]


class UnknownEvent(Exception):
    """No event of this name is known here."""


def encode(event: Any) -> bytes:
    """The event's fields as JSON; those that have their default value are left out."""
    return stored_form(event)[1]


def stored_form(event: Any) -> tuple[str, bytes]:
    """The event's stored name, and its fields as JSON."""
    return event.STORED_AS, write_json(event)


def decode(name: str, payload: bytes) -> Any:
    """The event of this stored name, of whatever version. Raises UnknownEvent, msgspec.DecodeError."""
    return READERS[name](payload)


def as_plain_json(value: Any) -> Any:
    """The value as JSON gives it back. Raises Unstorable."""
    return from_json(as_json(value))


class Unstorable(Exception):
    """JSON cannot hold this; the message says what."""


def as_json(value: Any) -> bytes:
    """Compact JSON. Raises Unstorable."""
    try:
        return write_json(value)
    except (TypeError, ValueError, OverflowError, RecursionError) as why:
        raise Unstorable(str(why)) from None


write_json = msgspec.json.Encoder().encode
"""Compact JSON; raises what msgspec does, and as Python does."""
from_json = msgspec.json.Decoder().decode


@cache
def event_types(prefix: str) -> Mapping[str, type[Event]]:
    """Stored name → event type, of one ruleset or (`game`) of the kernel. Imports that ruleset only."""
    if prefix == "game":
        types: tuple[type[Event], ...] = EVENTS
    elif prefix in FOLDERS:
        types = tuple(event for event in ruleset(prefix).events if event not in EVENTS)
    else:
        return {}
    return {event.STORED_AS: event for event in types}


def _reader(name: str) -> Read:
    prefix = name.split("/", 1)[0]
    known = event_types(prefix)
    if name in known:
        return msgspec.json.Decoder(known[name]).decode
    if name in UPCASTERS:
        return _upcasting_reader(name, known)
    raise UnknownEvent(f"there is no event “{name}” here; a newer umpire may have it")


def _upcasting_reader(name: str, known: Mapping[str, type]) -> Read:
    steps = []
    while name in UPCASTERS:
        steps.append(UPCASTERS[name])
        name = next_version(name)
    if name not in known:
        raise UnknownEvent(f"there is no event “{name}”")

    def read(payload: bytes) -> Any:
        found = from_json(payload)
        for upcast in steps:
            found = upcast(found)
        return msgspec.convert(found, known[name])

    return read


MOST_REMEMBERED = 4096
LONGEST_REMEMBERED = 512


def once(read: Read) -> Read:
    """Reads the same bytes once: events and steps are values, and a long game holds the same ones often.

    A long game takes less than half the room, and is loaded 1.3 to 1.4 times as fast.
    """
    again = lru_cache(MOST_REMEMBERED)(read)
    return lambda payload: (again if len(payload) <= LONGEST_REMEMBERED else read)(payload)


class _Readers(dict[str, Read]):
    def __missing__(self, name: str) -> Read:
        read = self[name] = once(_reader(name))
        return read


READERS = _Readers()
"""Stored name → how its payload is read; filled as names are met."""
