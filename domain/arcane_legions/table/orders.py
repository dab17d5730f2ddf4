"""An order being carried out: what it is against, what was paid for it, how its fight stands."""

from collections.abc import Mapping

from domain.arcane_legions.table.units import Unit
from domain.kernel.values import Value


class Dice(Value):
    """Dice as counted: attack dice before penalties, the penalties under either reading of A18."""

    attack: int
    defence: int
    once: int = 0
    each: int = 0
    since: tuple[int, ...] = ()
    """The entries that changed on which slots with such icons figures stood."""


class Fight(Value):
    """The combat of a close or ranged order."""

    target: str
    side: str = ""
    own_side: str = ""
    units_between: int = 0
    hindering: int = 0
    melee: bool = False
    dice: Dice | None = None
    attack: tuple[int, ...] = ()
    """The attack dice as they lie now."""
    defence: tuple[int, ...] = ()
    criticals: int = 0
    damage: Mapping[str, int] = {}
    """Unit → damage to be dealt when its row comes."""


class Payment(Value):
    """What was paid for an order, and the payer's unit before it."""

    player: str
    points: int
    figure: str | None
    before: Unit


class Order(Value):
    """An order being carried out, from the row at which it began back to it."""

    kind: str
    unit: str
    since: int
    special: str = ""
    breakaway: bool = False
    paid: Payment | None = None
    given: bool = False
    fight: Fight | None = None
    movement: int = 0
    moving: bool = False
    """A step or turn has just been paid for."""
    attacked: Mapping[str, int] = {}
    """Units that made their attack in this window → since which entry."""
    declined: Mapping[str, int] = {}
    """Owners who make no more attacks in this window → since which entry."""
    aimed: int = 0
    """The entry that chose its target."""
    named: tuple[str, ...] = ()
    """The units that a special order is aimed at."""
    rolled: int = 0
    """The entry that rolled its dice."""
    adjusted: int = 0
    """The entry at which they came to lie as they do, if one adjusted them."""
    moved: tuple[int, ...] = ()
    """The entries that gave or took movement points."""
    deciding: str = ""
    """The owner who attacked last; those before are through (B7)."""

    @property
    def name(self) -> str:
        if self.breakaway:
            return f"{self.unit}'s breakaway attack"
        if self.special:
            return f"{self.unit}'s special order {self.special}"
        return f"{self.unit}'s {'close combat' if self.kind == 'close' else self.kind} order"


NO_ORDER = Order("", "", 0)
