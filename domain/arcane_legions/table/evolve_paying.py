"""How paying for an order changes the table, and how what comes back of that does (A1)."""

from collections.abc import Mapping

from domain.arcane_legions.table import events as e
from domain.arcane_legions.table.evolve_combat import with_damage, without_figure
from domain.arcane_legions.table.evolve_table import with_points_changed
from domain.arcane_legions.table.orders import Payment
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import Unit
from domain.kernel.evolves import Evolves
from domain.kernel.values import changed, without_item

evolves = Evolves()


def spent_with(table: Table, player: str, entry: int) -> Mapping[str, tuple[int, ...]]:
    """The entries behind all order points, when this entry has changed those of the player."""
    return {**table.spent, player: (*table.spent.get(player, ()), entry)}


@evolves(e.CostPaid)
def after_cost_paid(table: Table, event: e.CostPaid, entry: int) -> Table:
    payment = Payment(event.player, event.points, event.figure, table.units[event.unit])
    return changed(
        table,
        order=changed(table.order, paid=payment),
        order_points=with_points_changed(table.order_points, event.player, -event.points),
        spent=spent_with(table, event.player, entry) if event.points else table.spent,
        done=True,
    )


@evolves(e.FigurePushed)
def after_figure_pushed(table: Table, event: e.FigurePushed, entry: int) -> Table:
    unit = table.units[event.unit]
    if not event.off:
        unit = with_damage(unit, (event.figure,), entry)
    else:
        unit = without_figure(unit, event.figure, entry)
        if table.law["A11"] == "damage":
            unit = changed(unit, down=unit.down | {event.figure})
    return table.with_unit(changed(unit, pushed=entry))


@evolves(e.CostRefunded)
def after_cost_refunded(table: Table, event: e.CostRefunded, entry: int) -> Table:
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
