"""Chapter O, T2b: picking a unit and an order for it, and ending the orders."""

from collections.abc import Iterable
from typing import Annotated, Any

from domain.arcane_legions.chapters.costs import base_cost, refusal_if_forbidden
from domain.arcane_legions.chapters.judging import at_its_row, procedure_of
from domain.arcane_legions.chapters.raising import Raising, at_row
from domain.arcane_legions.chapters.targets import refusal_if_gone
from domain.arcane_legions.fields import (
    SPECIALS,
    unit_of_ones_own,
)
from domain.arcane_legions.orders import NO_ORDER
from domain.arcane_legions.outline import FIRST_ROW, row_in_words
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import ORDER_TYPES, OrderType, Unit
from domain.arcane_legions.wording import points, unknown_unit
from domain.kernel.fields import UNSAID, WORDS, StepFields, one_of
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, stored_as

DECIDES = ("O5",)


@one_of("the order", WORDS)
def which_order(table: Table, said: StepFields) -> Iterable[str]:
    special = table.units[said["unit"]].card.specials
    return ORDER_TYPES if special else ORDER_TYPES[:-1]


@one_of("the special order", SPECIALS)
def which_special(table: Table, said: StepFields) -> Iterable[Any]:
    return table.units[said["unit"]].card.specials if said["order"] == "special" else (UNSAID,)


class PickOrder(Step):
    """Pick a unit and an order for it."""

    unit: Annotated[str, unit_of_ones_own]
    order: Annotated[OrderType, which_order]
    special: Annotated[str | None, which_special] = None


class EndOrders(Raising):
    """Give no more orders in this turn."""


@stored_as("arcane-legions/orders_ended/v1")
class OrdersEnded(Event):
    """The active player gives no more orders in this turn."""

    SAYS = "{player} gives no more orders in this turn."

    player: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, done=True)


@stored_as("arcane-legions/order_picked/v1")
class OrderPicked(Event):
    """A unit and an order for it are picked; the order's first row lies on the stack."""

    SAYS = "A {order} order is picked for “{unit}”."

    unit: str
    order: str
    special: str
    """The name of a special order; empty for the other types."""
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        order = changed(
            NO_ORDER, type=self.order, unit=self.unit, since=entry, special=self.special
        )
        row, below = FIRST_ROW[self.order], table.position
        return changed(table, order=order, row=row, below=below, since=entry)


@requires("G1")
def unit_and_special_exist(table: Table, step: PickOrder) -> Refusal | None:
    refusal = unknown_unit(table, step.unit)
    if refusal is not None:
        return refusal
    if step.order != "special":
        if step.special is None:
            return None
        return illegal(f"“special” goes with a special order only, not with a {step.order} order")
    known = table.units[step.unit].card.specials
    if step.special in known:
        return None
    if step.special is None:
        return illegal("a special order needs “special”, its name")
    has = f"it has {', '.join(known)}" if known else "it has none"
    return illegal(f"{step.unit} has no special order “{step.special}”; {has}")


@requires("T2b", "G2")
def the_active_player_orders(table: Table, step: PickOrder) -> Refusal | None:
    if step.by == table.active:
        return None
    owner = table.units[step.unit].owner
    if owner == step.by:
        reason = f"this is {table.active}'s turn; {step.by} gives orders only in their own turn"
        return illegal(reason, "T2b", since=(table.turn_since))
    reason = f"{step.unit} is {owner}'s; {step.by} gives it no orders"
    return illegal(reason, "G2", since=(table.turn_since))


@requires("O5", "G2")
def it_is_ones_own_unit(table: Table, step: PickOrder) -> Refusal | None:
    owner = table.units[step.unit].owner
    if step.by == owner:
        return None
    return illegal(f"{step.unit} is {owner}'s; an order goes to one's own units only")


@requires("O5")
def the_unit_is_on_the_battlefield(table: Table, step: PickOrder) -> Refusal | None:
    return refusal_if_gone(table.units[step.unit])


