"""What may be ruled to have happened to the sequence and the orders in it."""

from collections.abc import Mapping

from domain.kernel.events import event
from domain.kernel.rulebook import RuleId


@event
class RowPassed:
    """The sequence has passed a row by itself."""

    row: RuleId
    rules: tuple[RuleId, ...]


@event
class RowReached:
    """The sequence waits at a row for a player."""

    row: RuleId
    rules: tuple[RuleId, ...]


@event
class OrdersEnded:
    """The active player gives no more orders in this turn."""

    player: str
    rules: tuple[RuleId, ...]


@event
class TurnPassed:
    """The next player's turn begins; orders given and pushes are forgotten."""

    player: str
    turn: int
    rules: tuple[RuleId, ...]


@event
class OrderPointsGained:
    """The active player's order points are set to the allowance."""

    player: str
    points: int
    rules: tuple[RuleId, ...]


@event
class OrderPointsLapsed:
    """Every player's order points become 0."""

    rules: tuple[RuleId, ...]


@event
class OrderPointsChanged:
    """An effect gives or takes order points."""

    player: str
    change: int
    """Never takes more than there are."""
    rules: tuple[RuleId, ...]


@event
class OrderPicked:
    """A unit and an order for it are picked; the order's first row lies on the stack."""

    unit: str
    order: str
    special: str
    """The name of a special order; empty for the other types."""
    rules: tuple[RuleId, ...]


@event
class OrderAborted:
    """The order ends without target or payment."""

    unit: str
    lands: RuleId
    """The row at which it goes on."""
    rules: tuple[RuleId, ...]


@event
class TargetChosen:
    """A close or ranged order has its target."""

    unit: str
    target: str
    side: str
    own_side: str
    units_between: int
    hindering: int
    melee: bool
    rules: tuple[RuleId, ...]


@event
class EffectAimed:
    """A special order has its target: units, or something named in words."""

    unit: str
    units: tuple[str, ...]
    what: str
    rules: tuple[RuleId, ...]


@event
class CostPaid:
    """The cost of the order is paid; the named figure is pushed."""

    player: str
    unit: str
    points: int
    figure: str | None
    rules: tuple[RuleId, ...]


@event
class FigurePushed:
    """A push takes a figure off its unit, or damages it."""

    unit: str
    figure: str
    off: bool
    """The figure stands on the unit no more."""
    rules: tuple[RuleId, ...]


@event
class OrderGiven:
    """The order is given and counts for the turn."""

    unit: str
    order: str
    special: str
    rules: tuple[RuleId, ...]


@event
class OrderNotGiven:
    """The order is not given, although its row has come."""

    unit: str
    order: str
    lands: RuleId
    """The row at which it goes on."""
    rules: tuple[RuleId, ...]


@event
class CostRefunded:
    """Points and figure of an order not given come back."""

    player: str
    unit: str
    points: int
    figure: str | None
    rules: tuple[RuleId, ...]


@event
class OrderEnded:
    """The order is over; the sequence is back at the row where it began."""

    unit: str
    order: str
    rules: tuple[RuleId, ...]


@event
class BreakawayDeclared:
    """A breakaway attack on the mover begins."""

    unit: str
    mover: str
    side: str
    own_side: str
    rules: tuple[RuleId, ...]


@event
class BreakawayDeclined:
    """An owner makes no more breakaway attacks in this window."""

    player: str
    rules: tuple[RuleId, ...]


@event
class MovementGained:
    """The mover gains movement points."""

    unit: str
    points: int
    rules: tuple[RuleId, ...]


@event
class UnitMoved:
    """A step or turn is paid for."""

    unit: str
    cost: int
    turning: bool
    rules: tuple[RuleId, ...]


@event
class MovementStopped:
    """The mover moves no further."""

    unit: str
    rules: tuple[RuleId, ...]


@event
class MovementLapsed:
    """Movement points become 0."""

    unit: str
    rules: tuple[RuleId, ...]


@event
class FiguresRepositioned:
    """Figures stand on other slots."""

    unit: str
    moves: Mapping[str, str]
    """Figure → slot."""
    rules: tuple[RuleId, ...]


@event
class FacingChanged:
    """The unit faces another way."""

    unit: str
    degrees: int
    rules: tuple[RuleId, ...]


@event
class RegroupFinished:
    """The unit regroups no further."""

    unit: str
    rules: tuple[RuleId, ...]


@event
class EffectHappened:
    """The special order has had its effect."""

    unit: str
    special: str
    rules: tuple[RuleId, ...]
