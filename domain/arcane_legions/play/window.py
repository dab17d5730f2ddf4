"""The window for breakaway attacks: who may still make one, and who decides now (B2 to B7)."""

from domain.arcane_legions.play.forbidding import no_icon, no_push_left
from domain.arcane_legions.table.orders import Order
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import Unit
from domain.kernel.rulebook import RuleId
from domain.kernel.ruling import Refusal, entries, illegal
from domain.kernel.shapes.seats import from_seat

DECIDES = ("B2", "B3", "B4", "B6", "B7")


def why_nobody_breaks_away(mover: Unit) -> dict[RuleId, str]:
    """The rules by which nobody may break away from this mover, each with its reason."""
    found = {}
    if mover.sortie:
        found["B2"] = f"{mover.id} is a sortie"
    if mover.has("mobility"):
        found["B3"] = f"{mover.id} has Mobility"
    return found


def why_it_may_not_break_away(table: Table, move: Order, unit: Unit) -> Refusal | None:
    """B4 to U3: what keeps this unit from a breakaway attack on the mover."""
    return (
        _not_beside(table, move, unit)
        or _has_attacked(move, unit)
        or no_icon(unit, "close")
        or no_push_left(table, unit, "close", breakaway=True)
    )


def _not_beside(table: Table, move: Order, unit: Unit) -> Refusal | None:
    mover = table.units[move.unit]
    if unit.owner == mover.owner:
        return illegal(f"{unit.id} is no enemy of {mover.id}", "B4")
    if not unit.standing:
        return illegal(f"{unit.id} has left the battlefield", "B4", since=entries(unit.left))
    if table.is_adjacent(unit.id, mover.id):
        return None
    fact = table.adjacency(unit.id, mover.id)
    said = f": {fact.source}" if fact else ": nobody has reported it"
    since = entries(fact.entry if fact else None)
    return illegal(
        f"{unit.id} is not adjacent to {mover.id}{said}",
        "B4",
        since=since,
        **(fact.as_reason if fact else {}),
    )


def _has_attacked(move: Order, unit: Unit) -> Refusal | None:
    at = move.attacked.get(unit.id)
    if at is None:
        return None
    reason = f"{unit.id} has made its breakaway attack in this window (entry {at})"
    return illegal(reason, "B6", since=(at,))


def decider(table: Table) -> str:
    """The owner who decides now at M.c, in seat order (B7); empty when nobody has an eligible unit."""
    move = table.order
    mover = table.units[move.unit]
    if why_nobody_breaks_away(mover):
        return ""
    enemies = table.adjacent_enemies(mover)
    if not enemies:
        return ""
    owners = {
        enemy.owner
        for enemy in enemies
        if enemy.owner not in move.declined
        and why_it_may_not_break_away(table, move, enemy) is None
    }
    if not owners:
        return ""
    seats = from_seat(table.players, table.active)
    if move.deciding:
        seats = seats[seats.index(move.deciding) :]
    return next((player for player in seats if player in owners), "")


def open_move(table: Table) -> Order | None:
    """The move order on the stack, if there is one."""
    return next((order for order in table.orders if order.kind == "move"), None)
