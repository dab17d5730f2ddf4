"""What may be attempted: the steps of the game, and the facts that may be reported."""

from collections.abc import Mapping
from typing import Annotated

from domain.arcane_legions.table.fields import RaisedWithIt, a_row, change_of, count_of
from domain.arcane_legions.table.units import OrderType, Side
from domain.kernel.steps import NAMED, Step, Text
from domain.kernel.values import field


class Raising(Step, kw_only=True):
    """A step with which triggers that come of it may be said."""

    raises: RaisedWithIt = ()


class Order(Step):
    """Pick a unit and an order for it."""

    unit: str
    order: OrderType
    special: str | None = None


class EndOrders(Raising):
    """Give no more orders in this turn."""


class Target(Step):
    """Choose what the order is against; each row takes its own fields."""

    unit: str | None = None
    side: Side | None = None
    own_side: Annotated[Side | None, NAMED] = field(default=None, name="from")
    units_between: Annotated[int | None, count_of("units_between")] = None
    hindering: Annotated[int | None, count_of("hindering")] = None
    blocking: bool | None = None
    melee: bool | None = None
    units: tuple[str, ...] | None = None
    what: Text | None = None


class NoTarget(Raising):
    """Choose no target: the order ends."""


class Pay(Raising):
    """Pay the cost of the order, with a figure where it needs a push."""

    points: Annotated[int, count_of("points")]
    figure: str | None = None
    change: int = 0


class NoPay(Raising):
    """Pay nothing: the order ends."""


class Roll(Raising):
    """The dice as they were rolled; of a shot, also what was found to lie in the way."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    change: Annotated[Mapping[str, int], change_of("attack", "defence")] = {}
    units_between: Annotated[int | None, count_of("units_between")] = None
    hindering: Annotated[int | None, count_of("hindering")] = None
    melee: bool | None = None


class Adjust(Step):
    """The dice as they lie after a reroll or an adjustment."""

    attack: tuple[int, ...] | None = None
    defence: tuple[int, ...] | None = None


class Hits(Raising):
    """The hits scored by each unit, and declared changes of the damage that comes of them."""

    attacker: Annotated[int, count_of("attacker")]
    defender: Annotated[int, count_of("defender")]
    change: Annotated[Mapping[str, int], change_of("attacker", "defender")] = {}


class Damage(Raising):
    """Place outstanding damage: one figure for each point."""

    unit: str
    figures: tuple[str, ...]


class Breakaway(Step):
    """Attack the unit that is about to move away."""

    unit: str
    side: Side | None = None
    own_side: Annotated[Side | None, NAMED] = field(default=None, name="from")


class Decline(Raising):
    """Make no more breakaway attacks in this window."""


class TakeStep(Raising):
    """Pay for one step."""

    cost: Annotated[int, count_of("cost", 1)]
    side: Side | None = None


class Turn(Raising):
    """Pay for one turn."""

    cost: Annotated[int, count_of("cost", 1)]
    side: Side | None = None
    onto: Side | None = None


class Stop(Raising):
    """Move no further."""


class Reposition(Step):
    """Put figures on other slots."""

    moves: Mapping[str, str]


class Face(Raising):
    """Change the unit's facing."""

    degrees: int


class Done(Raising):
    """Regroup no further."""


class Outcome(Step, kw_only=True):
    """What comes of a special order or a trigger."""

    damage: Mapping[str, tuple[str, ...]] = {}
    returns: Mapping[str, tuple[str, ...]] = field(default_factory=dict, name="return")
    victory_points: Mapping[str, int] = {}
    order_points: Mapping[str, int] = {}
    raises: RaisedWithIt = ()


class Effect(Outcome):
    """What comes of the special order."""


class Resolve(Outcome):
    """Resolve a trigger, to whatever comes of it."""

    trigger: str


class RaiseTrigger(Step):
    """Put a trigger into its owner's hand, or announce it for a row still to come."""

    id: Text
    owner: str
    source: str
    row: Annotated[str | None, a_row] = None


class Adjacent(Step):
    """Two units have come to stand side by side."""

    units: tuple[str, ...]


class Apart(Step):
    """Two units stand side by side no longer."""

    units: tuple[str, ...]


class InRange(Step):
    """A unit has another one in range."""

    unit: str
    target: str
    side: Side | None = None


class OutOfRange(Step):
    """A unit has another one in range no longer."""

    unit: str
    target: str
    side: Side | None = None


class Moved(Step):
    """A unit has moved, by an effect or for whatever reason."""

    unit: str


class Destroyed(Step):
    """A unit has left the battlefield."""

    unit: str
    credit: Annotated[str | None, NAMED] = None


class Controls(Step):
    """A control terrain is held by a player, or by nobody."""

    terrain: str
    player: str | None = None


FACTS: dict[str, type[Step]] = {
    "adjacent": Adjacent,
    "apart": Apart,
    "in_range": InRange,
    "out_of_range": OutOfRange,
    "moved": Moved,
    "destroyed": Destroyed,
    "controls": Controls,
}


class Concede(Step):
    """Give the game up."""
