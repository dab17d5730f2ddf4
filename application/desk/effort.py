"""A budget of rulings per question: one without an answer must not keep others waiting."""

QUESTION = 20_000
"""The most rulings tried for a question over the network: one or two seconds of work."""
LINES = 2_000
"""The most lines of a rewind sheet worked out at once: also one or two seconds of work."""
AT_HOME = 100_000
"""The most rulings tried for somebody who asks on their own machine."""


class Effort:
    """The rulings left to try, and whether they were enough."""

    def __init__(self, most: int = AT_HOME) -> None:
        self.most = most
        self.left = most
        self.enough = True

    def spend(self, rulings: int = 1) -> bool:
        """Takes this many rulings off the budget; False where it has too few left."""
        if self.left < rulings:
            self.enough = False
            return False
        self.left -= rulings
        return True
