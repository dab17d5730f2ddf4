"""Facts as they are stored: a name from the table of kinds, never a Python path, and JSON."""

from typing import Any, NamedTuple

import msgspec

from application.event.facts import Fact
from application.event.kinds.table import KINDS
from application.ledger.store import Damaged
from application.ledger.streams import StreamRow

NAMES = {one.name: one.fact for one in KINDS}
STORED = {kind: name for name, kind in NAMES.items()}
READERS: dict[str, Any] = {name: msgspec.json.Decoder(kind).decode for name, kind in NAMES.items()}
write_json = msgspec.json.Encoder().encode


class StoredFact(NamedTuple):
    """A fact with when it was kept."""

    row: int
    fact: Fact
    at: int
    """Microseconds since 1970, UTC."""
    digest: str
    """The digest of its row."""


def stored_form(fact: Fact) -> tuple[str, bytes]:
    """The fact's stored name, and its fields as JSON."""
    return STORED[type(fact)], write_json(fact)


def fact_as_json(fact: Fact) -> dict[str, Any]:
    """The fact for programs: its stored name, and its fields."""
    name, payload = stored_form(fact)
    return {"fact": name, **msgspec.json.decode(payload)}


def read(event: str, row: StreamRow) -> StoredFact:
    """The fact in this row of an event. Raises Damaged where it is of no known kind, or unreadable."""
    if row.name not in READERS:
        raise Damaged(f"row {row.version} of the event “{event}” is of a newer umpire: update it")
    try:
        return StoredFact(row.version, READERS[row.name](row.payload), row.at, row.digest)
    except msgspec.MsgspecError as why:
        raise Damaged(f"row {row.version} of the event “{event}” cannot be read: {why}") from None
