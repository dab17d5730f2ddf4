"""How paying for an order, and what comes back of it, changes the table."""

from collections.abc import Mapping

from domain.arcane_legions.table import events as e
from domain.arcane_legions.table.evolve_combat import off, with_damage
from domain.arcane_legions.table.evolve_table import plus
from domain.arcane_legions.table.orders import Payment
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import Unit
from domain.kernel.evolves import Evolves
from domain.kernel.values import changed, with_item, without_item

evolves = Evolves()


def spent_by(table: Table, player: str, entry: int) -> Mapping[str, tuple[int, ...]]:
    """The entries behind each player's order points, when this one has changed those of a player."""
    return with_item(table.spent, player, (*table.spent.get(player, ()), entry))


@evolves(e.CostPaid)
def after_cost_paid(table: Table, event: e.CostPaid, entry: int) -> Table:
    payment = Payment(event.player, event.points, event.figure, table.units[event.unit])
    return changed(
        table,
        order=changed(table.order, paid=payment),
        order_points=plus(table.order_points, event.player, -event.points),
        spent=spent_by(table, event.player, entry) if event.points else table.spent,
        done=True,
    )


@evolves(e.FigurePushed)
def after_figure_pushed(table: Table, event: e.FigurePushed, entry: int) -> Table:
    unit = table.units[event.unit]
    if not event.off:
        unit = with_damage(unit, (event.figure,), entry)
    else:
        unit = off(unit, event.figure, entry)
        if table.law["A11"] == "damage":
            unit = changed(unit, down=unit.down | {event.figure})
    return table.with_unit(changed(unit, pushed=entry))


@evolves(e.CostRefunded)
def after_cost_refunded(table: Table, event: e.CostRefunded, entry: int) -> Table:
    """The order is not paid for any more; what the push took comes back with its figure (A1)."""
    paid = table.order.paid
    assert paid is not None
    table = changed(
        table,
        order=changed(table.order, paid=None),
        order_points=plus(table.order_points, event.player, event.points),
        spent=spent_by(table, event.player, entry),
    )
    if event.figure is None:
        return table
    unit = changed(table.units[event.unit], pushed=paid.before.pushed)
    if event.figure in unit.standing:
        return table.with_unit(_without_push_damage(unit, event.figure))
    if table.law["A11"] == "damage" and paid.before.hit_points_left(event.figure) > 1:
        return table.with_unit(unit)
    return table.with_unit(_back(unit, paid.before, event.figure))


def _without_push_damage(unit: Unit, figure: str) -> Unit:
    """Without the point of damage that the push was (A11)."""
    damage = {one: points - (one == figure) for one, points in unit.damage.items()}
    return changed(unit, damage={one: points for one, points in damage.items() if points})


def _back(unit: Unit, before: Unit, figure: str) -> Unit:
    """The figure that the push took off stands where and as it stood."""
    slot = before.standing[figure]
    kept = {one: at for one, at in before.standing.items() if one in (*unit.standing, figure)}
    damage = before.damage.get(figure)
    return changed(
        unit,
        standing={**kept, **unit.standing},
        damage=with_item(unit.damage, figure, damage) if damage else unit.damage,
        down=unit.down - {figure},
        figures_since=_as_before(unit.figures_since, before.figures_since, figure),
        slots_since=_as_before(unit.slots_since, before.slots_since, slot),
    )


def _as_before(now: Mapping[str, int], before: Mapping[str, int], key: str) -> Mapping[str, int]:
    return with_item(now, key, before[key]) if key in before else without_item(now, key)
