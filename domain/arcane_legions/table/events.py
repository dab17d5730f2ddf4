"""What may be ruled to have happened to the sequence and the orders in it."""

from collections.abc import Mapping

from domain.kernel.rulebook import RuleId
from domain.kernel.values import Event, stored_as


@stored_as("arcane-legions/row_passed/v1")
class RowPassed(Event):
    """The sequence has passed a row by itself."""

    row: RuleId
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/row_reached/v1")
class RowReached(Event):
    """The sequence waits at a row for a player."""

    row: RuleId
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/orders_ended/v1")
class OrdersEnded(Event):
    """The active player gives no more orders in this turn."""

    player: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/turn_passed/v1")
class TurnPassed(Event):
    """The next player's turn begins; orders given and pushes are forgotten."""

    player: str
    turn: int
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/order_points_gained/v1")
class OrderPointsGained(Event):
    """The active player's order points are set to the allowance."""

    player: str
    points: int
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/order_points_lapsed/v1")
class OrderPointsLapsed(Event):
    """Every player's order points become 0."""

    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/order_points_changed/v1")
class OrderPointsChanged(Event):
    """An effect gives or takes order points."""

    player: str
    change: int
    """Never takes more than there are."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/order_picked/v1")
class OrderPicked(Event):
    """A unit and an order for it are picked; the order's first row lies on the stack."""

    unit: str
    order: str
    special: str
    """The name of a special order; empty for the other types."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/order_aborted/v1")
class OrderAborted(Event):
    """The order ends without target or payment."""

    unit: str
    lands: RuleId
    """The row at which it goes on."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/target_chosen/v1")
class TargetChosen(Event):
    """A close or ranged order has its target."""

    unit: str
    target: str
    side: str
    own_side: str
    units_between: int
    hindering: int
    melee: bool
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/effect_aimed/v1")
class EffectAimed(Event):
    """A special order has its target: units, or something named in words."""

    unit: str
    units: tuple[str, ...]
    what: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/cost_paid/v1")
class CostPaid(Event):
    """The cost of the order is paid; the named figure is pushed."""

    player: str
    unit: str
    points: int
    figure: str | None
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/figure_pushed/v1")
class FigurePushed(Event):
    """A push takes a figure off its unit, or damages it."""

    unit: str
    figure: str
    off: bool
    """The figure stands on the unit no more."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/order_given/v1")
class OrderGiven(Event):
    """The order is given and counts for the turn."""

    unit: str
    order: str
    special: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/order_not_given/v1")
class OrderNotGiven(Event):
    """The order is not given, although its row has come."""

    unit: str
    order: str
    lands: RuleId
    """The row at which it goes on."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/cost_refunded/v1")
class CostRefunded(Event):
    """Points and figure of an order not given come back."""

    player: str
    unit: str
    points: int
    figure: str | None
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/order_ended/v1")
class OrderEnded(Event):
    """The order is over; the sequence is back at the row where it began."""

    unit: str
    order: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/breakaway_declared/v1")
class BreakawayDeclared(Event):
    """A breakaway attack on the mover begins."""

    unit: str
    mover: str
    side: str
    own_side: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/breakaway_declined/v1")
class BreakawayDeclined(Event):
    """An owner makes no more breakaway attacks in this window."""

    player: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/movement_gained/v1")
class MovementGained(Event):
    """The mover gains movement points."""

    unit: str
    points: int
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/unit_moved/v1")
class UnitMoved(Event):
    """A step or turn is paid for."""

    unit: str
    cost: int
    turning: bool
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/movement_stopped/v1")
class MovementStopped(Event):
    """The mover moves no further."""

    unit: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/movement_lapsed/v1")
class MovementLapsed(Event):
    """Movement points become 0."""

    unit: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/figures_repositioned/v1")
class FiguresRepositioned(Event):
    """Figures stand on other slots."""

    unit: str
    moves: Mapping[str, str]
    """Figure → slot."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/facing_changed/v1")
class FacingChanged(Event):
    """The unit faces another way."""

    unit: str
    degrees: int
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/regroup_finished/v1")
class RegroupFinished(Event):
    """The unit regroups no further."""

    unit: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/effect_happened/v1")
class EffectHappened(Event):
    """The special order has had its effect."""

    unit: str
    special: str
    rules: tuple[RuleId, ...]
