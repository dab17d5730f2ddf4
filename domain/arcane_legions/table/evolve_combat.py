"""How combat and losses change the table."""

from collections.abc import Mapping
from typing import Any

from domain.arcane_legions.table.events_combat import (
    DamageDealt,
    DamagePlaced,
    DiceAdjusted,
    DiceCounted,
    DiceRolled,
    FigureDowned,
    FigureReturned,
    FiguresHurt,
    HitsScored,
    UnitLeft,
)
from domain.arcane_legions.table.state import Dice, Fact, Fight, Table
from domain.arcane_legions.table.units import Unit
from domain.kernel.values import changed, with_item, without_item


def hurt(unit: Unit, figures: tuple[str, ...], n: int) -> Unit:
    damage = dict(unit.damage)
    for figure in figures:
        damage[figure] = damage.get(figure, 0) + 1
    return changed(unit, damage=damage, touched=n)


def off(unit: Unit, figure: str, n: int) -> Unit:
    return changed(
        unit,
        standing=without_item(unit.standing, figure),
        damage=without_item(unit.damage, figure),
        touched=n,
    )


def _fought(table: Table, **fields: Any) -> Fight:
    """The fight of the order on top, when it is so changed."""
    fight = table.order.fight
    assert fight is not None
    return changed(fight, **fields)


def dice_counted(table: Table, event: DiceCounted, _n: int) -> Table:
    dice = Dice(event.attack, event.defence, event.once, event.each)
    return table.with_order(fight=_fought(table, dice=dice))


def dice_rolled(table: Table, event: DiceRolled, n: int) -> Table:
    fight = _fought(table, attack=event.attack, defence=event.defence, criticals=event.criticals)
    return changed(table, order=changed(table.order, fight=fight, rolled=n), done=True)


def dice_adjusted(table: Table, event: DiceAdjusted, n: int) -> Table:
    fight = _fought(table, attack=event.attack, defence=event.defence)
    return table.with_order(fight=fight, rolled=n)


def hits_scored(table: Table, event: HitsScored, _n: int) -> Table:
    fight = _fought(table, damage=dict(event.damage))
    return changed(table, order=changed(table.order, fight=fight), done=True)


def damage_dealt(table: Table, event: DamageDealt, _n: int) -> Table:
    due = dict(event.damage)
    return changed(table, row=event.row, outstanding=due)


def _settled(table: Table, unit: str, points: int) -> Table:
    """So much less damage is outstanding on the unit; the row is done when none is left."""
    if unit not in table.outstanding:
        return table
    left = table.outstanding[unit] - points
    rest = without_item(table.outstanding, unit)
    if left > 0:
        rest = with_item(rest, unit, left)
    return changed(table, outstanding=rest, done=not rest)


def damage_placed(table: Table, event: DamagePlaced, n: int) -> Table:
    table = table.with_unit(hurt(table.units[event.unit], event.figures, n))
    return _settled(table, event.unit, len(event.figures))


def figures_hurt(table: Table, event: FiguresHurt, n: int) -> Table:
    unit = hurt(table.units[event.unit], event.figures, n)
    table = table.with_unit(unit)
    too_much = table.outstanding.get(unit.id, 0) - unit.hit_points
    return _settled(table, unit.id, too_much) if too_much > 0 else table


def figure_downed(table: Table, event: FigureDowned, n: int) -> Table:
    unit = off(table.units[event.unit], event.figure, n)
    return table.with_unit(changed(unit, down=unit.down | {event.figure}))


def figure_returned(table: Table, event: FigureReturned, n: int) -> Table:
    unit = table.units[event.unit]
    standing = with_item(unit.standing, event.figure, event.figure)
    return table.with_unit(
        changed(unit, standing=standing, down=unit.down - {event.figure}, touched=n)
    )


def injuries_healed(table: Table, _event: object, _n: int) -> Table:
    units = {
        id: changed(unit, damage={}) if unit.damage else unit for id, unit in table.units.items()
    }
    return changed(table, units=units)


Facts = Mapping[str, Mapping[str, Fact]]


def _without(facts: Facts, unit: str) -> Facts:
    return {
        id: without_item(others, unit) if unit in others else others
        for id, others in facts.items()
        if id != unit
    }


def unit_left(table: Table, event: UnitLeft, n: int) -> Table:
    unit = table.units[event.unit]
    forces = with_item(table.forces, unit.owner, table.forces[unit.owner] - 1)
    gone = changed(unit, standing={}, damage={}, left=n, touched=n)
    table = changed(
        table,
        units=with_item(table.units, unit.id, gone),
        forces=forces,
        playing=tuple(player for player in table.playing if forces[player]),
        adjacent=_without(table.adjacent, unit.id),
        in_range=_without(table.in_range, unit.id),
    )
    return _settled(table, unit.id, table.outstanding.get(unit.id, 0))
