"""A call: from the tap at the table to the final ruling, and the time it is owed."""

from collections.abc import Iterator
from typing import Any

import pytest

from application.event.account import Account
from application.event.case_book import cases
from application.event.opening import appointing
from domain.tournament import calls, rounds
from domain.tournament.clocks import SECOND, GiveTime, join_spans, time_owed, without
from domain.tournament.command import Refused
from domain.tournament.context import EarlierRuling
from tests.application.event.halls import STEP, Hall


def call(hall: Hall, by: str = "p1", table: int = 1, words: str = "", **more: Any) -> None:
    hall.give(calls.MakeCall(1, table, words, by=by, **more))


def state(hall: Hall, by: str, number: int = 1, words: str = "so it was") -> None:
    hall.give(calls.Say(number, words, by=by))


def take(hall: Hall, by: str = "j2", number: int = 1) -> None:
    hall.give(calls.Take(number, by=by))


def rule(
    hall: Hall, by: str = "j2", number: int = 1, verdict: Any = "illegal", **more: Any
) -> None:
    more = {"cites": ("T4",), **more}
    hall.give(calls.Rule(number, "so", verdict, by=by, **more))


def appeal(hall: Hall, by: str = "p1", number: int = 1) -> None:
    hall.give(calls.Appeal(number, "law", "no", by=by))


def decide(hall: Hall, by: str = "j1", number: int = 1, verdict: Any = "legal") -> None:
    hall.give(calls.Decide(number, "so", verdict, by=by))


def ruled(hall: Hall, table: int = 1, number: int = 1, **more: Any) -> None:
    """A call of that table, heard, taken and ruled on."""
    players = hall.event.table(1, table).players
    call(hall, players[0], table, "mine")
    state(hall, players[1], number)
    take(hall, number=number)
    rule(hall, number=number, **more)


def test_a_call_goes_from_the_tap_to_the_ruling(round_one: Hall) -> None:
    hall = round_one
    for _ in range(3):
        hall.step(by="ben", do="declare", unit="b1", command="move")
    call(hall, words="he moved twice", about=3)
    take(hall)
    state(hall, "p2")
    assert type(hall.event.calls[1].made) is calls.CallMade and hall.event.calls[1].verdict is None
    rule(hall)
    (found,) = hall.event.calls.values()
    assert (found.made.by, found.made.about, found.taken_by) == ("p1", 3, "j2")
    assert found.verdict == "illegal" and not found.open
    assert found.ruled is not None and (found.made.entry, found.ruled.entry) == (3, 3)
    said = found.statements["p1"]
    assert hall.keyring.reveal("p1", said.words) == "he moved twice"  # type: ignore[union-attr]


def test_a_ruling_rests_on_rules_that_are_in_the_edition(round_one: Hall) -> None:
    call(round_one, words="mine")
    take(round_one)
    state(round_one, "p2")
    with pytest.raises(Refused, match=r"^voidsiege 2025\.1 has no rule “T99”"):
        rule(round_one, cites=("T4", "T99"))
    rule(round_one, cites=("T4", "C1"))


def test_a_tap_more_is_the_same_call(round_one: Hall) -> None:
    """Nothing is lost by tapping twice, and the other side's tap with words is their statement."""
    call(round_one)
    before = round_one.happened
    call(round_one)
    assert round_one.happened == before
    call(round_one, "p2", words="I did not")
    assert list(round_one.event.calls) == [1]
    assert set(round_one.event.calls[1].statements) == {"p2"}


def test_no_ruling_before_both_sides_were_heard(round_one: Hall) -> None:
    call(round_one, words="mine")
    take(round_one)
    with pytest.raises(
        Refused, match="p2 must be heard first, or a judge notes that they say noth"
    ):
        rule(round_one)
    round_one.give(calls.Waive(1, "p2", "has left", by="j2"))
    rule(round_one)
    assert round_one.event.calls[1].ended is not None


def test_what_was_said_stands(round_one: Hall) -> None:
    call(round_one, words="mine")
    with pytest.raises(Refused, match="p1 has said what happened already"):
        state(round_one, "p1")
    with pytest.raises(Refused, match="“p4” does not sit at table 1"):
        state(round_one, "p4")


