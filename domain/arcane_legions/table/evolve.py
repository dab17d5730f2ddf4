"""How each event changes the table."""

from collections.abc import Callable
from typing import Any

from domain.arcane_legions.law.outline import FIRST, MOVES
from domain.arcane_legions.table.events import (
    BreakawayDeclared,
    BreakawayDeclined,
    CostPaid,
    CostRefunded,
    EffectAimed,
    EffectHappened,
    FacingChanged,
    FigurePushed,
    FiguresRepositioned,
    MovementGained,
    MovementLapsed,
    MovementStopped,
    OrderAborted,
    OrderEnded,
    OrderGiven,
    OrderNotGiven,
    OrderPicked,
    OrderPointsChanged,
    OrderPointsGained,
    OrderPointsLapsed,
    OrdersEnded,
    RegroupFinished,
    RowPassed,
    RowReached,
    TargetChosen,
    TurnPassed,
    UnitMoved,
)
from domain.arcane_legions.table.events_combat import (
    DamageDealt,
    DamagePlaced,
    DamageWaived,
    DiceAdjusted,
    DiceCounted,
    DiceRolled,
    FigureDowned,
    FigureReturned,
    FiguresHurt,
    HitsScored,
    InjuriesHealed,
    ObstaclesFound,
    UnitLeft,
)
from domain.arcane_legions.table.events_table import (
    AdjacencyReported,
    AnnouncementDropped,
    ControlReported,
    DestructionReported,
    GameDrawn,
    GameWon,
    MoveReported,
    PlayerConceded,
    RangeReported,
    TriggerAnnounced,
    TriggerArose,
    TriggerDropped,
    TriggerResolved,
    VictoryPointsChanged,
    VictoryPointsScored,
)
from domain.arcane_legions.table.evolve_combat import (
    damage_dealt,
    damage_placed,
    damage_waived,
    dice_adjusted,
    dice_counted,
    dice_rolled,
    figure_downed,
    figure_returned,
    figures_hurt,
    hits_scored,
    injuries_healed,
    obstacles_found,
    unit_left,
)
from domain.arcane_legions.table.evolve_moving import (
    breakaway_declared,
    breakaway_declined,
    facing_changed,
    figures_repositioned,
    movement_gained,
    movement_lapsed,
    regroup_finished,
    unit_moved,
)
from domain.arcane_legions.table.evolve_paying import cost_paid, cost_refunded, figure_pushed, spent
from domain.arcane_legions.table.evolve_table import (
    added,
    adjacency_reported,
    as_it_was,
    control_reported,
    game_drawn,
    game_won,
    has_moved,
    move_reported,
    player_conceded,
    range_reported,
    trigger_announced,
    trigger_arose,
    trigger_dropped,
    trigger_resolved,
    victory_points_changed,
    victory_points_scored,
)
from domain.arcane_legions.table.orders import NO_ORDER, Fight
from domain.arcane_legions.table.state import Table
from domain.kernel.values import changed, with_item


def row_passed(table: Table, event: RowPassed, n: int) -> Table:
    """At M.f the unit moves, if that was paid for."""
    passed = changed(table, row=event.row, done=True, jump="", since=n)
    if event.row == MOVES and table.order.moving:
        return has_moved(passed, table.order.unit, n)
    return passed


def row_reached(table: Table, event: RowReached, n: int) -> Table:
    order = changed(table.order, moving=False) if table.order.moving else table.order
    return changed(table, row=event.row, order=order, done=False, since=n)


def row_done(table: Table, _event: object, _n: int) -> Table:
    return changed(table, done=True)


def turn_passed(table: Table, event: TurnPassed, n: int) -> Table:
    """Orders given and pushes are forgotten."""
    units = {
        id: changed(unit, orders={}, specials=(), pushed=None)
        if unit.orders or unit.pushed is not None
        else unit
        for id, unit in table.units.items()
    }
    return changed(table, active=event.player, turn=event.turn, units=units, turn_since=n)


def order_points_gained(table: Table, event: OrderPointsGained, n: int) -> Table:
    left = with_item(table.order_points, event.player, event.points)
    return changed(table, order_points=left, spent=with_item(table.spent, event.player, (n,)))


def order_points_lapsed(table: Table, _event: object, n: int) -> Table:
    lapsed = {
        player: (n,) if points else table.spent.get(player, ())
        for player, points in table.order_points.items()
    }
    return changed(table, order_points=dict.fromkeys(table.players, 0), spent=lapsed)


