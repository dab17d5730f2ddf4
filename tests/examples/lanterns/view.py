"""The table of Lanterns for programs, people and eyes; what is hidden."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.blocks.zones import hiding_of
from domain.kernel.board import Group, Mark, Piece, groups_in_words
from domain.kernel.view import in_view
from domain.kernel.wording import count, list_in_words
from tests.examples.lanterns.table import HAND, Item, Table

HIDING = hiding_of(
    ("card", "target"),
    plain=("dice", "die", "face", "fact", "player", "change", "amount"),
    is_other_name=lambda table, name: table.on_the_stack(name) is not None,
)
SAID_OTHERWISE = ("players", "mirrors", "zones", "window", "stack", "rolling", "veils", "triggers")
"""The fields of the table that the view leaves out, or has in its own words."""


def view(table: Table, viewer: str) -> dict[str, Any]:
    window, rolling = table.window, table.rolling
    return {
        **in_view(table, viewer, *SAID_OTHERWISE),
        "to_act": [*table.to_act()],
        "chance": window and window.chance,
        "passed": [*window.passed] if window else [],
        "stack": [{"card": one.name, "by": one.by, "target": one.target} for one in table.stack],
        "dice": None if rolling is None else [*rolling.dice],
        "veiled": {player: veil.through for player, veil in table.veils.items()},
        "hands": table.zones.of_each(viewer, HAND, table.players),
    }


def chance(table: Table) -> str:
    if table.over:
        return f"{table.winner} has won." if table.winner else "Nobody has won."
    who = list_in_words(table.to_act())
    if table.rolling is not None:
        return (
            f"{who} rolls the dice." if not table.rolling.dice else f"{who} keeps or rolls again."
        )
    return f"{who} may lay a card or pass." if table.window else f"Bids are waited for: {who}."


def board(table: Table, viewer: str) -> tuple[Group, ...]:
    stack = tuple(_item(one) for one in reversed(table.stack))
    hands = (table.zones.group(viewer, HAND, one, _has(table, one)) for one in table.players)
    return (Group("the stack", pieces=stack, ordered=True), *hands)


def _item(item: Item) -> Piece:
    at = f"at {item.target}" if item.target else ""
    return Piece(item.name, f"{item.name}, {item.kind}", at, (Mark("laid", item.entry, ("C1",)),))


def _has(table: Table, player: str) -> str:
    return f"{count(table.lights[player], 'light')}, {count(table.coins[player], 'coin')}"


def in_words(table: Table, viewer: str) -> Iterator[str]:
    yield f"Round {table.round}; {table.led} led last. {chance(table)}"
    yield from groups_in_words(board(table, viewer))
