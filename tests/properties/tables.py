"""Random tables of any ruleset: as the file of its properties makes them, or those of its records."""

from importlib import import_module
from random import Random
from typing import Any

from application.rulesets import OURS
from domain.kernel.history import Game, open_game
from tests.archive import opening
from tests.properties.play import Fill, filled
from tests.spec import named


def _properties(ruleset: str) -> Any:
    """The file of a ruleset's own properties; None without one."""
    name = f"tests.properties.test_{ruleset.replace('-', '_')}"
    try:
        return import_module(name)
    except ModuleNotFoundError as why:
        if why.name != name:
            raise
        return None


OWN = {name: _properties(name) for name in OURS}


def some_game(ruleset: str, chance: Random) -> Game:
    """A game on a random table, at entry 0."""
    own = getattr(OWN.get(ruleset), "some_game", None)
    if own is None:
        return open_game(named(ruleset), opening(ruleset, chance))
    game: Game = own(chance)
    return game


def fill_of(ruleset: str) -> Fill:
    """What answers the questions of its candidates."""
    found: Fill = getattr(OWN.get(ruleset), "fill", filled)
    return found
