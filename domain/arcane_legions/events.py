"""What may be ruled to have happened."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.kernel.rulebook import RuleId


@dataclass(frozen=True, slots=True)
class RowPassed:
    """The sequence has passed a row by itself."""

    row: RuleId
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class RowReached:
    """The sequence waits at a row for a player."""

    row: RuleId
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class OrdersEnded:
    """The active player gives no more orders in this turn."""

    player: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The next player's turn begins; orders given and pushes are forgotten."""

    player: str
    turn: int
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class OrderPointsGained:
    """The active player's order points are set to the allowance."""

    player: str
    points: int
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class OrderPointsLapsed:
    """Every player's order points become 0."""

    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class OrderPointsChanged:
    """An effect gives or takes order points."""

    player: str
    change: int
    """Never takes more than there are."""
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class VictoryPointsScored:
    """A player scores victory points."""

    player: str
    points: int
    reason: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class VictoryPointsChanged:
    """An effect gives or takes victory points."""

    player: str
    change: int
    """Never takes more than there are."""
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class OrderPicked:
    """A unit and an order for it are picked; the order's first row lies on the stack."""

    unit: str
    order: str
    special: str
    """The name of a special order; empty for the other types."""
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class OrderAborted:
    """The order ends without target or payment."""

    unit: str
    lands: RuleId
    """The row at which it goes on."""
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class EffectAimed:
    """A special order has its target: units, or something named in words."""

    unit: str
    units: tuple[str, ...]
    what: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class CostPaid:
    """The cost of the order is paid; the named figure is pushed."""

    player: str
    unit: str
    points: int
    figure: str | None
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class FigurePushed:
    """A push takes a figure off its unit, or damages it."""

    unit: str
    figure: str
    off: bool
    """The figure stands on the unit no more."""
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class OrderGiven:
    """The order is given and counts for the turn."""

    unit: str
    order: str
    special: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class OrderNotGiven:
    """The order is not given, although its row has come."""

    unit: str
    order: str
    lands: RuleId
    """The row at which it goes on."""
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class CostRefunded:
    """Points and figure of an order not given come back."""

    player: str
    unit: str
    points: int
    figure: str | None
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class OrderEnded:
    """The order is over; the sequence is back at the row where it began."""

    unit: str
    order: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class DiceCounted:
    """The dice of both sides are counted, before declared changes."""

    attack: int
    """Before penalties."""
    defence: int
    once: int
    """Attack dice lost to obstacles if each kind counts once."""
    each: int
    """Attack dice lost to obstacles if each obstacle counts."""
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dice are rolled, criticals scored."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    criticals: int
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class DiceAdjusted:
    """The dice lie differently after a reroll or an adjustment."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class HitsScored:
    """The hits of both units are said."""

    attacker: int
    defender: int
    damage: Mapping[str, int]
    """Unit → damage that comes of them."""
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class DamageDealt:
    """Damage is outstanding and has to be placed."""

    row: RuleId
    damage: Mapping[str, int]
    """Unit → points, at most the hit points it has left."""
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class DamagePlaced:
    """Outstanding damage is placed on figures, a point each."""

    unit: str
    figures: tuple[str, ...]
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class FiguresHurt:
    """An effect damages figures, a point each."""

    unit: str
    figures: tuple[str, ...]
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class FigureDowned:
    """A figure has no hit points left and is downed."""

    unit: str
    figure: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class FigureReturned:
    """A downed figure returns to its own slot, undamaged."""

    unit: str
    figure: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class InjuriesHealed:
    """All damage is removed from injured figures."""

    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class UnitLeft:
    """A unit has left the battlefield; the facts about it end."""

    unit: str
    reason: str
    """Destroyed, pushed, reported or conceded."""
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class BreakawayDeclared:
    """A breakaway attack on the mover begins."""

    unit: str
    mover: str
    side: str
    own_side: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class BreakawayDeclined:
    """An owner makes no more breakaway attacks in this window."""

    player: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class MovementGained:
    """The mover gains movement points."""

    unit: str
    points: int
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A step or turn is paid for."""

    unit: str
    cost: int
    turning: bool
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class MovementStopped:
    """The mover moves no further."""

    unit: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class MovementLapsed:
    """Movement points become 0."""

    unit: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class FiguresRepositioned:
    """Figures stand on other slots."""

    unit: str
    moves: Mapping[str, str]
    """Figure → slot."""
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class FacingChanged:
    """The unit faces another way."""

    unit: str
    degrees: int
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class RegroupFinished:
    """The unit regroups no further."""

    unit: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class EffectHappened:
    """The special order has had its effect."""

    unit: str
    special: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class TriggerAnnounced:
    """A trigger will arise at a later row."""

    id: str
    owner: str
    source: str
    row: RuleId
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class TriggerArose:
    """A trigger goes into its owner's hand; the sequence halts."""

    id: str
    owner: str
    source: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class TriggerResolved:
    """A trigger is resolved and leaves the hand."""

    id: str
    owner: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class TriggerDropped:
    """A trigger of a player who conceded is gone."""

    id: str
    owner: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class AdjacencyReported:
    """Two units are reported to stand side by side, or no longer to."""

    units: tuple[str, str]
    adjacent: bool
    by: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class RangeReported:
    """A unit is reported to have another in range, or no longer to."""

    unit: str
    target: str
    in_range: bool
    by: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class DestructionReported:
    """A unit is reported to have been destroyed."""

    unit: str
    credit: str | None
    by: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class ControlReported:
    """A control terrain is reported to be held by a player, or by nobody."""

    terrain: str
    player: str | None
    by: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class PlayerConceded:
    """A player gives the game up and is out."""

    player: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class GameWon:
    """The game is over and won."""

    player: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class GameDrawn:
    """The game is over without a winner."""

    rules: tuple[RuleId, ...]
