"""The table of Lanterns."""

from collections.abc import Mapping

from domain.kernel.rulebook import Law
from domain.kernel.shapes.lasting import Lasting
from domain.kernel.shapes.passing import Passing
from domain.kernel.shapes.secret import Secret
from domain.kernel.values import Value


class Item(Value):
    """A card or a mirror's trigger on the stack."""

    name: str
    """The card, or `trigger3a`."""
    kind: str
    by: str
    entry: int
    target: str | None = None


class Rolling(Value):
    """A gust whose dice are being rolled."""

    item: Item
    dice: tuple[int, ...] = ()
    again: bool = False
    """Whether a die was rolled again."""


class Table(Value):
    law: Law
    players: tuple[str, ...]
    lights: Mapping[str, int]
    coins: Mapping[str, int]
    mirrors: Mapping[str, int]
    cards: Mapping[str, str]
    """Card → its kind."""
    hands: Mapping[str, tuple[str, ...]]
    led: str
    """Who leads, or led last."""
    round: int = 1
    bids: Secret = Secret()
    window: Passing | None = None
    """None while bids are made."""
    stack: tuple[Item, ...] = ()
    """The top last."""
    laid: Mapping[str, int] = {}
    """Card → the entry with which it came out of a hand."""
    rolling: Rolling | None = None
    veils: Mapping[str, Lasting] = {}
    """By the player who is veiled."""
    triggers: int = 0
    """How many have entered by now."""
    out: tuple[str, ...] = ()
    over: bool = False
    winner: str | None = None

    def on_the_stack(self, name: str) -> Item | None:
        return next((item for item in self.stack if item.name == name), None)


def in_game(table: Table) -> tuple[str, ...]:
    return tuple(player for player in table.players if player not in table.out)


def to_act(table: Table) -> tuple[str, ...]:
    if table.over:
        return ()
    if table.rolling is not None:
        return (table.rolling.item.by,)
    if table.window is None:
        return table.bids.waiting(in_game(table))
    return (table.window.chance,)
