"""What happens to the clocks of an event. What they show is worked out from the times of other facts."""

from application.event.facts import Cipher, Fact
from domain.kernel.values import Value


class ClockRules(Value, omit_defaults=True):
    """How each player's clock runs, in seconds."""

    main: int
    """What a player has from the beginning."""
    increment: int = 0
    """Added whenever a player has acted and is no longer to act."""
    delay: int = 0
    """Of every stretch in which a player is to act, so much does not count."""
    most: int = 0
    """A clock is never filled beyond this; 0 for no bound."""


class ClocksSet(Fact):
    """In this round every player has a clock."""

    round: int
    """The number of the round."""
    rules: ClockRules
    """How they run."""


class ClockAdjusted(Fact):
    """A judge sets a player's clock forward or back."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    player: str
    """Whose clock it is."""
    seconds: int
    """What is added; below zero it is taken away."""
    by: str
    """The judge."""
    because: Cipher
    """Why, under the judge's key."""
    key: str = ""
    """The sender's own key: sent again with it, it counts once."""


class FlagRuled(Fact):
    """A judge has found that a player's time ran out. Nothing in the game follows by itself."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    player: str
    """Whose time it was."""
    fell: int
    """When it ran out: microseconds since 1970, UTC."""
    by: str
    """The judge."""
    because: Cipher
    """What they rule on it, under their key."""
