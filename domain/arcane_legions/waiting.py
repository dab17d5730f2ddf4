"""Who is waited for."""

from domain.arcane_legions.chapters.damage import who_places
from domain.arcane_legions.chapters.windows import owner_now_deciding
from domain.arcane_legions.table import Table

BOTH_SAY = frozenset({"C.f", "C.g", "R.h", "R.i"})


def to_act(table: Table) -> tuple[str, ...]:
    """Who may act or answer now, in turn order."""
    if table.over:
        return ()
    if table.outstanding:
        placing = {who_places(table, unit) for unit in table.outstanding}
        return tuple(player for player in table.players if player in placing)
    if table.hands:
        return (table.emptying(),)
    if table.row in BOTH_SAY:
        owners = {unit.owner for unit in table.fighters()}
        return tuple(player for player in table.players if player in owners)
    return (player_deciding(table),)


def player_deciding(table: Table) -> str:
    if not table.orders:
        return table.active
    return owner_now_deciding(table) if table.row == "M.c" else table.acting_unit().owner
