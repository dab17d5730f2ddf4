"""Clocks are worked out: the round's, and each player's, worked out from the times in the log."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from application.event.moments import moments
from domain.tournament import calls, rounds
from domain.tournament import clocks as round_clock
from domain.tournament.clocks import (
    SECOND,
    Adjust,
    ClockReading,
    ClockRules,
    RuleOnFlag,
    RunningClocks,
    SetClocks,
    clocks_of,
    used_since,
)
from domain.tournament.command import Refused
from domain.tournament.context import Moment
from tests.application.event.halls import EVENT, FOUR, Hall, hall_in

FOREVER = [(0, 10**9 * SECOND)]


def at(seconds: float, to_act: str, by: str = "", *, back: bool = False) -> Moment:
    """“ab” are both to act, “” nobody."""
    return Moment(round(seconds * SECOND), tuple(to_act), by, back)


def shown(
    rules: ClockRules, happened: list[Moment], now: float, spans: Any = None, sets: Any = ()
) -> dict[str, float]:
    """Seat → seconds left."""
    clocks = RunningClocks(rules, "ab", spans or FOREVER)
    for one in sorted([*happened, *sets], key=lambda one: one[0]):
        if isinstance(one, Moment):
            clocks.take(one)
        else:
            clocks.adjust(*one)
    return {seat: one.left / SECOND for seat, one in clocks.readings(round(now * SECOND)).items()}


PLAIN = ClockRules(100)
PLUS = ClockRules(100, increment=5)
DELAY = ClockRules(100, delay=5)
CASES = {
    "the clock of who is to act runs": (PLAIN, [at(0, "a"), at(30, "b", "a")], 50, 70, 80),
    "nobody's runs while nobody is to act": (PLAIN, [at(0, "")], 50, 100, 100),
    "both run while both are to act": (PLAIN, [at(0, "ab"), at(10, "b", "a")], 20, 90, 80),
    "a clock stops at nothing": (PLAIN, [at(0, "a")], 500, 0, 100),
    "an increment comes when somebody has acted": (
        PLUS,
        [at(0, "a"), at(30, "b", "a")],
        30,
        75,
        100,
    ),
    "none for a step after which they are still to act": (
        PLUS,
        [at(0, "a"), at(30, "a", "a")],
        40,
        60,
        100,
    ),
    "none where another one's step ends it": (PLUS, [at(0, "ab"), at(30, "b", "b")], 30, 70, 70),
    "none where a judge's step ends it": (PLUS, [at(0, "a"), at(30, "b", "judge")], 30, 70, 100),
    "none for a clock that has run out": (PLUS, [at(0, "a"), at(130, "b", "a")], 130, 0, 100),
    "never filled beyond the bound": (
        ClockRules(100, increment=50, most=110),
        [at(0, "a"), at(10, "b", "a")],
        10,
        110,
        100,
    ),
    "a delay does not count": (DELAY, [at(0, "a"), at(4, "b", "a"), at(12, "a", "b")], 20, 97, 97),
    "and is there anew each time": (
        DELAY,
        [at(0, "a"), at(6, "b", "a"), at(8, "a", "b"), at(14, "b", "a")],
        14,
        98,
        100,
    ),
    "going back gives nothing back": (
        PLUS,
        [at(0, "a"), at(30, "b", "a"), at(40, "a", "judge", back=True)],
        50,
        65,
        90,
    ),
    "and what is played anew earns nothing a second time": (
        PLUS,
        [at(0, "a"), at(30, "b", "a"), at(40, "a", "judge", back=True), at(50, "b", "a")],
        50,
        65,
        90,
    ),
    "nor has it a delay again": (
        DELAY,
        [at(0, "a"), at(30, "b", "a"), at(40, "a", "judge", back=True)],
        50,
        65,
        95,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_clocks_show(name: str) -> None:
    rules, happened, now, a, b = CASES[name]
    assert shown(rules, happened, now) == {"a": a, "b": b}


def test_clocks_run_only_while_they_may() -> None:
    """Before the round, in its pauses, while the table waits for a ruling: they stand."""
    spans = [(10 * SECOND, 20 * SECOND), (50 * SECOND, 60 * SECOND)]
    assert shown(PLAIN, [at(0, "a"), at(55, "b", "a")], 99, spans) == {"a": 85, "b": 95}
    clocks = RunningClocks(PLAIN, "ab", spans)
    clocks.take(at(0, "a"))
    looks = [clocks.readings(seconds * SECOND)["a"].runs for seconds in (5, 10, 20, 30)]
    assert looks == [False, True, True, False]


def test_a_flag_falls_at_a_moment_and_time_given_lifts_it() -> None:
    clocks = RunningClocks(PLAIN, "ab", FOREVER)
    clocks.take(at(10, "a"))
    assert clocks.readings(110 * SECOND)["a"] == ClockReading(0, True, 100 * SECOND, 110 * SECOND)
    clocks.adjust(150 * SECOND, "a", -5)
    assert clocks.readings(200 * SECOND)["a"] == ClockReading(0, True, 190 * SECOND, 110 * SECOND)
    clocks.adjust(200 * SECOND, "a", 30)
    found = clocks.readings(210 * SECOND)["a"]
    assert (found.left, found.fell) == (20 * SECOND, None)
    assert clocks.readings(300 * SECOND)["a"].fell == 230 * SECOND


def test_it_does_not_matter_how_often_anybody_looks() -> None:
    """Read at every second or never: the same in the end."""
    chance = Random(4)
    for _ in range(200):
        rules = ClockRules(chance.randrange(20, 200), chance.randrange(9), chance.randrange(9))
        time, happened, before = 0.0, [], ""
        for _ in range(12):
            happened.append(at(time, chance.choice(["a", "b", "ab", ""]), before))
            time += chance.randrange(1, 30)
            before = chance.choice("ab")
        spans = [(k * SECOND, (k + chance.randrange(1, 20)) * SECOND) for k in range(0, 300, 20)]
        once, often = RunningClocks(rules, "ab", spans), RunningClocks(rules, "ab", spans)
        for moment in happened:
            once.take(moment)
            for look in range(often.at, moment.at, 7 * SECOND):
                often.readings(look)
            often.take(moment)
        assert once.readings(400 * SECOND) == often.readings(400 * SECOND)


@pytest.fixture
def timed(hall: Hall) -> Hall:
    """A round with ten minutes each and five seconds more for each time they acted."""
    hall.pair(FOUR)
    hall.give(SetClocks(1, 600, increment=5))
    hall.clock.on(60)
    hall.start()
    return hall


def left(hall: Hall) -> dict[str, float]:
    table = hall.event.table(1, 1)
    happened = list(moments(hall.umpire.game(table.game)))
    readings = clocks_of(hall.event, table, happened, hall.clock.now)
    return {seat: one.left / SECOND for seat, one in readings.items()}


def test_clocks_begin_with_the_round_and_follow_the_game(timed: Hall) -> None:
    timed.clock.on(20)
    timed.step(by="ana", do="declare", unit="a1", command="run")
    assert left(timed) == {"ana": 585, "ben": 600}
    timed.clock.on(10)
    timed.step(by="ben", do="decline")
    assert left(timed) == {"ana": 585, "ben": 595}


def test_a_clock_that_a_judge_has_set_goes_on_from_there(timed: Hall) -> None:
    for seconds in (60, -10):
        timed.clock.on(10)
        timed.give(Adjust(1, 1, "p1", seconds, "came late", by="j2"))
    timed.clock.on(5)
    timed.step(by="ana", do="declare", unit="a1", command="run")
    timed.clock.on(10)
    assert left(timed) == {"ana": 600 + 60 - 10 - 25 + 5, "ben": 590}
    timed.give(Adjust(1, 1, "p2", -90, "was away", by="j2"))
    timed.clock.on(10)
    assert left(timed)["ben"] == 490


def test_a_refused_step_does_not_touch_the_clocks(timed: Hall) -> None:
    timed.clock.on(20)
    timed.step(by="ben", do="declare", unit="b1", command="run")
    timed.clock.on(10)
    assert left(timed) == {"ana": 570, "ben": 600}


def test_a_call_stops_the_clocks_until_the_ruling(timed: Hall) -> None:
    timed.clock.on(20)
    timed.give(calls.MakeCall(1, 1, "mine", by="p2"))
    timed.clock.on(100)
    assert left(timed) == {"ana": 580, "ben": 600}
    timed.give(calls.Withdraw(1, by="p2"))
    timed.clock.on(5)
    assert left(timed)["ana"] == 575


def test_an_open_request_stops_them_too(tmp_path: Path) -> None:
    """Nobody is to act while the others are asked whether something may be taken back."""
    from array import array

    from application.game.live_game import LiveGame
    from application.ledger.store import Head
    from tests.spec import given

    setup = {
        "points": {"ana": 3, "ben": 3},
        "units": {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}},
    }
    story = given("voidsiege", setup)
    story.when(by="ana", do="declare", unit="a1", command="run").when(by="ben", do="decline")
    story.when(by="ana", do="undo").then_legal("G4")
    assert story.game.now.request is not None
    times = array("q", range(0, (story.game.length + 1) * SECOND, SECOND))
    found = list(moments(LiveGame("g", story.game, Head(1, ""), times)))
    assert found[-2].to_act == ("ana",) and found[-1].to_act == ()


def test_a_rewind_gives_nothing_back_and_says_how_much_it_was(timed: Hall) -> None:
    """The judge sees what each used since, and gives it back with a reason if they think it right."""
    timed.clock.on(20)
    timed.step(by="ana", do="declare", unit="a1", command="run")
    timed.clock.on(30)
    timed.step(by="ben", do="decline")
    timed.clock.on(40)
    before = left(timed)
    timed.step(by="judge", do="rewind", to=0, because="they spoke of another table")
    assert left(timed) == before
    table = timed.event.table(1, 1)
    happened = list(moments(timed.umpire.game(table.game)))
    used = used_since(timed.event, table, happened, 0, timed.clock.now)
    assert {seat: one / SECOND for seat, one in used.items()} == {"ana": 60, "ben": 30}
    used = used_since(timed.event, table, happened, 1, timed.clock.now)
    assert {seat: one / SECOND for seat, one in used.items()} == {"ana": 40, "ben": 30}
    timed.give(Adjust(*table.key, "p1", 60, "rewound", by="j2"))
    assert left(timed)["ana"] == before["ana"] + 60


def test_replay_gives_the_same_clocks(tmp_path: Path) -> None:
    """From the rows alone, in another process, after the round: everything shows what it showed."""
    with hall_in(tmp_path / "games.umpire") as hall:
        hall.pair(FOUR)
        hall.give(SetClocks(1, 600, 3, 2, 700))
        assert hall.event.clocks[1] == ClockRules(600, 3, 2, 700)
        hall.start()
        for said in (
            {"by": "ana", "do": "declare", "unit": "a1", "command": "run"},
            {"by": "ben", "do": "decline"},
            {"by": "ana", "do": "move", "unit": "a1"},
        ):
            hall.clock.on(17.25)
            hall.step(**said)
        hall.clock.on(5)
        seen, now = left(hall), hall.clock.now
    from adapters.stores.ledgers import sqlite_ledger
    from adapters.stores.person_keys import KeyTable
    from adapters.stores.seat_tables import SqliteTables
    from application.event.repository import Repository
    from application.game.umpire import Umpire

    ledger = sqlite_ledger(tmp_path / "games.umpire")
    repository = Repository(ledger, KeyTable(SqliteTables(tmp_path / "games.umpire")))
    again = Hall(repository, Umpire(ledger), type(hall.clock)(now))
    assert left(again) == seen
    repository.close()


def test_a_fallen_flag_is_ruled_on_by_a_judge_and_ends_no_game(timed: Hall) -> None:
    table = timed.event.table(1, 1)

    def rule(because: str = "ben wins on time") -> None:
        timed.give(RuleOnFlag(*table.key, "p1", because, by="j2"))

    with pytest.raises(Refused, match="the clock of p1 has not run out") as why:
        rule()
    assert why.value.cites == ("T3",)
    begun = timed.clock.now
    timed.clock.on(700)
    rule()
    rule()  # sent again it is no news
    (flag,) = timed.event.flags[1, 1]
    assert flag.fell == begun + 600 * SECOND
    with pytest.raises(Refused, match="it was ruled already that the clock of p1 ran out") as why:
        rule("a draw")
    assert why.value.cites == ("T3",)
    timed.step(by="ana", do="declare", unit="a1", command="run")
    timed.clock.on(700)
    timed.give(RuleOnFlag(*table.key, "p2", "both have none", by="j2"))
    assert [flag.player for flag in timed.event.flags[1, 1]] == ["p1", "p2"]
    assert not timed.umpire.game(f"{EVENT}.r1.t1").game.now.state.over


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (ClockRules(0), "^main: 0 seconds; expected at least 1"),
        (ClockRules(60, -1), "increment: -1 seconds; expected 0 to 86400"),
        (ClockRules(60, delay=10**6), "delay: 1000000 seconds; expected 0 to 86400"),
    ],
)
def test_clocks_that_cannot_be(hall: Hall, rules: ClockRules, sentence: str) -> None:
    hall.pair(FOUR)
    with pytest.raises(Refused, match=sentence):
        hall.give(SetClocks(1, rules.main, rules.increment, rules.delay, rules.most))
    hall.give(SetClocks(1, 86_400))


def test_clocks_are_set_before_the_round_begins(round_one: Hall) -> None:
    with pytest.raises(Refused, match="round 1 has begun: its clocks run as they are"):
        round_one.give(SetClocks(1, 600))
    table = round_one.event.table(1, 1)
    with pytest.raises(Refused, match="in round 1 players have no clocks"):
        round_one.give(Adjust(*table.key, "p1", 5, "x", by="j1"))


def test_the_round_s_clock_stands_in_pauses_and_a_table_has_what_it_is_owed(
    round_one: Hall,
) -> None:
    hall = round_one
    hall.clock.on(60)
    hall.give(rounds.Pause(1, "alarm", by="j1"))
    hall.clock.on(600)
    hall.give(rounds.Resume(1, by="j1"))
    hall.give(calls.MakeCall(1, 1, by="p1"))
    hall.clock.on(60)
    event, now = hall.event, hall.clock.now
    assert round_clock.time_left(event.rounds[1], now) == 48 * 60 * SECOND
    assert round_clock.left_at(event, event.table(1, 1), now) == 49 * 60 * SECOND
    assert round_clock.left_at(event, event.table(1, 2), now) == 48 * 60 * SECOND
    hall.give(calls.Withdraw(1, by="p1"))
    for table in (1, 2):
        hall.give(rounds.Result(1, table, by="j2"))
    hall.give(rounds.End(1))
    hall.clock.on(60)
    event, now = hall.event, hall.clock.now
    assert round_clock.left_at(event, event.table(1, 1), now) == 49 * 60 * SECOND
    assert round_clock.time_left(event.rounds[1], now) == 48 * 60 * SECOND


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (0.5, "0:01"), (65, "1:05"), (3725, "1:02:05"), (-0.5, "0:00"), (-65, "−1:05")],
)
def test_time_in_figures(seconds: float, text: str) -> None:
    assert round_clock.figures(round(seconds * SECOND)) == text
