"""What stands of a log, whatever has been done to it."""

from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given as any_of
from hypothesis import settings
from hypothesis import strategies as st

from domain.kernel.history import (
    Opening,
    Standing,
    check_seats,
    open_game,
    overrulings,
    reaches_back_to,
    replay,
)
from domain.kernel.ruleset import SetupError
from domain.kernel.shared import adjudicate
from domain.kernel.values import changed
from tests.toy import RULESET

OPENING = Opening("toy", "1", {"Q1": "open"}, "casual", ("ana", "ben", "cem"), {"sticks": 4000})
BY = st.sampled_from(["ana", "ben", "cem", "judge"])
STEPS = st.lists(
    st.one_of(
        st.fixed_dictionaries({"by": BY, "do": st.just("take"), "number": st.integers(0, 4)}),
        st.fixed_dictionaries(
            {"by": BY, "do": st.sampled_from(["undo", "consent", "consent", "object"])}
        ),
        st.fixed_dictionaries(
            {
                "by": st.just("judge"),
                "do": st.just("rewind"),
                "to": st.integers(0, 40),
                "because": st.just("x"),
            }
        ),
        st.fixed_dictionaries(
            {
                "by": st.just("judge"),
                "do": st.just("overrule"),
                "entry": st.integers(1, 40),
                "verdict": st.sampled_from(["legal", "illegal"]),
                "because": st.just("x"),
            }
        ),
        st.fixed_dictionaries({"by": BY, "do": st.just("note"), "text": st.just("hm")}),
        st.fixed_dictionaries(
            {
                "by": BY,
                "do": st.just("report"),
                "fact": st.just("fallen"),
                "number": st.integers(0, 2),
            }
        ),
        st.just({"by": "ana", "do": "report", "fact": "spoken", "words": []}),
        st.just({"by": "cem", "do": "concede"}),
    ),
    max_size=40,
)


@settings(deadline=None)
@any_of(STEPS)
def test_every_position_can_be_asked_for_again(steps: Any) -> None:
    """Replay equals live, position n is what was seen at n, and a rewind to n leads there."""
    game = open_game(RULESET, OPENING)
    seen = [game.now]
    for said in steps:
        entry, position = adjudicate(game, said)
        game.take(entry, position)
        seen.append(position)
        assert entry.ruling.cites or entry.ruling.verdict == "legal"
        if entry.ruling.verdict != "legal":
            assert position is seen[-2]

    rebuilt = replay(RULESET, OPENING, game.log)
    resumed = open_game(RULESET, OPENING)
    resumed.resume(game.log)
    assert rebuilt.now == resumed.now == game.now
    for n, position in enumerate(seen):
        assert game.position(n) == position
        assert rebuilt.position(n) == resumed.position(n) == position
        assert game.at(n).now == position
        assert game.at(n).overruled == dict(overrulings(game.log[:n]))
        said = {"by": "judge", "do": "rewind", "to": n, "because": "x"}
        assert adjudicate(game, said)[1].state == position.state


@settings(deadline=None)
@any_of(STEPS)
def test_a_game_goes_on_from_a_table_as_the_whole_game_did(steps: Any) -> None:
    """As far as no entry goes back to before it."""
    game = open_game(RULESET, OPENING)
    for said in steps:
        game.take(*adjudicate(game, said))
    for n in range(game.length + 1):
        position = game.position(n)
        if position.request is not None:
            continue
        known = n
        while known < game.length and reaches_back_to(game.entry(known + 1)) >= n:
            known += 1
        later = game.since(n, position.state)
        assert (later.length, later.now.state, later.overruled) == (n, position.state, {})
        later.resume(game.log[n:known])
        assert later.length == known
        for m in range(n, known + 1):
            assert later.position(m).state == game.position(m).state
            assert later.view(m) == game.view(m)
        assert later.now.request == game.position(known).request
        assert later.overruled == dict(overrulings(game.log[n:known]))


