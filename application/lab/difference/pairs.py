"""Pairs of readings that change something only together, while each alone rules as the edition does."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from application.answer import Answer
from application.lab.difference.distinguishing_game import (
    DistinguishingGame,
    agree_before_the_end,
    differ_at_the_end,
)
from application.lab.difference.pair_search import THE_EDITION, PairSearch, Readings, law_of
from application.lab.difference.readings import Reading, other_readings
from application.lab.difference.record import record_of_difference
from application.lab.dispute import Dispute, plainest
from application.lab.model.laws import opening_under
from application.rulesets import ruleset as ruleset_called
from domain.kernel.faults import RulesetFault
from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import Ruleset, SetupError
from domain.kernel.steps import Said
from domain.kernel.values import changed


class PairFound(Answer):
    """A pair of readings that changes something only together, and the length of the shortest game."""

    ruleset: str
    pair: str
    steps: int


def pairs(
    name: str, most: int, tick: Callable[[str, int], None] = lambda _table, _found: None
) -> dict[Readings, DistinguishingGame]:
    """Every pair of a ruleset's readings that changes something only together, with its shortest game.

    On each small table the nearest `most` states are expanded; after each, `tick` is called with its name
    and the number of pairs found so far. Raises NoRuleset.
    """
    known = ruleset_called(name)
    readings = tuple(other_readings(known.edition()))
    differing: dict[Readings, DistinguishingGame] = {}
    for table in known.lab.tables:
        try:
            search = PairSearch(known, table, readings)
        except SetupError:
            continue
        search.run(most)
        for pair, steps in search.found.items():
            if pair not in differing or len(steps) < differing[pair].length:
                differing[pair] = _difference(known, table, pair, steps)
        tick(table.name, len(differing))
    return differing


def _difference(
    ruleset: Ruleset, table: SmallTable, pair: Readings, steps: tuple[Said, ...]
) -> DistinguishingGame:
    """The game of these steps under the edition and under the pair, on the plainest set-up."""
    dispute, other = (
        Dispute(opening_under(ruleset, table, law_of(readings)), steps)
        for readings in (THE_EDITION, pair)
    )
    whole = DistinguishingGame(table.name, dispute, other, (ruleset, ruleset))

    def holds(setup: Mapping[str, object]) -> bool:
        try:
            return _differs_only_together(whole.on_setup(setup), pair)
        except (SetupError, RulesetFault):
            return False

    return whole.on_setup(plainest(table.setup, holds))


def _differs_only_together(difference: DistinguishingGame, pair: Readings) -> bool:
    """Whether the pair rules differently on the last step alone, and no reading of it does by itself."""
    game, other = difference.games()
    if not agree_before_the_end(game, other) or not differ_at_the_end(game, other):
        return False
    return not any(_differs_alone(difference, reading) for reading in pair)


def _differs_alone(difference: DistinguishingGame, reading: Reading) -> bool:
    opening = changed(difference.one.opening, readings={reading.question: reading.value})
    alone = replace(difference, other=replace(difference.other, opening=opening))
    return differ_at_the_end(*alone.games())


def record_of_pair(difference: DistinguishingGame, pair: Readings) -> str:
    """The game as a record under the edition, headed by what the edition and the pair make of it."""
    return record_of_difference(difference, names=("as published", law_of(pair).words))
