"""Games of all rulesets in which anything may be said: no exception escapes, and everything holds."""

from collections.abc import Callable
from random import Random

from domain.kernel.history import open_game
from tests.archive import RULESETS, opening
from tests.properties.play import holds, play
from tests.spec import named

SHORT, LONG = 40, 120


def said_at_random(steps: int, seed: int = 0, told: Callable[[int], None] | None = None) -> int:
    """Plays at least so many steps, over the tables of the conformance records; how many it were."""
    done = 0
    while done < steps:
        chance = Random(seed)
        ruleset = RULESETS[seed % len(RULESETS)]
        game = open_game(named(ruleset), opening(ruleset, chance))
        length = chance.choice((SHORT, LONG))
        try:
            holds(play(game, chance, length, played_on=1 / 12))
        except BaseException as why:
            said = [dict(entry.said) for entry in game.log]
            why.add_note(f"{ruleset}, seed {seed}, after {len(said)} entries: {said[-3:]}")
            raise
        done += length
        seed += 1
        if told is not None:
            told(length)
    return done
