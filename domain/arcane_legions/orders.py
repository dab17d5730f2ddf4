"""An order that is being carried out: its target, what was paid for it, how its combat stands."""

from collections.abc import Mapping

from domain.arcane_legions.units import Unit
from domain.kernel.values import Value


class Dice(Value):
    """The dice of both units, as counted at C.e and R.g (K2)."""

    attack: int
    """Before obstacles take any away."""
    defence: int
    once: int = 0
    """Attack dice lost if each kind of obstacle counts once (K3, A18)."""
    each: int = 0
    """Attack dice lost if each obstacle counts."""
    since: tuple[int, ...] = ()
    """The entries that changed how many of the icons counted were ready."""


class Fight(Value):
    """The combat of a close or ranged order."""

    target: str
    side: str = ""
    """The side of the target; empty if none was said."""
    own_side: str = ""
    """The side of the attacker, likewise."""
    units_between: int = 0
    hindering: int = 0
    melee: bool = False
    dice: Dice | None = None
    attack: tuple[int, ...] = ()
    """The attack dice as they lie now."""
    defence: tuple[int, ...] = ()
    criticals: int = 0
    """Critical hits scored by the first roll (K4)."""
    damage: Mapping[str, int] = {}
    """Unit → points of damage that C.i or R.k will deal."""


class Payment(Value):
    """What was paid for an order."""

    player: str
    points: int
    figure: str | None
    """The figure that was pushed."""
    before: Unit
    """The unit as it stood before it was pushed; what comes back under A1 comes back to that."""


class Order(Value):
    """An order being carried out, from the row at which it began back to it."""

    type: str
    """The order type: close, ranged, move, regroup or special."""
    unit: str
    """The unit that carries it out."""
    since: int
    """The entry that picked or declared it."""
    special: str = ""
    """The name of a special order."""
    breakaway: bool = False
    """Whether it is a breakaway attack (B5)."""
    paid: Payment | None = None
    given: bool = False
    """Whether it counts for the turn (O10)."""
    kept: int = 0
    """The entry with which an effect kept it from being given (O12)."""
    fight: Fight | None = None
    """Of a combat order, once its target is chosen."""
    movement: int = 0
    """Movement points left."""
    moving: bool = False
    """Whether a step or turn has just been paid for."""
    attacked: Mapping[str, int] = {}
    """Of a move: unit → the entry with which it made its breakaway attack (B6)."""
    declined: Mapping[str, int] = {}
    """Of a move: owner → the entry with which they declined further breakaway attacks."""
    aimed: int = 0
    """The entry that chose its target."""
    named: tuple[str, ...] = ()
    """The units that a special order is aimed at."""
    rolled: int = 0
    """The entry that rolled its dice."""
    adjusted: int = 0
    """The entry that adjusted them last."""
    moved: tuple[int, ...] = ()
    """The entries that gave or took movement points."""
    deciding: str = ""
    """Of a move: the owner who attacked last; those before them have finished (B7)."""
    attacked_last: int = 0
    """Of a move: the entry with which they began that attack."""

    @property
    def name(self) -> str:
        """The order as sentences name it: “a1's move order”."""
        if self.breakaway:
            return f"{self.unit}'s breakaway attack"
        if self.special:
            return f"{self.unit}'s special order {self.special}"
        return f"{self.unit}'s {'close combat' if self.type == 'close' else self.type} order"


NO_ORDER = Order("", "", 0)
