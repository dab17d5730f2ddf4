"""What may be attempted."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from domain.arcane_legions.table.fields import (
    Raised,
    a_row,
    counted,
    declared_change,
    raised_with_it,
)
from domain.kernel.steps import Step

Side = Literal["front", "back", "left", "right"]


OrderType = Literal["close", "ranged", "move", "regroup", "special"]


@dataclass(frozen=True)
class Order(Step):
    """Pick a unit and an order for it."""

    unit: str
    order: OrderType
    special: str | None = None


@dataclass(frozen=True)
class EndOrders(Step):
    """Give no more orders in this turn."""

    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Target(Step):
    """Choose what the order is against; each row takes its own fields."""

    unit: str | None = None
    side: Side | None = None
    own_side: Side | None = field(default=None, metadata={"said": "from"})
    units_between: int | None = field(default=None, metadata=counted("units_between"))
    hindering: int | None = field(default=None, metadata=counted("hindering"))
    blocking: bool | None = None
    melee: bool | None = None
    units: tuple[str, ...] | None = None
    what: str | None = None


@dataclass(frozen=True)
class NoTarget(Step):
    """Choose no target: the order ends."""

    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Pay(Step):
    """Pay the cost of the order, with a figure where it needs a push."""

    points: int = field(metadata=counted("points"))
    figure: str | None = None
    change: int = 0
    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class NoPay(Step):
    """Pay nothing: the order ends."""

    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Roll(Step):
    """The dice as they were rolled; of a shot, also what was found to lie in the way."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    change: Mapping[str, int] = declared_change("attack", "defence")
    units_between: int | None = field(default=None, metadata=counted("units_between"))
    hindering: int | None = field(default=None, metadata=counted("hindering"))
    melee: bool | None = None
    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Adjust(Step):
    """The dice as they lie after a reroll or an adjustment."""

    attack: tuple[int, ...] | None = None
    defence: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Hits(Step):
    """The hits scored by each unit, and declared changes of the damage that comes of them."""

    attacker: int = field(metadata=counted("attacker"))
    defender: int = field(metadata=counted("defender"))
    change: Mapping[str, int] = declared_change("attacker", "defender")
    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Damage(Step):
    """Place outstanding damage: one figure for each point."""

    unit: str
    figures: tuple[str, ...]
    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Breakaway(Step):
    """Attack the unit that is about to move away."""

    unit: str
    side: Side | None = None
    own_side: Side | None = field(default=None, metadata={"said": "from"})


@dataclass(frozen=True)
class Decline(Step):
    """Make no more breakaway attacks in this window."""

    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class TakeStep(Step):
    """Pay for one step."""

    cost: int = field(metadata=counted("cost", 1))
    side: Side | None = None
    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Turn(Step):
    """Pay for one turn."""

    cost: int = field(metadata=counted("cost", 1))
    side: Side | None = None
    onto: Side | None = None
    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Stop(Step):
    """Move no further."""

    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Reposition(Step):
    """Put figures on other slots."""

    moves: Mapping[str, str]


@dataclass(frozen=True)
class Face(Step):
    """Change the unit's facing."""

    degrees: int
    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Done(Step):
    """Regroup no further."""

    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Effect(Step):
    """What comes of the special order."""

    damage: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    returns: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict, metadata={"said": "return"}
    )
    victory_points: Mapping[str, int] = field(default_factory=dict)
    order_points: Mapping[str, int] = field(default_factory=dict)
    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class Resolve(Step):
    """Resolve a trigger, to whatever comes of it."""

    trigger: str
    damage: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    returns: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict, metadata={"said": "return"}
    )
    victory_points: Mapping[str, int] = field(default_factory=dict)
    order_points: Mapping[str, int] = field(default_factory=dict)
    raises: tuple[Raised, ...] = raised_with_it()


@dataclass(frozen=True)
class RaiseTrigger(Step):
    """Put a trigger into its owner's hand, or announce it for a row still to come."""

    id: str
    owner: str
    source: str
    row: str | None = field(default=None, metadata=a_row("row"))


@dataclass(frozen=True)
class Adjacent(Step):
    """Two units have come to stand side by side."""

    units: tuple[str, ...]


@dataclass(frozen=True)
class Apart(Step):
    """Two units stand side by side no longer."""

    units: tuple[str, ...]


@dataclass(frozen=True)
class InRange(Step):
    """A unit has another one in range."""

    unit: str
    target: str
    side: Side | None = None


@dataclass(frozen=True)
class OutOfRange(Step):
    """A unit has another one in range no longer."""

    unit: str
    target: str
    side: Side | None = None


@dataclass(frozen=True)
class Moved(Step):
    """A unit has moved, by an effect or for whatever reason."""

    unit: str


@dataclass(frozen=True)
class Destroyed(Step):
    """A unit has left the battlefield."""

    unit: str
    credit: str | None = None


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Concede(Step):
    """Give the game up."""
