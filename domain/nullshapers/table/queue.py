"""The actions of the queue, with everything that was declared of them."""

from collections.abc import Mapping

from domain.kernel.values import Value

NOTHING: Mapping[str, int] = {}


class Item(Value):
    """An action in the queue, with all that was declared of it."""

    name: str
    since: int
    """The entry that put it there."""
    by: str
    speed: int
    """As which speed it is answered (N6)."""
    card: str | None = None
    """The card played, or whose skill it is."""
    skill: str | None = None
    action: str | None = None
    reactive: bool = False
    targets: tuple[str, ...] = ()
    departures: tuple[int, ...] = ()
    """How often each target that is a card had left the planet when it was named."""
    stood: tuple[str, ...] = ()
    """Where each agent of a battle action stood when it was declared."""
    option: str | None = None
    x: int | None = None
    biome: str | None = None
    to: Mapping[str, str] | None = None
    departed: int = 0
    """How often the card whose skill it is had left the planet (M14)."""
    paid: Mapping[str, int] = NOTHING
    locked_for_it: bool = False
    ruled: bool = False
    """A judge made it legal."""
    marked: int | None = None
    """The entry that cancelled it, where it keeps its place (E17)."""

    @property
    def is_card(self) -> bool:
        return self.card is not None and self.skill is None


class Spent(Value):
    """Energy that a player no longer has."""

    since: int
    amounts: Mapping[str, int]
    rules: tuple[str, ...] = ()
    """By which left-over energy was lost: A7, and M38 where the phase had not ended; else none."""


class Declared(Value):
    """A battle action that was declared in this step (M45)."""

    name: str
    since: int
    cancelled: bool = False


def name_of(item: Item) -> str:
    """An action as a sentence names it."""
    if item.action is not None:
        return f"the {'defence' if item.action == 'defend' else item.action} {item.name}"
    what = f"“{item.card}/{item.skill}”" if item.skill else f"“{item.card}”"
    return f"{what} ({item.name})"


def with_capital(item: Item) -> str:
    """The same at the beginning of a sentence."""
    name = name_of(item)
    return name if item.action is None else f"T{name[1:]}"