def test_a_judge_goes_instead_of_another_only_by_saying_so_and_the_head_judge_at_once(
    round_one: Hall,
) -> None:
    call(round_one)
    take(round_one, "j2")
    take(round_one, "j2")
    take(round_one, "j1")
    with pytest.raises(Refused, match="j1 has taken call 1 already: say that you go instead"):
        take(round_one, "j2")
    round_one.give(calls.Take(1, "j1", by="j2"))
    assert round_one.event.calls[1].taken_by == "j2"
    round_one.give(calls.Take(1, by="j1"))
    with pytest.raises(Refused, match="call 1 is not yours to rule on: take it first"):
        rule(round_one, "j2")


def test_a_call_may_be_withdrawn(round_one: Hall) -> None:
    round_one.step(by="ben", do="declare", unit="b1", command="move")
    call(round_one)
    assert round_one.event.calls[1].made.about == 1, "the step that was refused"
    with pytest.raises(Refused, match="call 1 is p1's: they take it back, or a judge does"):
        round_one.give(calls.Withdraw(1, by="p2"))
    with pytest.raises(Refused, match="“j9” does not judge"):
        round_one.give(calls.Withdraw(1, by="j9"))
    round_one.give(calls.Withdraw(1, by="p1"))
    with pytest.raises(Refused, match="call 1 was withdrawn already"):
        take(round_one)
    call(round_one)
    assert list(round_one.event.calls) == [1, 2]


def test_nobody_calls_and_withdraws_for_ever(round_one: Hall) -> None:
    """Judges' phones ring for every call: after three that were taken back the next one waits for a judge."""
    for _ in range(230):
        call(round_one)
        try:
            round_one.give(calls.Withdraw(len(round_one.event.calls), by="p1"))
        except Refused as why:
            assert "p1 has withdrawn 3 calls at this table: a judge ends this one" in str(why)
    assert list(round_one.event.calls) == [1, 2, 3, 4]
    assert round_one.event.calls[4].open, "whoever needs a judge is not kept from calling"
    round_one.give(calls.Withdraw(4, by="j2"))
    call(round_one)
    assert round_one.event.calls[5].open


def test_a_judge_is_called_to_a_table_that_plays_on_after_its_round(round_one: Hall) -> None:
    """Its round's clock has stopped, so it is owed nothing; an appeal has its time with the round (C5)."""
    hall = round_one
    for table in (1, 2):
        hall.give(rounds.Result(1, table, by="j2"))
    hall.give(rounds.End(1))
    with pytest.raises(Refused, match=r"^round 1 is over$") as why:
        call(hall)
    assert why.value.cites == ("R1",)
    hall.give(rounds.Reopen(1, 1, "a step was missing", by="j2"))
    with pytest.raises(Refused, match="round 1 is over"):
        call(hall, "p3", 2)
    call(hall, words="mine")
    assert calls.calls_elsewhere(hall.event, 1) == ()
    assert calls.calls_elsewhere(hall.event, 2) == ((1, 1, False),)
    take(hall)
    hall.clock.on(60)
    assert calls.calls_elsewhere(hall.event, 2) == ((1, 1, True),)
    state(hall, "p2")
    rule(hall)
    assert calls.calls_elsewhere(hall.event, 2) == ()
    assert time_owed(hall.event, hall.event.table(1, 1), hall.repository.clock()) == 0
    with pytest.raises(Refused, match="round 1 is over"):
        appeal(hall)


def test_an_appeal_is_decided_by_the_head_judge_and_that_is_final(round_one: Hall) -> None:
    call(round_one)
    with pytest.raises(Refused, match="call 1 has no ruling to appeal against"):
        appeal(round_one)
    ruled(round_one)
    with pytest.raises(Refused, match="the ruling on call 1 was not appealed"):
        decide(round_one)
    appeal(round_one)
    assert round_one.event.calls[1].open
    with pytest.raises(Refused, match="that is the head judge's to decide: j1"):
        decide(round_one, "j2")
    round_one.step(**STEP)
    decide(round_one)
    found = round_one.event.calls[1]
    assert found.verdict == "legal" and found.decided is not None and not found.decided.upheld
    assert found.decided.entry == 1
    with pytest.raises(Refused, match="has ruled on call 1: that is final"):
        appeal(round_one, "p2")


PACKET = "p3:fyae-2dr3-yqqk-tesl-wcqg-kmyy-o4"


