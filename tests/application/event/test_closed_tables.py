"""A table that is closed takes no more steps, and says why."""

import pytest

from application.event.account import Account
from application.game.umpire import GameClosed
from domain.tournament import rounds
from domain.tournament.pairing import Unpair
from domain.tournament.tournament import Close
from tests.application.event.halls import FOUR, STEP, Hall


def test_no_more_is_played_at_a_table_with_its_result_or_after_the_round(round_one: Hall) -> None:
    hall = round_one
    hall.heeds_events()
    hall.give(rounds.Result(1, 1, {}, "p1", by="j2"))
    with pytest.raises(GameClosed, match="table 1 has its result: nothing more is played here"):
        hall.step(**STEP)
    hall.step(by="judge", do="note", text="read again")
    hall.give(rounds.Reopen(1, 1, "one go more", by="j2"))
    told = Account(hall.event, hall.keyring).tell(hall.happened[-1])
    assert told == "Noa Berg lets table 1 of round 1 play on: one go more."
    hall.step(**STEP)
    hall.give(rounds.Result(1, 1, {}, "p2", by="j2"))
    hall.give(rounds.Result(1, 2, by="j2"))
    hall.give(rounds.End(1))
    with pytest.raises(GameClosed, match="round 1 is over: nothing more"):
        hall.step(2, **STEP)
    hall.give(Close())
    with pytest.raises(GameClosed, match="“Spring Open” is closed: nothing more is played here"):
        hall.step(2, **STEP)


def test_a_game_of_a_pairing_that_was_taken_back_says_where_it_is_played(round_one: Hall) -> None:
    hall = round_one
    hall.heeds_events()
    hall.give(Unpair(1, "x", by="j2"))
    hall.pair(FOUR)
    with pytest.raises(
        GameClosed, match=r"was taken back: it is played in “spring-open\.r1\.t1\.2”"
    ):
        hall.step(**STEP)
