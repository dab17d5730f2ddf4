"""Random tables of any ruleset: as the file of its properties makes them, or those of its records."""

from random import Random

from application.rulesets import OURS
from domain.kernel.history import Game, open_game
from tests.archive import opening
from tests.modules import module_of
from tests.properties.play import Fill, filled
from tests.spec import named

OWN = {name: module_of("tests.properties", name, "test_") for name in OURS}
"""Ruleset → the file of its own properties; None without one."""


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