def test_an_appeal_names_the_packet_that_shows_how_all_stood(round_one: Hall) -> None:
    """It stands with the appeal and with the final ruling; without one all is kept as before."""
    ruled(round_one)
    for _ in range(2):
        round_one.give(calls.Appeal(1, "law", "no", f" {PACKET.upper()} ", by="p1"))
    with pytest.raises(Refused, match="was appealed already"):
        round_one.give(calls.Appeal(1, "law", "no", by="p1"))
    decide(round_one)
    assert round_one.event.calls[1].packet == PACKET
    account = Account(round_one.event, round_one.keyring)
    told = [account.tell(one) for one in round_one.happened[-2:]]
    assert told == [
        f"Call 1: Ana Silva appeals on law (packet {PACKET}): no.",
        f"Call 1, final ruling of Kim Lee (packet {PACKET}): so; the step was legal.",
    ]
    ruled(round_one, 2, 2, because="so")
    appeal(round_one, "p3", 2)
    assert type(round_one.happened[-1]) is calls.RulingAppealed
    assert account.tell(round_one.happened[-1]) == "Call 2: Cleo Diaz appeals on law: no."


@pytest.mark.parametrize("named", ["5", "p5:fyae", "e3:fyae-2dr3-yqqk-tesl-wcqg-kmyy-o4", "<b>"])
def test_what_is_no_digest_of_a_packet_is_named(round_one: Hall, named: str) -> None:
    ruled(round_one)
    with pytest.raises(Refused) as why:
        round_one.give(calls.Appeal(1, "law", "no", named, by="p1"))
    assert str(why.value) == (
        "packet: that is no short digest of one; expected p, the entry, a colon and 26 letters and "
        "digits, as the packet has it on top"
    )


def test_the_same_words_with_another_verdict_are_not_said_again(round_one: Hall) -> None:
    """Whoever tapped the wrong one hears that it stands, and does not take it for mended."""
    ruled(round_one)
    rule(round_one)
    for other in ({"verdict": "legal"}, {"cites": ("C1",)}):
        with pytest.raises(Refused, match="call 1 was ruled on already"):
            rule(round_one, **other)
    for _ in range(2):
        appeal(round_one)
    with pytest.raises(Refused, match="the ruling on call 1 was appealed already"):
        round_one.give(calls.Appeal(1, "fact", "no", by="p1"))
    for _ in range(2):
        decide(round_one)
    with pytest.raises(Refused, match="the appeal of call 1 was decided already"):
        decide(round_one, verdict="illegal")


def test_what_the_head_judge_ruled_is_not_appealed(round_one: Hall) -> None:
    call(round_one, words="mine")
    state(round_one, "p2")
    take(round_one, "j1")
    rule(round_one, "j1")
    with pytest.raises(Refused, match="the head judge has ruled on call 1"):
        appeal(round_one)


def test_a_ruling_is_as_final_as_its_judge_was_then(round_one: Hall) -> None:
    """Another head judge makes nothing final that was not, nor opens again what was."""
    ruled(round_one)
    call(round_one, "p3", 2, "mine")
    state(round_one, "p4", 2)
    take(round_one, "j1", 2)
    rule(round_one, "j1", 2)
    round_one.give(appointing("Noa Berg", head=True))
    with pytest.raises(Refused, match="the head judge has ruled on call 2: that is final"):
        appeal(round_one, "p3", 2)
    appeal(round_one)
    decide(round_one, "j2")


def test_departing_from_a_like_ruling_asks_for_a_reason(round_one: Hall) -> None:
    """The same rules, the other verdict: the calls departed from stand in the log with the reason."""
    ruled(round_one)
    call(round_one, "p3", 2, "mine")
    state(round_one, "p4", 2)
    take(round_one, number=2)
    with pytest.raises(Refused) as why:
        rule(round_one, number=2, verdict="legal")
    sentence = "the same rules were ruled otherwise in call 1: say why this departs"
    assert (str(why.value), why.value.cites) == (sentence, ("C4",))
    with pytest.raises(Refused, match=r"^the reason: expected 1 to 2000 letters$"):
        rule(round_one, number=2, verdict="legal", because="x" * 2001)
    rule(round_one, number=2, verdict="legal", because="the window was never opened")
    found = round_one.event.calls[2].ruled
    assert found is not None and found.departs == (1,)
    told = Account(round_one.event, round_one.keyring).tell(round_one.happened[-1])
    assert "the window was never opened" in told


