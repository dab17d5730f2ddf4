"""An answer may be lost on the way: what is sent again happens once, and nothing else is taken for it."""

from typing import Any, NamedTuple

import pytest

from domain.kernel.values import changed
from domain.tournament import calls, clocks, offences, rounds
from domain.tournament.command import Command, Refused
from domain.tournament.pairing import Exchange, TakeBack
from domain.tournament.people import Drop, Rename
from domain.tournament.tournament import Close, SetPolicy
from tests.application.event.halls import FOUR, Hall


class Sent(NamedTuple):
    """A command that is sent twice."""

    command: Command
    words: str = ""
    """What its words are: the statement, the ruling, the appeal, the reason."""
    otherwise: str = ""
    """What is answered when it comes again with another field."""
    other: tuple[dict[str, Any], ...] = ()
    field: str = "because"
    """The field with its words."""


def same_key(what: str) -> str:
    return f"{what} has this key already, and is another: send a new key"


SECONDS = ({"seconds": 61}, {"because": "another"})
BEFORE = [
    Sent(SetPolicy("free: 1", ("voidsiege",))),
    Sent(clocks.SetClocks(1, 60)),
    Sent(Exchange(1, "p3", "p4", "sides", by="j2"), "the reason"),
]
AN_EVENING = [
    Sent(
        clocks.RuleOnFlag(1, 1, "p1", "ben wins on time", by="j2"),
        "the ruling",
        "it was ruled already that the clock of p1 ran out",
        ({"because": "a draw"}, {"by": "j1"}),
    ),
    Sent(calls.MakeCall(1, 1, "mine", by="p1"), "the statement", field="words"),
    Sent(
        calls.Say(1, "not so", by="p2"),
        "the statement",
        "p2 has said what happened already, and it stands as it was said",
        ({"words": "or was it"},),
        "words",
    ),
    Sent(calls.Take(1, by="j2")),
    Sent(
        calls.Rule(1, "so", "illegal", ("T4",), by="j2"),
        "the ruling",
        "call 1 was ruled on already",
        ({"words": "not so"}, {"verdict": "legal"}, {"cites": ("C1",)}, {"by": "j1"}),
        "words",
    ),
    Sent(
        calls.Appeal(1, "law", "no", by="p1"),
        "the appeal",
        "the ruling on call 1 was appealed already",
        ({"words": "never"}, {"on": "fact"}, {"by": "p2"}),
        "words",
    ),
    Sent(
        calls.Decide(1, "it stands", "illegal", by="j1"),
        "the ruling",
        "the appeal of call 1 was decided already",
        ({"words": "it does not"}, {"verdict": "legal"}),
        "words",
    ),
    Sent(calls.MakeCall(1, 2, by="p3")),
    Sent(
        calls.Waive(2, "p4", "is at the desk", by="j2"),
        "the reason",
        "p4 has said what happened already",
        ({"because": "is ill"}, {"by": "j1"}),
    ),
    Sent(calls.Withdraw(2, by="p3")),
    Sent(
        offences.GiveOffence(1, 1, "p1", "late", because="no bus came", call=1, by="j2"),
        "the reason",
        same_key("offence 1"),
        (
            {"kind": "conduct"},
            {"player": "p2"},
            {"table": 2},
            {"penalty": "note"},
            {"because": "was late"},
            {"call": None},
            {"entry": 1},
        ),
    ),
    Sent(
        offences.Contest(1, "no", by="p1"),
        "the appeal",
        "offence 1 was appealed already",
        ({"words": "never"},),
        "words",
    ),
    Sent(
        offences.Settle(1, "there was no bus", "note", by="j1"),
        "the reason",
        "offence 1 was decided already",
        ({"because": "there was one"}, {"penalty": "warning"}),
    ),
    Sent(
        clocks.GiveTime(1, 1, 60, "deck check", by="j2"),
        "the reason",
        same_key("the time given to table 1"),
        SECONDS,
    ),
    Sent(
        clocks.Adjust(1, 1, "p1", 60, "deck check", by="j2"),
        "the reason",
        same_key("the clock's setting at table 1"),
        (*SECONDS, {"player": "p2"}),
    ),
    Sent(Drop("p5", "went home", by="j2"), "the reason"),
    Sent(TakeBack("p5", "is here again", by="j2"), "the reason"),
    Sent(Rename("p5", "Eva Lund", "as her card has it", by="j2"), "the reason"),
    Sent(rounds.Result(1, 1, {}, "p1", by="j2")),
    Sent(rounds.Correct(1, 1, {}, "p2", "the wrong line", by="j1"), "the reason"),
    Sent(rounds.Reopen(1, 2, "one go more", by="j2"), "the reason"),
]


def test_what_is_sent_again_happens_once(hall: Hall) -> None:
    hall.pair(FOUR)
    for sent in BEFORE:
        send_twice(hall, sent)
    hall.start()
    hall.give(rounds.Result(1, 2, {}, "p3", by="j2"))
    hall.clock.on(100)
    for n, sent in enumerate(AN_EVENING):
        send_twice(hall, sent, f"key {n}")
    hall.give(rounds.Result(1, 1, {}, "p2", by="j2"))
    hall.give(rounds.End(1))
    send_twice(hall, Sent(Close()))


def send_twice(hall: Hall, sent: Sent, key: str = "") -> None:
    command, before = sent.command, len(hall.happened)
    if sent.words:
        with pytest.raises(Refused, match=f"^{sent.words}: expected 1 to 2000 letters$"):
            hall.give(changed(command, **{sent.field: "x" * 2001}))
    assert len(hall.happened) == before
    hall.give(command, key=key)
    after = len(hall.happened)
    assert after > before, command
    hall.give(command, key=key)
    assert len(hall.happened) == after, command
    for other in sent.other:
        with pytest.raises(Refused) as why:
            hall.give(changed(command, **other), key=key)
        assert str(why.value) == sent.otherwise
