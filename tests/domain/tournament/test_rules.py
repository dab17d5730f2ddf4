"""The rules of procedure: each refusal says on which of them it rests."""

import pytest

from application.event.opening import appointing
from domain.tournament import calls, rounds
from domain.tournament.clocks import RuleOnFlag
from domain.tournament.command import Command, Refused
from domain.tournament.offences import Contest, GiveOffence
from domain.tournament.pairing import Exchange, Unpair
from domain.tournament.people import Drop, Rename
from domain.tournament.results import ReportResult
from tests.application.event.halls import FOUR, Hall, refused

KINDS = "missed_window, illegal_action, misreport, hidden_card, slow_play, late, conduct, cheating"
PENALTIES = "note, warning, game_point, game_loss, disqualification"
REFUSED: list[tuple[Command, str, tuple[str, ...]]] = [
    (
        calls.MakeCall(1, 1, kind="dice", by="p1"),
        "no judge is called for “dice”; expected rules, dispute, slow_play, other",
        ("C1",),
    ),
    (calls.MakeCall(1, 1, about=9, by="p1"), "there is no entry 9; there is none yet", ("C1",)),
    (calls.MakeCall(1, 1, about=0, by="p1"), "entry 0 is the set-up", ("C1",)),
    (calls.MakeCall(1, 1, by="p3"), "p3 does not sit at table 1 in round 1", ("R4",)),
    (calls.MakeCall(1, 1, by="j9"), "“j9” does not judge at this event", ("P2",)),
    (Drop("p9", "went home", by="j2"), "“p9” does not play at this event", ("P1",)),
    (Rename("p9", "Zoe Quill", "so", by="j2"), "“p9” is nobody at this event", ("P1",)),
    (
        Rename("p1", "ben OKORO", "so", by="j2"),
        "“ben OKORO” is p2: two people would have one name",
        ("P1",),
    ),
    (appointing("Noa Berg"), "Noa Berg judges already, as j2", ("P2",)),
    (rounds.End(1), "2 tables of round 1 have no result yet, 1 and 2", ("R2",)),
    (
        rounds.ResultOfGame(1, 1),
        "table 1 is not finished: say who won, or that nobody has",
        ("R3",),
    ),
    (
        Exchange(1, "p1", "p1", "so", by="j2"),
        "two players change places; the same one is named twice",
        ("R4",),
    ),
    (
        GiveOffence(1, 1, "p1", "sneezing", by="j1"),
        f"“sneezing” is no infraction of this book; expected {KINDS}",
        ("O1",),
    ),
    (
        GiveOffence(1, 1, "p1", "late", "fine", by="j1"),
        f"“fine” is no penalty of this book; expected {PENALTIES}",
        ("O1",),
    ),
    (GiveOffence(1, 1, "p1", "late", entry=0, by="j1"), "entry 0 is the set-up", ("O1",)),
    (
        GiveOffence(1, 1, "p1", "late", "note", "so", by="j2"),
        "the ladder has a warning here: only the head judge departs from it",
        ("O1", "P3"),
    ),
    (
        GiveOffence(1, 1, "p1", "late", "note", by="j1"),
        "the ladder has a warning here: say why you depart from it",
        ("O1",),
    ),
    (
        GiveOffence(1, 1, "p1", "cheating", by="j2"),
        "disqualification is the head judge's to give",
        ("P3",),
    ),
    (
        GiveOffence(1, 1, "p4", "late", by="j2"),
        "“p4” does not sit at table 1",
        ("R4",),
    ),
    (GiveOffence(1, 1, "p1", "late", call=7, by="j2"), "there is no call 7", ()),
    (Contest(1, "no", by="p1"), "there is no offence 1", ()),
    (rounds.Result(1, 9, by="j1"), "there is no table 9 in round 1", ()),
    (
        rounds.Result(1, 1, {}, "p4", by="j1"),
        "“p4” does not sit at table 1; expected p1, p2",
        ("R4",),
    ),
    (rounds.Result(1, 1, {}, "p1", by="j9"), "“j9” does not judge at this event", ("P2",)),
    (RuleOnFlag(1, 1, "p1", "so", by="j2"), "in round 1 players have no clocks", ("T1",)),
]


