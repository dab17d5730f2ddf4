"""Results: reported by players, said by a game."""

from types import SimpleNamespace
from typing import Any

import pytest

from application.event.account import Account
from application.event.book_page import read_book
from application.event.commands import Commands
from domain.kernel.values import changed
from domain.tournament import calls, rounds
from domain.tournament.command import Listed, Refused
from domain.tournament.context import Outcome
from domain.tournament.results import EnterResults, ReportResult, ResultListed
from domain.tournament.rounds import Score, score_of_game
from tests.application.event.halls import EVENT, STEP, Hall, refused


def report(hall: Hall, by: str, winner: str | None, table: int = 1, **points: int) -> None:
    hall.give(ReportResult(1, table, points, winner, by=by))


def result(hall: Hall, table: int = 1) -> tuple[str | None, dict[str, int], str] | None:
    found = hall.event.table(1, table).result
    return None if found is None else (found.winner, found.points, found.by)


def concede(hall: Hall, table: int = 1) -> None:
    hall.step(table, by="ben", do="concede")


def test_a_result_stands_once_both_players_say_the_same(round_one: Hall) -> None:
    """Who says no points agrees with those of the other."""
    report(round_one, "p1", "p1", p1=3, p2=1)
    before = round_one.happened
    report(round_one, "p1", "p1", p1=3, p2=1)
    assert result(round_one) is None and round_one.happened == before
    report(round_one, "p2", "p1")
    assert result(round_one) == ("p1", {"p1": 3, "p2": 1}, "players")
    agreed = round_one.happened[-1]
    assert isinstance(agreed, rounds.ResultAgreed) and agreed.head is not None
    assert agreed.head.game == f"{EVENT}.r1.t1"
    told = Account(round_one.event, round_one.keyring).tell(round_one.happened[-1])
    assert told == "Table 1 of round 1: Ana Silva won, 3 : 1, as its players say."
    with pytest.raises(Refused, match="table 1 has its result; a judge corrects it"):
        report(round_one, "p2", "p2")


def test_a_report_that_is_sent_again_is_no_news_also_where_it_stands_by_then(
    round_one: Hall,
) -> None:
    hall = round_one
    report(hall, "p1", "p1", p1=3, p2=1)
    report(hall, "p2", "p1")
    hall.give(rounds.Result(1, 2, {}, None, by="j1"))
    hall.give(rounds.End(1))
    before = hall.happened
    report(hall, "p2", "p1")
    report(hall, "p1", "p1", p1=3, p2=1)
    assert hall.happened == before
    for by, points in (("p2", {"p1": 3}), ("p1", {})):
        with pytest.raises(Refused, match="round 1 is over; its results stand"):
            report(hall, by, "p1", **points)
    hall.give(rounds.Correct(1, 1, {}, "p2", "the wrong line", by="j1"))
    with pytest.raises(Refused, match="round 1 is over; its results stand"):
        report(hall, "p2", "p1")


def test_who_has_no_points_among_those_that_are_said_has_none(round_one: Hall) -> None:
    report(round_one, "p3", None, 2, p3=2)
    report(round_one, "p4", None, 2, p3=2, p4=0)
    assert result(round_one, 2) == (None, {"p3": 2, "p4": 0}, "players")


def test_another_result_than_the_one_that_stands_is_the_head_judge_s(round_one: Hall) -> None:
    """Of two who enter one at the same moment the second hears of it, and a slip in the table is none."""
    hall = round_one
    hall.give(rounds.Result(1, 1, {"p1": 3}, "p1", by="j2"))
    for said in ({"p1": 3, "p2": 0}, {"p1": 3}, {}):
        hall.give(rounds.Result(1, 1, said, "p1"))
    assert result(hall) == ("p1", {"p1": 3, "p2": 0}, "j2"), "the same again is no news"
    concede(hall, 2)
    hall.give(rounds.Result(1, 2, {}, "p4", by="j2"))
    others = (rounds.Result(1, 1, {}, "p2"), rounds.Result(1, 1, {"p1": 2}, "p1"))
    for other in (*others, rounds.ResultOfGame(1, 2)):
        with pytest.raises(Refused, match="has another result already: the head judge corrects it"):
            hall.give(other)
    hall.give(rounds.Correct(1, 1, {}, "p2", "the wrong line", by="j1"))
    assert result(hall) == ("p2", {"p1": 0, "p2": 0}, "j1")
    hall.give(rounds.Reopen(1, 1, "one go more", by="j2"))
    hall.give(rounds.Result(1, 1, {}, "p1", by="j2"))
    assert result(hall) == ("p1", {"p1": 0, "p2": 0}, "j2")


def test_who_is_named_twice_in_the_points_is_asked_about(round_one: Hall) -> None:
    points = {"p1": 3, "Ana Silva": 1}
    with pytest.raises(Refused, match="points: somebody is named twice, by number and by name"):
        round_one.give(rounds.Result(1, 1, points, "p1", by="j2"))
    assert result(round_one) is None


