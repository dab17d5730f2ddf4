"""Offences: the ladder proposes, the head judge may depart; ladders in the shapes of three policies."""

import time
from typing import Any

import pytest

from application.event.book_page import read_book
from application.event.commands import Commands
from application.event.opening import appointing
from domain.tournament import offences
from domain.tournament.book import book_of
from domain.tournament.calls import MakeCall
from domain.tournament.command import Refused
from tests.application.event.halls import FOUR, STEP, Hall

DAY = 24 * 60 * 60


def give(hall: Hall, kind: str, by: str = "j2", player: str = "p1", **more: Any) -> str:
    """The penalty that was given."""
    hall.give(
        offences.GiveOffence(player=player, kind=kind, by=by, **{"round": 1, "table": 1, **more})
    )
    return list(hall.event.offences.values())[-1].penalty


def test_the_ladder_steps_up_by_player_and_kind(round_one: Hall) -> None:
    assert [give(round_one, "missed_window", "j1") for _ in range(6)] == [
        "note",
        "note",
        "warning",
        "game_point",
        "game_loss",
        "game_loss",
    ]
    assert give(round_one, "misreport") == "warning", "another kind begins anew"
    assert give(round_one, "missed_window", player="p2") == "note", "and so does another player"


def test_kinds_that_belong_together_are_counted_together(round_one: Hall) -> None:
    assert [give(round_one, kind) for kind in ("slow_play", "slow_play")] == ["note", "warning"]
    assert offences.ladder_penalty(round_one.event, "p1", "late", 1, 0) == ("disqualification", 3)


def test_only_the_head_judge_departs_from_the_ladder_and_says_why(round_one: Hall) -> None:
    with pytest.raises(Refused, match="the ladder has a note here: only the head judge departs"):
        give(round_one, "slow_play", penalty="warning", because="third time today")
    with pytest.raises(Refused, match="the ladder has a note here: say why you depart from it"):
        give(round_one, "slow_play", "j1", penalty="warning")
    assert give(round_one, "slow_play", "j1", penalty="warning", because="asked twice") == "warning"
    found = round_one.event.offences[1].given
    assert (found.proposed, found.count) == ("note", 1)


def test_grave_penalties_are_the_head_judge_s(round_one: Hall) -> None:
    with pytest.raises(Refused, match="disqualification is the head judge's to give"):
        give(round_one, "cheating")
    assert give(round_one, "cheating", "j1") == "disqualification"
    assert [give(round_one, "misreport") for _ in range(2)] == ["warning", "game_point"]
    with pytest.raises(Refused, match="the loss of the game is the head judge's to give"):
        give(round_one, "misreport")


def test_an_offence_that_belongs_to_a_call_is_of_its_table(round_one: Hall) -> None:
    for table, player in ((2, "p3"), (1, "p1")):
        round_one.give(MakeCall(1, table, by=player))
    with pytest.raises(Refused, match="call 1 is another table's") as why:
        give(round_one, "late", call=1)
    assert why.value.cites == ("O1",)
    round_one.step(**STEP)
    with pytest.raises(Refused, match="there is no entry 2; the newest is 1"):
        give(round_one, "late", entry=2)
    give(round_one, "late", call=2, entry=1)
    given = round_one.event.offences[1].given
    assert (given.call, given.entry) == (2, 1)


