"""The smallest dispute: fewer steps, a plainer set-up, and still the same ruling on the last step."""

from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from click.testing import CliRunner

from adapters.cli import cli
from application.desk.becoming_legal import Effort
from application.lab.dispute import (
    Dispute,
    dispute_at,
    fewest,
    game_of,
    plainest,
    record_of_dispute,
    smallest,
    without_cycles,
)
from application.records.records import read_record, record_of
from application.records.replay import replay
from domain.kernel.history import open_game
from domain.kernel.shared import adjudicate
from domain.kernel.values import changed
from tests.application.cases import RECORDS, RULESETS
from tests.archive import disputed
from tests.spec import named

LONG = RECORDS / "voidsiege" / "82-long-two-rounds.yaml"
PLAIN = RECORDS / "nullshapers" / "01-plain-play.yaml"
LENGTH = 200
SHORT = 12
"""Steps: a turn of Nullshapers in which nothing is done is eleven passes; some disputes are about the next."""


def random_dispute(ruleset: str, seed: int) -> Dispute:
    return disputed(ruleset, seed, LENGTH)


def ruling(dispute: Dispute) -> Any:
    found = game_of(dispute).log[-1].ruling
    return found.verdict, set(found.cites)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_long_games_become_short_ones_with_the_same_ruling(ruleset: str) -> None:
    lengths = []
    for seed in range(8):
        whole = random_dispute(ruleset, seed)
        small = smallest(whole)
        assert ruling(small) == ruling(whole)
        assert small.steps[-1]["do"] == whole.steps[-1]["do"]
        lengths.append(len(small.steps))
    assert median(lengths) <= SHORT


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_step_can_be_taken_out_of_what_is_left(ruleset: str) -> None:
    for seed in range(6, 12):
        whole = random_dispute(ruleset, seed)
        small = smallest(whole)
        for n in range(len(small.steps) - 1):
            less = replace(small, steps=(*small.steps[:n], *small.steps[n + 1 :]))
            assert ruling(less) != ruling(whole)


def test_the_same_dispute_gives_the_same_record() -> None:
    whole = random_dispute("arcane-legions", 3)
    assert record_of_dispute(smallest(whole)) == record_of_dispute(smallest(whole))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_printed_is_a_record_that_replays_as_it_notes(ruleset: str) -> None:
    record = record_of(record_of_dispute(smallest(random_dispute(ruleset, 9))))
    assert replay(record).mismatches == ()
    assert record.steps


def test_a_ruling_can_be_held_to_its_facts() -> None:
    record = read_record(RECORDS / "voidsiege" / "92-no-free-pass-with-a-unit.yaml")
    game = replay(record).game
    n = next(entry.n for entry in game.log if "units_left" in entry.ruling.facts)
    whole = dispute_at(game, n)
    left = game.entry(n).ruling.facts["units_left"]
    assert game_of(smallest(whole, facts=True)).log[-1].ruling.facts["units_left"] == left
    assert ruling(smallest(whole)) == ruling(whole)


def test_a_judges_step_keeps_pointing_at_its_entry() -> None:
    game = open_game(named("voidsiege"), changed(read_record(LONG).opening, setup=TWO_UNITS))
    for said in OVERRULED:
        game.take(*adjudicate(game, said))
    small = smallest(dispute_at(game, game.length))
    assert [step["do"] for step in small.steps] == ["declare", "overrule"]
    assert small.steps[-1]["entry"] == 1
    assert ruling(small) == ("legal", {"G5"})


TWO_UNITS = {
    "points": {"ana": 3, "ben": 3},
    "units": {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}},
}
OVERRULED = (
    {"by": "ana", "do": "note", "text": "we begin"},
    {"by": "ben", "do": "note", "text": "so we do"},
    {"by": "ana", "do": "declare", "unit": "a1", "command": "intervene"},
    {"by": "judge", "do": "overrule", "entry": 3, "verdict": "legal", "because": "agreed before"},
)


def test_a_seat_that_is_not_needed_goes_with_its_name() -> None:
    whole = dispute_at(replay(read_record(PLAIN)).game, 1)
    names = {player: f"player {player}" for player in whole.opening.players}
    small = smallest(replace(whole, opening=changed(whole.opening, names=names)))
    assert set(small.opening.names) == set(small.opening.players)
    assert replay(record_of(record_of_dispute(small))).mismatches == ()


def test_an_action_of_the_queue_is_found_under_its_new_name() -> None:
    path = RECORDS / "nullshapers" / "22-cancel-what-is-gone.yaml"
    game = replay(read_record(path)).game
    for n in range(1, game.length + 1):
        whole = dispute_at(game, n)
        assert ruling(smallest(whole)) == ruling(whole)


def test_a_list_is_cut_down_to_what_matters() -> None:
    assert fewest(range(100), lambda kept: {17, 60, 61} <= set(kept)) == [17, 60, 61]
    assert fewest(range(100), lambda kept: True) == []
    paired = lambda kept: (3 in kept) and (10 in kept) == (11 in kept)  # noqa: E731
    assert fewest(range(20), paired) == [3]


def test_a_way_that_comes_back_to_a_place_goes_on_from_there_at_once() -> None:
    assert without_cycles("abcbd") == [1, 4]
    assert without_cycles("abcacd") == [4, 5]
    assert without_cycles("a") == []


def test_rounds_in_which_nothing_changed_are_left_out_whole_however_long_they_are() -> None:
    game = open_game(named("nullshapers"), read_record(PLAIN).opening)
    for _ in range(120):
        going_on = game.ruleset.plainest_step(game.now.state)
        assert going_on is not None
        game.take(*adjudicate(game, going_on))
    assert len(smallest(dispute_at(game, game.length)).steps) <= 2


def test_where_no_more_may_be_tried_the_smallest_so_far_is_given_and_it_holds() -> None:
    whole = random_dispute("nullshapers", 7)
    for most in (0, 1_000, 5_000):
        effort = Effort(most)
        small = smallest(whole, spend=effort.spend)
        assert ruling(small) == ruling(whole)
        assert len(small.steps) < LENGTH or not most
    assert smallest(whole, spend=Effort(0).spend) == whole


def test_a_set_up_is_cut_down_to_what_matters() -> None:
    value = {"points": {"ana": 9, "ben": 4}, "units": ["a", "b", "c"], "ambush": True}
    wanted = lambda one: one.get("points", {}).get("ana", 0) >= 2 and "b" in one.get("units", ())  # noqa: E731
    assert plainest(value, wanted) == {"points": {"ana": 2}, "units": ["b"]}


def test_the_command_prints_a_record_and_says_how_much_is_left(tmp_path: Path) -> None:
    found = CliRunner().invoke(cli, ["shrink", str(LONG)])
    assert found.exit_code == 0, found.stderr
    record = record_of(found.stdout)
    assert replay(record).mismatches == ()
    whole = read_record(LONG)
    assert len(record.steps) < len(whole.steps)
    assert f"of {len(whole.steps)} left" in found.stderr


@pytest.mark.parametrize(
    ("n", "why"), [("0", "entry 0 is the set-up"), ("9999", "there is no entry 9999")]
)
def test_an_entry_that_is_not_there_is_said_in_a_sentence(n: str, why: str) -> None:
    found = CliRunner().invoke(cli, ["shrink", str(LONG), n])
    assert found.exit_code == 2
    (sentence,) = found.stderr.splitlines()
    assert why in sentence
