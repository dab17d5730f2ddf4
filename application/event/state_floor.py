"""The state of a call, of a departure and of an offence, as folded from the facts."""

from collections.abc import Iterator, Mapping

from application.event.facts_floor import (
    AppealDecided,
    CallMade,
    CallRuled,
    Finding,
    OffenceAppealed,
    OffenceDecided,
    OffenceGiven,
    PrecedentDeparted,
    RulingAppealed,
    StatementGiven,
    StatementWaived,
)
from domain.kernel.values import Value

Span = tuple[int, int | None]
"""(start, end) in microseconds since 1970, UTC; the end is None while the span lasts."""


class Call(Value):
    """A call with all that became of it. Times are microseconds since 1970, UTC."""

    made: CallMade
    at: int
    statements: Mapping[str, StatementGiven | StatementWaived] = {}
    """Player → what they said, or that they say nothing."""
    taken_by: str = ""
    taken_at: int | None = None
    ruled: CallRuled | None = None
    ended: int | None = None
    """The time at which the call was ruled on or withdrawn."""
    noted: bool = False
    """Whether the head judge has seen that the ruling departs from others."""
    appeal: RulingAppealed | None = None
    appealed_at: int | None = None
    decided: AppealDecided | None = None
    decided_at: int | None = None

    @property
    def key(self) -> tuple[int, int]:
        """The key of the call's table: (round, number)."""
        return self.made.round, self.made.table

    @property
    def open(self) -> bool:
        """Whether somebody waits for a ruling, the first or the final one."""
        return self.ended is None or (self.appealed_at is not None and self.decided_at is None)

    @property
    def withdrawn(self) -> bool:
        """Whether the call ended without a ruling."""
        return self.ended is not None and self.ruled is None

    @property
    def verdict(self) -> Finding | None:
        """The finding that stands: the final one, else the first; None before a ruling."""
        if self.decided is not None:
            return self.decided.verdict
        return self.ruled.verdict if self.ruled else None

    @property
    def spans(self) -> Iterator[Span]:
        """The time that the table waited: from call to ruling, from appeal to final ruling."""
        yield self.at, self.ended
        if self.appealed_at is not None:
            yield self.appealed_at, self.decided_at


class Departure(Value):
    """A ruling that departs from one elsewhere."""

    fact: PrecedentDeparted
    noted: bool = False
    """Whether the head judge has seen it."""


class Offence(Value):
    """An offence with all that became of it."""

    given: OffenceGiven
    at: int
    appeal: OffenceAppealed | None = None
    decided: OffenceDecided | None = None

    @property
    def penalty(self) -> str:
        """The penalty that stands; empty where the offence was struck out."""
        return self.decided.penalty if self.decided else self.given.penalty
