"""The clock of a round: it runs from the start to the end of the round, except in pauses."""

from application.event.clocks.owed import SECOND, join_spans, time_owed, without
from application.event.state import Event, Round, Table


def running_spans(round: Round, now: int) -> list[tuple[int, int]]:
    """When the round's clock ran, up to now."""
    if round.started is None:
        return []
    end = now if round.ended is None else min(round.ended, now)
    pauses = join_spans((begin, min(until or end, end)) for begin, until in round.pauses)
    return list(without(join_spans([(round.started, end)]), pauses))


def time_left(round: Round, now: int) -> int:
    """Microseconds left of the round; below zero when it is overdue."""
    return round.minutes * 60 * SECOND - sum(
        end - begin for begin, end in running_spans(round, now)
    )


def left_at(event: Event, table: Table, now: int) -> int:
    """Microseconds left at a table, with the time it is owed."""
    return time_left(event.rounds[table.round], now) + time_owed(event, table, now)


def figures(microseconds: int) -> str:
    """`12:05`, `1:02:00`, and with a minus below zero. A second that has begun is still there."""
    seconds = -(-abs(microseconds) // SECOND) if microseconds > 0 else abs(microseconds) // SECOND
    hours, minutes = divmod(seconds // 60, 60)
    sign = "−" if microseconds < 0 and seconds else ""
    text = (
        f"{minutes}:{seconds % 60:02}" if not hours else f"{hours}:{minutes:02}:{seconds % 60:02}"
    )
    return sign + text
