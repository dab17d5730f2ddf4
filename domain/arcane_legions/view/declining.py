"""What a standing “no breakaway attack” depends on: what is under way, and who aims at what."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.arcane_legions.table import Table
from domain.kernel.prompting.declining import Declining


def spans(table: Table) -> Mapping[str, Any]:
    """The turn by its number, and the order picked at T2b by its entry; a breakaway attack is part of it."""
    order = {"order": table.orders[0].since} if table.orders else {}
    return {**order, "turn": table.turn}


def own(table: Table, player: str) -> Iterator[str]:
    """The player's units on the battlefield."""
    return (unit.id for unit in table.units.values() if unit.owner == player and unit.standing)


def aims(table: Table) -> Iterator[tuple[str, str, int]]:
    """Who aims at which unit, and since which entry: targets of combats and of special orders."""
    for order in table.orders:
        by = table.units[order.unit].owner
        named = (order.fight.target, *order.named) if order.fight else order.named
        yield from ((by, unit, order.since) for unit in named)


DECLINING = Declining("decline", spans, own, aims)
