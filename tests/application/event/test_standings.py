"""Standings: everybody's place after the rounds that were played."""

from application.event.standings import standings
from domain.tournament.pairing import Unpair
from domain.tournament.tournament import Close
from tests.application.event.halls import FOUR, Hall


def test_a_bye_counts_once_its_round_has_begun(hall: Hall) -> None:
    def match_points() -> list[tuple[str, int]]:
        best, *_ = standings(hall.event, hall.keyring)
        return [(one.name, one.match_points) for one in (best,) if one.match_points]

    hall.pair(FOUR)
    assert match_points() == []
    hall.start()
    assert match_points() == [("Eve Lund", 3)]


def test_a_round_that_is_not_played_counts_for_nobody(hall: Hall) -> None:
    hall.pair(FOUR)
    hall.give(Close(unplayed=True))
    assert {one.match_points for one in standings(hall.event, hall.keyring)} == {0}


def test_who_was_paired_by_a_wrong_list_alone_has_no_place(hall: Hall) -> None:
    hall.pair("table,player 1,player 2\n1,Ana Silva,Guy Roy\n")
    hall.give(Unpair(1, "another event's list", by="j2"))
    assert standings(hall.event, hall.keyring) == []
    hall.pair(FOUR)
    names = {one.name for one in standings(hall.event, hall.keyring)}
    assert "Ana Silva" in names and "Guy Roy" not in names
