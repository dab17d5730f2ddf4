"""An event as a whole: its policy is set before it begins, and it closes once nothing waits."""

from domain.tournament import calls, offences, rounds
from domain.tournament.command import Command
from domain.tournament.people import People, PeopleForgotten
from domain.tournament.tournament import Close, SetPolicy, Tournament
from tests.application.event.halls import FOUR, Hall, refused

PAGE = "free: 1"


def test_an_event_closes_once_nothing_waits(round_one: Hall) -> None:
    hall = round_one

    def waits_for(sentence: str, rule: str, *then: Command) -> None:
        assert refused(hall, Close()) == (sentence, (rule,))
        for command in then:
            hall.give(command)

    for command in (
        calls.MakeCall(1, 1, "mine", by="p1"),
        calls.Say(1, "no", by="p2"),
        calls.Take(1, by="j2"),
        calls.Rule(1, "so", by="j2"),
        calls.Appeal(1, "law", "no", by="p1"),
        calls.MakeCall(1, 2, by="p3"),
        offences.GiveOffence(1, 1, "p1", "late", by="j2"),
        offences.Contest(1, "no", by="p1"),
        rounds.Result(1, 1),
        rounds.Result(1, 2),
    ):
        hall.give(command)
    waits_for("round 1 has not ended yet", "R1", rounds.End(1))
    decide = calls.Decide(1, "so", by="j1")
    waits_for("the ruling on call 1 is appealed: decide on it first", "P4", decide)
    end = calls.Withdraw(2, by="p3")
    waits_for("call 2 is open: rule on it, or take it back", "P4", end)
    settle = offences.Settle(1, "so", "note", by="j1")
    waits_for("offence 1 is contested: settle it first", "P4", settle)
    hall.pair(FOUR, 2)
    unplayed = (
        "round 2 is paired and has not begun: begin and end it, or say --unplayed if it is not to be "
        "played"
    )
    waits_for(unplayed, "R1", Close(unplayed=True))
    assert hall.event.closed == hall.clock.now


def test_a_policy_is_set_for_what_is_played_before_the_first_round(hall: Hall) -> None:
    assert refused(hall, SetPolicy(PAGE, ("chess",)))[0] == (
        "“chess” is not played at this event; expected voidsiege"
    )
    assert refused(hall, SetPolicy(PAGE, ("",)))[0] == (
        "no ruleset is named; expected “ruleset:” with one of voidsiege"
    )
    hall.pair(FOUR)
    hall.give(SetPolicy(PAGE))
    assert hall.event.policies == {"voidsiege": PAGE}
    hall.start()
    sentence = "the policy is set before the first round begins"
    assert refused(hall, SetPolicy("free: 2")) == (sentence, ("R1",))


def test_whose_keys_are_gone_are_forgotten_all_of_them_in_the_end() -> None:
    event: People = Tournament("spring-open", people={"p1": "", "p2": ""})
    told = []
    for person in ("p1", "p2"):
        event = PeopleForgotten((person,)).after(event, 0)
        told.append((sorted(event.forgotten), event.all_forgotten))
    assert told == [(["p1"], False), (["p1", "p2"], True)]
