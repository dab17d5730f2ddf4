"""What forbids an order: no icon ready (K1), a beast in contact (N4), no push or special left (U3, U4)."""

from domain.arcane_legions.law.outline import ICON
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import Unit
from domain.kernel.ruling import Refusal, entries, illegal
from domain.kernel.values import changed

DECIDES = ("K1", "N4", "U3", "U4")


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
    """Refuses an order that K1, N4, U3 or U4 forbids this unit; `special` is the name of a special order."""
    return (
        no_icon(unit, order_type)
        or _a_beast_stays(table, unit, order_type)
        or no_push_left(table, unit, order_type)
        or _special_given(table, unit, order_type, special)
    )


def citing_a2(refusal: Refusal | None) -> Refusal | None:
    """The refusal, citing A2 besides: A2 says whether it comes when the order is picked or when it is paid."""
    return changed(refusal, cites=(*refusal.cites, "A2")) if refusal else None


def _a_beast_stays(table: Table, unit: Unit, order_type: str) -> Refusal | None:
    if order_type != "move" or not unit.has("beast"):
        return None
    for enemy in table.adjacent_enemies(unit):
        fact = table.adjacency(unit.id, enemy.id)
        assert fact is not None
        reason = f"{unit.id} is a beast, and {enemy.id} is adjacent ({fact.source})"
        return illegal(reason, "N4", since=entries(fact.entry), **fact.as_reason)
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
