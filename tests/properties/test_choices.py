"""Every legal step can be built by taps, and no tap on the way is refused."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from application.game.choices import ELSE, choice_of, prompt_at
from application.records.replay import replay
from domain.kernel.history import Game
from domain.kernel.prompting.prompts import InputValue, Prompt, Tap, wrong_with
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import READERS, adjudicate
from domain.kernel.steps import ABOUT_THE_STEP, JUDGE, Said
from tests.application.cases import RULESETS, record, records
from tests.properties.play import play
from tests.properties.tables import some_game

EMPTY: tuple[Any, ...] = ([], {})
MOST_LOOKED_AT, A_FEW_LOOKED_AT, MOST_TAPS = 50_000, 5_000, 40


class TooManyWays(Exception):
    """A step of many parts can be said in more orders than there is time to look at."""


def by_taps(said: Said) -> bool:
    """Whether it is a step of the ruleset's own, of a player, that has no button of its own."""
    return said["by"] != JUDGE and said["do"] not in READERS and said["do"] != "concede"


def taps_to(game: Game, said: Said, most: int = MOST_LOOKED_AT) -> tuple[Tap, ...] | None:
    """Taps at whose end this step stands, or one to which the same happens."""
    fields = {name: value for name, value in said.items() if name not in ABOUT_THE_STEP - {"do"}}
    looked, prompts = iter(range(most)), set[str]()
    for start in ((), (ELSE,)):
        for taps, found in ways(game, str(said["by"]), start, fields, looked, prompts):
            step = {"by": said["by"], **found}
            if adjudicate(game, step)[0].events == adjudicate(game, said)[0].events:
                return taps
    return None


def ways(
    game: Game,
    player: str,
    taps: tuple[Tap, ...],
    fields: Mapping[str, Any],
    looked: Iterator[int],
    prompts: set[str],
) -> Iterator[tuple[tuple[Tap, ...], Mapping[str, Any]]]:
    """The ways of tapping that lead towards these fields, but for the `prompts` that were asked already.

    Raises TooManyWays.
    """
    if next(looked, None) is None:
        raise TooManyWays
    if len(taps) > MOST_TAPS:
        return
    here = prompt_at(game, player, taps)
    if not isinstance(here, Prompt):
        if begins(here, fields):
            yield taps, here
        return
    # The same taps in another order, and the same question: it goes on alike.
    asked = repr((here, sorted(map(repr, taps))))
    if asked in prompts or not begins(here.said, fields):
        return
    prompts.add(asked)
    for answer in here.answers:
        if answer.key != ELSE:
            yield from ways(game, player, (*taps, answer.key), fields, looked, prompts)
    for value in inside(fields):
        if here.ask is not None and wrong_with(here.ask, value) is None:
            yield from ways(game, player, (*taps, InputValue(value)), fields, looked, prompts)


def begins(part: Any, whole: Any) -> bool:
    """Whether what stands so far may become the whole; an empty list or mapping says as much as none."""
    if isinstance(part, Mapping) and isinstance(whole, Mapping):
        return all(value in EMPTY or begins(value, whole.get(name)) for name, value in part.items())
    if isinstance(part, list | tuple) and isinstance(whole, list | tuple):
        return len(part) <= len(whole) and all(map(begins, part, whole))
    return bool(part == whole)


def inside(value: Any) -> list[Any]:
    """Everything that stands in a value, as it may be filled in."""
    if isinstance(value, Mapping):
        return [one for key, item in value.items() for one in (key, *inside(item))]
    if isinstance(value, list | tuple):
        return [list(value), *(one for item in value for one in inside(item))]
    return [value]


def can_be_tapped(game: Game, said: Said, most: int = MOST_LOOKED_AT) -> tuple[Tap, ...]:
    taps = taps_to(game, said, most)
    assert taps is not None, f"no taps lead to {said}"
    for n in range(len(taps)):
        if isinstance(taps[n], InputValue):
            continue
        prompt = prompt_at(game, str(said["by"]), taps[:n])
        assert isinstance(prompt, Prompt)
        (answer,) = (one for one in prompt.answers if one.key == taps[n])
        found = choice_of(game, str(said["by"]), taps[:n], answer)
        assert found.verdict in (LEGAL, "open"), f"{taps[:n]}, then {taps[n]}: {found}; {said}"
    return taps


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_legal_step_of_the_recorded_games_can_be_tapped(ruleset: str) -> None:
    plainly = long_way = 0
    for path in records(ruleset):
        game = replay(record(path)).game
        for entry in game.log:
            if entry.ruling.verdict == LEGAL and by_taps(entry.said):
                taps = can_be_tapped(game.at(entry.n - 1), entry.said)
                long_way += taps[0] == ELSE
                plainly += taps[0] != ELSE
    assert plainly > 8 * long_way


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=8, deadline=None, phases=[Phase.generate])
@given(st.randoms(use_true_random=False))
def test_every_legal_step_of_a_random_game_can_be_tapped(ruleset: str, chance: Random) -> None:
    game = play(some_game(ruleset, chance), chance, steps=30).game
    for entry in game.log:
        if entry.ruling.verdict == LEGAL and by_taps(entry.said):
            with suppress(TooManyWays):
                can_be_tapped(game.at(entry.n - 1), entry.said, A_FEW_LOOKED_AT)
