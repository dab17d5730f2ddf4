"""Chapters O and U: paying for an order, and the push that a second one of its type needs (O9, U1 to U8)."""

from collections.abc import Iterable
from typing import Annotated, Any

from domain.arcane_legions.chapters.costs import (
    cost_comes_back,
    cost_of,
    in_which_entry,
    order_needs_push,
    refusal_if_forbidden,
    settle_cost,
)
from domain.arcane_legions.chapters.judging import (
    at_its_row,
    procedure_of,
    the_ordering_player_decides,
)
from domain.arcane_legions.chapters.raising import Raising
from domain.arcane_legions.chapters.targets import NoPay, abort_order, where_it_lands
from domain.arcane_legions.chapters.victory import unit_is_pushed_to_death
from domain.arcane_legions.fields import (
    FIGURES,
    count_of,
)
from domain.arcane_legions.orders import Payment
from domain.arcane_legions.table import Table, with_points_changed
from domain.arcane_legions.units import with_damage, without_figure
from domain.arcane_legions.wording import points, unknown_figure
from domain.kernel.fields import UNSAID, one_of
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires
from domain.kernel.values import Event, changed, stored_as

DECIDES = ("O9", "U1", "U2", "U5", "U6", "U8")


@one_of("the points of the order")
def its_points(table: Table) -> Iterable[int]:
    return (cost_of(table, table.order).points,)


@one_of("the figure that is pushed", FIGURES, "Which figure is pushed?")
def pushed_figure(table: Table) -> Iterable[Any]:
    return [*table.acting_unit().standing] if order_needs_push(table) else (UNSAID,)


class Pay(Raising):
    """Pay the cost of the order, with a figure where it needs a push."""

    points: Annotated[int, count_of("points"), its_points]
    figure: Annotated[str | None, pushed_figure] = None
    change: int = 0


@stored_as("arcane-legions/cost_paid/v1")
class CostPaid(Event):
    """The cost of the order is paid; the named figure is pushed."""

    SAYS = "{player} pays {points}."

    player: str
    unit: str
    points: int
    figure: str | None
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        payment = Payment(self.player, self.points, self.figure, table.units[self.unit])
        return changed(
            table,
            order=changed(table.order, paid=payment),
            order_points=with_points_changed(table.order_points, self.player, -self.points),
            spent=table.spent_with(self.player, entry) if self.points else table.spent,
            done=True,
        )


@stored_as("arcane-legions/figure_pushed/v1")
class FigurePushed(Event):
    """A push takes a figure off its unit, or damages it."""

    SAYS = "“{figure}” of “{unit}” is pushed."

    unit: str
    figure: str
    off: bool
    """The figure stands on the unit no more."""
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        unit = table.units[self.unit]
        if not self.off:
            unit = with_damage(unit, (self.figure,), entry)
        else:
            unit = without_figure(unit, self.figure, entry)
            if table.law["A11"] == "damage":
                unit = changed(unit, down=unit.down | {self.figure})
        return table.with_unit(changed(unit, pushed=entry))


@requires("K1", "N4", "U3", "U4", "A20", "A2")
def nothing_forbids_the_order_paid(table: Table, _step: Pay) -> Refusal | None:
    """A2 says whether this is asked at the payment; a breakaway attack was asked when it was declared."""
    order = table.order
    if table.law["A2"] == "when_picked" or order.breakaway:
        return None
    return refusal_if_forbidden(table, table.acting_unit(), order.type, order.special)


@requires("U1", "A3")
def a_push_has_its_figure(table: Table, step: Pay) -> Refusal | None:
    if step.figure is not None or not order_needs_push(table):
        return None
    order, unit = table.order, table.acting_unit()
    given = unit.orders[order.type]
    reason = (
        f"{unit.id} was given a {order.type} order {in_which_entry(given[-1])}; a second in the same turn "
        "is a push: say which “figure” is pushed"
    )
    cites = ("U1", "A3") if order.breakaway else ("U1",)
    return illegal(reason, *cites, since=entries(order.since, *given))


