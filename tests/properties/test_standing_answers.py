"""Standing answers in random games: they only let things go by, and end as they say."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from application.game.standing_answers.answer import (
    NO_PLAY,
    Ending,
    StandingAnswer,
    ending,
    step_of,
)
from application.records.replay import replay
from domain.kernel.history import Game
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE
from tests.application.cases import RULESETS, record, records
from tests.examples import lanterns
from tests.examples.lanterns.lab import THREE
from tests.properties import test_arcane_legions, test_nullshapers, test_voidsiege
from tests.properties.play import play
from tests.spec import opened

STEPS = 40
GAMES: dict[str, tuple[Callable[[Random], Game], Any]] = {
    "voidsiege": (test_voidsiege.some_game, None),
    "arcane-legions": (test_arcane_legions.some_game, None),
    "nullshapers": (test_nullshapers.some_game, test_nullshapers.fill),
    "lanterns": (
        lambda _: opened(lanterns.RULESET, THREE.setup, THREE.players),
        None,
    ),
}


class Seats:
    """Every seat of a game, each with a standing answer now and then."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.given: list[StandingAnswer] = []
        self.endings: dict[str, Ending] = {}

    def watch(self, game: Game) -> None:
        """Called after each entry: what ends, ends for good; what speaks says the plainest step."""
        for answer in self.given:
            self._one(game, answer)
        if self.chance.random() < 1 / 4:
            self.given.append(self._another(game))

    def _another(self, game: Game) -> StandingAnswer:
        chance, player = self.chance, self.chance.choice(game.players)
        declining = game.ruleset.declining
        assert declining is not None
        state = game.now.state
        until = chance.choice([*declining.spans(state)])
        own = [*declining.own(state, player)]
        unless = None if chance.random() < 1 / 2 else tuple(chance.sample(own, min(1, len(own))))
        return StandingAnswer(str(len(self.given)), "", player, until, unless, game.length)

    def _one(self, game: Game, answer: StandingAnswer) -> None:
        ended, said = ending(game, answer), step_of(game, answer)
        if answer.id in self.endings:
            assert ended == self.endings[answer.id]
        elif ended is not None:
            self.endings[answer.id] = ended
            it_ended_so(game, answer, ended)
        if said is None:
            return
        declining = game.ruleset.declining
        assert declining is not None
        assert said == {"by": answer.player, "do": declining.step}
        assert said == game.ruleset.plainest_step(game.now.state)
        assert ended is None
        assert game.now.request is None
        assert adjudicate(game, said)[0].ruling.verdict == LEGAL
        since = game.log[answer.entry :]
        assert any(one.happened and one.said["do"] not in NO_PLAY for one in since)


def it_ended_so(game: Game, answer: StandingAnswer, ended: Ending) -> None:
    """What is said of the end is what the game shows, and it is the newest entry that ended it."""
    declining = game.ruleset.declining
    assert declining is not None and ended.entry == game.length
    before, after = (game.position(n).state for n in (game.length - 1, game.length))
    entry = game.entry(game.length)
    if ended.why == "span":
        assert declining.spans(before)[ended.what] != declining.spans(after).get(ended.what)
        assert ended.what == answer.until
    elif ended.why == "aimed":
        assert ended.what in {name for name, _ in declining.aimed_at(after, answer.player)}
        assert ended.what in declining.own(after, answer.player)
        assert answer.stops_at(ended.what)
    elif ended.why == "judge":
        assert entry.said["by"] == JUDGE
    else:
        assert ended.why in ("undone", "over", "out", "corrected")


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_it_never_does_more_than_let_something_go_by_and_ends_as_it_says(
    name: str, seed: int
) -> None:
    chance = Random(seed)
    some_game, fill = GAMES[name]
    game = some_game(chance)
    play(game, chance, STEPS, fill, Seats(chance).watch)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_while_it_holds_nothing_it_waits_for_has_happened(name: str, seed: int) -> None:
    """From entry to entry: the span goes on, and nothing watched comes under a new aim."""
    chance = Random(seed)
    some_game, fill = GAMES[name]
    game = some_game(chance)
    seats = Seats(chance)
    play(game, chance, STEPS, fill, seats.watch)
    declining = game.ruleset.declining
    assert declining is not None
    states = [game.position(n).state for n in range(game.length + 1)]
    for answer in seats.given:
        ended = seats.endings.get(answer.id)
        last = game.length if ended is None or ended.entry is None else ended.entry - 1
        for before, after in pairwise(states[answer.entry : last + 1]):
            spans = (declining.spans(one).get(answer.until) for one in (before, after))
            assert len({repr(one) for one in spans}) == 1
            aimed = declining.aimed_at(after, answer.player)
            new = aimed - declining.aimed_at(before, answer.player)
            assert not any(answer.stops_at(one) for one, _ in new)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_in_recorded_games_it_says_what_was_let_go_by(ruleset: str) -> None:
    """Set before the question came, it says the very step that was played by hand."""
    said = 0
    for path in records(ruleset):
        game = replay(record(path)).game
        declining = game.ruleset.declining
        assert declining is not None
        for entry in game.log:
            if entry.ruling.verdict != LEGAL or entry.said.get("do") != declining.step:
                continue
            before, player = game.at(entry.n - 1), str(entry.said["by"])
            plain = {key: entry.said[key] for key in ("by", "do")}
            for n in range(max(0, entry.n - 4), entry.n - 1):
                spans = [*declining.spans(game.position(n).state)]
                answer = StandingAnswer("0", "", player, spans[-1], (), n)
                found = step_of(before, answer)
                assert found in (None, plain)
                said += found is not None
    assert said
