"""Events as they are stored: a name and JSON. Only the events registered here can be read."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from application.ledger.upcasters import UPCASTERS, next_version
from application.rulesets import FOLDERS, ruleset
from domain.kernel.events import EVENTS
from domain.kernel.values import Event, prepared_kind

Read = Callable[[bytes], Any]


class UnknownEvent(Exception):
    """No event of this name is known here."""


def encode(event: Any) -> bytes:
    """The event's fields as JSON; those that have their default value are left out."""
    return stored_form(event)[1]


def stored_form(event: Any) -> tuple[str, bytes]:
    """The event's stored name, and its fields as JSON."""
    return event.STORED_AS, write_json(event)


def as_plain_json(value: Any) -> Any:
    """The value after a round trip through JSON. Raises Unstorable."""
    return from_json(as_json(value))


UNSTORABLE = (TypeError, ValueError, OverflowError, RecursionError)
"""What writing JSON raises for a value that JSON cannot hold."""


class Unstorable(Exception):
    """JSON cannot hold this; the message says what."""


def as_json(value: Any) -> bytes:
    """Compact JSON. Raises Unstorable."""
    try:
        return write_json(value)
    except UNSTORABLE as why:
        raise Unstorable(str(why)) from None


write_json = msgspec.json.Encoder().encode
"""Compact JSON; raises msgspec's and Python's own errors, unlike `as_json`."""
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


@cache
def reader_of(name: str) -> Read:
    """The function that reads payloads of this stored name. Raises UnknownEvent."""
    prefix = name.split("/", 1)[0]
    known = event_types(prefix)
    if name in known:
        return msgspec.json.Decoder(prepared_kind(known[name])).decode
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

    kind = prepared_kind(known[name])

    def read(payload: bytes) -> Any:
        content = from_json(payload)
        for upcast in steps:
            content = upcast(content)
        return msgspec.convert(content, kind)

    return read