def test_a_refusal_says_on_which_rule_it_rests(round_one: Hall) -> None:
    """All before anything has happened at the event, which none of them changes."""
    before = round_one.happened
    for command, sentence, cites in REFUSED:
        assert refused(round_one, command) == (sentence, cites)
    assert round_one.happened == before


LISTS: list[tuple[int, str, str, str]] = [
    (1, "1,Eve Lund,Zoe Quill", "table 1 of round 1 was paired already", "R4"),
    (1, "9,Ana Silva,Zoe Quill", "“Ana Silva” sits at table 1 of round 1", "R4"),
    (
        2,
        "1,ana SILVA,Zoe Quill",
        "“ana SILVA” is known as “Ana Silva”: write everybody one way",
        "P1",
    ),
    (
        2,
        "1,Ana Sílva,Zoe Quill",
        "is “Ana Sílva” the “Ana Silva” who is here as p1? Write everybody one way, or say that they "
        "are new (--new)",
        "P1",
    ),
    (
        2,
        "1,Zoe Quill,Zoë Quill",
        "is “Zoë Quill” the “Zoe Quill” of line 2? Write everybody one way, or say that they are new "
        "(--new)",
        "P1",
    ),
    (2, "1,Eve Lund,Zoe Quill", "“Eve Lund” has left the event: take them back first", "R5"),
    (3, "1,Ana Silva,Zoe Quill", "round 3 is over", "R1"),
]


def test_a_list_is_refused_by_the_same_rules(round_one: Hall) -> None:
    hall = round_one
    hall.give(Drop("p5", "went home", by="j2"))
    hall.pair("table,player 1\n2,Ben Okoro\n", 3)
    hall.start(3)
    hall.give(rounds.End(3))
    for number, line, sentence, rule in LISTS:
        with pytest.raises(Refused) as why:
            hall.pair(f"table,player 1,player 2\n{line}\n", number)
        where, _, said = str(why.value).partition(": ")
        (cited,) = why.value.cites
        assert where.startswith("pairings.csv") and (said, cited[:2]) == (sentence, rule)


def test_a_round_begins_pauses_and_ends_in_this_order(hall: Hall) -> None:
    def all_refused(sentence: str, rule: str, *commands: Command) -> None:
        for command in commands:
            assert refused(hall, command) == (sentence, (rule,))

    hall.pair(FOUR)
    pause, resume, end = rounds.Pause(1, "alarm", by="j2"), rounds.Resume(1, by="j2"), rounds.End(1)
    result, reported = rounds.Result(1, 1, {}, "p1"), ReportResult(1, 1, {}, "p1", by="p1")
    all_refused("round 1 has not begun", "R1", pause, resume, end, result, reported)
    for minutes in (0, 1441):
        all_refused(f"{minutes} minutes: expected 1 to 1440", "R1", rounds.Start(1, minutes))
    assert rounds.it_lasts_at_most_a_day(hall.event, rounds.Start(1, 1)) is None
    hall.start(minutes=1440)
    all_refused("round 1 has begun already", "R1", rounds.Start(1, 50))
    all_refused("the clock of round 1 runs", "R1", resume)
    hall.give(pause)
    all_refused("the clock of round 1 stands already", "R1", pause)
    most = {"p1": 1_000_000, "p2": -1_000_000}
    for points in ({"p1": 1_000_001}, {"p2": -1_000_001}):
        high = rounds.Result(1, 1, points), ReportResult(1, 1, points, by="p1")
        all_refused("points: expected whole numbers up to 1000000", "R3", *high)
    hall.give(rounds.Result(1, 1, most))
    all_refused("table 2 of round 1 has no result yet", "R2", end)
    hall.give(rounds.Result(1, 2))
    stands = "table 1 has another result already: the head judge corrects it"
    all_refused(stands, "R3", result)
    all_refused("table 1 has its result; a judge corrects it", "R3", reported)
    hall.give(end)
    exchange, unpair = Exchange(1, "p1", "p2", "so", by="j2"), Unpair(1, "so", by="j2")
    all_refused("round 1 is over", "R1", end, pause, resume, exchange, unpair)
    all_refused("round 1 is over; its results stand", "R3", result, reported)
    of_game = rounds.ResultOfGame(1, 1)
    all_refused("round 1 is over; its results stand", "R3", of_game)
