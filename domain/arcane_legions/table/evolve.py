"""How the events of the sequence, of orders, and of moving and regrouping change the table."""

from domain.arcane_legions.law.outline import FIRST_ROW, ROW_OF_MOVING
from domain.arcane_legions.table import events as e
from domain.arcane_legions.table.evolve_combat import evolves as in_combat
from domain.arcane_legions.table.evolve_table import evolves as on_the_table
from domain.arcane_legions.table.evolve_table import (
    spent_with,
    with_points_changed,
    with_unit_moved,
)
from domain.arcane_legions.table.facts import with_ranges_marked
from domain.arcane_legions.table.orders import NO_ORDER, Fight, Order
from domain.arcane_legions.table.state import Table
from domain.kernel.evolves import Evolves
from domain.kernel.values import changed, made_of

evolves = Evolves(in_combat, on_the_table)


@evolves(e.RowPassed)
def after_row_passed(table: Table, event: e.RowPassed, entry: int) -> Table:
    """At M.f a unit that has paid for a move makes it, and what was reported of it is marked (F2)."""
    passed = changed(table, row=event.row, done=True, jump="", since=entry)
    if event.row == ROW_OF_MOVING and table.order.moving:
        return with_unit_moved(passed, table.order.unit, entry)
    return passed


@evolves(e.RowReached)
def after_row_reached(table: Table, event: e.RowReached, entry: int) -> Table:
    order = changed(table.order, moving=False) if table.order.moving else table.order
    return changed(table, row=event.row, order=order, done=False, since=entry)


evolves.sets(e.OrdersEnded, e.MovementStopped, e.EffectHappened, done=True)


@evolves(e.TurnPassed)
def after_turn_passed(table: Table, event: e.TurnPassed, entry: int) -> Table:
    """All units: their orders given and pushes of this turn are forgotten (T3c)."""
    units = {
        id: changed(unit, orders={}, specials=(), pushed=None)
        if unit.orders or unit.pushed is not None
        else unit
        for id, unit in table.units.items()
    }
    return changed(table, active=event.player, turn=event.turn, units=units, turn_since=entry)


@evolves(e.OrderPointsGained)
def after_order_points_gained(table: Table, event: e.OrderPointsGained, entry: int) -> Table:
    left = {**table.order_points, event.player: event.points}
    return changed(table, order_points=left, spent={**table.spent, event.player: (entry,)})


@evolves(e.OrderPointsLapsed)
def after_order_points_lapsed(table: Table, _event: object, entry: int) -> Table:
    lapsed = {
        player: (entry,) if points else table.spent.get(player, ())
        for player, points in table.order_points.items()
    }
    return changed(table, order_points=dict.fromkeys(table.players, 0), spent=lapsed)


@evolves(e.OrderPointsChanged)
def after_order_points_changed(table: Table, event: e.OrderPointsChanged, entry: int) -> Table:
    left = with_points_changed(table.order_points, event.player, event.change)
    return changed(table, order_points=left, spent=spent_with(table, event.player, entry))


@evolves(e.OrderPicked)
def after_order_picked(table: Table, event: e.OrderPicked, entry: int) -> Table:
    order = changed(NO_ORDER, type=event.order, unit=event.unit, since=entry, special=event.special)
    row, below = FIRST_ROW[event.order], table.position
    return changed(table, order=order, row=row, below=below, since=entry)


@evolves(e.OrderAborted)
def after_order_aborted(table: Table, event: e.OrderAborted, _entry: int) -> Table:
    return changed(table, done=True, jump=event.lands)


@evolves(e.TargetChosen)
def after_target_chosen(table: Table, event: e.TargetChosen, entry: int) -> Table:
    fight = made_of(Fight, event)
    return changed(table, order=changed(table.order, fight=fight, aimed=entry), done=True)


@evolves(e.EffectAimed)
def after_effect_aimed(table: Table, event: e.EffectAimed, entry: int) -> Table:
    order = changed(table.order, aimed=entry, named=event.units)
    return changed(table, order=order, done=True)


@evolves(e.OrderGiven)
def after_order_given(table: Table, event: e.OrderGiven, entry: int) -> Table:
    """It counts for the unit's turn (O10), and as the unit's attack in the window of a move (B6)."""
    unit = table.units[event.unit]
    orders = {**unit.orders, event.order: (*unit.orders.get(event.order, ()), entry)}
    named = (*unit.specials, event.special) if event.special else unit.specials
    units = {**table.units, unit.id: changed(unit, orders=orders, specials=named)}
    order, interrupted = changed(table.order, given=True), table.interrupted
    if table.order.breakaway:
        *others, move = interrupted
        move = changed(move, attacked={**move.attacked, event.unit: entry})
        interrupted = (*others, move)
    return changed(table, units=units, order=order, interrupted=interrupted)


@evolves(e.OrderNotGiven)
def after_order_not_given(table: Table, event: e.OrderNotGiven, _entry: int) -> Table:
    return changed(table, jump=event.lands)


@evolves(e.OrderEnded)
def after_order_ended(table: Table, _event: object, entry: int) -> Table:
    *below, row = table.below
    return changed(
        table,
        order=table.interrupted[-1] if table.interrupted else NO_ORDER,
        interrupted=table.interrupted[:-1],
        row=row,
        below=tuple(below),
        done=False,
        since=entry,
    )


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