def order_points_changed(table: Table, event: OrderPointsChanged, n: int) -> Table:
    left = added(table.order_points, event.player, event.change)
    return changed(table, order_points=left, spent=spent(table, event.player, n))


def order_picked(table: Table, event: OrderPicked, n: int) -> Table:
    order = changed(NO_ORDER, kind=event.order, unit=event.unit, since=n, special=event.special)
    row, below = FIRST[event.order], table.position
    return changed(table, order=order, row=row, below=below, since=n)


def order_aborted(table: Table, event: OrderAborted, _n: int) -> Table:
    return changed(table, done=True, jump=event.lands)


def target_chosen(table: Table, event: TargetChosen, n: int) -> Table:
    fight = Fight(
        event.target,
        event.side,
        event.own_side,
        event.units_between,
        event.hindering,
        event.melee,
    )
    return changed(table, order=changed(table.order, fight=fight, aimed=n), done=True)


def effect_aimed(table: Table, event: EffectAimed, n: int) -> Table:
    order = changed(table.order, aimed=n, named=event.units)
    return changed(table, order=order, done=True)


def order_given(table: Table, event: OrderGiven, n: int) -> Table:
    unit = table.units[event.unit]
    orders = with_item(unit.orders, event.order, (*unit.orders.get(event.order, ()), n))
    named = (*unit.specials, event.special) if event.special else unit.specials
    units = with_item(table.units, unit.id, changed(unit, orders=orders, specials=named))
    order, under = changed(table.order, given=True), table.under
    if table.order.breakaway:
        *others, move = under
        move = changed(move, attacked=with_item(move.attacked, event.unit, n))
        under = (*others, move)
    return changed(table, units=units, order=order, under=under)


def order_not_given(table: Table, event: OrderNotGiven, _n: int) -> Table:
    return changed(table, jump=event.lands)


def order_ended(table: Table, _event: object, n: int) -> Table:
    *below, row = table.below
    return changed(
        table,
        order=table.under[-1] if table.under else NO_ORDER,
        under=table.under[:-1],
        row=row,
        below=tuple(below),
        done=False,
        since=n,
    )


EVOLVE: dict[type, Callable[[Table, Any, int], Table]] = {
    RowPassed: row_passed,
    RowReached: row_reached,
    OrdersEnded: row_done,
    TurnPassed: turn_passed,
    OrderPointsGained: order_points_gained,
    OrderPointsLapsed: order_points_lapsed,
    OrderPointsChanged: order_points_changed,
    VictoryPointsScored: victory_points_scored,
    VictoryPointsChanged: victory_points_changed,
    OrderPicked: order_picked,
    OrderAborted: order_aborted,
    TargetChosen: target_chosen,
    EffectAimed: effect_aimed,
    CostPaid: cost_paid,
    FigurePushed: figure_pushed,
    OrderGiven: order_given,
    OrderNotGiven: order_not_given,
    CostRefunded: cost_refunded,
    OrderEnded: order_ended,
    DiceCounted: dice_counted,
    ObstaclesFound: obstacles_found,
    DiceRolled: dice_rolled,
    DiceAdjusted: dice_adjusted,
    HitsScored: hits_scored,
    DamageDealt: damage_dealt,
    DamagePlaced: damage_placed,
    DamageWaived: damage_waived,
    FiguresHurt: figures_hurt,
    FigureDowned: figure_downed,
    FigureReturned: figure_returned,
    InjuriesHealed: injuries_healed,
    UnitLeft: unit_left,
    BreakawayDeclared: breakaway_declared,
    BreakawayDeclined: breakaway_declined,
    MovementGained: movement_gained,
    UnitMoved: unit_moved,
    MovementStopped: row_done,
    MovementLapsed: movement_lapsed,
    FiguresRepositioned: figures_repositioned,
    FacingChanged: facing_changed,
    RegroupFinished: regroup_finished,
    EffectHappened: row_done,
    TriggerAnnounced: trigger_announced,
    TriggerArose: trigger_arose,
    TriggerResolved: trigger_resolved,
    TriggerDropped: trigger_dropped,
    AnnouncementDropped: trigger_dropped,
    AdjacencyReported: adjacency_reported,
    RangeReported: range_reported,
    MoveReported: move_reported,
    DestructionReported: as_it_was,
    ControlReported: control_reported,
    PlayerConceded: player_conceded,
    GameWon: game_won,
    GameDrawn: game_drawn,
}
