"""What an order takes: its points (O6 to O8, B5, A1), a push; and what forbids it (K1, N4, U3, U4)."""

from collections.abc import Mapping

from domain.arcane_legions.orders import Order
from domain.arcane_legions.outline import COMBAT, ICON
from domain.arcane_legions.table import Table, with_points_changed
from domain.arcane_legions.units import Unit
from domain.arcane_legions.wording import points
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, grounds, illegal
from domain.kernel.values import Event, Value, changed, stored_as, without_item
from domain.kernel.wording import list_in_words

DECIDES = ("O6", "O7", "O8", "B5", "K1", "N4", "U3", "U4")


@stored_as("arcane-legions/cost_refunded/v1")
class CostRefunded(Event):
    """Points and figure of an order not given come back."""

    SAYS = "{player} gets back {points}."

    player: str
    unit: str
    points: int
    figure: str | None
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        """The points come back; with the figure what the push took: it, or its point of damage (A1, A11)."""
        paid = table.order.paid
        assert paid is not None
        table = changed(
            table,
            order=changed(table.order, paid=None),
            order_points=with_points_changed(table.order_points, self.player, self.points),
            spent=table.spent_with(self.player, entry),
        )
        if self.figure is None:
            return table
        unit = changed(table.units[self.unit], pushed=paid.before.pushed)
        if self.figure in unit.standing:
            return table.with_unit(_without_push_damage(unit, self.figure))
        # It outlived its push and fell to something else since: that stays.
        if table.law["A11"] == "damage" and paid.before.hit_points_left(self.figure) > 1:
            return table.with_unit(unit)
        return table.with_unit(_with_figure_back(unit, paid.before, self.figure))


def _without_push_damage(unit: Unit, figure: str) -> Unit:
    """The unit without the point of damage with which it was pushed (A11)."""
    damage = {name: points - (name == figure) for name, points in unit.damage.items()}
    return changed(unit, damage={name: points for name, points in damage.items() if points})


def _with_figure_back(unit: Unit, before: Unit, figure: str) -> Unit:
    """The unit with the figure where it stood, and damaged as it was, before the push took it off."""
    slot = before.standing[figure]
    kept = {name: at for name, at in before.standing.items() if name in (*unit.standing, figure)}
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
            yield grounds(f"What {paid.player} paid for it is lost")
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


def needs_push(table: Table, unit: Unit, order_type: str, breakaway: bool) -> bool:
    """Whether another order of this type needs a push: the unit was given one in this turn (U1).

    Not a special order (U4), a regroup of a disciplined unit (U8), or a breakaway attack where A3 says free.
    """
    if not unit.orders_given(order_type) or order_type == "special":
        return False
    if order_type == "regroup" and unit.has("disciplined"):
        return False
    return not (breakaway and table.law["A3"] == "free")


def order_needs_push(table: Table) -> bool:
    """Whether the order being carried out needs a push."""
    order = table.order
    return needs_push(table, table.acting_unit(), order.type, order.breakaway)


def no_icon(unit: Unit, order_type: str) -> Refusal | None:
    """Refuses a combat order for which the unit has no icon ready (K1)."""
    icon = ICON.get(order_type)
    if icon is None or unit.ready(icon):
        return None
    since = entries(*unit.ready_since(icon))
    return illegal(f"{unit.id} has no {icon} icon ready", "K1", since=since)


def no_push_left(
    table: Table, unit: Unit, order_type: str, breakaway: bool = False
) -> Refusal | None:
    """Refuses an order that needs a push if the unit has been pushed in this turn (U3)."""
    if unit.pushed is None or not needs_push(table, unit, order_type, breakaway):
        return None
    given = unit.orders[order_type]
    reason = (
        f"another {order_type} order of {unit.id} in this turn needs a push, and it has been pushed "
        f"{in_which_entry(unit.pushed)}"
    )
    cites = ("U3", "A3") if breakaway else ("U3",)
    return illegal(reason, *cites, since=entries(unit.pushed, *given))


def refusal_if_forbidden(table: Table, unit: Unit, order_type: str, special: str) -> Refusal | None:
    """Refuses an order that K1, N4, U3 or U4 forbids this unit; `special` is the name of a special order.

    It cites A2 besides, which says whether it comes when the order is picked or when it is paid.
    """
    refusal = (
        no_icon(unit, order_type)
        or _a_beast_stays(table, unit, order_type)
        or no_push_left(table, unit, order_type)
        or _special_given(table, unit, order_type, special)
    )
    return changed(refusal, cites=(*refusal.cites, "A2")) if refusal else None


def _a_beast_stays(table: Table, unit: Unit, order_type: str) -> Refusal | None:
    if order_type != "move" or not unit.has("beast"):
        return None
    for enemy in table.adjacent_enemies(unit):
        fact = table.adjacency(unit.id, enemy.id)
        assert fact is not None
        reason = f"{unit.id} is a beast, and {enemy.id} is adjacent ({fact.source})"
        return illegal(reason, "N4", since=(fact.entry), **fact.as_reason)
    return None


def _special_given(table: Table, unit: Unit, order_type: str, special: str) -> Refusal | None:
    given = unit.orders.get("special", ())
    if order_type != "special" or not given:
        return None
    if table.law["A20"] == "one_special":
        reason = f"{unit.id} has had its special order of this turn {in_which_entry(given[-1])}"
    elif special in unit.specials or len(given) >= len(unit.card.specials):
        reason = f"{unit.id} has had {special} in this turn"
    else:
        return None
    return illegal(reason, "U4", "A20", since=entries(*given))


def in_which_entry(entry: int) -> str:
    return f"in entry {entry}" if entry else "before the record begins"


def price_in_words(table: Table) -> str:
    """What the order on top costs, for people: “2 order points and a figure”."""
    push = " and a figure" if order_needs_push(table) else ""
    return f"{points(cost_of(table, table.order).points)}{push}"
