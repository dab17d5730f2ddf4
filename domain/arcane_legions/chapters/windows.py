"""Chapter B, its window at M.c: who may make a breakaway attack, and who decides now (B2 to B7)."""

from collections.abc import Sequence

from domain.arcane_legions.chapters.costs import no_icon, no_push_left
from domain.arcane_legions.orders import Order
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import Unit
from domain.kernel.blocks.seats import from_seat
from domain.kernel.rulebook import RuleId
from domain.kernel.ruling import Refusal, entries, illegal

DECIDES = ("B2", "B3", "B4", "B6", "B7")


def why_nobody_attacks(mover: Unit) -> dict[RuleId, str]:
    """The rules by which nobody may attack this mover at all → why; empty if there are none."""
    reasons = {}
    if mover.sortie:
        reasons["B2"] = f"{mover.id} is a sortie"
    if mover.has("mobility"):
        reasons["B3"] = f"{mover.id} has Mobility"
    return reasons


def refusal_if_not_eligible(table: Table, move: Order, unit: Unit) -> Refusal | None:
    """Refuses a unit that is not eligible for a breakaway attack on the mover (B4, B6, K1, U3)."""
    return (
        _not_adjacent(table, move, unit)
        or _has_attacked(move, unit)
        or no_icon(unit, "close")
        or no_push_left(table, unit, "close", breakaway=True)
    )


def _not_adjacent(table: Table, move: Order, unit: Unit) -> Refusal | None:
    mover = table.units[move.unit]
    if unit.owner == mover.owner:
        return illegal(f"{unit.id} is no enemy of {mover.id}", "B4")
    if not unit.standing:
        return illegal(f"{unit.id} has left the battlefield", "B4", since=(unit.left))
    if table.is_adjacent(unit.id, mover.id):
        return None
    fact = table.adjacency(unit.id, mover.id)
    said = f": {fact.source}" if fact else ": nobody has reported it"
    since = entries(fact.entry if fact else None)
    reason = f"{unit.id} is not adjacent to {mover.id}{said}"
    return illegal(reason, "B4", since=since, **(fact.as_reason if fact else {}))


def _has_attacked(move: Order, unit: Unit) -> Refusal | None:
    at = move.attacked.get(unit.id)
    if at is None:
        return None
    reason = f"{unit.id} has made its breakaway attack in this window (entry {at})"
    return illegal(reason, "B6", since=at)


def owner_now_deciding(table: Table) -> str:
    """The owner who decides now at M.c, in turn order (B7); empty when nobody has an eligible unit."""
    move = table.order
    mover = table.units[move.unit]
    if why_nobody_attacks(mover):
        return ""
    enemies = table.adjacent_enemies(mover)
    if not enemies:
        return ""
    owners = {
        enemy.owner
        for enemy in enemies
        if enemy.owner not in move.declined and refusal_if_not_eligible(table, move, enemy) is None
    }
    if not owners:
        return ""
    return next((player for player in _not_through(table) if player in owners), "")


def _not_through(table: Table) -> Sequence[str]:
    """The owners in turn order, without those before the last attacker's.

    Those have finished (B7), even if a unit has become eligible since.
    """
    seats = from_seat(table.players, table.active)
    last = table.order.deciding
    return seats[seats.index(last) :] if last else seats


def is_through(table: Table, player: str) -> bool:
    """Whether the player comes before the owner who attacked last in this window."""
    return player not in _not_through(table)


def move_under_way(table: Table) -> Order | None:
    """The move order that is being carried out, if there is one."""
    return next((order for order in table.orders if order.type == "move"), None)
