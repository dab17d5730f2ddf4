"""The result of verifying a stored game, and the faults that can be found."""

from dataclasses import dataclass
from typing import Literal

from application.answer import Answer
from application.ledger.store import Head

Fault = Literal["bytes_changed", "cut_short", "ruled_otherwise"]
CHANGED: Fault = "bytes_changed"
CUT_SHORT: Fault = "cut_short"
OTHERWISE: Fault = "ruled_otherwise"


@dataclass(frozen=True, slots=True)
class VerifiedGame:
    """The result of verifying a stored game."""

    game: str
    holds: bool
    head: Head
    """The last row that holds."""
    entries: int
    """How many entries hold, from the first on; of a stream that is not a game, how many rows."""
    entry: int | None = None
    """The first entry that does not hold, or whose snapshot does not; 0 is the set-up.

    Of a stream that is not a game: the first row that does not hold.
    """
    because: str = ""
    """One sentence; empty when everything holds."""
    reworded: tuple[int, ...] = ()
    """Entries whose ruling is the same today, in other words: the reason, the entries it names."""
    fault: Fault | None = None
    """What kind of thing is wrong; None when everything holds."""
    chance: int = 0
    """How often chance was made together; each follows from what was revealed."""
    law: str = ""
    """Fingerprint of the law the game was opened under; empty if the game does not record it."""
    law_now: str = ""
    """Fingerprint of the same edition's law in this version of the program."""

    @property
    def under_another_law(self) -> bool:
        """Whether the rules have changed since the game was opened."""
        return bool(self.law) and self.law != self.law_now


class Held(Answer):
    """Whether a stored game holds."""

    game: str
    holds: bool
    entries: int
    entry: int | None
    because: str
    kind: Fault | None
    law: str | None
    law_now: str | None
    reworded: tuple[int, ...]
    head: str

    @classmethod
    def of(cls, verified_game: VerifiedGame) -> "Held":
        return cls(
            verified_game.game,
            verified_game.holds,
            verified_game.entries,
            verified_game.entry,
            verified_game.because,
            verified_game.fault,
            verified_game.law or None,
            verified_game.law_now or None,
            verified_game.reworded,
            verified_game.head.digest,
        )


class DoesNotHold(Exception):
    """A row, ruling or snapshot is not as it should be."""

    fault: Fault = CHANGED


class RowsMissing(DoesNotHold):
    """Rows are missing."""

    fault: Fault = CUT_SHORT


class RuledOtherwise(DoesNotHold):
    """The bytes are intact, but today's rules give a different ruling."""

    fault: Fault = OTHERWISE


class SurplusEvent(RuledOtherwise):
    """An entry has a stored event that today's rules do not give it. Seen only after its last one."""
