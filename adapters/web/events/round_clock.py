"""A round's clock as pages run it: at a moment, in milliseconds."""

from application.answer import Answer
from application.event.hall import RoundNow

MILLI = 1_000


class RoundClock(Answer):
    """Times are milliseconds, moments since 1970, UTC."""

    at: int
    round: int
    left: int
    until: int | None
    """When it ends; None while it stands."""
    begun: bool
    ended: bool


def round_clock(at: int, now: RoundNow) -> RoundClock:
    """`at`: microseconds since 1970, UTC."""
    until = (at + now.left) // MILLI if now.runs else None
    return RoundClock(at // MILLI, now.number, now.left // MILLI, until, now.begun, now.ended)
