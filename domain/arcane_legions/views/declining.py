"""What a standing answer needs to know: what is under way, and who aims at what."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.arcane_legions.table.state import Table
from domain.kernel.prompting.declining import Declining


def spans(table: Table) -> Mapping[str, Any]:
    """The order, while one is carried out, and the turn. A breakaway attack is part of the move."""
    order = {"order": table.orders[0].since} if table.orders else {}
    return {**order, "turn": table.turn}


def own(table: Table, player: str) -> Iterator[str]:
    return (unit.id for unit in table.units.values() if unit.owner == player and unit.standing)


def aims(table: Table) -> Iterator[tuple[str, str, int]]:
    """The target of a combat, and the units that a special order names."""
    for order in table.orders:
        by = table.units[order.unit].owner
        named = (order.fight.target, *order.named) if order.fight else order.named
        yield from ((by, unit, order.since) for unit in named)


DECLINING = Declining("decline", spans, own, aims)
