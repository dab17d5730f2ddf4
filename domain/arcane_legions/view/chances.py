"""Whose chance it is."""

from domain.arcane_legions.chapters.costs import price_in_words
from domain.arcane_legions.outline import ROWS
from domain.arcane_legions.table import Table
from domain.arcane_legions.waiting import to_act
from domain.arcane_legions.wording import points
from domain.kernel.wording import list_in_words


def chance(table: Table) -> str:
    """Whose chance it is and what for, in one sentence; or how the game ended."""
    if table.over:
        ends = f": {table.winner} has won" if table.winner else " without a winner"
        return f"The game is over{ends}."
    who = list_in_words(to_act(table))
    if table.outstanding:
        there = list_in_words(f"{n} on {unit}" for unit, n in table.outstanding.items())
        return f"{who}: place the outstanding damage ({there})."
    if table.hands:
        hand = list_in_words(f"“{one.id}”" for one in table.hand(table.emptying()))
        return f"{who}: resolve {hand}, in any order."
    if not table.orders:
        return f"{who}: give an order ({points(table.order_points[who])} left), or end the orders."
    return f"{who}: {_choice(table)}."


def _choice(table: Table) -> str:
    """What is chosen at a row, as the outline says what it waits for."""
    order = table.order
    words = {
        "breakaway": f"make a breakaway attack on {order.unit}, or decline",
        "target": f"choose the target of {order.name}, or none",
        "step": f"pay for a step or turn of {order.unit} ({order.movement} left), or stop",
        "reposition": f"put figures of {order.unit} on other slots, change its facing, or be done",
        "face": f"change the facing of {order.unit}, or be done",
        "roll": f"say the dice of {order.name}",
        "hits": "adjust the dice, or say the hits",
        "effect": f"say what {order.name} does",
    }
    waits = ROWS[table.row].waits
    if "pay" in waits:
        return f"pay {price_in_words(table)} for {order.name}, or let it go"
    return next(chosen for step, chosen in words.items() if step in waits)