def test_a_game_taken_up_at_an_entry_knows_what_comes_after_it() -> None:
    game = open_game(RULESET, OPENING)
    for by in ("ana", "ben", "cem", "ana"):
        game.take(*adjudicate(game, {"by": by, "do": "take", "number": 1}))
    game.overruled[1] = ("illegal", 1)
    later = game.since(2, game.position(2).state)
    assert (later.length, later.now.state.sticks, later.overruled) == (2, 3998, {})
    later.resume(game.log[2:])
    assert (later.length, later.now.state) == (4, game.now.state)
    assert [later.position(n).state.sticks for n in (2, 3, 4)] == [3998, 3997, 3996]
    assert (game.length, game.verdict(1)) == (4, "illegal")


def test_a_game_taken_up_after_its_end_is_over_since_nobody_knows_when() -> None:
    game = open_game(RULESET, changed(OPENING, setup={"sticks": 1}))
    for by in ("ana", "ben"):
        game.take(*adjudicate(game, {"by": by, "do": "take", "number": 1}))
    later = game.since(2, game.now.state)
    entry, _ = adjudicate(later, {"by": "ana", "do": "take", "number": 1})
    assert entry.ruling.reason == "the game is over."
    with pytest.raises(LookupError, match="before entry 2"):
        later.position(1)
    assert game.over_since() == 1


def test_the_earliest_entry_that_has_to_be_known() -> None:
    """The one before for what goes on; what is taken back, made otherwise or gone back to."""
    overrule = {"by": "judge", "do": "overrule", "because": "x"}
    rewind = {"by": "judge", "do": "rewind", "because": "x"}
    said = (
        ({"by": "ana", "do": "take", "number": 1}, 0),
        ({"by": "ben", "do": "take", "number": 1}, 1),
        ({"by": "ben", "do": "undo"}, 1),
        ({"by": "ben", "do": "take", "number": 2}, 3),
        ({"by": "judge", "do": "note", "text": "x"}, 4),
        ({"by": "ana", "do": "undo"}, 0),
        ({"by": "ben", "do": "consent"}, 6),
        ({"by": "cem", "do": "object"}, 7),
        ({"by": "ana", "do": "undo"}, 0),
        ({"by": "ben", "do": "consent"}, 9),
        ({"by": "cem", "do": "consent"}, 0),
        ({"by": "ben", "do": "take", "number": 1}, 11),
        ({"by": "judge", "do": "note", "text": "x"}, 12),
        ({**overrule, "entry": 12, "verdict": "legal"}, 11),
        ({**overrule, "entry": 12, "verdict": "illegal"}, 11),
        ({**rewind, "to": 5}, 5),
    )
    game = open_game(RULESET, OPENING)
    for step, earliest in said:
        entry, position = adjudicate(game, step)
        game.take(entry, position)
        assert (entry.n, reaches_back_to(entry)) == (entry.n, earliest), entry
    assert [game.verdict(n) for n in (11, 12, 14, 16)] == ["legal", "illegal", "legal", "legal"]


@pytest.mark.parametrize(
    ("opening", "names"),
    [
        (Opening("toy", "9", {}, "casual", ("ana",), {"sticks": 1}), "“9”; expected 1$"),
        (
            Opening("toy", "1", {"Q9": "x"}, "casual", ("ana",), {"sticks": 1}),
            "no open question “Q9”; expected one of Q1, Q2$",
        ),
        (Opening("toy", "1", {"Q3": "x"}, "casual", ("ana",), {"sticks": 1}), "Q3"),
        (Opening("toy", "1", {"Q1": "x"}, "casual", ("ana",), {"sticks": 1}), "no, yes, open"),
        (Opening("toy", "1", {}, "casual", ("ana",), {"sticks": "two"}), "sticks"),
    ],
)
def test_an_opening_says_what_is_wrong_with_it(opening: Any, names: Any) -> None:
    """Edition, readings and set-up, each with what was expected."""
    with pytest.raises(SetupError, match=names):
        open_game(RULESET, opening)


def test_a_long_game_keeps_only_some_positions() -> None:
    """Every position can be had, few are held."""
    game = open_game(RULESET, OPENING)
    for n in range(400):
        said = {"by": "abc"[n % 3].replace("a", "ana").replace("b", "ben").replace("c", "cem")}
        game.take(*adjudicate(game, {**said, "do": "take", "number": 1}))

    assert len(game._kept) <= 400 // 12 + 1
    assert [game.position(n).state.sticks for n in (0, 7, 9, 399, 400)] == [
        4000,
        3993,
        3991,
        3601,
        3600,
    ]
    assert [game.view(n)["sticks"] for n in (9, None)] == [3991, 3600]
    resumed = open_game(RULESET, OPENING)
    resumed.resume(game.log)
    for n in (24, 399):
        assert [*resumed.position(n).stands()] == [*game.position(n).stands()], (
            "all stand as before"
        )


