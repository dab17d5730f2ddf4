"""What a standing answer needs to know: what is under way, and who aims at what."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.prompting.declining import Declining
from domain.voidsiege.table import Table


def spans(table: Table) -> Mapping[str, Any]:
    """The command, while one is under way, and the round."""
    command = {} if table.acting is None else {"command": table.acting.entry}
    return {**command, "round": table.round}


def own(table: Table, player: str) -> Iterator[str]:
    return (unit.name for unit in table.living_of(player))


def aims(table: Table) -> Iterator[tuple[str, str, int]]:
    """The target of the command, and that of the reaction to it."""
    for order in (table.acting, table.reaction):
        if order is not None and order.target is not None:
            yield order.player, order.target, order.entry


DECLINING = Declining("decline", spans, own, aims)
