"""Streams that are no games: rows of the same frame and chain, under ids that no game has."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from application.ledger.group_commit import Append
from application.ledger.rows import (
    AT,
    PAYLOAD,
    START,
    Fetched,
    chain_rows,
    head_of,
    link_row_anew,
)
from application.ledger.store import END, Damaged, Head, not_as_written

EVENT = "event:"
"""Prefix of an event's stream. No game id that a browser can ask for contains a colon."""


class StreamRow(NamedTuple):
    """A row of a stream whose link in the chain has been checked."""

    version: int
    name: str
    payload: bytes
    at: int
    """Microseconds since 1970, UTC."""
    digest: str


class RowSource(Protocol):
    """A database that rows can be read from."""

    def rows(self, game: str, first: int = 1, last: int = END) -> Fetched: ...


class RowSink(Protocol):
    """A ledger that rows can be written to unchanged."""

    def write(self, append: Append) -> Head: ...


SEATS = "seats:"
"""Prefix to a game's id: who was given which seat, and who looked at hidden things."""
RECORD = "record:"
"""Prefix to a game's id: the rulings expected by the record it was opened from."""
BESIDE = (SEATS, RECORD)
"""Prefixes of streams that belong to a game."""


def game_beside(id: str) -> str:
    """The id of the game this stream belongs to; empty if it belongs to none."""
    return id.partition(":")[2] if id.startswith(BESIDE) else ""


def is_stream(id: str) -> bool:
    """Whether this is the id of a stream that is not a game."""
    return id.startswith((EVENT, *BESIDE))


def extend(
    ledger: RowSink, stream: str, head: Head, at: int, written: Sequence[tuple[str, bytes]]
) -> Head:
    """Appends these names and payloads atomically; durable on return. Raises Conflict."""
    rows, leads_to = chain_rows(stream, head, at, written)
    return ledger.write(Append(stream, head, rows, leads_to))


def rows_after(rows: RowSource, stream: str, head: Head = START) -> list[StreamRow]:
    """The rows after this head, each link checked. Raises Damaged."""
    stored = rows.rows(stream, max(head.version, 1))
    if head.version:
        if not stored or head_of(stored[0]) != head:
            raise Damaged(f"“{stream}” no longer has the row {head.version} that was read before")
        stored = stored[1:]
    told = []
    for version, name, state in stored:
        if version != head.version + 1:
            raise Damaged(f"row {head.version + 1} of “{stream}” is missing")
        if not isinstance(state, bytes) or not isinstance(name, str):
            raise not_as_written(version, stream)
        again, head = link_row_anew(stream, head, name, state)
        if again != state:
            raise not_as_written(version, stream)
        told.append(StreamRow(version, name, bytes(state[PAYLOAD]), int(state[AT]), head.digest))
    return told
