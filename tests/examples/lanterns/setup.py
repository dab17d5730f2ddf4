"""Reading a set-up of Lanterns."""

from collections.abc import Mapping
from typing import Any, Literal

from domain.kernel.rulebook import Law
from domain.kernel.setup import FromOne, FromZero, SetupError, Shape, among, read
from domain.kernel.values import changed
from tests.examples.lanterns.table import HAND, Table

LIGHTS, COINS = 3, 3


class Setup(Shape):
    """Who holds which cards, and how many lights, coins and mirrors each has."""

    hands: Mapping[str, Mapping[str, Literal["spark", "gust", "snuff", "veil"]]]
    """Player → their cards, each with its kind."""
    lights: Mapping[str, FromOne] = {}
    """Player → how many; three, where nothing is said."""
    coins: Mapping[str, FromZero] = {}
    """Player → how many; three, where nothing is said."""
    mirrors: Mapping[str, FromZero] = {}
    """Player → how many; none, where nothing is said."""


def lay_out(law: Law, players: tuple[str, ...], said: Mapping[str, Any]) -> Table:
    """The table of a set-up. Raises SetupError."""
    setup = read(Setup, said)
    for key, of in said.items():
        among(players, of, f"setup.{key}")
    table = Table(
        players=players,
        law=law,
        lights={**dict.fromkeys(players, LIGHTS), **setup.lights},
        coins={**dict.fromkeys(players, COINS), **setup.coins},
        mirrors={**dict.fromkeys(players, 0), **setup.mirrors},
        led=players[-1],
    )
    names = set(players)
    for player, hand in setup.hands.items():
        for card in hand:
            if card in names or card.startswith("trigger"):
                raise SetupError(f"setup.hands.{player}.{card}: expected a name of its own")
            names.add(card)
    return changed(table, zones=table.zones.laid_out(HAND, setup.hands))


def example(players: tuple[str, ...]) -> Mapping[str, Any]:
    """A spark and a snuff for each."""
    seats = enumerate(players, 1)
    return {"hands": {one: {f"spark{n}": "spark", f"snuff{n}": "snuff"} for n, one in seats}}
