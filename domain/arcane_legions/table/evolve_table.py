"""How scores, payments, triggers, reports and the end of the game change the table."""

from collections.abc import Mapping

from domain.arcane_legions.table import events_table as e
from domain.arcane_legions.table.events import CostPaid, CostRefunded, FigurePushed
from domain.arcane_legions.table.evolve_combat import with_damage, without_figure
from domain.arcane_legions.table.facts import (
    Fact,
    with_adjacencies_marked,
    with_adjacency,
    with_range,
    with_ranges_marked,
)
from domain.arcane_legions.table.orders import Payment
from domain.arcane_legions.table.state import Table, Trigger
from domain.arcane_legions.table.units import Unit
from domain.kernel.evolves import Evolves
from domain.kernel.values import changed, without_item

evolves = Evolves()


def with_points_changed(points: Mapping[str, int], player: str, change: int) -> Mapping[str, int]:
    """Everybody's points, the player's changed by so many; they never fall below 0."""
    return {**points, player: max(0, points[player] + change)}


@evolves(e.VictoryPointsScored, e.VictoryPointsChanged)
def after_victory_points(
    table: Table, event: e.VictoryPointsScored | e.VictoryPointsChanged, _entry: int
) -> Table:
    change = event.points if isinstance(event, e.VictoryPointsScored) else event.change
    points = with_points_changed(table.victory_points, event.player, change)
    return changed(table, victory_points=points)


@evolves(e.TriggerAnnounced)
def after_trigger_announced(table: Table, event: e.TriggerAnnounced, entry: int) -> Table:
    trigger = Trigger(event.id, event.owner, event.source, entry, event.row)
    used = {**table.used, event.id: entry}
    return changed(table, announced=(*table.announced, trigger), used=used)


@evolves(e.TriggerArose)
def after_trigger_arose(table: Table, event: e.TriggerArose, entry: int) -> Table:
    since = table.used.get(event.id, entry)
    trigger = Trigger(event.id, event.owner, event.source, since)
    hand = (*table.hand(event.owner), trigger)
    return changed(
        table,
        announced=tuple(one for one in table.announced if one.id != event.id),
        used={**table.used, event.id: since},
        hands=table.with_hand(event.owner, hand),
    )


def _without_trigger(table: Table, id: str, owner: str, entry: int) -> Table:
    """The table without this trigger, in its owner's hand or announced."""
    hand = tuple(one for one in table.hand(owner) if one.id != id)
    hands = table.with_hand(owner, hand)
    announced = tuple(one for one in table.announced if one.id != id)
    return changed(table, hands=hands, announced=announced, gone={**table.gone, id: entry})


@evolves(e.TriggerResolved)
def after_trigger_resolved(table: Table, event: e.TriggerResolved, entry: int) -> Table:
    table = _without_trigger(table, event.id, event.owner, entry)
    return changed(table, emptier=event.emptying if table.hands else "", since=entry)


@evolves(e.TriggerDropped, e.AnnouncementDropped)
def after_trigger_dropped(
    table: Table, event: e.TriggerDropped | e.AnnouncementDropped, entry: int
) -> Table:
    table = _without_trigger(table, event.id, event.owner, entry)
    return table if table.hands else changed(table, emptier="", since=entry)


@evolves(e.AdjacencyReported)
def after_adjacency_reported(table: Table, event: e.AdjacencyReported, entry: int) -> Table:
    fact = Fact(event.adjacent, event.by, entry)
    return changed(table, adjacent=with_adjacency(table.adjacent, *event.units, fact))


@evolves(e.RangeReported)
def after_range_reported(table: Table, event: e.RangeReported, entry: int) -> Table:
    fact = Fact(event.in_range, event.by, entry)
    facts = with_range(table.in_range, event.unit, event.target, event.side, fact)
    return changed(table, in_range=facts)


def with_unit_moved(table: Table, unit: str, entry: int) -> Table:
    """The table with all facts about the unit marked: they were reported before it moved (F2)."""
    return changed(
        table,
        adjacent=with_adjacencies_marked(table.adjacent, unit, entry),
        in_range=with_ranges_marked(table.in_range, unit, entry),
    )


