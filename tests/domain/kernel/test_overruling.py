"""What a judge's ruling on an entry comes to, in its exact words."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.kernel.faults import RulesetFault
from domain.kernel.ruleset import decide, nothing, settle
from domain.kernel.ruling import grounds
from domain.kernel.values import changed
from tests.spec import Story, given, opened
from tests.toy import RULESET, SticksTaken, Take


def story(sticks: int = 20, ruleset: str = RULESET, **more: object) -> Story:
    return given(ruleset, {"sticks": sticks}, **more)  # type: ignore[arg-type]


LENIENT = changed(RULESET, stands_firm=lambda _ruling: False)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (
            {"number": 1},
            "“overrule” does not know “number”: it takes entry, verdict, because, defect.",
        ),
        ({"entry": "one"}, "“entry” is a whole number, not “one”."),
        (
            {"entry": 1, "why": "x"},
            "“overrule” does not know “why”: it takes entry, verdict, because, defect.",
        ),
        ({}, "“overrule” needs “entry”."),
    ],
)
def test_an_overruling_that_cannot_be_read_is_told_in_its_own_words(said: Any, reason: str) -> None:
    """G1: `entry` is the entry overruled."""
    told = story().when(by="judge", do="overrule", verdict="legal", **said).then_illegal("G1")
    told.then_reason(reason)


def test_what_cannot_be_read_as_a_step_has_nothing_to_act_on() -> None:
    """G1, with the sentence of the entry and the entry."""
    told = story(ruleset=LENIENT).when(by="ana", do="take").then_illegal("G1").overrule(1, "legal")
    told.then_illegal("G1").then_since(1)
    assert told.entry.ruling.cites == ("G1",)
    assert told.entry.ruling.reason == (
        "entry 1 has nothing to act on and cannot be made legal: “take” needs “number”."
    )


def test_a_step_is_not_made_legal_once_the_game_is_over() -> None:
    """G3: a judge's report ended it meanwhile."""
    told = story(2, readings={"Q1": "open"}).when(by="ana", do="take", number=0)
    told.then_undetermined("Q1").when(by="judge", do="report", fact="fallen", number=2)
    told.then_legal().overrule(1, "legal").then_illegal("G1").then_since(1)
    assert told.entry.ruling.reason == (
        "entry 1 has nothing to act on and cannot be made legal: the game is over."
    )


def test_a_step_whose_consequences_are_open_is_not_made_legal() -> None:
    """The ruling names the entry it was about."""
    told = story(8, readings={"Q2": "open"}).when(by="ana", do="take", number=1)
    told.then_undetermined("Q2").overrule(1, "legal").then_illegal("G1").then_since(1)
    told.then_reason("entry 1 has nothing to act on", "seven may be left is not settled")


def test_the_reason_of_a_step_made_legal_follows_the_judges_and_ends_with_one_full_stop() -> None:
    told = story().when(by="ben", do="take", number=2).then_illegal("N1").overrule(1, "legal")
    assert told.entry.ruling.reason == "entry 1 is legal and happens now. ben takes 2."

    def silent(table: Any, step: Any) -> Iterator[Any]:
        return (yield SticksTaken(step.by, step.number))

    take = changed(RULESET.procedures["take"], happens=silent)
    ruleset = changed(RULESET, procedures={**RULESET.procedures, "take": take})
    told = story(ruleset=ruleset).when(by="ben", do="take", number=2).overrule(1, "legal")
    assert told.entry.ruling.reason == "entry 1 is legal and happens now."
    told = story(ruleset=ruleset).when(by="ben", do="take", number=2)
    told.when(by="judge", do="played", entry=1, because="so")
    assert told.entry.ruling.reason == "entry 1 was played and happens now; it stays illegal."


def test_all_who_are_asked_are_named_while_a_request_is_open() -> None:
    """G6."""
    told = given(RULESET, {"sticks": 20}, players=("ana", "ben", "cem"))
    told.when(by="ana", do="take", number=1).when(by="ben", do="take", number=1)
    told.when(by="ana", do="undo").when(by="cem", do="take", number=1).then_illegal("G6")
    assert told.entry.ruling.reason == (
        "ana has asked to take back entry 1; ben and cem must answer first."
    )
    assert told.entry.ruling.because == (3,)


def test_a_word_that_is_no_step_is_shown_as_far_as_a_sentence_can_hold_it() -> None:
    """G1."""
    told = story().when(by="ana", do="x" * 61).then_illegal("G1")
    assert told.entry.ruling.reason == f"there is no step “{'x' * 60}” in this game."


def test_a_refusal_leaves_the_very_table_it_was_put_before() -> None:
    table = opened(RULESET, {"sticks": 8}, readings={"Q2": "open"}).now.state
    procedure = RULESET.procedures["take"]

    assert decide(RULESET, procedure, table, Take(1, by="ben"), 1).state is table
    assert decide(RULESET, procedure, table, Take(1, by="ana"), 1).state is table


