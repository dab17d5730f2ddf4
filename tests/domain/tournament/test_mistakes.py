"""Mistakes are undone, each by an event with its reason: pairing, people, results, names."""

from typing import Any

import pytest

from application.event.account import Account
from application.event.commands import find_person
from application.event.forgetting import forget
from application.event.opening import appointing
from domain.tournament import calls, clocks, offences, rounds
from domain.tournament.command import Command, Refused
from domain.tournament.pairing import Exchange, TakeBack, Unpair, is_out, nearly
from domain.tournament.people import Drop, Rename
from domain.tournament.tournament import Close
from tests.application.event.halls import EVENT, FOUR, SECOND, STEP, Hall, reader, refused


def places(hall: Hall, round: int = 1) -> list[tuple[str, ...]]:
    return [table.players for table in hall.event.of_round(round)]


def told(hall: Hall) -> str:
    return Account(hall.event, hall.keyring).tell(hall.happened[-1])


def test_a_round_is_unpaired_before_anybody_played_and_paired_anew(round_one: Hall) -> None:
    """The games that were opened are nobody's: a table that is paired anew has a game of its own."""
    hall = round_one
    assert refused(hall, Unpair(1, " ", by="j2"))[0] == "the reason: expected 1 to 2000 letters"
    hall.give(Unpair(1, "two players were missing", by="j2"))
    assert told(hall) == "Noa Berg takes the pairing of round 1 back: two players were missing."
    assert not hall.event.tables and not hall.event.rounds
    with pytest.raises(Refused, match="no table is paired in round 1"):
        hall.start()
    hall.pair("table,player 1,player 2\n1,Ben Okoro,Ana Silva\n")
    (table,) = hall.event.of_round(1)
    assert (table.game, table.players) == (f"{EVENT}.r1.t1.2", ("p2", "p1"))
    assert len(hall.event.people) == 5, "nobody is entered twice"
    hall.give(Unpair(1, "that was the old list", by="j2"))
    hall.pair(FOUR)
    assert hall.event.table(1, 1).game == f"{EVENT}.r1.t1.3"


@pytest.mark.parametrize(
    ("happens", "sentence"),
    [
        (STEP, "table 1 of round 1 has been played at already"),
        (calls.MakeCall(1, 1, by="p1"), "table 1 of round 1 has called a judge already"),
        (rounds.Result(1, 2, by="j1"), "table 2 of round 1 has a result already"),
    ],
)
def test_what_has_been_played_is_not_unpaired(round_one: Hall, happens: Any, sentence: str) -> None:
    if isinstance(happens, Command):
        round_one.give(happens)
    else:
        round_one.step(**happens)
    assert refused(round_one, Unpair(1, "x", by="j1")) == (sentence, ("R6",))


def test_two_players_change_places_before_they_play(round_one: Hall) -> None:
    hall = round_one
    hall.give(Exchange(1, "Ben Okoro", "Dov Amir", "read the wrong line", by="j2"))
    assert places(hall) == [("p1", "p4"), ("p3", "p2"), ("p5",)]
    assert told(hall) == (
        "Noa Berg lets Ben Okoro and Dov Amir change places in round 1: read the wrong line."
    )
    hall.pair("table,player 1\n1,Ana Silva\n", 2)
    assert refused(hall, Exchange(2, "p1", "p3", "x", by="j2")) == (
        "p3 sits at no table of round 2",
        ("R4",),
    )
    hall.step(**STEP)
    assert refused(hall, Exchange(1, "p1", "p3", "x", by="j2"))[1] == ("R6",)
    hall.give(Exchange(1, "p3", "p2", "sides", by="j2"))
    assert places(hall)[1] == ("p2", "p3"), "at one table they change sides"


