"""Results of a round, pasted as a list."""

import pytest

from application.event.entered_results import enter_results, read_results
from application.event.result_list import results
from domain.tournament import rounds
from domain.tournament.command import Refused
from domain.tournament.results import ReportResult
from tests.application.event.halls import EVENT, Hall

LIST = "round,table,player 1,points 1,player 2,points 2,winner\n"


def report(hall: Hall, by: str, winner: str | None, table: int = 1, **points: int) -> None:
    hall.give(ReportResult(1, table, points, winner, by=by))


def paste(hall: Hall, text: str, by: str = "j1", round: int | None = None) -> None:
    rows = read_results(text.encode(), "the list", round)
    enter_results(hall.repository, hall.umpire, EVENT, rows, by)


def result(hall: Hall, table: int = 1) -> tuple[str | None, dict[str, int], str] | None:
    found = hall.event.table(1, table).result
    return None if found is None else (found.winner, found.points, found.by)


def concede(hall: Hall, table: int = 1) -> None:
    hall.step(table, by="ben", do="concede")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LIST + "1,1,Ana Silva,3,Ben Okoro,1,Ana Silva\n", ("p1", {"p1": 3, "p2": 1})),
        (LIST + "1,1,Ben Okoro,1,Ana Silva,3,2\n", ("p1", {"p1": 3, "p2": 1})),
        (LIST + "1,1,,2,,4,\n", ("p2", {"p1": 2, "p2": 4})),
        (LIST + "1,1,,2,,2,\n", (None, {"p1": 2, "p2": 2})),
        ("Runde;Tisch;Sieger\n1;1;unentschieden\n", (None, {"p1": 0, "p2": 0})),
        ("Rnd\tTbl\tWinner\n1\t1\tBen Okoro\n", ("p2", {"p1": 0, "p2": 0})),
    ],
)
def test_the_head_judge_pastes_a_list_as_it_comes_out_of_a_table(
    round_one: Hall, text: str, expected: tuple[str | None, dict[str, int]]
) -> None:
    paste(round_one, text)
    found = result(round_one)
    assert found is not None and found[:2] == expected


def test_a_dash_is_no_bye_where_a_winner_is_not_known_or_nobody_can_sit(round_one: Hall) -> None:
    heading = LIST.replace("winner", "player 3,winner")
    paste(round_one, heading + "1,1,Ana Silva,3,Ben Okoro,1,-,1\n1,2,,,,,-,\u2013\n")
    assert round_one.event.table(1, 2).result is None
    found = result(round_one)
    assert found is not None and found[0] == "p1"


def test_a_list_comes_back_as_it_went_out(round_one: Hall) -> None:
    """What is not known yet is left out, a result that stands may be said again."""
    from application.event.result_list import results

    report(round_one, "p1", "p1", p1=3, p2=1)
    report(round_one, "p2", "p1", p1=3, p2=1)
    before = round_one.happened
    paste(round_one, results(round_one.event, round_one.keyring))
    assert round_one.happened == before


def test_a_list_as_it_comes_out_is_read_back_whoever_plays(hall: Hall) -> None:
    hall.pair("table,player 1,player 2\n1,=Ana,@ben\n2,-=Xx=-,Dov\n")
    hall.start()
    hall.give(rounds.Result(1, 1, {}, "p2"))
    text = results(hall.event, hall.keyring)
    assert "'@ben" in text
    entered = enter_results(
        hall.repository, hall.umpire, EVENT, read_results(text.encode(), "the list")
    )
    assert [table.result.winner for table in entered if table.result] == ["p2"]
    hall.pair("table,player 1,player 2\n1,'=Ana,'@ben\n", 2)
    assert hall.event.table(2, 1).players == ("p1", "p2")


def test_a_list_is_read_back_where_a_player_is_called_as_a_judge(hall: Hall) -> None:
    hall.pair("table,player 1,player 2\n1,Noa Berg,Ben Okoro\n")
    hall.start()
    hall.give(rounds.Result(1, 1, {}, "p1"))
    before = hall.happened
    paste(hall, results(hall.event, hall.keyring))
    assert hall.happened == before


@pytest.mark.parametrize(
    ("text", "by", "sentence"),
    [
        ("round,winner\n", "j1", "the list, line 1, column 3: the heading “table” is missing"),
        (LIST + "1,9,,,,,1\n", "j1", "line 2, column 2 (“table”): there is no table 9 in round 1"),
        (LIST + "1,1,,x,,1,\n", "j1", "column 4 (“points1”): “x” is no number of points"),
        (LIST + "1,1,,,,,Zoe\n", "j1", "column 7 (“winner”): nobody at this event is called “Zoe”"),
        (LIST + "1,1,,,,,Eve Lund\n", "j1", "(“winner”): “Eve Lund” does not sit at table 1"),
        (LIST + "1,1,,,,,1\n1,1,,,,,2\n", "j1", "line 3, column 2 (“table”): table 1 stands in"),
        (
            LIST + "1,1,Ana Silva,,bye,,\n1,2,,,,,1\n",
            "j1",
            "line 2, column 5 (“player2”): 2 players sit at table 1, so it has no bye; expected its "
            "winner, “draw” or points",
        ),
        (LIST + "1,1,,,,,bye\n", "j1", "line 2, column 7 (“winner”): 2 players sit at table 1"),
        (LIST + "1,1,,,,,1\n", "j2", "that is the head judge's to decide"),
        (LIST + "1,1,,,,,1\n1,2,,,,,2\n", "j1", "table 2 has another result already"),
    ],
)
def test_a_list_with_something_wrong_is_refused_whole_with_line_and_column(
    round_one: Hall, text: str, by: str, sentence: str
) -> None:
    round_one.give(rounds.Result(1, 2, {}, "p3", by="j1"))
    before = round_one.happened
    with pytest.raises(Refused) as why:
        paste(round_one, text, by)
    assert sentence in str(why.value)
    assert round_one.happened == before


def test_of_two_at_a_table_who_are_called_alike_neither_is_taken_for_the_other(hall: Hall) -> None:
    hall.pair(
        "round,table,player 1,player 2\n1,1,Ana Silva,\u0410na Silva\n", new=("\u0410na Silva",)
    )
    hall.start()
    with pytest.raises(Refused, match="“ana silva” is what several at table 1 are called"):
        paste(hall, LIST + "1,1,,3,,1,ana silva\n")
    paste(hall, LIST + "1,1,,3,,1,\u0410na Silva\n")
    found = result(hall)
    assert found is not None and found[0] == "p2"
