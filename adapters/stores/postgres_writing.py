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
"""Nothing is inserted unless every row that the batch follows stands there.

Writers take an advisory lock in turn, and only then do rows get their notification ids: these are ordered
as the commits are. Each head is looked for by the primary key; in a join the server would read every row.
Columns go in binary form: as text, every value is searched for what must be quoted, a fifth of a worker's time.
"""
WRITE_WITH_SNAPSHOTS = f"""
WITH written AS ({WRITE}RETURNING 1), stored AS (
  INSERT INTO umpire_snapshots
  SELECT * FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[])
  WHERE EXISTS (SELECT FROM written) ON CONFLICT DO NOTHING
)
SELECT FROM written
"""  # noqa: S608 - our own words


def insert(
    connection: psycopg.Connection[Any], batch: Sequence[Append], *, snapshots: bool
) -> bool:
    """Durable on return, with the snapshots where they are wanted; False where another was first.

    The connection commits by itself. Raises psycopg.Error.
    """
    rows = [(append.game, *row) for append in batch for row in append.rows]
    stored = [(one.game, *row) for one in batch for row in one.snapshots] if snapshots else []
    values = _columns(rows, 4) + _columns(_heads_before(batch), 3)
    statement = WRITE
    if stored:
        statement, values = WRITE_WITH_SNAPSHOTS, values + _columns(stored, 4)
    write = connection.cursor(row_factory=tuple_row, binary=True)
    try:
        write.execute(statement, values, prepare=True)
    except psycopg.errors.UniqueViolation:
        return False
    return write.rowcount == len(rows)


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[n] for row in rows] for n in range(width)]


def _heads_before(batch: Sequence[Append]) -> list[tuple[str, int, str]]:
    """Game, version and digest of the rows that stand before the batch and that it follows."""
    begun = {(append.game, append.leads_to.version) for append in batch}
    return [
        (append.game, *append.head)
        for append in batch
        if append.head.version and (append.game, append.head.version) not in begun
    ]
