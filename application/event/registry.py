"""The registry of what may happen at an event: stored name → event. Only these can be read."""

from typing import Any, NamedTuple

import msgspec

from application.event.log import log_events
from application.ledger.store import Damaged
from application.ledger.stored_events import stored_form
from application.ledger.streams import StreamRow
from domain.kernel.values import prepared_kind
from domain.tournament import EVENTS
from domain.tournament.command import TournamentEvent

NAMES: dict[str, type[TournamentEvent]] = {
    one.STORED_AS: one for one in (*EVENTS, *log_events.EVENTS)
}
READERS: dict[str, Any] = {
    name: msgspec.json.Decoder(prepared_kind(kind)).decode for name, kind in NAMES.items()
}


class StoredEvent(NamedTuple):
    """An event with when it was kept."""

    row: int
    event: TournamentEvent
    at: int
    """Microseconds since 1970, UTC."""
    digest: str
    """The digest of its row."""


def event_as_json(event: TournamentEvent) -> dict[str, Any]:
    """The event for programs: its stored name, and its fields."""
    name, payload = stored_form(event)
    return {"fact": name, **msgspec.json.decode(payload)}


def read(id: str, row: StreamRow) -> StoredEvent:
    """What this row of an event keeps. Raises Damaged where it is of no known kind, or unreadable."""
    if row.name not in READERS:
        raise Damaged(f"row {row.version} of the event “{id}” is of a newer umpire: update it")
    try:
        return StoredEvent(row.version, READERS[row.name](row.payload), row.at, row.digest)
    except msgspec.MsgspecError as why:
        raise Damaged(f"row {row.version} of the event “{id}” cannot be read: {why}") from None
