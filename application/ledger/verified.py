"""What an examination comes to, and what may be wrong with what is stored."""

from dataclasses import dataclass
from typing import Literal

from application.ledger.store import Head

Fault = Literal["bytes_changed", "cut_short", "ruled_otherwise"]
CHANGED: Fault = "bytes_changed"
CUT_SHORT: Fault = "cut_short"
OTHERWISE: Fault = "ruled_otherwise"


@dataclass(frozen=True, slots=True)
class Verified:
    """What an examination of a stored game came to."""

    game: str
    holds: bool
    head: Head
    """The last row that holds."""
    entries: int
    """How many entries hold, from the first on."""
    entry: int | None = None
    """The first entry that does not hold; 0 is the set-up."""
    because: str = ""
    """One sentence; empty when everything holds."""
    reworded: tuple[int, ...] = ()
    """Entries whose ruling is the same today, in other words: the reason, the entries it names."""
    fault: Fault | None = None
    """What kind of thing is wrong; None when everything holds."""
    law: str = ""
    """The fingerprint of the law under which it was opened; empty for games that do not say."""
    law_now: str = ""
    """That of the same edition as this program rules by it."""

    @property
    def under_another_law(self) -> bool:
        """Whether the rules have been changed since it was opened."""
        return bool(self.law) and self.law != self.law_now


class DoesNotHold(Exception):
    """The first thing that is not as it was ruled."""

    fault: Fault = CHANGED


class RowsMissing(DoesNotHold):
    """Rows are not there."""

    fault: Fault = CUT_SHORT


class RuledOtherwise(DoesNotHold):
    """Every byte holds, and the rules come to something else."""

    fault: Fault = OTHERWISE


class NothingMore(RuledOtherwise):
    """The entry before the next one happened otherwise."""
