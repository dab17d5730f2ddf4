"""When steps were taken, as was said; what games and seats are called before people."""

from array import array
from pathlib import Path
from typing import Any

import pytest

from application.game.checked_step import NotAStep
from application.game.moments import NoMoment, exact_iso_time, moment, moments
from application.game.titles import about_in_words, seat_in_words
from domain.kernel.history import Entry
from domain.kernel.ruling import Ruling
from tests.stores import TOY, umpire_in, with_toy

RULING = Ruling("legal", "rule", (), "")


def log(*at: str | None) -> list[Entry]:
    said = ({"by": "ana", "do": "x"} | ({"at": one} if one else {}) for one in at)
    return [Entry(n, one, RULING) for n, one in enumerate(said, 1)]


@pytest.mark.parametrize(
    "said",
    [
        "2026-11-21T18:04:00+01:00",
        "2026-11-21T17:04:00Z",
        "2026-11-21T17:04Z",
        "20261121T170400Z",
        "2026-11-21T17:04:00.000000+00:00",
    ],
)
def test_a_moment_is_the_same_however_it_is_written(said: Any) -> None:
    assert exact_iso_time(moment(said)) == "2026-11-21T17:04:00.000000Z"


@pytest.mark.parametrize(
    "said", ["soon", "2026-11-21", "2026-11-21T18:04:00", 18, None, True, "0001-01-01T00:00Z", ""]
)
def test_what_is_no_moment_is_told_with_an_example(said: Any) -> None:
    with pytest.raises(NoMoment, match="is no moment; expected ISO 8601 with an offset or Z"):
        moment(said)


def test_an_entry_without_a_moment_was_taken_when_it_was_written() -> None:
    written = array("q", [0, 1_000_000, 2_000_000])
    assert list(moments(log(None, None), written)) == [
        "1970-01-01T00:00:01.000000Z",
        "1970-01-01T00:00:02.000000Z",
    ]


def test_the_moments_of_a_game_never_go_back() -> None:
    """Typed in later: what says nothing lies between its neighbours."""
    late = moment("2026-11-22T10:00:00Z")
    written = [late] * 6
    told = list(
        moments(log(None, "2026-11-21T18:00:00+01:00", None, "2026-11-21T17:05:00Z", None), written)
    )
    assert told == [
        "2026-11-21T17:00:00.000000Z",
        "2026-11-21T18:00:00+01:00",
        "2026-11-21T17:05:00.000000Z",
        "2026-11-21T17:05:00Z",
        "2026-11-22T10:00:00.000000Z",
    ]


def test_what_was_refused_for_what_it_says_there_has_no_moment() -> None:
    """As it was before steps said when they were taken."""
    assert list(moments(log("soon"), [0, 0])) == ["1970-01-01T00:00:00.000000Z"]


def test_a_moment_that_lies_ahead_holds_back_what_follows() -> None:
    told = list(moments(log("2030-01-01T00:00:00Z", None), [0, 5, 6]))
    assert told == ["2030-01-01T00:00:00Z", "2030-01-01T00:00:00.000000Z"]


def test_a_game_keeps_what_was_said_and_never_goes_back(tmp_path: Path) -> None:
    with_toy()
    with umpire_in(tmp_path / "games.umpire") as umpire:
        id = umpire.open(TOY)
        say = {"by": "ana", "do": "note", "text": "hm"}
        umpire.steps(id, [{**say, "at": "2026-11-21T18:04:00+01:00"}])
        umpire.step(id, say)
        for late, words in (("2026-11-21T17:03:59Z", "lies before"), ("soon", "no moment")):
            with pytest.raises(NotAStep, match="said with the steps of a record"):
                umpire.step(id, {**say, "at": late})
            with pytest.raises(NotAStep, match=words):
                umpire.steps(id, [{**say, "at": late}])
        live = umpire.game(id)
        assert live.game.length == 2
        assert exact_iso_time(live.taken_at(1)) == "2026-11-21T17:04:00.000000Z"
        assert live.taken_at(2) == live.times[2]


def test_seats_and_games_are_told_in_words() -> None:
    assert seat_in_words({"ana": "Ana  Müller\n"}, "ana") == "Ana Müller (ana)"
    assert seat_in_words({"ana": ""}, "ana") == seat_in_words({}, "ana") == "ana"
    about = {"table": 7, "hall": "B", "event": "Spring Open", "round": 3, "title": ""}
    assert about_in_words(about) == "Spring Open, round 3, table 7, hall B"
    assert about_in_words({}) == ""
