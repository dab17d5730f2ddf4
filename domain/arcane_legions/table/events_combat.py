"""What may be ruled to have happened in combat and to figures and units."""

from collections.abc import Mapping

from domain.kernel.events import event
from domain.kernel.rulebook import RuleId


@event
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


@event
class ObstaclesFound:
    """What lies in the way of a shot is said with the roll; it counts instead of what was said before."""

    units_between: int
    hindering: int
    melee: bool
    once: int
    """Attack dice lost to obstacles if each kind counts once."""
    each: int
    """Attack dice lost to obstacles if each obstacle counts."""
    rules: tuple[RuleId, ...]


@event
class DiceRolled:
    """The dice are rolled, criticals scored."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    criticals: int
    rules: tuple[RuleId, ...]


@event
class DiceAdjusted:
    """The dice lie differently after a reroll or an adjustment."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    rules: tuple[RuleId, ...]


@event
class HitsScored:
    """The hits of both units are said."""

    attacker: int
    defender: int
    damage: Mapping[str, int]
    """Unit → damage that comes of them."""
    rules: tuple[RuleId, ...]


@event
class DamageDealt:
    """Damage is outstanding and has to be placed."""

    row: RuleId
    damage: Mapping[str, int]
    """Unit → points, at most the hit points it has left."""
    rules: tuple[RuleId, ...]


@event
class DamagePlaced:
    """Outstanding damage is placed on figures, a point each."""

    unit: str
    figures: tuple[str, ...]
    rules: tuple[RuleId, ...]


@event
class DamageWaived:
    """Less was placed than is outstanding, and it stays at that: the unit is settled."""

    unit: str
    points: int
    rules: tuple[RuleId, ...]


@event
class FiguresHurt:
    """An effect damages figures, a point each."""

    unit: str
    figures: tuple[str, ...]
    rules: tuple[RuleId, ...]


@event
class FigureDowned:
    """A figure has no hit points left and is downed."""

    unit: str
    figure: str
    rules: tuple[RuleId, ...]


@event
class FigureReturned:
    """A downed figure returns to its own slot, undamaged."""

    unit: str
    figure: str
    rules: tuple[RuleId, ...]


@event
class InjuriesHealed:
    """All damage is removed from injured figures."""

    rules: tuple[RuleId, ...]


@event
class UnitLeft:
    """A unit has left the battlefield; the facts about it end."""

    unit: str
    reason: str
    """Destroyed, pushed, reported or conceded."""
    rules: tuple[RuleId, ...]
