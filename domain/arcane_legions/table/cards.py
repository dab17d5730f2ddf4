"""Reading a unit of the set-up: its card, and how it stands."""

from collections.abc import Mapping
from typing import Any

from domain.arcane_legions.table.reading import (
    SetupError,
    a_list,
    a_mapping,
    a_number,
    a_truth,
    a_word,
    known_keys,
    one_of,
)
from domain.arcane_legions.table.units import ICONS, ORDER_TYPES, Card, Figure, Special, Unit

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


def lay_out_unit(id: str, said: object, players: tuple[str, ...], *, earlier: bool) -> Unit:
    """A unit as the set-up has it; `earlier` allows orders given before in the turn.

    Raises SetupError.
    """
    path = f"setup.units.{id}"
    of = known_keys(path, a_mapping(path, said), KEYS)
    for key in ("owner", "base", "figures"):
        if key not in of:
            raise SetupError(f"{path}: “{key}” is missing")
    card = _card(path, id, of, players)
    known = tuple(card.figures)
    down = frozenset(
        one_of(f"{path}.down", figure, known)
        for figure in a_list(f"{path}.down", of.get("down", []))
    )
    orders = _orders_given(path, of)
    pushed = a_truth(f"{path}.pushed", of.get("pushed", False))
    if (orders or pushed) and not earlier:
        raise SetupError(f"{path}: orders_given and pushed go with start.at T2b only")
    return Unit(
        card,
        {figure: figure for figure in known if figure not in down},
        down=down,
        orders=orders,
        pushed=0 if pushed else None,
    )


def _card(path: str, id: str, of: Mapping[str, Any], players: tuple[str, ...]) -> Card:
    abilities = a_list(f"{path}.abilities", of.get("abilities", []))
    costs = a_mapping(f"{path}.costs", of.get("costs", {}))
    grey = a_list(f"{path}.grey", of.get("grey", []))
    return Card(
        id,
        one_of(f"{path}.owner", of["owner"], players),
        one_of(f"{path}.base", of["base"], BASES),
        _figures(path, of),
        tuple(a_word(f"{path}.abilities", one) for one in abilities),
        _specials(f"{path}.specials", of.get("specials", [])),
        {one_of(f"{path}.costs", s, SIDES): a_number(f"{path}.costs.{s}", costs[s]) for s in costs},
        tuple(one_of(f"{path}.grey", side, SIDES) for side in grey),
    )


MOST_FIGURES = 1_000
"""Of one unit given as a number; each becomes a value of its own."""


def _figures(path: str, of: Mapping[str, Any]) -> Mapping[str, Figure]:
    figures = of["figures"]
    if isinstance(figures, list | tuple):
        if "icons" in of:
            raise SetupError(f"{path}.icons: each figure of a list says its own icons")
        return _listed_figures(f"{path}.figures", figures)
    number = a_number(f"{path}.figures", figures, 1)
    if number > MOST_FIGURES:
        raise SetupError(f"{path}.figures: expected at most {MOST_FIGURES}, found {number}")
    icons = _icons(f"{path}.icons", of.get("icons", {}), number)
    return {
        f"f{n}": Figure(f"f{n}", tuple(icon for icon in ICONS if n <= icons.get(icon, 0)))
        for n in range(1, number + 1)
    }


def _icons(path: str, said: object, figures: int) -> Mapping[str, int]:
    icons = {
        one_of(path, icon, ICONS): a_number(f"{path}.{icon}", number)
        for icon, number in a_mapping(path, said).items()
    }
    for icon, number in icons.items():
        if number > figures:
            raise SetupError(f"{path}.{icon}: expected at most {figures}, one a figure")
    return icons


def _listed_figures(path: str, said: list[Any] | tuple[Any, ...]) -> Mapping[str, Figure]:
    found: dict[str, Figure] = {}
    for n, one in enumerate(said):
        figure = _figure(f"{path}[{n}]", one)
        if figure.id in found:
            raise SetupError(f"{path}[{n}].id: “{figure.id}” is there twice")
        found[figure.id] = figure
    if not found:
        raise SetupError(f"{path}: expected at least one figure")
    return found


def _figure(path: str, said: object) -> Figure:
    of = known_keys(path, a_mapping(path, said), FIGURE)
    if "id" not in of:
        raise SetupError(f"{path}: “id” is missing")
    icons = a_list(f"{path}.icons", of.get("icons", []))
    return Figure(
        a_word(f"{path}.id", of["id"]),
        tuple(one_of(f"{path}.icons", icon, ICONS) for icon in icons),
        a_number(f"{path}.hit_points", of.get("hit_points", 1), 1),
        a_truth(f"{path}.commander", of.get("commander", False)),
        a_word(f"{path}.kind", of.get("kind", "")),
    )


def _specials(path: str, said: object) -> Mapping[str, Special]:
    found: dict[str, Special] = {}
    for n, one in enumerate(a_list(path, said)):
        here = f"{path}[{n}]"
        of = known_keys(here, a_mapping(here, one), ("name", "cost", "targets"))
        for key in ("name", "cost"):
            if key not in of:
                raise SetupError(f"{here}: “{key}” is missing")
        name = a_word(f"{here}.name", of["name"])
        cost = a_number(f"{here}.cost", of["cost"])
        found[name] = Special(name, cost, a_truth(f"{here}.targets", of.get("targets", False)))
    return found


def _orders_given(path: str, of: Mapping[str, Any]) -> Mapping[str, tuple[int, ...]]:
    path = f"{path}.orders_given"
    given = {
        one_of(path, order, ORDER_TYPES): a_number(f"{path}.{order}", number)
        for order, number in a_mapping(path, of.get("orders_given", {})).items()
    }
    return {order: (0,) * number for order, number in given.items() if number}
