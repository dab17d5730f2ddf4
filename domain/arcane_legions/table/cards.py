"""Reading a unit of the set-up: its card, and how it stands."""

from collections.abc import Mapping

from domain.arcane_legions.table.units import ICONS, ORDER_TYPES, Card, Figure, Special, Unit
from domain.kernel.setup import Given

KEYS = (
    "owner",
    "base",
    "figures",
    "icons",
    "abilities",
    "specials",
    "costs",
    "grey",
    "down",
    "orders_given",
    "pushed",
)
FIGURE = ("id", "icons", "hit_points", "commander", "kind")
BASES = ("formation", "sortie")
SIDES = ("front", "back", "left", "right")


def lay_out_unit(id: str, given: Given, players: tuple[str, ...], *, earlier: bool) -> Unit:
    """A unit as the set-up has it; `earlier` allows orders given before in the turn.

    Raises SetupError.
    """
    given.mapping(*KEYS, needs=("owner", "base", "figures"))
    card = _card(id, given, players)
    down = frozenset(given.get("down", []).words(*card.figures))
    orders = _orders_given(given.get("orders_given", {}))
    pushed = given.get("pushed", False).truth()
    if (orders or pushed) and not earlier:
        raise given.refused("orders_given and pushed go with start.at T2b only")
    return Unit(
        card,
        {figure: figure for figure in card.figures if figure not in down},
        down=down,
        orders=orders,
        pushed=0 if pushed else None,
    )


def _card(id: str, given: Given, players: tuple[str, ...]) -> Card:
    return Card(
        id,
        given["owner"].one_of(*players),
        given["base"].one_of(*BASES),
        _figures(given),
        given.get("abilities", []).words(),
        dict(map(_special, given.get("specials", []).list())),
        {side: cost.number() for side, cost in given.get("costs", {}).items(*SIDES)},
        given.get("grey", []).words(*SIDES),
    )


MOST_FIGURES = 1_000
"""Of one unit given as a number; each becomes a value of its own."""


def _figures(given: Given) -> Mapping[str, Figure]:
    if isinstance(given["figures"].value, list | tuple):
        if "icons" in given:
            raise given["icons"].refused("each figure of a list says its own icons")
        return _listed_figures(given["figures"])
    number = given["figures"].number(1, MOST_FIGURES)
    icons = {icon: ready.number(0, number) for icon, ready in given.get("icons", {}).items(*ICONS)}
    return {
        f"f{n}": Figure(f"f{n}", tuple(icon for icon in ICONS if n <= icons.get(icon, 0)))
        for n in range(1, number + 1)
    }


def _listed_figures(given: Given) -> Mapping[str, Figure]:
    found: dict[str, Figure] = {}
    for one in given.list():
        figure = _figure(one)
        if figure.id in found:
            raise one["id"].refused(f"“{figure.id}” is there twice")
        found[figure.id] = figure
    if not found:
        raise given.refused("expected at least one figure")
    return found


def _figure(given: Given) -> Figure:
    given.mapping(*FIGURE, needs=("id",))
    return Figure(
        given["id"].word(),
        given.get("icons", []).words(*ICONS),
        given.get("hit_points", 1).number(1),
        given.get("commander", False).truth(),
        given.get("kind", "").word(),
    )


def _special(given: Given) -> tuple[str, Special]:
    given.mapping("name", "cost", "targets", needs=("name", "cost"))
    name = given["name"].word()
    return name, Special(name, given["cost"].number(), given.get("targets", False).truth())


def _orders_given(given: Given) -> Mapping[str, tuple[int, ...]]:
    times = {order: number.number() for order, number in given.items(*ORDER_TYPES)}
    return {order: (0,) * number for order, number in times.items() if number}
