"""A unit: what is printed on its card, and how it stands."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, get_args

from domain.kernel.setup import FromOne, FromZero, Shape
from domain.kernel.values import Value

Icon = Literal["attack", "defence", "movement", "ranged"]
ICONS: tuple[Icon, ...] = get_args(Icon)
OrderType = Literal["close", "ranged", "move", "regroup", "special"]
ORDER_TYPES: tuple[OrderType, ...] = get_args(OrderType)
Side = Literal["front", "back", "left", "right"]
SIDES: tuple[Side, ...] = get_args(Side)


class Figure(Shape):
    """One miniature, and the slot of the same name it is set up on."""

    id: str
    icons: tuple[Icon, ...] = ()
    """Printed on the slot."""
    hit_points: FromOne = 1
    commander: bool = False
    kind: str = ""


class Special(Shape):
    """A special order printed on a unit's card."""

    name: str
    cost: FromZero
    targets: bool = False


class Card(Value, dict=True):
    """What stays the same of a unit for the whole game."""

    id: str
    owner: str
    base: str
    figures: Mapping[str, Figure]
    abilities: tuple[str, ...]
    """As they are listed; some count as often as they are."""
    specials: Mapping[str, Special]
    costs: Mapping[str, int]
    """Side → movement cost, where known."""
    grey: tuple[str, ...]
    """Its grey sides."""

    @cached_property
    def slots(self) -> Mapping[str, Mapping[str, int]]:
        """Icon → slot → how many of it are printed there."""
        printed: dict[str, dict[str, int]] = {}
        for slot, figure in self.figures.items():
            for icon in figure.icons:
                of_it = printed.setdefault(icon, {})
                of_it[slot] = of_it.get(slot, 0) + 1
        return printed


class Unit(Value):
    """A unit as it stands: which figure on which slot, damage, orders of this turn."""

    card: Card
    standing: Mapping[str, str]
    """Figure → slot."""
    damage: Mapping[str, int] = {}
    down: frozenset[str] = frozenset()
    orders: Mapping[str, tuple[int, ...]] = {}
    """Order type → the entries that gave one in this turn."""
    specials: tuple[str, ...] = ()
    """The special orders given in this turn, by name."""
    pushed: int | None = None
    """The entry of its push in this turn."""
    left: int | None = None
    """The entry at which it left the battlefield; none if it never stood there."""
    touched: Mapping[str, int] = {}
    """Figure → the entry at which it was last hurt, taken off, moved or returned."""
    slots: Mapping[str, int] = {}
    """Slot → the entry at which a figure last came to stand there, or stood there no more."""

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def owner(self) -> str:
        return self.card.owner

    @property
    def sortie(self) -> bool:
        return self.card.base == "sortie"

    def has(self, ability: str) -> int:
        """How often it has this ability."""
        return self.card.abilities.count(ability)

    def ready(self, icon: str) -> int:
        """Icons of this kind on slots where a figure stands."""
        printed = self.card.slots.get(icon)
        if printed is None:
            return 0
        return sum([printed.get(slot, 0) for slot in self.standing.values()])

    def ready_since(self, icon: str) -> tuple[int, ...]:
        """The entries that made so many icons of this kind ready, or so few."""
        printed = self.card.slots.get(icon, {})
        return tuple(entry for slot, entry in self.slots.items() if slot in printed)

    def left_of(self, figure: str) -> int:
        """The hit points that a standing figure has left."""
        return self.card.figures[figure].hit_points - self.damage.get(figure, 0)

    @property
    def hit_points(self) -> int:
        return sum(map(self.left_of, self.standing))

    def orders_given(self, order: str) -> int:
        return len(self.orders.get(order, ()))

    @property
    def worth(self) -> int:
        """Victory points for its destruction (V1)."""
        return 1 if self.sortie else 2