@requires("K1", "N4", "U3", "U4", "A20", "A2")
def nothing_forbids_the_order_picked(table: Table, step: PickOrder) -> Refusal | None:
    """A2 says whether this is asked when the order is picked or when it is paid."""
    if table.law["A2"] == "when_paid":
        return None
    return refusal_if_forbidden(table, table.units[step.unit], step.order, step.special or "")


@requires("A16")
def it_can_be_carried_out(table: Table, step: PickOrder) -> Refusal | None:
    """Asked only where A16 refuses such orders; else they may be picked, and abort at their target or cost."""
    if table.law["A16"] == "allowed":
        return None
    unit = table.units[step.unit]
    return _refusal_if_too_dear(table, unit, step) or _refusal_without_target(table, unit, step)


def _refusal_if_too_dear(table: Table, unit: Unit, step: PickOrder) -> Refusal | None:
    """Refuses an order that costs more than its player has; what a target adds is not known yet."""
    if step.order == "special":
        special = unit.card.specials[step.special or ""]
        asked, words = special.cost, f"{special.name} costs {special.cost}"
    else:
        cost = base_cost(table, unit, step.order)
        asked, words = cost.points, cost.words
    there = table.order_points[unit.owner]
    if asked <= there:
        return None
    reason = f"{unit.owner} has {points(there)}, and {words}"
    since = entries(*table.spent.get(unit.owner, ()))
    return illegal(reason, since=since, needed=asked, there=there)


def _refusal_without_target(table: Table, unit: Unit, step: PickOrder) -> Refusal | None:
    if step.order == "close" and not table.adjacent_enemies(unit):
        facts = table.adjacent.get(unit.id, {}).values()
        since = entries(*(fact.entry for fact in facts), *table.parted.get(unit.id, ()))
        return illegal(f"no enemy unit has been reported adjacent to {unit.id}", since=since)
    if step.order == "ranged" and not _targets_in_range(table, unit):
        targets = table.in_range.get(unit.id, {}).values()
        reported = (fact.entry for sides in targets for fact in sides.values())
        since = entries(*reported, *table.lost_sight.get(unit.id, ()))
        return illegal(f"no enemy unit has been reported in range of {unit.id}", since=since)
    return None


def _targets_in_range(table: Table, unit: Unit) -> bool:
    return any(
        table.units[id].owner != unit.owner and table.is_in_range(unit.id, id)
        for id in table.in_range.get(unit.id, {})
    )


def pick_an_order(_table: Table, step: PickOrder) -> Happening:
    """The order is on the stack, at its first row; it counts only when it is given (O10)."""
    named = f"special order {step.special}" if step.special else f"{step.order} order"
    first = row_in_words(FIRST_ROW[step.order])
    yield grounds(f"{step.by} picks a {named} for {step.unit}; it begins at “{first}”", "T2b")
    return (yield OrderPicked(step.unit, step.order, step.special or "", ("T2b", "O5")))


ORDER = procedure_of(
    PickOrder,
    pick_an_order,
    names=(unit_and_special_exist,),
    when=at_its_row("order", "T2b"),
    checks=(
        the_active_player_orders,
        it_is_ones_own_unit,
        the_unit_is_on_the_battlefield,
        nothing_forbids_the_order_picked,
        it_can_be_carried_out,
    ),
    of_facts=True,
)


@requires("G2", "T2b")
def the_active_player_ends_them(table: Table, step: EndOrders) -> Refusal | None:
    if step.by == table.active:
        return None
    reason = f"this is {table.active}'s turn; only {table.active} ends the orders"
    return illegal(reason, since=(table.turn_since))


def end_orders(table: Table, _step: EndOrders) -> Happening:
    yield grounds(f"{table.active} gives no more orders in turn {table.turn}", "T2b")
    return (yield OrdersEnded(table.active, ("T2b",)))


END_ORDERS = procedure_of(
    EndOrders,
    end_orders,
    when=at_its_row("end_orders", "T2b"),
    checks=(the_active_player_ends_them,),
    triggers_arise=at_row("T1"),
)