def test_an_exchange_that_is_sent_again_changes_nobody_back(round_one: Hall) -> None:
    """An answer may be lost on the way: who lets them change back gives another reason."""
    hall = round_one
    exchange = Exchange(1, "Ben Okoro", "Dov Amir", "read the wrong line", by="j2")
    before, once = places(hall), [("p1", "p4"), ("p3", "p2"), ("p5",)]
    for again in (exchange, exchange, Exchange(1, "p4", "p2", "read the wrong line", by="j2")):
        hall.give(again)
        assert places(hall) == once
    hall.give(Exchange(1, "p2", "p4", "it was right at first", by="j2"))
    assert places(hall) == before
    hall.give(exchange)
    assert places(hall) == once, "it is the newest that is not said again"
    hall.give(Unpair(1, "the old list", by="j2"))
    hall.pair(FOUR)
    hall.give(exchange)
    assert places(hall) == once, "of a round that was paired anew it is the first"


def test_a_clock_that_was_set_stays_where_it_was_as_its_player_is_seated_elsewhere(
    hall: Hall,
) -> None:
    hall.pair(FOUR)
    hall.give(clocks.SetClocks(1, 600))
    hall.give(clocks.Adjust(1, 1, "p1", 60, "came late", by="j2"))
    hall.give(Exchange(1, "p1", "p3", "read the wrong line", by="j2"))
    hall.start()
    for table in (1, 2):
        shown = clocks.clocks_of(hall.event, hall.event.table(1, table), (), hall.clock.now)
        assert [clock.left for clock in shown.values()] == [600 * SECOND] * 2


def test_a_table_that_is_paired_anew_has_no_time_of_the_one_before(hall: Hall) -> None:
    hall.pair(FOUR)
    hall.give(clocks.SetClocks(1, 600))
    hall.give(clocks.Adjust(1, 1, "p1", 60, "came late", by="j2"))
    hall.give(clocks.GiveTime(1, 1, 300, "deck check", by="j2"))
    hall.start()
    hall.clock.on(700)
    hall.give(clocks.RuleOnFlag(1, 1, "p1", "nobody has come", by="j2"))
    hall.give(Unpair(1, "the wrong list", by="j2"))
    hall.pair(FOUR)
    table = hall.event.table(1, 1)
    assert hall.event.flags == {}
    assert clocks.time_owed(hall.event, table, hall.clock.now) == 0
    shown = clocks.clocks_of(hall.event, table, (), hall.clock.now)
    assert [clock.left for clock in shown.values()] == [600 * SECOND] * 2


def test_who_has_left_is_not_paired_until_they_are_taken_back(round_one: Hall) -> None:
    hall = round_one
    hall.give(Drop("Ana Silva", "a train to catch", by="j2"))
    assert told(hall) == "Ana Silva has left the event, as Noa Berg enters: a train to catch."
    again = "table,player 1,player 2\n1,Ana Silva,Cleo Diaz\n"
    with pytest.raises(Refused, match=r"line 2, column 2 .*“Ana Silva” has left the event: take"):
        hall.pair(again, 2)
    hall.give(TakeBack("p1", "it is late", by="j2"))
    hall.pair(again, 2)
    assert places(hall, 2) == [("p1", "p3")]


def test_who_was_put_out_is_taken_back_by_the_head_judge_alone(round_one: Hall) -> None:
    hall = round_one
    hall.give(offences.GiveOffence(1, 1, "p1", "cheating", by="j1"))
    again = "table,player 1,player 2\n1,Ana Silva,Cleo Diaz\n"
    with pytest.raises(Refused, match="“Ana Silva” was put out of the event: take them back"):
        hall.pair(again, 2)
    assert refused(hall, TakeBack("p1", "x", by="j2"))[1] == ("P3",)
    hall.give(TakeBack("p1", "it was another", by="j1"))
    hall.give(offences.GiveOffence(1, 1, "p1", "late", by="j1"))
    hall.pair(again, 2)
    hall.give(offences.GiveOffence(2, 1, "p1", "cheating", by="j1"))
    with pytest.raises(Refused, match="was put out of the event"):
        hall.pair(again, 3)


