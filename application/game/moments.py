"""When steps were taken at the table: as they say themselves (ISO 8601), or else when they were written."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from domain.kernel.history import Entry
from domain.kernel.steps import AT, Said, quoted_value

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
DAY = timedelta(days=1) // MICROSECOND
YEARS = range(1800, 9999)
EXPECTED = "ISO 8601 with an offset or Z, such as 2026-11-21T18:04:00+01:00"


class NoMoment(Exception):
    """What was said is no moment, or lies before an earlier step; the message is a clause that says so."""


def moment(said: Any) -> int:
    """The moment in microseconds since 1970, UTC. Raises NoMoment."""
    try:
        time = datetime.fromisoformat(said) if isinstance(said, str) else None
    except ValueError:
        time = None
    if time is None or time.tzinfo is None or time.year not in YEARS:
        raise NoMoment(f"{quoted_value(said)} is no moment; expected {EXPECTED}")
    return (time - EPOCH) // MICROSECOND


def said_at(said: Said) -> int | None:
    """When the step says that it was taken, in microseconds since 1970, UTC; else None. Raises NoMoment."""
    return moment(said[AT]) if AT in said else None


def _kept_at(entry: Entry) -> int | None:
    """The same of an entry; None also where what it says is no moment."""
    try:
        return said_at(entry.said)
    except NoMoment:
        return None


def check_moments(log: Sequence[Entry], timed: Iterable[Said]) -> None:
    """Checks that no step says a moment before that of an earlier one. Raises NoMoment.

    `timed`: steps with `at`.
    """
    newest = next((entry.said[AT] for entry in reversed(log) if _kept_at(entry) is not None), None)
    for said in timed:
        if newest is not None and moment(said[AT]) < moment(newest):
            raise NoMoment(f"{said[AT]} lies before {newest}, which an earlier step says")
        newest = said[AT]


def taken_at(entry: Entry, written: int) -> int:
    """When the entry was made: as its step says, or else when it was written; microseconds."""
    said = _kept_at(entry)
    return written if said is None else said


def moments(log: Sequence[Entry], written: Sequence[int]) -> Iterator[str]:
    """When each entry was made, in ISO 8601 for a record, never going back.

    `written`: when each was written, entry 0 first. An entry that says nothing and was written after the
    next moment that a step says was made no later than that moment.
    """
    latest: list[int] = []
    bound: int | None = None
    for entry in reversed(log):
        made = _kept_at(entry)
        if made is None:
            made = written[entry.n] if bound is None else min(written[entry.n], bound)
        else:
            bound = made
        latest.append(made)
    before = latest[-1] if latest else 0
    for entry, made in zip(log, reversed(latest), strict=True):
        before = max(before, made)
        yield exact_iso_time(before) if _kept_at(entry) is None else str(entry.said[AT])


def exact_iso_time(microseconds: int) -> str:
    """`2026-11-21T18:04:09.125000Z`, UTC."""
    time = EPOCH + microseconds * MICROSECOND
    return time.isoformat(timespec="microseconds").replace("+00:00", "Z")


def iso_time(microseconds: int) -> str:
    """`2025-06-01T18:04:09.125Z`, UTC."""
    second, rest = divmod(microseconds, 1_000_000)
    return f"{_iso_second(second)}.{rest // 1000:03d}Z"


@lru_cache(maxsize=64)
def _iso_second(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).isoformat()[:19]
