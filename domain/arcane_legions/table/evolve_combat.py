"""How combat and losses change the table."""

from collections.abc import Iterable, Mapping

from domain.arcane_legions.law.outline import ICON
from domain.arcane_legions.table import events_combat as e
from domain.arcane_legions.table.facts import facts_without, neighbours, shooters_at
from domain.arcane_legions.table.orders import Dice
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import Unit
from domain.kernel.evolves import Evolves
from domain.kernel.values import changed, made_of, named_fields, without_item

evolves = Evolves()


def with_damage(unit: Unit, figures: tuple[str, ...], entry: int) -> Unit:
    """The unit with a point of damage more for each figure named."""
    damage = dict(unit.damage)
    for figure in figures:
        damage[figure] = damage.get(figure, 0) + 1
    return changed(
        unit, damage=damage, figures_since={**unit.figures_since, **dict.fromkeys(figures, entry)}
    )


def without_figure(unit: Unit, figure: str, entry: int) -> Unit:
    """The unit with this figure off its slot: downed or pushed."""
    return changed(
        unit,
        standing=without_item(unit.standing, figure),
        damage=without_item(unit.damage, figure),
        figures_since={**unit.figures_since, figure: entry},
        slots_since={**unit.slots_since, unit.standing[figure]: entry},
    )


@evolves(e.DiceCounted)
def after_dice_counted(table: Table, event: e.DiceCounted, _entry: int) -> Table:
    attacker, defender = table.fighters()
    attack = attacker.ready_since(ICON[table.order.type])
    since = tuple(dict.fromkeys((*attack, *defender.ready_since("defence"))))
    return table.with_fight(dice=made_of(Dice, event, since=since))


@evolves(e.ObstaclesFound)
def after_obstacles_found(table: Table, event: e.ObstaclesFound, _entry: int) -> Table:
    assert table.fight.dice is not None
    dice = changed(table.fight.dice, once=event.once, each=event.each)
    lies = named_fields(event, "units_between", "hindering", "melee")
    return table.with_fight(dice=dice, **lies)


@evolves(e.DiceRolled)
def after_dice_rolled(table: Table, event: e.DiceRolled, entry: int) -> Table:
    table = table.with_fight(**named_fields(event, "attack", "defence", "criticals"))
    return changed(table.with_order(rolled=entry), done=True)


@evolves(e.DiceAdjusted)
def after_dice_adjusted(table: Table, event: e.DiceAdjusted, entry: int) -> Table:
    table = table.with_fight(attack=event.attack, defence=event.defence)
    return table.with_order(adjusted=entry)


@evolves(e.HitsScored)
def after_hits_scored(table: Table, event: e.HitsScored, _entry: int) -> Table:
    return changed(table.with_fight(damage=dict(event.damage)), done=True)


@evolves(e.DamageDealt)
def after_damage_dealt(table: Table, event: e.DamageDealt, _entry: int) -> Table:
    """The damage is outstanding; the combat has no more to deal."""
    outstanding = dict(event.damage)
    table = table.with_fight(damage={})
    return changed(table, row=event.row, outstanding=outstanding, done=False)


@evolves(e.DamagePlaced)
def after_damage_placed(table: Table, event: e.DamagePlaced, entry: int) -> Table:
    table = table.with_unit(with_damage(table.units[event.unit], event.figures, entry))
    return _with_less_outstanding(table, event.unit, len(event.figures))


@evolves(e.DamageWaived)
def after_damage_waived(table: Table, event: e.DamageWaived, _entry: int) -> Table:
    return _with_less_outstanding(table, event.unit, event.points)


def _with_less_outstanding(table: Table, unit: str, points: int) -> Table:
    """So much less is outstanding on the unit; with the last point of all the row is done."""
    left = table.outstanding.get(unit, 0) - points
    rest = without_item(table.outstanding, unit)
    if left > 0:
        rest = {**rest, unit: left}
    return changed(table, outstanding=rest, done=not rest)


@evolves(e.FiguresHurt)
def after_figures_hurt(table: Table, event: e.FiguresHurt, entry: int) -> Table:
    """Of damage outstanding on the unit no more is left than it still has hit points for."""
    unit = with_damage(table.units[event.unit], event.figures, entry)
    table = table.with_unit(unit)
    due = table.outstanding.get(unit.id, 0)
    if due <= unit.hit_points:
        return table
    rest = without_item(table.outstanding, unit.id)
    if unit.hit_points:
        rest = {**rest, unit.id: unit.hit_points}
    return changed(table, outstanding=rest)


@evolves(e.FigureDowned)
def after_figure_downed(table: Table, event: e.FigureDowned, entry: int) -> Table:
    unit = without_figure(table.units[event.unit], event.figure, entry)
    return table.with_unit(changed(unit, down=unit.down | {event.figure}))


@evolves(e.FigureReturned)
def after_figure_returned(table: Table, event: e.FigureReturned, entry: int) -> Table:
    unit, figure = table.units[event.unit], event.figure
    returned = changed(
        unit,
        standing={**unit.standing, figure: figure},
        down=unit.down - {figure},
        figures_since={**unit.figures_since, figure: entry},
        slots_since={**unit.slots_since, figure: entry},
    )
    return table.with_unit(returned)


@evolves(e.InjuriesHealed)
def after_injuries_healed(table: Table, _event: object, _entry: int) -> Table:
    units = {
        id: changed(unit, damage={}) if unit.damage else unit for id, unit in table.units.items()
    }
    return changed(table, units=units)


@evolves(e.UnitLeft)
def after_unit_left(table: Table, event: e.UnitLeft, entry: int) -> Table:
    """The facts about the unit end with it (F1), and damage outstanding on it is dropped (K9)."""
    unit = table.units[event.unit]
    forces = {**table.forces, unit.owner: table.forces[unit.owner] - 1}
    gone = changed(
        unit,
        standing={},
        damage={},
        left=entry,
        figures_since={**unit.figures_since, **dict.fromkeys(unit.standing, entry)},
        slots_since={**unit.slots_since, **dict.fromkeys(unit.standing.values(), entry)},
    )
    return changed(
        table,
        units={**table.units, unit.id: gone},
        forces=forces,
        playing=tuple(player for player in table.playing if forces[player]),
        adjacent=facts_without(table.adjacent, unit.id),
        in_range=facts_without(table.in_range, unit.id),
        parted=_with_entry_for(table.parted, neighbours(table.adjacent, unit.id), entry),
        lost_sight=_with_entry_for(table.lost_sight, shooters_at(table.in_range, unit.id), entry),
        outstanding=without_item(table.outstanding, unit.id),
    )


def _with_entry_for(
    entries: Mapping[str, tuple[int, ...]], units: Iterable[str], entry: int
) -> Mapping[str, tuple[int, ...]]:
    """Unit → entries, with this entry added for each of these units."""
    return {**entries, **{unit: (*entries.get(unit, ()), entry) for unit in units}}
