"""Effects that last until a turn or round has ended."""

from collections.abc import Iterable

from domain.kernel.values import Value


class Lasting(Value):
    """What holds of a piece or player for a while."""

    what: str
    of: str
    since: int
    """The entry that made it."""
    through: int
    """The last turn or round, by its number, in which it holds."""


def holds(effects: Iterable[Lasting], what: str, of: str) -> Lasting | None:
    """The effect of this kind on it; None where there is none."""
    return next((one for one in effects if (one.what, one.of) == (what, of)), None)


def ending(effects: Iterable[Lasting], number: int) -> tuple[Lasting, ...]:
    """Those that end with this turn or round."""
    return tuple(one for one in effects if one.through <= number)
