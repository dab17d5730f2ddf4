"""How a batch of appends reaches PostgreSQL: one statement, which is its own transaction."""

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.rows import tuple_row

from application.ledger.group_commit import Append

WRITE = """
WITH turn AS MATERIALIZED (
  SELECT pg_advisory_xact_lock(1970106473), pg_notify('umpire_events', '')
)
INSERT INTO umpire_events (originator_id, originator_version, topic, state)
SELECT new.* FROM turn, unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[]) AS new
WHERE NOT EXISTS (
  SELECT FROM unnest(%b::text[], %b::bigint[], %b::text[]) AS head (game, version, digest)
  WHERE digest IS DISTINCT FROM (
    SELECT encode(substr(state, 29, 43), 'escape') FROM umpire_events
    WHERE originator_id = game AND originator_version = version
  )
)
"""
"""Inserts the batch only if every row that it follows is in the table (optimistic locking).

Rows get their notification ids under an advisory lock, so that ids are in the order of the commits.
Each head is looked up by the primary key; with a join the server would read every row. Columns are sent
in binary form: quoting them as text took a fifth of a worker's time.
"""
WRITE_WITH_SNAPSHOTS = f"""
WITH written AS ({WRITE}RETURNING 1), stored AS (
  INSERT INTO umpire_snapshots (originator_id, originator_version, topic, state)
  SELECT * FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[])
  WHERE EXISTS (SELECT FROM written) ON CONFLICT DO NOTHING
)
SELECT FROM written
"""  # noqa: S608 - our own words


def insert(
    connection: psycopg.Connection[Any], batch: Sequence[Append], *, snapshots: bool
) -> bool:
    """Inserts the batch, durable on return; False if another writer was first.

    The connection commits by itself. Raises psycopg.Error.
    """
    rows = [(append.game, *row) for append in batch for row in append.rows]
    stored = (
        [(append.game, *row) for append in batch for row in append.snapshots] if snapshots else []
    )
    values = _columns(rows, 4) + _columns(_heads_before(batch), 3)
    statement = WRITE
    if stored:
        statement, values = WRITE_WITH_SNAPSHOTS, values + _columns(stored, 4)
    write = connection.cursor(row_factory=tuple_row, binary=True)
    try:
        write.execute(statement, values, prepare=True)
    # That the head is there does not say that nothing follows it: only the new row's key does.
    except psycopg.errors.UniqueViolation:
        return False
    return write.rowcount == len(rows)


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[n] for row in rows] for n in range(width)]


def _heads_before(batch: Sequence[Append]) -> list[tuple[str, int, str]]:
    """(game, version, digest) of each row outside the batch that an append follows."""
    begun = {(append.game, append.leads_to.version) for append in batch}
    return [
        (append.game, *append.head)
        for append in batch
        if append.head.version and (append.game, append.head.version) not in begun
    ]
