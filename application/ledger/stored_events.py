"""Events as they are stored: a name of ours and JSON. The registry is closed."""

import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from application.ledger.upcasters import UPCASTERS, next_version
from application.rulesets import FOLDERS, ruleset
from domain.kernel.events import EVENTS
from domain.kernel.values import Event, Value

Read = Callable[[bytes], Any]


class UnknownEvent(Exception):
    """No event of this name is known here."""


def encode(event: Any) -> bytes:
    """The event's fields as JSON; those that have their default value are left out."""
    return written(event)[1]


def written(event: Any) -> tuple[str, bytes]:
    """The event's stored name, and its fields as JSON."""
    return event.STORED_AS, write_json(event)


def decode(name: str, payload: bytes) -> Any:
    """The event of this stored name, of whatever version. Raises UnknownEvent, msgspec.DecodeError."""
    return READERS[name](payload)


def plain(value: Any) -> Any:
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
def registered(prefix: str) -> Mapping[str, type[Event]]:
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
    known = registered(prefix)
    if name in known:
        read: Read = msgspec.json.Decoder(known[name]).decode
        return _made_once(read, known[name], prefix) if prefix in FOLDERS else read
    if name in UPCASTERS:
        return _upcasting_reader(name, known)
    raise UnknownEvent(f"there is no event “{name}” here; a newer umpire may have it")


def _made_once(read: Read, event: type, prefix: str) -> Read:
    """Gives the very event that the ruleset made once: to compare it takes no look at its fields."""
    alike = {one: one for one in ruleset(prefix).recurring if type(one) is event}

    def known(payload: bytes) -> Any:
        found = read(payload)
        return alike.get(found, found)

    return known if alike else read


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
PLACES = 1024
MOST_SHARED = 65_536


def shared(value: Any) -> Any:
    """The value, its words and lists of words the very ones that equal values have already."""
    kind = type(value)
    if kind is str:
        return sys.intern(value)
    if kind is dict:
        return {key: shared(one) for key, one in value.items()}
    if kind is tuple and all(type(one) in (str, int) for one in value):
        if len(_tuples) >= MOST_SHARED:
            _tuples.clear()
        return _tuples.setdefault(value, value)
    if isinstance(value, Value):
        for name in value.__struct_fields__:
            msgspec.structs.force_setattr(value, name, shared(getattr(value, name)))
    return value


_tuples: dict[tuple[Any, ...], tuple[Any, ...]] = {}


def once(read: Read) -> Read:
    """Reads the same bytes once: events are values, and a long game holds the same ones often.

    What is met for the first time is not yet kept: in some games most of it never comes again.
    """
    known: dict[bytes, Any] = {}
    met = [0] * PLACES
    """The hash of what was met last in each place; it makes room for what is met next."""

    def again(payload: bytes) -> Any:
        found = known.get(payload)
        if found is None:
            found = shared(read(payload))
            mark = hash(payload)
            place = mark % PLACES
            if met[place] != mark:
                met[place] = mark
            elif len(payload) <= LONGEST_REMEMBERED:
                if len(known) >= MOST_REMEMBERED:
                    known.clear()
                known[payload] = found
        return found

    return again


class _Readers(dict[str, Read]):
    def __missing__(self, name: str) -> Read:
        read = self[name] = once(_reader(name))
        return read


READERS = _Readers()
"""Stored name → how its payload is read; filled as names are met."""