def test_a_day_ends_at_midnight_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the time is where the server stands."""
    midnight = 1_699_920_000 * 1_000_000
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        days = [offences.day(at) for at in (midnight - 1, midnight)]
    time.tzset()
    assert days == ["2023-11-13", "2023-11-14"]


def test_an_appeal_and_what_was_struck_out_counts_for_nothing(round_one: Hall) -> None:
    hall = round_one
    give(hall, "misreport")
    with pytest.raises(Refused, match="offence 1 is not p2's"):
        hall.give(offences.Contest(1, "no", by="p2"))
    hall.give(offences.Contest(1, "no", by="p1"))
    with pytest.raises(Refused, match="that is the head judge's to decide"):
        hall.give(offences.Settle(1, "misheard", "", by="j2"))
    hall.give(offences.Settle(1, "misheard", "", by="j1"))
    assert give(hall, "misreport") == "warning"
    assert [one.penalty for one in hall.event.history("p1")] == ["", "warning"]


def test_a_penalty_is_as_final_as_its_judge_was_then(round_one: Hall) -> None:
    give(round_one, "misreport")
    give(round_one, "late", "j1")
    round_one.give(appointing("Noa Berg", head=True))
    with pytest.raises(Refused, match="the head judge has decided on offence 2: that is final"):
        round_one.give(offences.Contest(2, "no", by="p1"))
    round_one.give(offences.Contest(1, "no", by="p1"))


MAGIC = {
    "book": 1,
    "title": "Errors in play three times a day, errors of the tournament twice",
    "penalties": {
        "warning": "Warning",
        "game_loss": "Game Loss",
        "match_loss": "Match Loss",
        "disqualification": "Disqualification",
    },
    "counted_over": "day",
    "head_judge_from": "game_loss",
    "kinds": {
        "rule_violation": {
            "title": "A rule was broken",
            "ladder": ["warning", "warning", "game_loss"],
        },
        "hidden_card_error": {
            "title": "A hidden card",
            "ladder": ["warning", "warning", "game_loss"],
        },
        "slow_play": {"title": "Slow play", "ladder": ["warning", "game_loss"]},
        "tardiness": {"title": "Late", "ladder": ["game_loss", "match_loss"]},
        "outside_assistance": {"title": "Help from outside", "ladder": ["match_loss"]},
        "conduct_major": {"title": "Conduct", "ladder": ["match_loss", "disqualification"]},
        "cheating": {"title": "Cheating", "ladder": ["disqualification"]},
    },
}
FLESH_AND_BLOOD = {
    "book": 1,
    "title": "One step up the third time in play, the second time in the tournament",
    "penalties": {
        "caution": "Caution",
        "warning": "Warning",
        "ip2": "Intellect penalty",
        "game_loss": "Game loss",
        "match_loss": "Match loss",
        "disqualification": "Disqualification",
    },
    "kinds": {
        "missed_trigger": {"title": "Missed trigger", "ladder": ["caution", "caution", "warning"]},
        "rule_violation": {"title": "Rule violation", "ladder": ["warning", "warning", "ip2"]},
        "slow_play": {"title": "Slow play", "ladder": ["warning", "ip2"]},
        "tardiness": {"title": "Tardiness", "ladder": ["ip2", "ip2", "match_loss"]},
        "conduct_minor": {"title": "Conduct", "ladder": ["warning", "game_loss"]},
    },
}
NETRUNNER = {
    "book": 1,
    "title": "Caution, warning, game loss, match loss, disqualification: a step each time",
    "penalties": {
        "caution": "Caution",
        "warning": "Warning",
        "game_loss": "Game Loss",
        "match_loss": "Match Loss",
        "disqualification": "Disqualification",
    },
    "kinds": {
        "missed_trigger": {
            "title": "Missed trigger",
            "ladder": ["caution", "warning", "game_loss"],
        },
        "extra_cards": {"title": "Cards seen", "ladder": ["warning", "game_loss"], "with": "cards"},
        "cards_drawn": {
            "title": "Cards drawn",
            "ladder": ["warning", "game_loss"],
            "with": "cards",
        },
        "facedown": {"title": "Installed face down", "ladder": ["game_loss", "match_loss"]},
        "slow_play": {"title": "Slow play", "ladder": ["caution", "warning", "game_loss"]},
        "collusion": {"title": "Collusion", "ladder": ["disqualification"]},
    },
}
CASES = [
    # book, what happens: kind or (seconds that pass), what each gets
    (MAGIC, ["rule_violation"] * 4, ["warning", "warning", "game_loss", "game_loss"]),
    (MAGIC, ["rule_violation", "hidden_card_error", "rule_violation"], ["warning"] * 3),
    (
        MAGIC,
        ["rule_violation", "rule_violation", DAY, "rule_violation"],
        ["warning", "warning", "warning"],
    ),
    (MAGIC, ["slow_play", "slow_play"], ["warning", "game_loss"]),
    (MAGIC, ["tardiness", "tardiness"], ["game_loss", "match_loss"]),
    (MAGIC, ["outside_assistance", "outside_assistance"], ["match_loss", "match_loss"]),
    (MAGIC, ["conduct_major", "conduct_major"], ["match_loss", "disqualification"]),
    (FLESH_AND_BLOOD, ["missed_trigger"] * 4, ["caution", "caution", "warning", "warning"]),
    (FLESH_AND_BLOOD, ["rule_violation"] * 3, ["warning", "warning", "ip2"]),
    (FLESH_AND_BLOOD, ["slow_play", "slow_play"], ["warning", "ip2"]),
    (
        FLESH_AND_BLOOD,
        ["rule_violation", "rule_violation", DAY, "rule_violation"],
        ["warning", "warning", "ip2"],
    ),
    (NETRUNNER, ["missed_trigger"] * 4, ["caution", "warning", "game_loss", "game_loss"]),
    (NETRUNNER, ["extra_cards", "cards_drawn"], ["warning", "game_loss"]),
    (NETRUNNER, ["facedown", "facedown"], ["game_loss", "match_loss"]),
    (NETRUNNER, ["slow_play", "missed_trigger"], ["caution", "caution"]),
]


@pytest.mark.parametrize(("book", "happens", "gets"), CASES)
def test_ladders_in_the_shapes_of_three_published_policies(
    hall: Hall, book: dict[str, Any], happens: list[Any], gets: list[str]
) -> None:
    """Magic's, Flesh and Blood's and Netrunner's: counted by kind or group, over a day or the event."""
    from msgspec.structs import replace

    book_of(book)
    hall.pair(FOUR)
    hall.start()
    given = []
    event = replace(hall.event, book=book)
    at = hall.clock.now
    for one in happens:
        if isinstance(one, int):
            at += one * 1_000_000
            continue
        given_now = Commands(hall.repository, hall.umpire).deciding(
            offences.GiveOffence(1, 1, "p1", one, by="j1")
        )
        (offence,) = given_now(event, at)
        event = offence.after(event, at)
        given.append(event.offences[len(event.offences)].penalty)
    assert given == gets


def test_a_book_counts_over_a_round_where_it_says_so(hall: Hall) -> None:
    from msgspec.structs import replace

    hall.pair(FOUR)
    hall.pair(FOUR, 2)
    hall.start()
    page = {**read_book(), "counted_over": "round"}
    event = replace(hall.event, book=page)
    give(hall, "misreport")
    event = replace(event, offences=hall.event.offences)
    assert offences.ladder_penalty(event, "p1", "misreport", 1, 0) == ("game_point", 2)
    assert offences.ladder_penalty(event, "p1", "misreport", 2, 0) == ("warning", 1)
    again = offences.GiveOffence(1, 1, "p1", "misreport", by="j2")
    (given,) = Commands(hall.repository, hall.umpire).deciding(again)(event, hall.clock.now)
    assert isinstance(given, offences.OffenceGiven) and given.penalty == "game_point"
