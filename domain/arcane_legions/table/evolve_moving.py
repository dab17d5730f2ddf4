"""How moving and regrouping change the table."""

from domain.arcane_legions.table import events as e
from domain.arcane_legions.table.facts import with_ranges_marked
from domain.arcane_legions.table.orders import Fight, Order
from domain.arcane_legions.table.state import Table
from domain.kernel.evolves import Evolves
from domain.kernel.values import changed

evolves = Evolves()


@evolves(e.BreakawayDeclared)
def after_breakaway_declared(table: Table, event: e.BreakawayDeclared, entry: int) -> Table:
    """The attack interrupts the move: it lies on the stack at C.a, its target chosen (B5)."""
    fight = Fight(event.mover, event.side, event.own_side)
    attack = Order("close", event.unit, entry, breakaway=True, fight=fight)
    move = changed(table.order, deciding=table.units[event.unit].owner)
    return changed(
        table,
        order=attack,
        interrupted=(*table.interrupted, move),
        row="C.a",
        below=table.position,
        since=entry,
    )


@evolves(e.BreakawayDeclined)
def after_breakaway_declined(table: Table, event: e.BreakawayDeclined, entry: int) -> Table:
    return table.with_order(declined={**table.order.declined, event.player: entry})


@evolves(e.MovementGained)
def after_movement_gained(table: Table, event: e.MovementGained, entry: int) -> Table:
    since = (*table.acting_unit().ready_since("movement"), entry)
    return table.with_order(movement=event.points, moved=since)


@evolves(e.UnitMoved)
def after_unit_moved(table: Table, event: e.UnitMoved, entry: int) -> Table:
    left = max(0, table.order.movement - event.cost)
    order = changed(table.order, movement=left, moving=True, moved=(*table.order.moved, entry))
    return changed(table, order=order, done=True)


@evolves(e.MovementLapsed)
def after_movement_lapsed(table: Table, _event: object, _entry: int) -> Table:
    return table.with_order(movement=0)


@evolves(e.FiguresRepositioned)
def after_figures_repositioned(table: Table, event: e.FiguresRepositioned, entry: int) -> Table:
    unit = table.units[event.unit]
    left = [unit.standing[figure] for figure in event.moves]
    moved = changed(
        unit,
        standing={**unit.standing, **event.moves},
        figures_since={**unit.figures_since, **dict.fromkeys(event.moves, entry)},
        slots_since={**unit.slots_since, **dict.fromkeys((*left, *event.moves.values()), entry)},
    )
    return changed(table, units={**table.units, unit.id: moved}, done=True)


@evolves(e.FacingChanged)
def after_facing_changed(table: Table, event: e.FacingChanged, entry: int) -> Table:
    """Only ranges of the unit are marked: one that turns on the spot stays in contact (F2)."""
    marked = with_ranges_marked(table.in_range, event.unit, entry)
    return after_regroup_finished(changed(table, in_range=marked), event, entry)


@evolves(e.RegroupFinished)
def after_regroup_finished(table: Table, _event: object, entry: int) -> Table:
    """The regroup has passed G.d, wherever it was."""
    return changed(table, row="G.d", done=True, since=entry)
