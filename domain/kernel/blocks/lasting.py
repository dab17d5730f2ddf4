"""Effects that last until a turn or round has ended.

They are kept by what bears them, or by what they are: `Mapping[player, Lasting]` where there is one
kind, a mapping of each piece by the kinds of effect where there are several. What else is known of
one, such as the command it came from, are fields of a value derived from `Lasting`.
"""

from collections.abc import Mapping
from typing import TypeVar

from domain.kernel.values import Value


class Lasting(Value):
    """What holds of a piece or player for a while."""

    since: int
    """The entry that made it; 0 for the set-up."""
    through: int
    """The last turn or round, by its number, in which it holds."""


Effect = TypeVar("Effect", bound=Lasting)


def ending(effects: Mapping[str, Effect], number: int) -> Mapping[str, Effect]:
    """Those that end with this turn or round."""
    return {name: effect for name, effect in effects.items() if effect.through <= number}


def outlasting(effects: Mapping[str, Effect], number: int) -> Mapping[str, Effect]:
    """Those that hold beyond it."""
    return {name: effect for name, effect in effects.items() if effect.through > number}
