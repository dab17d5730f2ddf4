"""A unit: what is printed on its card, and how it stands on the table."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal, get_args

from domain.kernel.setup import FromZero, Meta, Shape
from domain.kernel.values import Value, changed, without_item

Icon = Literal["attack", "defence", "movement", "ranged"]


ICONS: tuple[Icon, ...] = get_args(Icon)


OrderType = Literal["close", "ranged", "move", "regroup", "special"]


ORDER_TYPES: tuple[OrderType, ...] = get_args(OrderType)


Side = Literal["front", "back", "left", "right"]


SIDES: tuple[Side, ...] = get_args(Side)


MOST_HIT_POINTS = 1_000
"""Of one figure; a limit, because damage is placed point by point."""


class Figure(Shape):
    """One miniature, and the slot of the same name it is set up on."""

    id: str
    icons: tuple[Icon, ...] = ()
    """Printed on the slot."""
    hit_points: Annotated[int, Meta(ge=1, le=MOST_HIT_POINTS)] = 1
    commander: bool = False
    kind: str = ""


class Special(Shape):
    """A special order printed on a unit's card."""

    name: str
    cost: FromZero
    targets: bool = False


class Card(Value, dict=True, gc=True):
    """What of a unit stays the same for the whole game."""

    id: str
    owner: str
    base: str
    figures: Mapping[str, Figure]
    abilities: tuple[str, ...]
    """As they are listed: Impede and Elusive count as often as they are."""
    specials: Mapping[str, Special]
    """Its special orders, by name."""
    costs: Mapping[str, int]
    """Side → movement cost, where known."""
    grey: tuple[str, ...]
    """Its grey sides."""

    @property
    def all_grey(self) -> bool:
        return {*SIDES} == {*self.grey}

    def is_grey(self, side: str) -> bool:
        """Whether this side is grey; with all four it is, also if none is said (K10)."""
        return side in self.grey or self.all_grey

    @cached_property
    def icons_on_slots(self) -> Mapping[str, Mapping[str, int]]:
        """Icon → slot → how often it is printed there."""
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
    """Figure → the slot it stands on."""
    damage: Mapping[str, int] = {}
    """Figure → points of damage; figures without any are left out."""
    down: frozenset[str] = frozenset()
    """The downed figures: an effect can return them (H3), unlike those that a push took off."""
    orders: Mapping[str, tuple[int, ...]] = {}
    """Order type → the entries that gave such an order in this turn; 0 for one given before the record."""
    specials: tuple[str, ...] = ()
    """The special orders given in this turn, by name."""
    pushed: int | None = None
    """The entry of its push in this turn; 0 if that was before the record began."""
    left: int | None = None
    """The entry with which it left the battlefield; None while it stands, and if it never stood there."""
    figures_since: Mapping[str, int] = {}
    """Figure → the entry at which it was last hurt, taken off, moved or returned."""
    slots_since: Mapping[str, int] = {}
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
        """How many icons of this kind are ready: those on slots where a figure stands."""
        printed = self.card.icons_on_slots.get(icon)
        if printed is None:
            return 0
        return sum([printed.get(slot, 0) for slot in self.standing.values()])

    def ready_since(self, icon: str) -> tuple[int, ...]:
        """The entries that made so many icons of this kind ready, or so few."""
        printed = self.card.icons_on_slots.get(icon, {})
        return tuple(entry for slot, entry in self.slots_since.items() if slot in printed)

    def hit_points_left(self, figure: str) -> int:
        """The hit points that a standing figure has left."""
        return self.card.figures[figure].hit_points - self.damage.get(figure, 0)

    @property
    def hit_points(self) -> int:
        """The hit points left to all figures that stand."""
        return sum(map(self.hit_points_left, self.standing))

    def orders_given(self, order: str) -> int:
        """How many orders of this type it was given in this turn."""
        return len(self.orders.get(order, ()))

    @property
    def worth(self) -> int:
        """The victory points for its destruction (V1)."""
        return 1 if self.sortie else 2


def with_damage(unit: Unit, figures: tuple[str, ...], entry: int) -> Unit:
    """The unit with a point of damage more for each figure named."""
    damage = dict(unit.damage)
    for figure in figures:
        damage[figure] = damage.get(figure, 0) + 1
    return changed(
        unit, damage=damage, figures_since={**unit.figures_since, **dict.fromkeys(figures, entry)}
    )


def without_figure(unit: Unit, figure: str, entry: int) -> Unit:
    """The unit with this figure off its slot: downed or pushed."""
    return changed(
        unit,
        standing=without_item(unit.standing, figure),
        damage=without_item(unit.damage, figure),
        figures_since={**unit.figures_since, figure: entry},
        slots_since={**unit.slots_since, unit.standing[figure]: entry},
    )


def damage_that_fits(unit: Unit, figures: tuple[str, ...]) -> tuple[str, ...]:
    """Of this damage, a figure for each point, what the figures that stand have hit points for."""
    left = {figure: unit.hit_points_left(figure) for figure in unit.standing}
    placed = []
    for figure in figures:
        if left.get(figure, 0) > 0:
            left[figure] -= 1
            placed.append(figure)
    return tuple(placed)
