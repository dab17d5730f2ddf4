"""How many taps a usual step takes, in each game; what was expected was written down first."""

from collections.abc import Iterator, Mapping
from functools import cache
from statistics import median_low
from typing import Any

import pytest

from application.game.choices import ELSE, prompt_at
from application.records.replay import replay
from domain.kernel.history import Game
from domain.kernel.prompting.prompts import InputValue, Prompt, Tap, wrong_with
from domain.kernel.ruling import LEGAL
from tests.application.cases import record, records

Usual = tuple[str, Mapping[str, Any], int]
"""What it is, fields of the step (a field that is None is not said), and the taps it may take.

A tap is a unit, a card, a button; dice and numbers that are filled in count once.
"""

VOIDSIEGE: tuple[Usual, ...] = (
    ("give a unit a move", {"do": "declare", "command": "move", "charge": None}, 2),
    ("give a unit Defend", {"do": "declare", "command": "defend"}, 2),
    ("shoot at somebody", {"do": "declare", "command": "shoot"}, 3),
    ("charge with Assault", {"do": "declare", "command": "assault", "charge": True}, 3),
    ("charge with Advance", {"do": "declare", "command": "advance", "charge": True}, 3),
    ("answer with Snap Fire", {"do": "react", "command": "snap_fire"}, 2),
    ("answer with Intervene", {"do": "react", "command": "intervene"}, 2),
    ("let it pass", {"do": "decline"}, 1),
    ("carry out the move that is due", {"do": "move", "completed": None}, 1),
    ("name the target", {"do": "target"}, 1),
    ("shoot, and nobody falls", {"do": "shoot", "destroyed": None, "completed": None}, 2),
    ("shoot, and somebody falls", {"do": "shoot", "destroyed": 1}, 2),
    ("fight the melee", {"do": "melee", "completed": None, "target": None}, 2),
)
ARCANE_LEGIONS: tuple[Usual, ...] = (
    ("order close combat", {"do": "order", "order": "close"}, 2),
    ("order a move", {"do": "order", "order": "move"}, 2),
    ("pick the target", {"do": "target", "unit": "*", "side": None, "blocking": None}, 1),
    ("pay", {"do": "pay", "figure": None, "raises": None, "change": None}, 1),
    ("pay with a push", {"do": "pay", "figure": "*", "raises": None}, 2),
    ("roll the dice", {"do": "roll", "change": None, "raises": None, "hindering": None}, 3),
    ("say the hits", {"do": "hits", "change": None, "raises": None}, 3),
    ("place a point of damage", {"do": "damage", "figures": 1, "raises": None}, 2),
    ("take a step", {"do": "step", "side": None, "raises": None}, 2),
    ("stop", {"do": "stop", "raises": None}, 1),
    ("make no breakaway attack", {"do": "decline", "raises": None}, 1),
    ("end the orders", {"do": "end_orders", "raises": None}, 1),
)
NULLSHAPERS: tuple[Usual, ...] = (
    ("pass", {"do": "pass", "until": None}, 1),
    ("pass until the step ends", {"do": "pass", "until": "step_end"}, 1),
    ("play a card without a target", {"do": "play", "targets": None, "x": None, "pay": None}, 2),
    ("play a card at somebody", {"do": "play", "targets": 1, "x": None, "pay": None}, 3),
    ("use a skill on somebody", {"do": "activate", "targets": 1, "x": None, "pay": None}, 3),
    ("turn a card into an anomaly", {"do": "convert"}, 2),
    ("put an anomaly into staging", {"do": "anomaly"}, 2),
    ("make energy", {"do": "energy"}, 2),
    ("attack with one agent", {"do": "attack", "agents": 1}, 3),
    ("defend with one agent", {"do": "defend", "agents": 1}, 3),
    ("advance with one agent", {"do": "advance", "agents": 1}, 3),
    ("discard a card", {"do": "choose", "targets": 1}, 2),
)
TABLE = {
    "voidsiege": VOIDSIEGE,
    "arcane-legions": ARCANE_LEGIONS,
    "nullshapers": NULLSHAPERS,
}


def is_such(said: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a step is of this kind: a number is so many names, `*` any word."""
    for name, value in wanted.items():
        found = said.get(name)
        if value is None or found is None:
            if found is not value and found != ():
                return False
        elif isinstance(value, int) and not isinstance(value, bool):
            if len(found) != value:
                return False
        elif value not in ("*", found):
            return False
    return True


@cache
def legal_steps(ruleset: str) -> tuple[tuple[Game, int], ...]:
    """Every legal step of the recorded games: the game, and the number of its entry."""
    games = [replay(record(path)).game for path in records(ruleset)]
    return tuple(
        (game, entry.n) for game in games for entry in game.log if entry.ruling.verdict == LEGAL
    )


def fewest_taps(game: Game, said: Mapping[str, Any]) -> int:
    """How few taps lead to exactly this step."""
    fields = {name: value for name, value in said.items() if name not in ("by", "at", "played")}
    return min(map(len, _ways(game, str(said["by"]), (), fields)), default=99)


def _ways(
    game: Game, player: str, taps: tuple[Tap, ...], fields: Mapping[str, Any]
) -> Iterator[tuple[Tap, ...]]:
    here = prompt_at(game, player, taps)
    if not isinstance(here, Prompt):
        if here == fields:
            yield taps
        return
    if any(name in fields and not _begins(here.said[name], fields[name]) for name in here.said):
        return
    for answer in here.answers:
        if answer.key != ELSE:
            yield from _ways(game, player, (*taps, answer.key), fields)
    for value in fields.values() if here.ask is not None else ():
        if here.ask is not None and wrong_with(here.ask, value) is None:
            yield from _ways(game, player, (*taps, InputValue(value)), fields)


def _begins(part: Any, whole: Any) -> bool:
    if isinstance(part, list) and isinstance(whole, list):
        return part == whole[: len(part)]
    if isinstance(part, Mapping) and isinstance(whole, Mapping):
        return part.items() <= whole.items()
    return bool(part == whole)


CASES = [(ruleset, *usual) for ruleset, usuals in TABLE.items() for usual in usuals]


@pytest.mark.parametrize(
    ("ruleset", "what", "wanted", "taps"), CASES, ids=[f"{one[0]}: {one[1]}" for one in CASES]
)
def test_a_usual_step_takes_few_taps(
    ruleset: str, what: str, wanted: Mapping[str, Any], taps: int
) -> None:
    """Counted on recorded games; as on a board of which one taps piece and square."""
    counted = [
        fewest_taps(game.at(n - 1), game.entry(n).said)
        for game, n in legal_steps(ruleset)
        if is_such(game.entry(n).said, wanted)
    ][:12]
    assert counted, f"no recorded game has it: {what}"
    assert median_low(counted) <= taps
