"""How many taps ten usual turns of each game take, beside what people expect.

As on lichess or Board Game Arena, and written down first: a tap for each thing that is theirs to say (a
piece, what it does, whom to), one for what is due anyway or is let go by, one for each die and one when
all are there; none to confirm.
"""

from itertools import count, islice
from typing import NamedTuple, TypeGuard

import pytest
import yaml

from application.game.choices import judged_prompt
from domain.kernel.history import Game
from domain.kernel.prompting.prompts import InputValue, Tap
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import ABOUT_THE_STEP, Said
from tests.adapters.pages.test_whole_games import GAMES
from tests.application.cases import RECORDS, record
from tests.properties.test_choices import ways
from tests.spec import opened

LONGER = {"rounds": 3, "points": {"ana": 4, "ben": 4}}
WAYS = 60
"""So many ways to say the same are looked at."""


class Turn(NamedTuple):
    """A usual turn, the taps that are expected and those that it takes."""

    called: str
    expected: int
    takes: int
    said: str
    """A step, or a record and which of its steps is looked at."""


VOIDSIEGE = (
    Turn("a unit moves", 2, 2, "{by: ana, do: declare, unit: a1, command: move}"),
    Turn("no answer to it", 1, 1, "{by: ben, do: decline}"),
    Turn("the move is done", 1, 1, "{by: ana, do: move, unit: a1}"),
    Turn("a unit shoots", 3, 3, "{by: ben, do: declare, unit: b1, command: shoot, target: a1}"),
    Turn("Snap Fire", 2, 2, "{by: ana, do: react, unit: a1, command: snap_fire, target: b1}"),
    Turn("a shot, one falls", 2, 2, "{by: ben, do: shoot, unit: b1, destroyed: [a1]}"),
    Turn("a shot, nobody falls", 2, 2, "{by: ana, do: shoot, unit: a1, destroyed: []}"),
    Turn("a unit advances", 2, 2, "{by: ben, do: declare, unit: b5, command: advance}"),
    Turn("", 1, 1, "{by: ben, do: move, unit: b5}"),
    Turn("its target is named", 1, 1, "{by: ben, do: target, target: a3}"),
    Turn("", 1, 1, "{by: ana, do: decline}"),
    Turn("", 2, 2, "{by: ben, do: shoot, unit: b5, destroyed: []}"),
    Turn(
        "a Charge",
        3,
        3,
        "{by: ana, do: declare, unit: a3, command: assault, charge: y, target: b3}",
    ),
)
ARCANE_LEGIONS = (
    Turn("a unit is to move", 2, 2, "{by: ana, do: order, unit: a2, order: move}"),
    Turn("it is paid", 1, 1, "{by: ana, do: pay, points: 2}"),
    Turn("a step of the move", 2, 2, "{by: ana, do: step, cost: 1}"),
    Turn("the move ends", 1, 1, "{by: ana, do: stop}"),
    Turn("no more orders", 1, 1, "{by: ana, do: end_orders}"),
    Turn("a close order", 2, 2, "{by: ben, do: order, unit: b1, order: close}"),
    Turn("whom it is against", 1, 1, "{by: ben, do: target, unit: c1}"),
    Turn("", 1, 1, "{by: ben, do: pay, points: 2}"),
    Turn("the dice of both", 7, 7, "{by: ben, do: roll, attack: [6, 6, 6], defence: [1, 2]}"),
    # That it is the hits, and not dice to adjust; then a number for each.
    Turn("the hits of both", 2, 3, "{by: ben, do: hits, attacker: 2, defender: 1}"),
    Turn("two figures are lost", 3, 3, "{by: cem, do: damage, unit: c1, figures: [f1, f2]}"),
)
NULLSHAPERS = (
    Turn("a card is played", 2, 2, "01-plain-play: play"),
    Turn("no answer to it", 1, 1, "01-plain-play: pass"),
    Turn("the next step", 1, 1, "86-reading-m45: next"),
    Turn("a card for its energy", 2, 2, "101-undo-of-what-told-something: energy"),
    Turn("a card as an anomaly", 2, 2, "19-answering-an-anomaly: anomaly"),
    Turn("a skill at a sector", 3, 3, "24-reading-m14: activate"),
    Turn("one agent attacks", 2, 2, "201-ready-and-what-is-only-said: attack"),
    Turn("two agents defend", 3, 4, "58-defended-attack-is-reported: defend"),
    Turn("a card is converted", 2, 2, "78-sleeping-skills: convert"),
    Turn("an agent advances", 3, 3, "67-overrule-advance: advance"),
)


@pytest.mark.parametrize(
    ("ruleset", "turns"), [("voidsiege", VOIDSIEGE), ("arcane-legions", ARCANE_LEGIONS)]
)
def test_a_game_takes_as_many_taps_as_the_table_says(ruleset: str, turns: tuple[Turn, ...]) -> None:
    setup, players, _ = GAMES[ruleset]
    game = opened(ruleset, setup | (LONGER if ruleset == "voidsiege" else {}), players)
    for turn in turns:
        said = yaml.safe_load(turn.said)
        said |= {"charge": True} if "charge" in said else {}
        assert (turn.called, fewest_taps(game, said)) == (turn.called, turn.takes)
        game.take(*adjudicate(game, said))


@pytest.mark.parametrize("turn", NULLSHAPERS, ids=lambda turn: turn.called)
def test_a_turn_of_a_record_takes_as_many_taps_as_the_table_says(turn: Turn) -> None:
    name, _, do = turn.said.partition(": ")
    found = record(next(RECORDS.glob(f"nullshapers/{name}.yaml")))
    game = opened("nullshapers", found.opening.setup, found.opening.players)
    for step in found.steps:
        if step.said["do"] == do:
            assert fewest_taps(game, step.said) == turn.takes
            return
        game.take(*adjudicate(game, step.said))
    raise AssertionError(f"no “{do}” in it")


@pytest.mark.parametrize("turns", [VOIDSIEGE, ARCANE_LEGIONS, NULLSHAPERS])
def test_ten_turns_are_in_each_table_and_none_takes_two_more_than_expected(
    turns: tuple[Turn, ...],
) -> None:
    assert len([turn for turn in turns if turn.called]) >= 10
    assert all(turn.takes <= turn.expected + 1 for turn in turns)


def fewest_taps(game: Game, said: Said) -> int:
    """Of the ways to say it, the one with the fewest taps; AssertionError where it is not legal."""
    entry, _ = adjudicate(game, said)
    assert entry.ruling.verdict == LEGAL, entry.ruling.reason
    player = str(said["by"])
    fields = {name: value for name, value in said.items() if name not in ABOUT_THE_STEP - {"do"}}
    found = (
        taps
        for taps, step in islice(ways(game, player, (), fields, count(), set()), WAYS)
        if adjudicate(game, {"by": player, **step})[0].events == entry.events
    )
    return min(number_of(game, player, taps) for taps in found)


def number_of(game: Game, player: str, taps: tuple[Tap, ...]) -> int:
    """What somebody taps of these: where there is one answer alone, the page gives it by itself.

    Dice go on by themselves when all are there; the last are looked over before it is said.
    """
    at = number = 0
    while at < len(taps):
        tap = taps[at]
        number += len(tap.value) if _is_dice(tap) else 1
        at = (
            max(at + 1, len(judged_prompt(game, player, taps[: at + 1]).taps))
            if at + 1 < len(taps)
            else at + 1
        )
    return number + _is_dice(taps[-1])


def _is_dice(tap: Tap) -> TypeGuard[InputValue]:
    return isinstance(tap, InputValue) and isinstance(tap.value, list | tuple)