def test_who_was_put_out_and_has_left_is_taken_back_by_the_head_judge_alone(
    round_one: Hall,
) -> None:
    hall = round_one
    hall.give(offences.GiveOffence(1, 1, "p1", "cheating", by="j1"))
    hall.give(Drop("p1", "went home", by="j2"))
    assert refused(hall, TakeBack("p1", "is here again", by="j2"))[1] == ("P3",)
    hall.give(TakeBack("p1", "it was another", by="j1"))
    assert is_out(hall.event, "p1") == ""


def test_a_penalty_that_is_settled_after_its_player_came_back_puts_them_out(
    round_one: Hall,
) -> None:
    hall = round_one
    hall.give(offences.GiveOffence(1, 1, "p1", "conduct", by="j2"))
    hall.give(Drop("p1", "went home", by="j2"))
    hall.give(TakeBack("p1", "is here again", by="j2"))
    hall.give(offences.Settle(1, "it was a blow", "disqualification", by="j1"))
    assert is_out(hall.event, "p1") == "was put out of the event"


def test_a_table_is_paired_late_into_a_round_that_runs(round_one: Hall) -> None:
    round_one.pair("table,player 1,player 2\n4,Zoe Quill,Yan Ito\n")
    assert round_one.event.table(1, 4).players == ("p6", "p7")
    round_one.step(4, **STEP)


def test_a_result_is_corrected_by_the_head_judge_also_after_the_round(round_one: Hall) -> None:
    hall = round_one
    assert refused(hall, rounds.Correct(1, 1, {}, "p2", "x", by="j1"))[0] == (
        "table 1 of round 1 has no result to correct"
    )
    for table, winner in ((1, "p1"), (2, None)):
        hall.give(rounds.Result(1, table, {}, winner, by="j2"))
    hall.give(rounds.End(1))
    correct = rounds.Correct(1, 1, {"p2": 3}, "p2", "the slip says so", by="j1")
    assert refused(hall, rounds.Correct(1, 1, {}, "p2", "x", by="j2"))[1] == ("P3",)
    hall.give(correct)
    assert told(hall) == (
        "Table 1 of round 1 is corrected: Ben Okoro won, 0 : 3, as Kim Lee says: the slip says so."
    )
    before = hall.happened
    hall.give(correct)
    assert hall.happened == before, "said again it is no news"
    assert hall.event.table(1, 1).result is not None
    leaf = hall.repository.proofs(EVENT).leaves[-1]
    assert leaf.startswith("result r1 t1 p1 0 p2 3 winner p2 by j1 ")


def test_a_name_is_corrected_and_the_wrong_one_is_forgotten_too(hall: Hall) -> None:
    hall.pair(FOUR.replace("Ana Silva", "Anna Sylva"))
    hall.start()
    hall.give(calls.MakeCall(1, 2, "Anna Sylva looked on", by="p3"))
    hall.give(calls.Withdraw(1, by="p3"))
    hall.give(Rename("Anna Sylva", "Ana Silva", "as her card has it", by="j1"))
    assert told(hall) == "The name of p1 is Ana Silva, as Kim Lee corrects it: as her card has it."
    assert refused(hall, Rename("p1", "Ben Okoro", "x", by="j1"))[0].startswith("“Ben Okoro” is p2")
    assert refused(hall, Rename("p1", " ", "x", by="j1"))[0].startswith("the name: expected 1 to")
    hall.pair("table,player 1,player 2\n1,Ana Silva,Ben Okoro\n", 2)
    assert hall.event.table(2, 1).players == ("p1", "p2")
    for table in (1, 2):
        hall.give(rounds.Result(1, table, by="j1"))
    hall.give(rounds.End(1))
    hall.give(Close(unplayed=True))
    hall.clock.on(400 * 24 * 60 * 60)
    forget(hall.repository, EVENT, ["p1"])
    account = Account(hall.event, hall.keyring)
    text = " ".join(account.tell(one) for one in hall.happened)
    assert "Ana Silva" not in text and "Sylva" not in text
    assert hall.clock.now > SECOND