@evolves(e.MoveReported)
def after_move_reported(table: Table, event: e.MoveReported, entry: int) -> Table:
    return with_unit_moved(table, event.unit, entry)


@evolves(e.ControlReported)
def after_control_reported(table: Table, event: e.ControlReported, _entry: int) -> Table:
    return changed(table, terrain={**table.terrain, event.terrain: event.player})


evolves.sets(e.DestructionReported)
"""Nothing changes yet: that the unit leaves, and who scores, are the events after it."""


@evolves(e.PlayerConceded)
def after_player_conceded(table: Table, event: e.PlayerConceded, entry: int) -> Table:
    """Their units leave, and their triggers are dropped, with the events after it."""
    return changed(table, conceded={**table.conceded, event.player: entry})


@evolves(e.GameWon, e.GameDrawn)
def after_game_ended(table: Table, event: e.GameWon | e.GameDrawn, _entry: int) -> Table:
    winner = event.player if isinstance(event, e.GameWon) else None
    return changed(table, over=True, winner=winner)


def spent_with(table: Table, player: str, entry: int) -> Mapping[str, tuple[int, ...]]:
    """The entries behind all order points, when this entry has changed those of the player."""
    return {**table.spent, player: (*table.spent.get(player, ()), entry)}


@evolves(CostPaid)
def after_cost_paid(table: Table, event: CostPaid, entry: int) -> Table:
    payment = Payment(event.player, event.points, event.figure, table.units[event.unit])
    return changed(
        table,
        order=changed(table.order, paid=payment),
        order_points=with_points_changed(table.order_points, event.player, -event.points),
        spent=spent_with(table, event.player, entry) if event.points else table.spent,
        done=True,
    )


@evolves(FigurePushed)
def after_figure_pushed(table: Table, event: FigurePushed, entry: int) -> Table:
    unit = table.units[event.unit]
    if not event.off:
        unit = with_damage(unit, (event.figure,), entry)
    else:
        unit = without_figure(unit, event.figure, entry)
        if table.law["A11"] == "damage":
            unit = changed(unit, down=unit.down | {event.figure})
    return table.with_unit(changed(unit, pushed=entry))


@evolves(CostRefunded)
def after_cost_refunded(table: Table, event: CostRefunded, entry: int) -> Table:
    """The points come back; with the figure what the push took: it, or its point of damage (A1, A11)."""
    paid = table.order.paid
    assert paid is not None
    table = changed(
        table,
        order=changed(table.order, paid=None),
        order_points=with_points_changed(table.order_points, event.player, event.points),
        spent=spent_with(table, event.player, entry),
    )
    if event.figure is None:
        return table
    unit = changed(table.units[event.unit], pushed=paid.before.pushed)
    if event.figure in unit.standing:
        return table.with_unit(_without_push_damage(unit, event.figure))
    if table.law["A11"] == "damage" and paid.before.hit_points_left(event.figure) > 1:
        return table.with_unit(unit)
    return table.with_unit(_with_figure_back(unit, paid.before, event.figure))


def _without_push_damage(unit: Unit, figure: str) -> Unit:
    """The unit without the point of damage with which it was pushed (A11)."""
    damage = {one: points - (one == figure) for one, points in unit.damage.items()}
    return changed(unit, damage={one: points for one, points in damage.items() if points})


def _with_figure_back(unit: Unit, before: Unit, figure: str) -> Unit:
    """The unit with the figure where it stood, and damaged as it was, before the push took it off."""
    slot = before.standing[figure]
    kept = {one: at for one, at in before.standing.items() if one in (*unit.standing, figure)}
    damage = before.damage.get(figure)
    return changed(
        unit,
        standing={**kept, **unit.standing},
        damage={**unit.damage, figure: damage} if damage else unit.damage,
        down=unit.down - {figure},
        figures_since=_as_before(unit.figures_since, before.figures_since, figure),
        slots_since=_as_before(unit.slots_since, before.slots_since, slot),
    )


def _as_before(now: Mapping[str, int], before: Mapping[str, int], key: str) -> Mapping[str, int]:
    """The mapping with what it had before under this key, or without it."""
    return {**now, key: before[key]} if key in before else without_item(now, key)
