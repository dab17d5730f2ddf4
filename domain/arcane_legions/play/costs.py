"""Chapter O, its costs: what an order costs (O6 to O8, B5), and when that comes back (A1)."""

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
    """A cost in order points, the rules behind it, and in words how it comes about."""

    points: int
    rules: tuple[RuleId, ...]
    words: str
    since: tuple[int, ...] = ()
    """The entries that reported the facts on which it depends."""


COST_BY_BASE = {
    "formation": Cost(2, ("O6",), "a formation pays 2"),
    "sortie": Cost(1, ("O6",), "a sortie pays 1"),
}
COST_OF_REGROUP = Cost(1, ("O6",), "a regroup costs 1")


def cost_of(table: Table, order: Order, change: int = 0) -> Cost:
    """What the order costs, against its target if it has one; `change`: declared for other abilities."""
    cost = _cost_of_breakaway(table, order) if order.breakaway else _cost_of_given(table, order)
    if not change:
        return cost
    changed_by = f"{cost.words}, {change:+d} declared"
    return Cost(max(0, cost.points + change), cost.rules, changed_by, cost.since)


def _cost_of_breakaway(table: Table, order: Order) -> Cost:
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


def _cost_of_given(table: Table, order: Order) -> Cost:
    unit = table.units[order.unit]
    if order.type == "special":
        cost = unit.card.specials[order.special].cost
        return Cost(cost, ("O6",), f"{order.special} costs {cost}")
    plain = base_cost(table, unit, order.type)
    if order.fight is None:
        return plain
    elusive = table.units[order.fight.target].has("elusive")
    if not elusive:
        return plain
    words = f"{plain.words}, and {elusive} more for Elusive of {order.fight.target}"
    return Cost(plain.points + elusive, ("O6", "O8"), words)


def base_cost(table: Table, unit: Unit, order_type: str) -> Cost:
    """What a combat, move or regroup costs by O6 and O7, before a target is known."""
    if order_type == "regroup":
        return COST_OF_REGROUP
    plain = COST_BY_BASE[unit.card.base]
    if order_type != "move":
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


def cost_comes_back(table: Table) -> bool:
    """Whether the cost comes back if the order is not given (A1), which befalls combat orders only."""
    return table.order.type in COMBAT and table.law["A1"] == "refunded"


def settle_cost(table: Table) -> Happening:
    """A1: gives back what was paid for an order that is not given, or says that it is lost.

    The pushed figure comes back too, if there is room for it.
    """
    paid = table.order.paid
    assert paid is not None
    if not cost_comes_back(table):
        if paid.points or paid.figure:
            yield grounds(f"what {paid.player} paid for it is lost")
        return table
    figure = paid.figure if _figure_has_room(table) else None
    with_it = f" and {figure}" if figure else ""
    if paid.points or figure:
        yield grounds(f"{paid.player} gets {points(paid.points)}{with_it} back")
    rules = (table.row, "A1")
    return (yield CostRefunded(paid.player, table.order.unit, paid.points, figure, rules))


def _figure_has_room(table: Table) -> bool:
    """Whether the pushed figure can come back: its unit is on the battlefield, and its slot is free.

    Where a push is damage (A11) and the figure survived it, it has kept its slot.
    """
    paid, unit = table.order.paid, table.acting_unit()
    assert paid is not None
    if paid.figure is None or unit.left is not None:
        return False
    survived = table.law["A11"] == "damage" and paid.before.hit_points_left(paid.figure) > 1
    return survived or paid.before.standing[paid.figure] not in unit.standing.values()
