"""When a refused step becomes legal: the answer is brought about, and the step is legal then."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from application.desk.becoming_legal import Way, replay_under
from application.desk.explain import why, why_not
from application.examples import example_for
from application.game.choices import steps_offered
from domain.kernel.history import Game, open_game
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from tests.application.cases import RULESETS, played, record, records, refused
from tests.properties.play import play
from tests.spec import named, opened

FEW = 2_000
"""Rulings tried where the answer does not rest on a long search."""
MOST_REFUSALS = 20
"""Refused steps of one ruleset's records that are asked about; spread over all of them."""


def comes_true(game: Game, said: Any, way: Way) -> bool:
    """Brings the situation about and takes the step, or the one that may stand in its place."""
    if way.kind == "otherwise":
        return adjudicate(game, way.steps[0])[0].ruling.verdict == LEGAL
    if way.readings:
        other = replay_under(game, way.readings)
        assert other is not None
        game = other
    ahead = game.at(game.length)
    for step in way.steps:
        entry, position = adjudicate(ahead, step)
        ahead.take(entry, position)
        if way.kind == "after":
            assert entry.ruling.verdict == LEGAL, (step, entry.ruling)
    if way.kind == "judge":
        return ahead.verdict(ahead.length - 1) == LEGAL
    return adjudicate(ahead, said)[0].ruling.verdict == LEGAL