@requires("U5", "U8", "A3")
def no_figure_without_a_push(table: Table, step: Pay) -> Refusal | None:
    if step.figure is None or order_needs_push(table):
        return None
    order, unit = table.order, table.acting_unit()
    reason = f"{order.name} needs no push, so no figure is taken off {unit.id}"
    since = entries(order.since, *unit.orders.get(order.type, ()))
    if not unit.orders_given(order.type) or order.type == "special":
        return illegal(reason, "U5", since=since)
    if order.breakaway:
        reason = f"{reason}: breakaway attacks need none at this table"
        return illegal(reason, "U5", "A3", since=since)
    return illegal(f"{reason}: it is disciplined", "U5", "U8", since=since)


@requires("G1")
def the_figure_exists(table: Table, step: Pay) -> Refusal | None:
    if step.figure is None:
        return None
    return unknown_figure(table, table.acting_unit().id, step.figure)


@requires("U2")
def the_figure_stands_on_the_unit(table: Table, step: Pay) -> Refusal | None:
    if step.figure is None:
        return None
    unit = table.acting_unit()
    if step.figure in unit.standing:
        return None
    reason = f"{step.figure} does not stand on {unit.id} any more"
    since = entries(unit.figures_since.get(step.figure), table.order.since)
    return illegal(reason, since=since)


@requires("O6", "O7", "O8", "B5", "A4")
def the_points_are_the_cost(table: Table, step: Pay) -> Refusal | None:
    cost = cost_of(table, table.order, step.change)
    if step.points == cost.points:
        return None
    reason = f"{table.order.name} costs {points(cost.points)}, not {step.points}: {cost.words}"
    since = entries(table.order.since, table.order.aimed, *cost.since)
    return illegal(reason, *cost.rules, since=since, cost=cost.points, said=step.points)


@requires("O9")
def the_points_are_in_hand(table: Table, step: Pay) -> Refusal | None:
    owner = table.acting_unit().owner
    there = table.order_points[owner]
    if step.points <= there:
        return None
    reason = f"{owner} has {points(there)}, and {table.order.name} costs {step.points}"
    since = entries(*table.spent.get(owner, ()), table.order.since)
    return illegal(reason, since=since, there=there, cost=step.points)


def pay(table: Table, step: Pay) -> Happening:
    """The points go, and the pushed figure leaves its unit; the order is given one row later."""
    row, order, unit = table.row, table.order, table.acting_unit()
    paid = min(step.points, table.order_points[unit.owner])
    figure = step.figure if step.figure in unit.standing else None
    pushed = f" and pushes it: {figure}" if figure else ""
    yield grounds(f"{unit.owner} pays {points(paid)} for {order.name}{pushed}", row)
    others = (rule for rule in cost_of(table, order, step.change).rules if rule != "O6")
    table = yield CostPaid(unit.owner, unit.id, paid, figure, (row, "O6", "O9", *others))
    return (yield from _push(table, figure)) if figure is not None else table


def _push(table: Table, figure: str) -> Happening:
    """U2: the figure goes, or is damaged (A11); if it was the last one, its unit is pushed to death (U7)."""
    unit, removal = table.acting_unit(), table.law["A11"] == "removal"
    off = removal or unit.hit_points_left(figure) <= 1
    table = yield FigurePushed(unit.id, figure, off, ("U2", "U6", "A11"))
    if table.acting_unit().standing:
        return table
    if cost_comes_back(table):
        return (yield from settle_cost(table))
    return (yield from unit_is_pushed_to_death(unit))


PAY = procedure_of(
    Pay,
    pay,
    when=at_its_row("pay"),
    checks=(
        the_ordering_player_decides,
        nothing_forbids_the_order_paid,
        a_push_has_its_figure,
        no_figure_without_a_push,
        the_figure_exists,
        the_figure_stands_on_the_unit,
        the_points_are_the_cost,
        the_points_are_in_hand,
    ),
    acts_on=(the_figure_exists,),
    of_facts=True,
)


NO_PAY = procedure_of(
    NoPay,
    abort_order,
    when=at_its_row("no_pay"),
    checks=(the_ordering_player_decides,),
    triggers_arise=where_it_lands("no_pay"),
)
