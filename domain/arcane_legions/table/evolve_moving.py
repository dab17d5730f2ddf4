"""How moving and regrouping change the table."""

from domain.arcane_legions.table import events as e
from domain.arcane_legions.table.facts import ranges_marked
from domain.arcane_legions.table.orders import Fight, Order
from domain.arcane_legions.table.state import Table
from domain.kernel.evolves import Evolves
from domain.kernel.values import changed, with_item

evolves = Evolves()


@evolves(e.BreakawayDeclared)
def after_breakaway_declared(table: Table, event: e.BreakawayDeclared, n: int) -> Table:
    fight = Fight(event.mover, event.side, event.own_side)
    attack = Order("close", event.unit, n, breakaway=True, fight=fight)
    move = changed(table.order, deciding=table.units[event.unit].owner)
    return changed(
        table, order=attack, under=(*table.under, move), row="C.a", below=table.position, since=n
    )


@evolves(e.BreakawayDeclined)
def after_breakaway_declined(table: Table, event: e.BreakawayDeclined, n: int) -> Table:
    return table.with_order(declined=with_item(table.order.declined, event.player, n))


@evolves(e.MovementGained)
def after_movement_gained(table: Table, event: e.MovementGained, n: int) -> Table:
    since = (*table.acting_unit().ready_since("movement"), n)
    return table.with_order(movement=event.points, moved=since)


@evolves(e.UnitMoved)
def after_unit_moved(table: Table, event: e.UnitMoved, n: int) -> Table:
    left = max(0, table.order.movement - event.cost)
    order = changed(table.order, movement=left, moving=True, moved=(*table.order.moved, n))
    return changed(table, order=order, done=True)


@evolves(e.MovementLapsed)
def after_movement_lapsed(table: Table, _event: object, _n: int) -> Table:
    return table.with_order(movement=0)


@evolves(e.FiguresRepositioned)
def after_figures_repositioned(table: Table, event: e.FiguresRepositioned, n: int) -> Table:
    unit = table.units[event.unit]
    left = [unit.standing[figure] for figure in event.moves]
    moved = changed(
        unit,
        standing={**unit.standing, **event.moves},
        touched={**unit.touched, **dict.fromkeys(event.moves, n)},
        slots={**unit.slots, **dict.fromkeys((*left, *event.moves.values()), n)},
    )
    return changed(table, units=with_item(table.units, unit.id, moved), done=True)


@evolves(e.FacingChanged)
def after_facing_changed(table: Table, event: e.FacingChanged, n: int) -> Table:
    """A unit that turns on the spot stays in contact; its ranges are marked (F2)."""
    marked = ranges_marked(table.in_range, event.unit, n)
    return after_regroup_finished(changed(table, in_range=marked), event, n)


@evolves(e.RegroupFinished)
def after_regroup_finished(table: Table, _event: object, n: int) -> Table:
    return changed(table, row="G.d", done=True, since=n)
