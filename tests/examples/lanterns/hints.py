"""How steps are put before people, and how a player declines."""

from collections.abc import Iterable
from typing import Any

from domain.kernel.offers import Hint
from domain.kernel.prompting.declining import Declining
from tests.examples.lanterns.table import Table


def bids_are_made(table: Table, player: str) -> bool:
    return table.window is None and player in table.to_act()


def the_stack_is_open(table: Table) -> bool:
    return table.window is not None and table.rolling is None


def dice_wait(table: Table) -> bool:
    return table.rolling is not None and not table.rolling.dice


def dice_lie(table: Table) -> bool:
    return table.rolling is not None and bool(table.rolling.dice)


def now(table: Table, player: str) -> Iterable[dict[str, Any]]:
    """It is due for whoever is waited for."""
    return ({},) if player in table.to_act() else ()


def no_coins(table: Table, player: str) -> Iterable[dict[str, Any]]:
    return ({"amount": 0},) if bids_are_made(table, player) else ()


HINTS = {
    "bid": Hint("Bid {amount}", bids_are_made, no_coins),
    "keep": Hint("Keep the dice", dice_lie, now),
    "roll": Hint("Roll the dice", dice_wait, now),
    "again": Hint("Roll die {die} again: {face}", dice_lie),
    "lay": Hint("Lay it", the_stack_is_open),
    "pass": Hint("Pass", the_stack_is_open, now),
    "report lights": Hint("Lights: {change}", aside=True),
}


def _spans(table: Table) -> dict[str, Any]:
    return {**({"stack": table.stack[0].name} if table.stack else {}), "round": table.round}


DECLINING = Declining(
    "pass",
    spans=_spans,
    own=lambda table, player: [player, *(one.name for one in table.stack if one.by == player)],
    aims=lambda table: ((one.by, one.target, one.name) for one in table.stack if one.target),
)