def test_a_judge_s_name_is_corrected_too(hall: Hall) -> None:
    hall.give(Rename("Noa Berg", "Noah Berg", "as his card has it", by="j1"))
    assert told(hall) == (
        "The name of j2 is Noah Berg, as Kim Lee corrects it: as his card has it."
    )
    assert find_person(hall.event, hall.keyring, "Noah Berg") == "j2"
    assert [number for number, _ in hall.event.former] == ["j2"]
    assert list(hall.event.judges) == ["j1", "j2"]


@pytest.mark.parametrize(
    ("known", "written"),
    [
        ("Ana Müller", "Ana Muller"),
        ("Ana Müller", "Ana Mueller"),
        ("Jean-Luc Rey", "Jean Luc Rey"),
        ("Łukasz Żak", "Łukasz Zak"),
        ("Ana Silva", "\u0410na Silva"),
        ("Ana Silva", "Ana\uff0dSilva"),
    ],
)
def test_a_name_that_is_nearly_known_is_asked_about(hall: Hall, known: str, written: str) -> None:
    hall.pair(f"table,player 1,player 2\n1,{known},Ben Okoro\n")
    again = f"table,player 1,player 2\n1,{written},Cleo Diaz\n"
    with pytest.raises(Refused, match=f"is “{written}” the “{known}” who is here as p1"):
        hall.pair(again, 2)
    hall.pair(again, 2, new=(written,))
    assert hall.event.table(2, 1).players == ("p3", "p4")


@pytest.mark.parametrize("spelled", ["Jaeger", "Jager", "Moeller Jaeger", "Moller Jager", "Ruehl"])
def test_an_umlaut_is_written_with_its_e_or_without(spelled: str) -> None:
    names = ("Jäger", "Möller Jäger", "Rühl")
    assert sum(bool(nearly(name) & nearly(spelled)) for name in names) == 1


def test_a_name_that_was_corrected_is_asked_about_where_a_list_goes_on_with_it(hall: Hall) -> None:
    hall.pair("table,player 1,player 2\n1,Zoe Berg,Ben Okoro\n")
    hall.give(Rename("p1", "Joe Burke", "misheard", by="j1"))
    again = "table,player 1,player 2\n1,Zoe Berg,Cleo Diaz\n"
    with pytest.raises(Refused, match="is “Zoe Berg” the “Joe Burke” who is here as p1"):
        hall.pair(again, 2)
    hall.pair(again, 2, new=("Zoe Berg",))
    assert hall.event.table(2, 1).players == ("p3", "p4")


@pytest.mark.parametrize(
    "name", ["Ben  Okoro ", "ben okoro", "\u0412en Ok\u043er\u043e", "draw", "organiser"]
)
def test_nobody_is_renamed_to_what_means_somebody_or_something_else(
    round_one: Hall, name: str
) -> None:
    sentence, _ = refused(round_one, Rename("p1", name, "x", by="j1"))
    assert "two people would have one name" in sentence or "means something else" in sentence
    round_one.give(Rename("p1", "ana silva", "she writes it small", by="j1"))


def test_nobody_is_renamed_to_a_number(round_one: Hall) -> None:
    """The refusal names nobody, who would not be the one it is about."""
    for number in ("p2", "P2", "j7"):
        sentence, _ = refused(round_one, Rename("p1", number, "x", by="j1"))
        assert sentence == (
            "the name: “p” or “j” with a number is how people are numbered here; expected a name"
        )


def test_two_who_are_nearly_called_alike_in_one_list_are_asked_about(hall: Hall) -> None:
    with pytest.raises(Refused, match="is “Ana Muller” the “Ana Müller” of line 2"):
        hall.pair("table,player 1,player 2\n1,Ana Müller,Ben Okoro\n2,Ana Muller,Cleo Diaz\n")


def test_numbered_names_are_not_nearly_alike(hall: Hall) -> None:
    hall.pair("table,player 1,player 2\n1,Ana 1,Ben 1\n2,Ana 2,Ben 2\n")
    assert len(hall.event.people) == 4
    assert reader({})("setup")
    hall.give(appointing("Ola Ek"))
