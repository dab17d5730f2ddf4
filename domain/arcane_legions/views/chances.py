"""Whose chance it is, and the plainest step that lets the game go on."""

from collections.abc import Mapping

from domain.arcane_legions.law.outline import PAYMENTS, ROWS
from domain.arcane_legions.play.costs import cost_of, order_needs_push
from domain.arcane_legions.play.damage import room_for_damage, who_places
from domain.arcane_legions.play.window import owner_now_deciding
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.wording import points
from domain.kernel.steps import Said
from domain.kernel.wording import list_in_words

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
    return (_player_deciding(table),)


def _player_deciding(table: Table) -> str:
    if not table.orders:
        return table.active
    return owner_now_deciding(table) if table.row == "M.c" else table.acting_unit().owner


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
    order, row = table.order, table.row
    if row == "M.c":
        return f"make a breakaway attack on {order.unit}, or decline"
    if row in PAYMENTS:
        return f"pay {price_in_words(table)} for {order.name}, or let it go"
    words = {
        "a": f"choose the target of {order.name}, or none",
        "e": f"pay for a step or turn of {order.unit} ({order.movement} left), or stop",
        "c": f"put figures of {order.unit} on other slots, change its facing, or be done",
        "d": f"change the facing of {order.unit}, or be done",
        **dict.fromkeys("fh", f"say the dice of {order.name}"),
        **dict.fromkeys("gi", "adjust the dice, or say the hits"),
    }
    return f"say what {order.name} does" if row == "S.d" else words[row[-1]]


def price_in_words(table: Table) -> str:
    """What the order on top costs, for people: “2 order points and a figure”."""
    push = " and a figure" if order_needs_push(table) else ""
    return f"{points(cost_of(table, table.order).points)}{push}"


SAID_OF_DICE = frozenset({"roll", "adjust", "hits", "damage"})
PLAINEST: Mapping[str, str] = {
    id: [*row.waits][-1] for id, row in ROWS.items() if not SAID_OF_DICE.issuperset(row.waits)
}
"""Row → the last step that it waits for: the one with which as little as possible happens there."""


def going_on(table: Table) -> Said | None:
    """The plainest step that lets the game go on; none where only dice or hits do."""
    if table.over:
        return None
    if table.outstanding:
        return _first_figures(table)
    if table.hands:
        player = table.emptying()
        return {"by": player, "do": "resolve", "trigger": table.hand(player)[0].id}
    do = PLAINEST.get(table.row)
    return {"by": _player_deciding(table), "do": do} if do else None


def _first_figures(table: Table) -> Said:
    """Outstanding damage, placed on figures in the order in which they stand."""
    id, number = next(iter(table.outstanding.items()))
    figures = list(room_for_damage(table.units[id], number)[:number])
    return {"by": who_places(table, id), "do": "damage", "unit": id, "figures": figures}
