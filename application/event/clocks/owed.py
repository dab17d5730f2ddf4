"""The time a table is owed: from each call to its ruling, and from an appeal to the final ruling.

Time in which the whole round was paused is not owed, and time in which two calls were open is owed
once. A judge may add to it or take away from it.
"""

from collections.abc import Iterable, Iterator

from application.event.state import Event, Table

SECOND = 1_000_000


def time_owed(event: Event, table: Table, now: int) -> int:
    """Microseconds that this table plays longer than the round, as of now."""
    waited = sum(end - begin for begin, end in waits(event, table, now))
    return waited + SECOND * sum(one.seconds for one in event.given.get(table.key, ()))


def waits(event: Event, table: Table, now: int) -> list[tuple[int, int]]:
    """When the table waited for a ruling while the round's clock ran."""
    round = event.rounds[table.round]
    if round.started is None:
        return []
    end = now if round.ended is None else round.ended
    spans = (span for call in event.calls_at(table.key) for span in call.spans)
    ours = join_spans((max(begin, round.started), min(until or end, end)) for begin, until in spans)
    pauses = join_spans((begin, min(until or end, end)) for begin, until in round.pauses)
    return list(without(ours, pauses))


def join_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same time without overlaps, in order."""
    found: list[tuple[int, int]] = []
    for begin, end in sorted(spans):
        if begin >= end:
            continue
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((begin, end))
    return found


def without(
    spans: Iterable[tuple[int, int]], gaps: list[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """The spans without what lies in the gaps; both in order and without overlaps."""
    for begin, end in spans:
        at = begin
        for gap_begin, gap_end in gaps:
            if gap_end <= at or gap_begin >= end:
                continue
            if gap_begin > at:
                yield at, gap_begin
            at = gap_end
        if at < end:
            yield at, end
