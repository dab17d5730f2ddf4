"""The heart of a dispute: its smallest record, and how much is left of the game."""

from dataclasses import dataclass

from application.lab.dispute.dispute import Dispute, dispute_at
from application.lab.dispute.record import record_of_dispute
from application.lab.dispute.same_ruling import Spend, no_limit
from application.lab.dispute.smallest import smallest
from domain.kernel.history import Game
from domain.kernel.wording import count


@dataclass(frozen=True, slots=True)
class Heart:
    """The smallest dispute found, and the whole that it was cut out of."""

    small: Dispute
    whole: Dispute

    @property
    def record(self) -> str:
        """It as a record in YAML, with every ruling noted."""
        return record_of_dispute(self.small)

    @property
    def in_words(self) -> str:
        """How much is left, in a sentence."""
        (steps, values), (was, had) = self.small.size, self.whole.size
        setup = f"{count(values, 'value')} of {had} in the set-up"
        return f"{count(steps, 'step')} of {was} left, {setup}."


def heart_of(game: Game, n: int, *, facts: bool = False, spend: Spend = no_limit) -> Heart:
    """What the ruling on entry n rests on. Raises SetupError where it cannot be played again."""
    whole = dispute_at(game, n)
    return Heart(smallest(whole, facts=facts, spend=spend), whole)
