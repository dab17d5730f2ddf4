"""A unit in the set-up: its shape, and the unit that it lays out."""

from collections.abc import Mapping
from typing import Annotated, Literal

from domain.arcane_legions.units import ICONS, Card, Figure, Icon, OrderType, Side, Special, Unit
from domain.kernel.setup import UNSET, FromZero, Meta, SetupError, Shape, UnsetType, one_of, wrong
from domain.kernel.values import made_of

MOST_FIGURES = 1_000
"""Of one unit; a limit, because a set-up that gives a number makes a value for each figure."""
MOST_ORDERS = 1_000
"""Of one kind, given to a unit earlier in the turn; a limit for the same reason."""


class UnitSetup(Shape):
    """A unit: its card, and how it stands; orders given earlier in the turn only at T2b."""

    owner: str
    """A player."""
    base: Literal["formation", "sortie"]
    figures: Annotated[int, Meta(ge=1, le=MOST_FIGURES)] | tuple[Figure, ...]
    """How many, or each with its slot."""
    icons: Mapping[Icon, FromZero] | UnsetType = UNSET
    """Icon → how many slots show it, from the first on, where figures are a number."""
    abilities: tuple[str, ...] = ()
    specials: tuple[Special, ...] = ()
    costs: Mapping[Side, FromZero] = {}
    """Side → movement cost, where known."""
    grey: tuple[Side, ...] = ()
    """Its grey sides."""
    down: tuple[str, ...] = ()
    """Figures that have fallen."""
    orders_given: Mapping[OrderType, Annotated[int, Meta(ge=0, le=MOST_ORDERS)]] = {}
    """Earlier in this turn; only at T2b."""
    pushed: bool = False


def lay_out_unit(id: str, setup: UnitSetup, players: tuple[str, ...], *, earlier: bool) -> Unit:
    """The unit that a set-up describes; `earlier`: whether it may have had orders in this turn.

    Raises SetupError for a word or a figure that is none, and for orders before T2b.
    """
    path = f"setup.units.{id}"
    one_of(players, setup.owner, f"{path}.owner")
    card = _card(id, setup, path)
    for n, figure in enumerate(setup.down):
        one_of(card.figures, figure, f"{path}.down[{n}]")
    orders: dict[str, tuple[int, ...]] = {
        order: (0,) * number for order, number in setup.orders_given.items() if number
    }
    if (orders or setup.pushed) and not earlier:
        raise SetupError(f"{path}: orders_given and pushed go with start.at T2b only")
    return Unit(
        card,
        {figure: figure for figure in card.figures if figure not in setup.down},
        down=frozenset(setup.down),
        orders=orders,
        pushed=0 if setup.pushed else None,
    )


def _card(id: str, setup: UnitSetup, path: str) -> Card:
    specials = {special.name: special for special in setup.specials}
    figures, costs = _figures(setup, path), dict(setup.costs.items())
    return made_of(Card, setup, id=id, figures=figures, specials=specials, costs=costs)


def _figures(setup: UnitSetup, path: str) -> Mapping[str, Figure]:
    if isinstance(setup.figures, tuple):
        if setup.icons is not UNSET:
            raise SetupError(f"{path}.icons: each figure of a list says its own icons")
        return _figures_by_name(setup.figures, f"{path}.figures")
    number = setup.figures
    icons = {} if setup.icons is UNSET else setup.icons
    for icon, ready in icons.items():
        if ready > number:
            raise wrong(f"{path}.icons.{icon}", f"a whole number from 0 to {number}", ready)
    return {
        f"f{n}": Figure(f"f{n}", tuple(icon for icon in ICONS if n <= icons.get(icon, 0)))
        for n in range(1, number + 1)
    }


def _figures_by_name(figures: tuple[Figure, ...], path: str) -> Mapping[str, Figure]:
    by_name: dict[str, Figure] = {}
    for n, figure in enumerate(figures):
        if figure.id in by_name:
            raise SetupError(f"{path}[{n}].id: “{figure.id}” is there twice")
        by_name[figure.id] = figure
    if not by_name:
        raise SetupError(f"{path}: expected at least one figure")
    return by_name
