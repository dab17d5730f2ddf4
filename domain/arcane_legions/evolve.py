"""How each event changes the table."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.arcane_legions import events as e
from domain.arcane_legions.outline import FIRST
from domain.arcane_legions.state import Dice, Fact, Fight, Order, Payment, Table, Trigger, Unit
from domain.kernel.values import changed, with_item, without_item


def _at(table: Table, row: str, done: bool) -> Table:
    """The row on top of the stack is this one."""
    if not table.orders:
        return changed(table, turn_row=row, done=done, jump="")
    top = changed(table.orders[-1], row=row)
    return changed(table, orders=(*table.orders[:-1], top), done=done, jump="")


def row_passed(table: Table, event: e.RowPassed, _n: int) -> Table:
    return _at(table, event.row, done=True)


def row_reached(table: Table, event: e.RowReached, _n: int) -> Table:
    table = _at(table, event.row, done=False)
    return table.with_order(moving=False) if table.orders and table.order.moving else table


def row_done(table: Table, _event: object, _n: int) -> Table:
    return changed(table, done=True)


def _fresh(unit: Unit) -> Unit:
    if not unit.orders and not unit.specials and unit.pushed is None:
        return unit
    return changed(unit, orders={}, specials=(), pushed=None)


def turn_passed(table: Table, event: e.TurnPassed, _n: int) -> Table:
    units = {id: _fresh(unit) for id, unit in table.units.items()}
    return changed(table, active=event.player, turn=event.turn, units=units)


def order_points_gained(table: Table, event: e.OrderPointsGained, _n: int) -> Table:
    return changed(table, order_points=with_item(table.order_points, event.player, event.points))


def order_points_lapsed(table: Table, _event: object, _n: int) -> Table:
    return changed(table, order_points=dict.fromkeys(table.players, 0))


def _added(to: Mapping[str, int], player: str, change: int) -> Mapping[str, int]:
    return {**to, player: max(0, to[player] + change)}


def order_points_changed(table: Table, event: e.OrderPointsChanged, _n: int) -> Table:
    return changed(table, order_points=_added(table.order_points, event.player, event.change))


def victory_points_scored(table: Table, event: e.VictoryPointsScored, _n: int) -> Table:
    return changed(table, victory_points=_added(table.victory_points, event.player, event.points))


def victory_points_changed(table: Table, event: e.VictoryPointsChanged, _n: int) -> Table:
    return changed(table, victory_points=_added(table.victory_points, event.player, event.change))


def order_picked(table: Table, event: e.OrderPicked, n: int) -> Table:
    order = Order(event.order, event.unit, FIRST[event.order], n, event.special)
    return changed(table, orders=(*table.orders, order), done=False)


def order_aborted(table: Table, event: e.OrderAborted, _n: int) -> Table:
    return changed(table, done=True, jump=event.lands)


def target_chosen(table: Table, event: e.TargetChosen, _n: int) -> Table:
    fight = Fight(
        event.target,
        event.side,
        event.own_side,
        event.units_between,
        event.hindering,
        event.melee,
    )
    return changed(table.with_order(fight=fight), done=True)


def cost_paid(table: Table, event: e.CostPaid, _n: int) -> Table:
    payment = Payment(event.player, event.points, event.figure, table.units[event.unit])
    left = _added(table.order_points, event.player, -event.points)
    return changed(table.with_order(paid=payment), order_points=left, done=True)


def _hurt(unit: Unit, figures: tuple[str, ...]) -> Unit:
    damage = dict(unit.damage)
    for figure in figures:
        damage[figure] = damage.get(figure, 0) + 1
    return changed(unit, damage=damage)


def _off(unit: Unit, figure: str) -> Unit:
    return changed(
        unit,
        standing=without_item(unit.standing, figure),
        damage=without_item(unit.damage, figure),
    )


def figure_pushed(table: Table, event: e.FigurePushed, n: int) -> Table:
    unit = table.units[event.unit]
    damaged = table.law["A11"] == "damage"
    if not event.off:
        unit = _hurt(unit, (event.figure,))
    else:
        unit = _off(unit, event.figure)
        if damaged:
            unit = changed(unit, down=unit.down | {event.figure})
    return table.with_unit(changed(unit, pushed=n))


def order_given(table: Table, event: e.OrderGiven, n: int) -> Table:
    unit = table.units[event.unit]
    orders = with_item(unit.orders, event.order, (*unit.orders.get(event.order, ()), n))
    named = (*unit.specials, event.special) if event.special else unit.specials
    table = table.with_unit(changed(unit, orders=orders, specials=named)).with_order(given=True)
    if not table.order.breakaway:
        return table
    move = table.orders[-2]
    move = changed(move, attacked=with_item(move.attacked, event.unit, n))
    return changed(table, orders=(*table.orders[:-2], move, table.order))


def order_not_given(table: Table, event: e.OrderNotGiven, _n: int) -> Table:
    return changed(table, jump=event.lands)


def cost_refunded(table: Table, event: e.CostRefunded, _n: int) -> Table:
    paid = table.order.paid
    assert paid is not None
    points = _added(table.order_points, event.player, event.points)
    return changed(table.with_unit(paid.before), order_points=points)


def order_ended(table: Table, _event: object, _n: int) -> Table:
    return changed(table, orders=table.orders[:-1], done=False, jump="")


def _with_fight(table: Table, **fields: Any) -> Table:
    fight = table.order.fight
    assert fight is not None
    return table.with_order(fight=changed(fight, **fields))


def dice_counted(table: Table, event: e.DiceCounted, _n: int) -> Table:
    dice = Dice(event.attack, event.defence, event.once, event.each)
    return _with_fight(table, dice=dice)


def dice_rolled(table: Table, event: e.DiceRolled, _n: int) -> Table:
    table = _with_fight(
        table, attack=event.attack, defence=event.defence, criticals=event.criticals
    )
    return changed(table, done=True)


def dice_adjusted(table: Table, event: e.DiceAdjusted, _n: int) -> Table:
    return _with_fight(table, attack=event.attack, defence=event.defence)


def hits_scored(table: Table, event: e.HitsScored, _n: int) -> Table:
    return changed(_with_fight(table, damage=dict(event.damage)), done=True)


def damage_dealt(table: Table, event: e.DamageDealt, _n: int) -> Table:
    return changed(_at(table, event.row, done=False), outstanding=dict(event.damage))


def _settled(table: Table, unit: str, points: int) -> Table:
    """So much less damage is outstanding on the unit; the row is done when none is left."""
    if unit not in table.outstanding:
        return table
    left = table.outstanding[unit] - points
    rest = without_item(table.outstanding, unit)
    if left > 0:
        rest = with_item(rest, unit, left)
    return changed(table, outstanding=rest, done=not rest)


def damage_placed(table: Table, event: e.DamagePlaced, _n: int) -> Table:
    table = table.with_unit(_hurt(table.units[event.unit], event.figures))
    return _settled(table, event.unit, len(event.figures))


def figures_hurt(table: Table, event: e.FiguresHurt, _n: int) -> Table:
    unit = _hurt(table.units[event.unit], event.figures)
    table = table.with_unit(unit)
    too_much = table.outstanding.get(unit.id, 0) - unit.hit_points
    return _settled(table, unit.id, too_much) if too_much > 0 else table


def figure_downed(table: Table, event: e.FigureDowned, _n: int) -> Table:
    unit = _off(table.units[event.unit], event.figure)
    return table.with_unit(changed(unit, down=unit.down | {event.figure}))


def figure_returned(table: Table, event: e.FigureReturned, _n: int) -> Table:
    unit = table.units[event.unit]
    standing = with_item(unit.standing, event.figure, event.figure)
    return table.with_unit(changed(unit, standing=standing, down=unit.down - {event.figure}))


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


def unit_left(table: Table, event: e.UnitLeft, n: int) -> Table:
    unit = table.units[event.unit]
    table = table.with_unit(changed(unit, standing={}, damage={}, left=n))
    table = changed(
        table,
        forces=with_item(table.forces, unit.owner, table.forces[unit.owner] - 1),
        adjacent=_without(table.adjacent, unit.id),
        in_range=_without(table.in_range, unit.id),
    )
    return _settled(table, unit.id, table.outstanding.get(unit.id, 0))


def breakaway_declared(table: Table, event: e.BreakawayDeclared, n: int) -> Table:
    fight = Fight(event.mover, event.side, event.own_side)
    attack = Order("close", event.unit, "C.a", n, breakaway=True, fight=fight)
    move = changed(table.order, deciding=table.units[event.unit].owner)
    return changed(table, orders=(*table.orders[:-1], move, attack), done=False)


def breakaway_declined(table: Table, event: e.BreakawayDeclined, n: int) -> Table:
    return table.with_order(declined=with_item(table.order.declined, event.player, n))


def movement_gained(table: Table, event: e.MovementGained, _n: int) -> Table:
    return table.with_order(movement=event.points)


def unit_moved(table: Table, event: e.UnitMoved, _n: int) -> Table:
    left = max(0, table.order.movement - event.cost)
    return changed(table.with_order(movement=left, moving=True), done=True)


def movement_lapsed(table: Table, _event: object, _n: int) -> Table:
    return table.with_order(movement=0)


def figures_repositioned(table: Table, event: e.FiguresRepositioned, _n: int) -> Table:
    unit = table.units[event.unit]
    standing = {**unit.standing, **event.moves}
    return changed(table.with_unit(changed(unit, standing=standing)), done=True)


def regroup_finished(table: Table, _event: object, _n: int) -> Table:
    return _at(table, "G.d", done=True)


def trigger_announced(table: Table, event: e.TriggerAnnounced, n: int) -> Table:
    trigger = Trigger(event.id, event.owner, event.source, n, event.row)
    return changed(
        table,
        announced=(*table.announced, trigger),
        used=with_item(table.used, event.id, n),
    )


def trigger_arose(table: Table, event: e.TriggerArose, n: int) -> Table:
    since = table.used.get(event.id, n)
    trigger = Trigger(event.id, event.owner, event.source, since)
    hand = (*table.hands[event.owner], trigger)
    return changed(
        table,
        announced=tuple(one for one in table.announced if one.id != event.id),
        used=with_item(table.used, event.id, since),
        hands=with_item(table.hands, event.owner, hand),
    )


def _gone(table: Table, id: str, owner: str) -> Table:
    hand = tuple(one for one in table.hands[owner] if one.id != id)
    hands = with_item(table.hands, owner, hand)
    announced = tuple(one for one in table.announced if one.id != id)
    return changed(table, hands=hands, announced=announced)


def trigger_resolved(table: Table, event: e.TriggerResolved, _n: int) -> Table:
    emptier = table.emptying()
    table = _gone(table, event.id, event.owner)
    return changed(table, emptier=emptier if table.trigger_in_hand() else "")


def trigger_dropped(table: Table, event: e.TriggerDropped, _n: int) -> Table:
    table = _gone(table, event.id, event.owner)
    return table if table.trigger_in_hand() else changed(table, emptier="")


def _with_fact(facts: Facts, one: str, other: str, fact: Fact) -> Facts:
    return with_item(facts, one, with_item(facts.get(one, {}), other, fact))


def adjacency_reported(table: Table, event: e.AdjacencyReported, n: int) -> Table:
    one, other = event.units
    fact = Fact(event.adjacent, event.by, n)
    facts = _with_fact(_with_fact(table.adjacent, one, other, fact), other, one, fact)
    return changed(table, adjacent=facts)


def range_reported(table: Table, event: e.RangeReported, n: int) -> Table:
    fact = Fact(event.in_range, event.by, n)
    return changed(table, in_range=_with_fact(table.in_range, event.unit, event.target, fact))


def control_reported(table: Table, event: e.ControlReported, _n: int) -> Table:
    return changed(table, terrain=with_item(table.terrain, event.terrain, event.player))


def as_it_was(table: Table, _event: object, _n: int) -> Table:
    """The event tells what was said; what comes of it are the events after it."""
    return table


def player_conceded(table: Table, event: e.PlayerConceded, n: int) -> Table:
    return changed(table, conceded=with_item(table.conceded, event.player, n))


def game_won(table: Table, event: e.GameWon, _n: int) -> Table:
    return changed(table, over=True, winner=event.player)


def game_drawn(table: Table, _event: object, _n: int) -> Table:
    return changed(table, over=True)


EVOLVE: dict[type, Callable[[Table, Any, int], Table]] = {
    e.RowPassed: row_passed,
    e.RowReached: row_reached,
    e.OrdersEnded: row_done,
    e.TurnPassed: turn_passed,
    e.OrderPointsGained: order_points_gained,
    e.OrderPointsLapsed: order_points_lapsed,
    e.OrderPointsChanged: order_points_changed,
    e.VictoryPointsScored: victory_points_scored,
    e.VictoryPointsChanged: victory_points_changed,
    e.OrderPicked: order_picked,
    e.OrderAborted: order_aborted,
    e.TargetChosen: target_chosen,
    e.EffectAimed: row_done,
    e.CostPaid: cost_paid,
    e.FigurePushed: figure_pushed,
    e.OrderGiven: order_given,
    e.OrderNotGiven: order_not_given,
    e.CostRefunded: cost_refunded,
    e.OrderEnded: order_ended,
    e.DiceCounted: dice_counted,
    e.DiceRolled: dice_rolled,
    e.DiceAdjusted: dice_adjusted,
    e.HitsScored: hits_scored,
    e.DamageDealt: damage_dealt,
    e.DamagePlaced: damage_placed,
    e.FiguresHurt: figures_hurt,
    e.FigureDowned: figure_downed,
    e.FigureReturned: figure_returned,
    e.InjuriesHealed: injuries_healed,
    e.UnitLeft: unit_left,
    e.BreakawayDeclared: breakaway_declared,
    e.BreakawayDeclined: breakaway_declined,
    e.MovementGained: movement_gained,
    e.UnitMoved: unit_moved,
    e.MovementStopped: row_done,
    e.MovementLapsed: movement_lapsed,
    e.FiguresRepositioned: figures_repositioned,
    e.FacingChanged: regroup_finished,
    e.RegroupFinished: regroup_finished,
    e.EffectHappened: row_done,
    e.TriggerAnnounced: trigger_announced,
    e.TriggerArose: trigger_arose,
    e.TriggerResolved: trigger_resolved,
    e.TriggerDropped: trigger_dropped,
    e.AdjacencyReported: adjacency_reported,
    e.RangeReported: range_reported,
    e.DestructionReported: as_it_was,
    e.ControlReported: control_reported,
    e.PlayerConceded: player_conceded,
    e.GameWon: game_won,
    e.GameDrawn: game_drawn,
}