def test_departing_from_rulings_elsewhere_asks_for_a_reason_too() -> None:
    elsewhere = [
        EarlierRuling("autumn-open call 3", "Zoe Quill rules: so."),
        EarlierRuling("tare-mivu-40 entry 5", "The judge ruled it legal."),
    ]
    with pytest.raises(Refused) as why:
        calls.check_departs_from_nothing((), elsewhere)
    assert str(why.value) == (
        "it was ruled otherwise elsewhere (autumn-open call 3: Zoe Quill rules: so; "
        "tare-mivu-40 entry 5: The judge ruled it legal): say why this departs"
    )
    assert why.value.cites == ("C4",)


def test_the_head_judge_is_told_of_a_departure_until_they_have_seen_it(round_one: Hall) -> None:
    ruled(round_one, verdict="legal")
    ruled(round_one, 2, 2, because="the dice lay otherwise")
    assert [call.made.call for call in calls.unseen_departures(round_one.event)] == [2]
    assert calls.departures_at(round_one.event, 1) == ((2, 2),)
    with pytest.raises(Refused, match="that is the head judge's to decide"):
        round_one.give(calls.NoteDeparture(2, by="j2"))
    with pytest.raises(Refused, match="call 1 has no ruling that departs"):
        round_one.give(calls.NoteDeparture(1, by="j1"))
    for _ in range(2):
        round_one.give(calls.NoteDeparture(2, by="j1"))
    assert list(calls.unseen_departures(round_one.event)) == []


@pytest.mark.parametrize(
    ("before", "verdict", "cites"),
    [
        ("illegal", "illegal", ("T4",)),
        ("illegal", "neither", ("T4",)),
        ("illegal", "legal", ("T4", "T7")),
        ("neither", "legal", ("T4",)),
    ],
)
def test_the_same_ruling_other_rules_and_no_verdict_depart_from_nothing(
    round_one: Hall, before: str, verdict: str, cites: tuple[str, ...]
) -> None:
    ruled(round_one, verdict=before)
    ruled(round_one, 2, 2, verdict=verdict, cites=cites)
    found = round_one.event.calls[2].ruled
    assert found is not None and found.departs == ()


def test_an_overturned_ruling_counts_as_it_was_decided(round_one: Hall) -> None:
    ruled(round_one)
    appeal(round_one)
    decide(round_one, verdict="legal")
    ruled(round_one, 2, 2, verdict="legal")
    found = round_one.event.calls[2].ruled
    assert found is not None and found.departs == ()


def minutes_owed(hall: Hall, table: int = 1) -> float:
    return time_owed(hall.event, hall.event.table(1, table), hall.clock.now) / SECOND / 60


@pytest.fixture
def after_a_minute(round_one: Hall) -> Iterator[Hall]:
    round_one.clock.on(60)
    yield round_one


def test_time_from_call_to_ruling_is_owed_by_itself(after_a_minute: Hall) -> None:
    hall = after_a_minute
    call(hall, words="mine")
    hall.clock.on(180)
    assert minutes_owed(hall) == 3, "also while it lasts"
    state(hall, "p2")
    take(hall)
    hall.clock.on(60)
    rule(hall)
    hall.clock.on(600)
    assert minutes_owed(hall) == 4
    assert minutes_owed(hall, 2) == 0


def test_an_appeal_is_owed_too_but_not_the_time_before_it(after_a_minute: Hall) -> None:
    hall = after_a_minute
    ruled(hall)
    hall.clock.on(300)
    appeal(hall)
    hall.clock.on(120)
    decide(hall)
    hall.clock.on(600)
    assert minutes_owed(hall) == 2


def test_what_a_pause_of_the_round_gives_back_is_not_owed_twice(after_a_minute: Hall) -> None:
    """Called at 1, stopped at 2, on again at 5, ruled at 6: two minutes of the call are the table's."""
    hall = after_a_minute
    call(hall, words="mine")
    state(hall, "p2")
    take(hall)
    hall.clock.on(60)
    hall.give(rounds.Pause(1, "alarm", by="j1"))
    hall.clock.on(180)
    hall.give(rounds.Resume(1, by="j1"))
    hall.clock.on(60)
    rule(hall)
    assert minutes_owed(hall) == 2