def test_a_table_that_was_opened_by_mistake_is_closed_by_the_same_result(round_one: Hall) -> None:
    hall = round_one
    by_hand = rounds.Result(1, 1, {}, "p1", by="j2")
    hall.give(by_hand)
    hall.give(rounds.Reopen(1, 1, "the wrong table", by="j2"))
    hall.give(by_hand)
    assert rounds.why_closed(hall.event, hall.event.table(1, 1)) == "table 1 has its result"
    hall.give(rounds.Result(1, 2, by="j2"))
    hall.give(rounds.End(1))
    hall.give(rounds.Reopen(1, 1, "the wrong table", by="j2"))
    for _ in range(2):
        hall.give(rounds.Correct(1, 1, {}, "p1", "it stands", by="j1"))
    assert rounds.why_closed(hall.event, hall.event.table(1, 1)) == "round 1 is over"
    assert sum(isinstance(one, rounds.ResultCorrected) for one in hall.happened) == 1


def test_a_judge_is_called_where_players_differ_and_what_they_agree_on_then_stands(
    round_one: Hall,
) -> None:
    round_one.give(calls.MakeCall(1, 1, by="p1"))
    round_one.give(calls.Withdraw(1, by="p1"))
    round_one.step(**STEP)
    report(round_one, "p1", "p1")
    report(round_one, "p2", None)
    made = round_one.event.calls[2].made
    assert made == calls.CallOfKind(2, 1, 1, "p2", 1, kind="dispute")
    assert result(round_one) is None
    report(round_one, "p2", "p2")
    assert len(round_one.event.calls) == 2
    report(round_one, "p1", "p2")
    assert result(round_one) == ("p2", {"p1": 0, "p2": 0}, "players")


def test_what_was_said_before_a_table_was_opened_again_counts_no_more(round_one: Hall) -> None:
    for player in ("p1", "p2"):
        report(round_one, player, "p1")
    round_one.give(rounds.Reopen(1, 1, "one go more", by="j2"))
    report(round_one, "p1", "p1")
    assert not round_one.event.table(1, 1).has_its_result
    report(round_one, "p2", "p1")
    assert round_one.event.table(1, 1).has_its_result


def test_players_differ_where_they_say_other_points(round_one: Hall) -> None:
    """In a book that has kinds of calls of its own, and no dispute, the call is of none."""
    report(round_one, "p1", "p1", p1=3, p2=1)
    event = changed(round_one.event, book={**read_book(), "calls": {"rules": "A question"}})
    other = ReportResult(1, 1, {"p1": 2, "p2": 1}, "p1", by="p2")
    deciding = Commands(round_one.repository, round_one.umpire).deciding(other)
    reported, called = deciding(event, round_one.clock.now)
    assert isinstance(reported, rounds.ResultReported)
    assert called == calls.CallMade(1, 1, 1, "p2", 0)


def test_what_one_player_says_stands_at_once_where_the_game_says_it_too(round_one: Hall) -> None:
    concede(round_one)
    report(round_one, "p2", "p2")
    assert result(round_one) is None, "the game has another winner"
    report(round_one, "p1", "p1")
    found = result(round_one)
    assert found is not None and (found[0], found[2]) == ("p1", "game")


def test_who_does_not_sit_there_reports_nothing(round_one: Hall) -> None:
    with pytest.raises(Refused, match="p3 does not sit at table 1"):
        report(round_one, "p3", "p1")
    for nobody_there in ("p3", ""):
        with pytest.raises(Refused, match=f"“{nobody_there}” does not sit at table 1"):
            report(round_one, "p1", nobody_there)


def test_a_round_ends_with_the_winners_of_its_games_where_nobody_said_them(
    round_one: Hall,
) -> None:
    concede(round_one)
    with pytest.raises(Refused, match="table 2 of round 1 has no result yet"):
        round_one.give(rounds.End(1))
    assert result(round_one) is None
    concede(round_one, 2)
    round_one.give(rounds.End(1))
    assert [(result(round_one, n) or "")[0] for n in (1, 2)] == ["p1", "p3"]


def test_a_game_without_a_winner_is_a_draw_and_a_bye_has_no_game(round_one: Hall) -> None:
    hall = round_one
    games: Any = SimpleNamespace(outcome=lambda _game: Outcome(None, {"ana": 2, "ben": 1}))
    assert score_of_game(hall.event.table(1, 1), games) == Score(None, {"p1": 2, "p2": 1})
    hall.give(rounds.Result(1, 3, {}, "p5", by="j2"))
    bye = hall.event.table(1, 3).result
    assert bye is not None and (bye.winner, bye.head) == ("p5", None)


def test_a_list_that_has_grown_old_is_refused_at_its_line(round_one: Hall) -> None:
    hall = round_one
    hall.give(rounds.Result(1, 2, {}, "p3", by="j1"))

    def listed(table: int, winner: str) -> EnterResults:
        line, cell = "the list, line 2", "the list, line 2, column 3"
        score, named = Score(winner, {}), Listed(winner, cell)
        row = ResultListed(1, table, Listed(str(table), line), score, named)
        return EnterResults((row,), by="j1")

    assert refused(hall, listed(9, "p1")) == (
        "the list, line 2: there is no table 9 in round 1",
        (),
    )
    assert refused(hall, listed(2, "p4")) == (
        "the list, line 2, column 3: table 2 has another result already: the head judge corrects it",
        ("R3",),
    )
    hall.give(listed(1, "p1"))
    assert result(hall) == ("p1", {"p1": 0, "p2": 0}, "j1")