def check(game: Game, n: int) -> int:
    """Every way told for this refused entry comes true; how many there were."""
    said = game.entry(n).said
    answer = why_not(game, said, n - 1)
    assert answer.when, answer
    assert all(comes_true(game.at(n - 1), said, way) for way in answer.ways), answer
    return len(answer.ways)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_told_of_the_records_refusals_comes_true(ruleset: str) -> None:
    found = [(game, n) for _, game, n, _ in refused(ruleset)]
    every = max(1, len(found) // MOST_REFUSALS)
    assert sum(check(game, n) for game, n in found[::every]) > 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_told_of_random_games_comes_true(ruleset: str) -> None:
    chance = Random(5)
    ways = 0
    for path in chance.sample(records(ruleset), 4):
        opening = record(path).opening
        game = open_game(played(ruleset, path.stem.partition("-")[0]).ruleset, opening)
        play(game, chance, steps=25)
        no = [entry.n for entry in game.log if entry.ruling.verdict != LEGAL]
        ways += sum(check(game, n) for n in no[:6])
    assert ways > 0


def test_at_the_end_of_the_round() -> None:
    rally = {"by": "ana", "do": "declare", "unit": "a1", "command": "rally"}
    answer = why_not(played("voidsiege", "29"), rally, 4)
    assert answer.when.sentence == "It is legal from round 2 on."


def test_under_another_reading() -> None:
    snap_fire = {"by": "ben", "do": "react", "unit": "b1", "command": "snap_fire"}
    answer = why_not(played("voidsiege", "75"), snap_fire, 1)
    assert {"C1": "snap_fire"} in [way.readings for way in answer.ways]


def test_what_never_becomes_legal_says_so() -> None:
    """A step that the game does not know is never legal as it was said; else it says what was tried."""
    game = played("voidsiege", "29")
    answer = why_not(game, {"by": "ana", "do": "fly"}, 4)
    assert answer.ways == ()
    assert answer.when.sentence.startswith("Never as it was said")
    foreign = {"by": "ana", "do": "declare", "unit": "b1", "command": "run"}
    assert why_not(game, foreign, 4).when.sentence == (
        "Not found within any 3 steps of anybody, nor in the next 120 plain steps, nor by a report, "
        "nor under another reading of an open question."
    )
    over = played("nullshapers", "106")
    assert over.ruleset.over(over.now.state)
    late = why_not(over, {"by": "ana", "do": "pass"})
    assert late.when.sentence.startswith("Never, unless the game goes back: it is over.")


def every_line(game: Game, most: int) -> Iterator[tuple[Game, int]]:
    """The game after every line of legal steps that it may wait for, the short lines first."""
    ends = [game]
    for length in range(1, most + 1):
        begun, ends = ends, []
        for one in begun:
            for player in one.to_act():
                for said in steps_offered(one, player):
                    entry, position = adjudicate(one, said)
                    if said["do"] != "concede" and entry.ruling.verdict == LEGAL:
                        ahead = one.at(one.length)
                        ahead.take(entry, position)
                        ends.append(ahead)
                        yield ahead, length


MOST_ENDS = 1000
"""Lines that are tried one by one for a refused step; where there are more, it is not compared."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_line_of_three_steps_is_shorter_than_the_one_told(ruleset: str) -> None:
    """Every line is tried one after the other; why tells one that is as short as the first of them."""
    compared = 0
    for name, game, n, _ in list(refused(ruleset))[3::12]:
        before, said = game.at(n - 1), game.entry(n).said
        lines = islice(every_line(before, 3), MOST_ENDS + 1)
        leads_there = (
            length for ahead, length in lines if adjudicate(ahead, said)[0].ruling.verdict == LEGAL
        )
        shortest = next(leads_there, None)
        if shortest is not None:
            told = [len(way.steps) for way in why_not(before, said).ways if way.kind == "after"]
            assert told, (name, n, shortest)
            assert min(told) == shortest, (name, n, told)
            compared += 1
    assert compared > 3


def test_the_normal_next_step_is_named() -> None:
    """A payment waits for a target; an attack, further away, for its unit to advance."""
    game = opened("arcane-legions", example_for(named("arcane-legions"), ("ana", "ben")))
    game.take(*adjudicate(game, {"by": "ana", "do": "order", "unit": "legion", "order": "close"}))
    pay = why_not(game, {"by": "ana", "do": "pay", "points": 2})
    assert pay.when.sentence == "It is legal after “ana targets guard”."
    attack = {"by": "ana", "do": "attack", "agents": {"alpha": "b1"}}
    game = opened("nullshapers", example_for(named("nullshapers"), ("ana", "ben")))
    assert "“ana advances" in why_not(game, attack).when.sentence


def test_when_a_report_is_all_that_is_missing() -> None:
    game = played("arcane-legions", "09")
    attack = game.entry(3).said
    assert why_not(game, attack, 2).when.sentence == (
        "It is legal once somebody reports that a1 and b2 are adjacent."
    )


UNSETTLED = [
    ("voidsiege", "77", 1, {"C10": "any_move"}),
    ("arcane-legions", "14", 5, {"A18": "once"}),
    ("nullshapers", "47", 1, {"M44": "does_not_stop"}),
]


@pytest.mark.parametrize(("ruleset", "number", "n", "reading"), UNSETTLED)
def test_the_reading_that_would_settle_it_is_named_before_and_after_it_is_on_record(
    ruleset: str, number: str, n: int, reading: dict[str, str]
) -> None:
    game = played(ruleset, number)
    said = game.entry(n).said
    for answer in (
        why_not(game, said, n - 1, most=FEW),
        why_not(game, said, n, most=FEW),
        why(game, n, most=FEW),
    ):
        assert reading in [way.readings for way in answer.ways], answer.when


def test_an_entry_that_was_refused_says_when_it_would_be_legal() -> None:
    assert why(played("voidsiege", "29"), 5).when.sentence == "It is legal from round 2 on."


def test_no_name_of_the_state_is_told() -> None:
    """`It is legal after “ana declines”.`, not “once chance is ben”."""
    answer = why(played("nullshapers", "06"), 1)
    assert answer.when.sentence == "It is legal after “ana declines”."


def test_a_player_is_told_when_while_actions_wait_in_the_queue() -> None:
    """No set-up can lay such a table out for one player; what is tried tells nothing hidden."""
    game = played("nullshapers", "02")
    answer = why(game, 2, viewer="ana")
    assert answer.when.sentence == "It is legal after “ben declines”."
    assert why(game, 2, viewer="ben").ways == ()


def test_a_shot_whose_sides_are_not_said_is_told_with_its_sides() -> None:
    """K10: both are missing, and what lies in the way may stay unsaid."""
    unit = {"base": "formation", "figures": 6, "icons": {"ranged": 5}}
    units = {
        "a1": {**unit, "owner": "ana", "grey": ["back"]},
        "b1": {**unit, "owner": "ben", "grey": ["left"]},
    }
    setup = {"ambush": False, "units": units, "in_range": [["a1", "b1"]]}
    game = opened("arcane-legions", setup, ("ana", "ben"))
    target = {"by": "ana", "do": "target", "unit": "b1"}
    for said in ({"by": "ana", "do": "order", "unit": "a1", "order": "ranged"}, target):
        entry, position = adjudicate(game, said)
        game.take(entry, position)
    told = "It is legal now as “ana targets b1, its front from the front”."
    assert why(game, 2, most=FEW).when.sentence == told
