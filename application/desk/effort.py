"""How much is tried for one question: a question that nothing answers must not keep others waiting."""

QUESTION = 20_000
"""Rulings tried for a question over the network, one or two seconds' work."""
LINES = 2_000
"""Lines of a rewind sheet worked out at once, as long."""
AT_HOME = 100_000
"""The same for somebody who asks at their own machine."""


class Effort:
    """What is left of it, and whether it was enough."""

    def __init__(self, most: int = AT_HOME) -> None:
        self.most = most
        self.left = most
        self.enough = True

    def spend(self, rulings: int = 1) -> bool:
        """Whether so many more may be tried."""
        if self.left < rulings:
            self.enough = False
            return False
        self.left -= rulings
        return True