def test_a_judge_gives_time_and_takes_it_back(after_a_minute: Hall) -> None:

    hall = after_a_minute

    def give(seconds: int) -> None:
        hall.give(GiveTime(1, 1, seconds, "deck check", by="j2"))

    give(300)
    give(-60)
    assert minutes_owed(hall) == 4
    with pytest.raises(Refused, match="table 1 was given 240 seconds: no more can be taken back"):
        give(-300)
    give(-240)
    assert minutes_owed(hall) == 0
    for seconds in (0, 86_401, -86_401):
        with pytest.raises(Refused, match=f"{seconds} seconds: expected up to 86400, not 0"):
            give(seconds)
    give(1)
    give(86_400)


def test_time_that_two_spans_share_is_counted_once() -> None:
    assert join_spans([(5, 9), (1, 3), (2, 6), (9, 9)]) == [(1, 9)]
    assert join_spans([(3, 5), (1, 3), (7, 7)]) == [(1, 5)]
    assert list(without([(2, 4), (5, 8)], [(0, 1), (2, 3), (6, 8)])) == [(3, 4), (5, 6)]
    assert list(without([(1, 9)], [(0, 2), (4, 5), (8, 20)])) == [(2, 4), (5, 8)]
    assert list(without([(1, 3)], [(0, 5)])) == []


def test_an_account_of_a_call_in_words(round_one: Hall) -> None:
    ruled(round_one)
    appeal(round_one)
    decide(round_one)
    account = Account(round_one.event, round_one.keyring)
    told = [account.tell(one) for one in round_one.happened][-6:]
    assert told == [
        "Call 1, Ana Silva: mine.",
        "Call 1, Ben Okoro: so it was.",
        "Call 1: Noa Berg is on the way.",
        "Call 1, Noa Berg rules: so; the step was illegal (T4).",
        "Call 1: Ana Silva appeals on law: no.",
        "Call 1, final ruling of Kim Lee: so; the step was legal.",
    ]


def test_a_call_says_what_it_is_for_and_is_about_the_newest_refused_step(round_one: Hall) -> None:
    """So the case book fills by itself; slow play is about no step."""
    hall = round_one
    with pytest.raises(Refused, match="no judge is called for “dice”; expected rules, dispute"):
        call(hall, kind="dice")
    hall.step(by="ben", do="declare", unit="b1", command="move")
    call(hall, kind="slow_play")
    assert hall.event.calls[1].made.about is None
    hall.give(calls.Withdraw(1, by="p1"))
    hall.step(by="ben", do="declare", unit="b1", command="move")
    ruled(hall, number=2)
    assert hall.event.calls[2].made.about == 2
    call(hall, kind="rules")
    assert hall.event.calls[3].made.about is None, "that step has been ruled on"
    account = Account(hall.event, hall.keyring)
    assert account.tell(hall.happened[-1]) == (
        "Call 3: Ana Silva calls a judge to table 1 of round 1 (A question of the rules)."
    )
    (case,) = cases(hall.umpire, hall.event, hall.keyring)
    assert case.asked == "ben gives “b1” Move"


def test_a_call_that_nobody_takes_is_the_next_judge_s_and_then_the_head_judge_s(
    round_one: Hall,
) -> None:
    """Judges take turns, call by call; once somebody goes there it waits for nobody else."""
    hall = round_one
    hall.give(appointing("Ida Berg"))
    call(hall)
    call(hall, "p3", 2)
    first, second = (calls.escalation(hall.event, one) for one in hall.event.calls.values())
    assert first is not None and second is not None
    assert {first.next, second.next} == {"j2", "j3"} and first.head == "j1"
    for seconds, expected in ((170, 0), (10, 1), (239, 1), (1, 2)):
        hall.clock.on(seconds)
        assert first.step(hall.clock.now) == expected
    take(hall)
    hall.give(calls.Withdraw(2, by="p3"))
    assert [calls.escalation(hall.event, one) for one in hall.event.calls.values()] == [None, None]


def test_a_departure_names_the_newest_ruling_it_departs_from(round_one: Hall) -> None:
    ruled(round_one)
    ruled(round_one, 2, 2)
    ruled(round_one, 1, 3, verdict="legal", because="the window was never opened")
    found = round_one.event.calls[3].ruled
    assert found is not None and found.departs == (2,)
