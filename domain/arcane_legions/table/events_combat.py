"""What may be ruled to have happened in combat and to figures and units."""

from collections.abc import Mapping

from domain.kernel.rulebook import RuleId
from domain.kernel.values import Event, stored_as


@stored_as("arcane-legions/dice_counted/v1")
class DiceCounted(Event):
    """The dice of both sides are counted, before declared changes."""

    attack: int
    """Before penalties."""
    defence: int
    once: int
    """Attack dice lost to obstacles if each kind counts once."""
    each: int
    """Attack dice lost to obstacles if each obstacle counts."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/obstacles_found/v1")
class ObstaclesFound(Event):
    """What lies in the way of a shot is said with the roll; it counts instead of what was said before."""

    units_between: int
    hindering: int
    melee: bool
    once: int
    """Attack dice lost to obstacles if each kind counts once."""
    each: int
    """Attack dice lost to obstacles if each obstacle counts."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/dice_rolled/v1")
class DiceRolled(Event):
    """The dice are rolled, criticals scored."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    criticals: int
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/dice_adjusted/v1")
class DiceAdjusted(Event):
    """The dice lie differently after a reroll or an adjustment."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/hits_scored/v1")
class HitsScored(Event):
    """The hits of both units are said."""

    attacker: int
    defender: int
    damage: Mapping[str, int]
    """Unit → damage that comes of them."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/damage_dealt/v1")
class DamageDealt(Event):
    """Damage is outstanding and has to be placed."""

    row: RuleId
    damage: Mapping[str, int]
    """Unit → points, at most the hit points it has left."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/damage_placed/v1")
class DamagePlaced(Event):
    """Outstanding damage is placed on figures, a point each."""

    unit: str
    figures: tuple[str, ...]
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/damage_waived/v1")
class DamageWaived(Event):
    """Less was placed than is outstanding, and it stays at that: the unit is settled."""

    unit: str
    points: int
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/figures_hurt/v1")
class FiguresHurt(Event):
    """An effect damages figures, a point each."""

    unit: str
    figures: tuple[str, ...]
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/figure_downed/v1")
class FigureDowned(Event):
    """A figure has no hit points left and is downed."""

    unit: str
    figure: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/figure_returned/v1")
class FigureReturned(Event):
    """A downed figure returns to its own slot, undamaged."""

    unit: str
    figure: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/injuries_healed/v1")
class InjuriesHealed(Event):
    """All damage is removed from injured figures."""

    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/unit_left/v1")
class UnitLeft(Event):
    """A unit has left the battlefield; the facts about it end."""

    unit: str
    reason: str
    """Destroyed, pushed, reported or conceded."""
    rules: tuple[RuleId, ...]