def test_what_follows_from_the_opening_is_made_once() -> None:
    game = open_game(RULESET, OPENING)
    made = Mock(side_effect=lambda game: game.opening.players)
    assert [game.of_opening(made) for _ in range(2)] == [OPENING.players] * 2
    game.take(*adjudicate(game, {"by": "ana", "do": "take", "number": 1}))
    assert game.of_opening(made) == OPENING.players
    made.assert_called_once_with(game)


@pytest.mark.parametrize(("seats", "many"), [((2, 2), "2"), ((2, 3), "2 or 3"), ((2, 4), "2 to 4")])
def test_a_game_has_as_many_seats_as_its_ruleset(seats: tuple[int, int], many: str) -> None:
    ruleset = changed(RULESET, seats=seats)
    check_seats(ruleset, ["ana", "ben"])
    with pytest.raises(SetupError, match=f"^players: {RULESET.title} is for {many}, not 1$"):
        check_seats(ruleset, ["ana"])


def test_all_editions_are_named_where_one_is_not_known() -> None:
    second = changed(RULESET.editions[0], id="2")
    ruleset = changed(RULESET, editions=(*RULESET.editions, second))
    with pytest.raises(SetupError, match=r"no edition “9”; expected 1, 2$"):
        open_game(ruleset, changed(OPENING, edition="9"))


def test_an_earlier_game_goes_on_by_itself() -> None:
    """What is overruled in it later is not overruled in the game it was taken from."""
    game = open_game(RULESET, OPENING)
    overrule = {"by": "judge", "do": "overrule", "verdict": "legal", "because": "x"}
    for said in ({"by": "ben", "do": "take", "number": 1}, {**overrule, "entry": 1}):
        game.take(*adjudicate(game, said))
    early, late = game.at(1), game.at(2)

    assert (early.verdict(1), late.verdict(1)) == ("illegal", "legal")
    early.take(*adjudicate(early, {**overrule, "entry": 1}))
    late.take(*adjudicate(late, {**overrule, "entry": 1, "verdict": "illegal"}))
    assert (game.verdict(1), early.verdict(1), late.verdict(1)) == ("legal", "legal", "illegal")


def test_what_stands_is_the_same_by_itself_whatever_lies_below() -> None:
    """Two long games are compared by their newest entries, not entry by entry."""
    below, other = Standing(1, "ana", 1), Standing(1, "ben", 1)
    top = Standing(2, "ben", 2, below)

    assert top == Standing(2, "ben", 2, other)
    assert hash(top) == hash(Standing(2, "ben", 2))
    assert (top != Standing(2, "ben", 2, other)) is False
    assert (top == Standing(2, "ben", 3, below)) is False
    assert top != Standing(2, "ben", 3, below)
    assert top != (2, "ben", 2)
    assert repr(top) == "Standing(2, 'ben', 2)"


def test_a_log_that_is_taken_up_again_stands_as_it_stood_step_by_step() -> None:
    """A judge's report, a concession and a request among the players' steps."""
    game = open_game(RULESET, OPENING)
    for said in (
        {"by": "ana", "do": "take", "number": 1},
        {"by": "judge", "do": "report", "fact": "fallen", "number": 2},
        {"by": "ben", "do": "take", "number": 2},
        {"by": "cem", "do": "take", "number": 2},
        {"by": "ben", "do": "undo"},
        {"by": "ana", "do": "concede"},
        {"by": "ben", "do": "take", "number": 9},
        {"by": "ben", "do": "take", "number": 3},
    ):
        game.take(*adjudicate(game, said))
    resumed = open_game(RULESET, OPENING)
    resumed.resume(game.log)

    assert resumed.now == game.now
    assert list(resumed.now.stands()) == list(game.now.stands())
    for n in range(game.length + 1):
        assert resumed.position(n) == game.position(n)
        assert resumed.position(n).barrier == game.position(n).barrier