def test_what_does_not_come_to_an_end_is_a_fault_that_names_the_ruleset_and_the_entry() -> None:
    def endless(_table: Any) -> Iterator[Any]:
        while True:
            yield SticksTaken("nobody", 0)

    table = opened(RULESET, {"sticks": 20}).now.state
    with pytest.raises(RulesetFault, match="toy: entry 5 does not come to an end"):
        settle(RULESET, table, endless(table), 5)


def test_nothing_happens_in_nothing_but_what_follows() -> None:
    table = opened(RULESET, {"sticks": 20}).now.state
    assert settle(RULESET, table, nothing(table), 1).events == ()
    assert settle(RULESET, changed(table, sticks=13), nothing(table), 1).state.sticks == 12


def test_grounds_name_the_entries_they_rest_on() -> None:
    def happens(table: Any, _step: Any) -> Iterator[Any]:
        yield grounds("so", "N3", since=(3, 4))
        yield grounds("and so", "N1", since=(4, 5))
        return table

    take = changed(RULESET.procedures["take"], happens=happens)
    outcome = decide(RULESET, take, opened(RULESET, {"sticks": 20}).now.state, Take(1, by="ana"), 6)
    assert outcome.ruling.because == (3, 4, 5)
    assert outcome.ruling.reason == "so. and so."


def test_what_cannot_be_overruled_says_why_and_since_when() -> None:
    told = given(RULESET, {"sticks": 20}, players=("ana", "ben", "cem"))

    def refused(reason: str, *since: int) -> None:
        told.then_illegal()
        assert (told.entry.ruling.reason, told.entry.ruling.because) == (reason, since)

    told.when(by="judge", do="overrule", entry=1, verdict="legal", because=" ")
    refused("an overruling needs a reason, in “because”.")
    told.overrule(9, "legal")
    refused("there is no entry 9; the newest is 1.")
    told.overrule(1, "legal")
    refused(
        "only the newest entry that is no judge's and no remark can be made legal: there is none."
    )
    told.when(by="ana", do="take", number=1).then_legal().overrule(4, "legal")
    refused("entry 4 is legal already.", 4)
    told.when(by="ben", do="take", number=9).then_illegal().overrule(6, "illegal")
    refused("entry 6 is illegal already.", 6)
    told.when(by="ben", do="note", text="hm").overrule(1, "legal")
    refused("only the newest entry that is no judge's and no remark can be made legal: entry 6.", 6)
    told.when(by="ben", do="take", number=1).then_legal().overrule(4, "illegal")
    refused("only the newest entry that stands can be made illegal; that is entry 10.", 10)
    told.overrule(10, "illegal").then_legal()
    assert told.entry.ruling.reason == "entry 10 is illegal and is taken back."
    told.overrule(10, "illegal")
    refused("entry 10 is illegal already.", 12)
    told.when(by="cem", do="concede").then_legal().overrule(4, "illegal")
    refused("cem conceded in entry 14, after entry 4: a rewind takes that back, and says so.", 14)


def test_what_is_said_to_be_played_says_why_it_cannot_be() -> None:
    told = story()

    def played(entry: int, reason: str, *since: int, because: str = "as they say") -> None:
        told.when(by="judge", do="played", entry=entry, because=because)
        assert (told.entry.ruling.reason, told.entry.ruling.because) == (reason, since)

    told.when(by="ana", do="take", number=1)
    played(1, "that a step was played needs a reason, in “because”.", because=" ")
    played(1, "entry 1 is legal: only what was refused can be said to be played.", 1)
    told.when(by="ana", do="take", number=2).then_illegal()
    newest = (
        "only the newest entry that is no judge's and no remark can be said to have been played"
    )
    played(2, f"{newest}: entry 4.", 4)
    played(4, "entry 4 was played and happens now; it stays illegal. ana takes 2.")
    assert told.entry.events[0].because == "as they say"
    played(4, "entry 4 was played and has happened already.", 6)
    told.overrule(4, "legal").then_legal()
    assert told.entry.events[0].because == "the spec says so"
    reason = "entry 4 is legal; it was played and does not happen again."
    assert told.entry.ruling.reason == reason
    told.overrule(4, "illegal").then_legal()


def test_an_open_question_is_settled_against_a_step() -> None:
    told = story(readings={"Q1": "open"}).when(by="ana", do="take", number=0)
    told.then_undetermined("Q1").when(by="ana", do="take", number=1).overrule(1, "illegal")
    assert told.entry.ruling.reason == (
        "entry 1 is settled as illegal; nothing has to be taken back."
    )
