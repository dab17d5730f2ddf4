"""What an order costs (O6 to O8, B5), and what of it comes back (A1)."""

from domain.arcane_legions.law.outline import COMBAT
from domain.arcane_legions.table.events import CostRefunded
from domain.arcane_legions.table.orders import Order
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import Unit
from domain.arcane_legions.table.wording import points
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import entries, grounds
from domain.kernel.values import Value
from domain.kernel.wording import list_in_words

DECIDES = ("O6", "O7", "O8", "B5")


class Cost(Value):
    """A cost in order points: the rules behind it, and in words how it comes about."""

    points: int
    rules: tuple[RuleId, ...]
    words: str
    since: tuple[int, ...] = ()
    """The entries that reported the facts it depends on."""


OF_A_BASE = {
    "formation": Cost(2, ("O6",), "a formation pays 2"),
    "sortie": Cost(1, ("O6",), "a sortie pays 1"),
}
OF_A_REGROUP = Cost(1, ("O6",), "a regroup costs 1")


def cost_of(table: Table, order: Order, change: int = 0) -> Cost:
    """The cost of the order on top, as it stands."""
    cost = _of_a_breakaway(table, order) if order.breakaway else _of_an_order(table, order)
    if not change:
        return cost
    changed_by = f"{cost.words}, {change:+d} declared"
    return Cost(max(0, cost.points + change), cost.rules, changed_by, cost.since)


def _of_a_breakaway(table: Table, order: Order) -> Cost:
    assert order.fight is not None
    elusive = table.units[order.fight.target].has("elusive")
    if not elusive:
        return Cost(0, ("O6", "B5"), "a breakaway attack is free")
    rules = ("O6", "O8", "B5", "A4")
    if table.law["A4"] == "stays_zero":
        words = f"a breakaway attack is free, also against {order.fight.target} with its Elusive"
        return Cost(0, rules, words)
    words = f"a breakaway attack is free but for Elusive of {order.fight.target}: {elusive}"
    return Cost(elusive, rules, words)


def _of_an_order(table: Table, order: Order) -> Cost:
    unit = table.units[order.unit]
    if order.kind == "special":
        cost = unit.card.specials[order.special].cost
        return Cost(cost, ("O6",), f"{order.special} costs {cost}")
    plain = base_cost(table, unit, order.kind)
    if order.fight is None:
        return plain
    elusive = table.units[order.fight.target].has("elusive")
    if not elusive:
        return plain
    words = f"{plain.words}, and {elusive} more for Elusive of {order.fight.target}"
    return Cost(plain.points + elusive, ("O6", "O8"), words)


def base_cost(table: Table, unit: Unit, kind: str) -> Cost:
    """What O6 and O7 ask for a regroup, move or combat, before a target is known."""
    if kind == "regroup":
        return OF_A_REGROUP
    plain = OF_A_BASE[unit.card.base]
    if kind != "move":
        return plain
    impeding = [enemy for enemy in table.adjacent_enemies(unit) if enemy.has("impede")]
    if not impeding:
        return plain
    more = sum(enemy.has("impede") for enemy in impeding)
    words = f"{plain.words}, and {more} more for Impede of {list_in_words(enemy.id for enemy in impeding)}"
    facts = (table.adjacency(unit.id, enemy.id) for enemy in impeding)
    return Cost(
        plain.points + more, ("O6", "O7"), words, entries(*(fact.entry for fact in facts if fact))
    )


def comes_back(table: Table) -> bool:
    """Whether the cost comes back if the order is not given (A1), as may befall combat orders only."""
    return table.order.kind in COMBAT and table.law["A1"] == "refunded"


def costs_come_back(table: Table) -> Happening:
    """Gives the cost back: at C.c, at R.c, or at the payment if the push took the last figure."""
    paid = table.order.paid
    assert paid is not None
    if not comes_back(table):
        if paid.points or paid.figure:
            yield grounds(f"what {paid.player} paid for it is lost")
        return table
    figure = paid.figure if _there_is_room(table) else None
    with_it = f" and {figure}" if figure else ""
    if paid.points or figure:
        yield grounds(f"{paid.player} gets {points(paid.points)}{with_it} back")
    rules = (table.row, "A1")
    return (yield CostRefunded(paid.player, table.order.unit, paid.points, figure, rules))


def _there_is_room(table: Table) -> bool:
    """Its unit is on the battlefield and, where the push took the figure off, its slot is free."""
    paid, unit = table.order.paid, table.acting_unit()
    assert paid is not None
    if paid.figure is None or unit.left is not None:
        return False
    stayed = table.law["A11"] == "damage" and paid.before.left_of(paid.figure) > 1
    return stayed or paid.before.standing[paid.figure] not in unit.standing.values()
