"""What people call the heart of a ruling: the smallest dispute, and how much of the game is left in it."""

from dataclasses import dataclass

from application.lab.dispute.dispute import Dispute, dispute_at
from application.lab.dispute.record import record_of_dispute
from application.lab.dispute.same_ruling import Spend, no_limit
from application.lab.dispute.smallest import smallest
from domain.kernel.history import Game
from domain.kernel.wording import count


@dataclass(frozen=True, slots=True)
class Heart:
    """The smallest dispute found, and the whole dispute that it was cut out of."""

    small: Dispute
    whole: Dispute

    @property
    def record(self) -> str:
        """The smallest dispute as a record in YAML, with every ruling noted."""
        return record_of_dispute(self.small)

    @property
    def in_words(self) -> str:
        """`2 steps of 17 left, 5 values of 9 in the set-up.`"""
        (steps, values), (was, had) = self.small.size, self.whole.size
        setup = f"{count(values, 'value')} of {had} in the set-up"
        return f"{count(steps, 'step')} of {was} left, {setup}."


def heart_of(game: Game, n: int, *, facts: bool = False, spend: Spend = no_limit) -> Heart:
    """What the ruling on entry n rests on; see `smallest`. Raises SetupError where it cannot be replayed."""
    whole = dispute_at(game, n)
    return Heart(smallest(whole, facts=facts, spend=spend), whole)
