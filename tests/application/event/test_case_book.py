"""The case book: final rulings without names, each with the smallest record of its question."""

import pytest

from application.event.case_book import by_rule, cases, page_of
from application.event.names import without_names
from application.records.records import record_of
from application.records.replay import replay
from domain.tournament import calls
from tests.application.event.halls import Hall


@pytest.fixture
def ruled(round_one: Hall) -> Hall:
    """A call about a refused step, ruled and appealed; another one about nothing that was said."""
    hall = round_one
    hall.step(by="ana", do="declare", unit="a1", command="run")
    hall.step(by="ben", do="decline")
    hall.step(by="ben", do="declare", unit="b1", command="move")
    words = "Ben Okoro was too early; Ana's go is not over, says NOA <b>"
    for command in (
        calls.MakeCall(1, 1, "mine", about=3, by="p1"),
        calls.Say(1, "his", by="p2"),
        calls.Take(1, by="j2"),
        calls.Rule(1, words, "illegal", ("T1",), by="j2"),
        calls.MakeCall(1, 2, "ours", by="p3"),
        calls.Say(2, "theirs", by="p4"),
        calls.Take(2, by="j2"),
        calls.Rule(2, "Play on.", by="j2"),
    ):
        hall.give(command)
    return hall


def test_a_case_is_a_ruling_without_names(ruled: Hall) -> None:
    (case,) = cases(ruled.umpire, ruled.event, ruled.keyring)
    assert case.ruling == "[name] was too early; [name]'s go is not over, says [name] <b>"
    assert (case.rules, case.verdict, case.final) == (("T1",), "illegal", False)
    assert case.asked == "ben gives “b1” Move"


def test_its_record_is_the_smallest_that_asks_the_same(ruled: Hall) -> None:
    (case,) = cases(ruled.umpire, ruled.event, ruled.keyring)
    record = record_of(case.record)
    assert len(record.steps) == 2, "what does not bear on the ruling is left out"
    told = replay(record)
    assert not told.mismatches
    assert "Ana" not in case.record and "Okoro" not in case.record


def test_an_open_appeal_is_no_case_yet(ruled: Hall) -> None:
    ring = ruled.keyring
    ruled.give(calls.Appeal(1, "fact", "no", by="p2"))
    assert list(cases(ruled.umpire, ruled.event, ring)) == []
    ruled.give(calls.Decide(1, "It stands.", "illegal", by="j1"))
    (case,) = cases(ruled.umpire, ruled.event, ring)
    assert case.final and case.ruling == "It stands."


def test_from_a_rule_one_gets_to_its_cases(ruled: Hall) -> None:
    found = list(cases(ruled.umpire, ruled.event, ruled.keyring))
    assert list(by_rule(found)) == ["T1"]
    page = page_of("Spring <Open>", found)
    assert '<a href="#T1">T1</a>' in page and '<section id="T1"><h2>T1 ' in page
    assert 'href="call-1.yaml"' in page
    assert "<b>illegal</b>" in page and "&lt;b&gt;" in page and "Spring &lt;Open&gt;" in page


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("ANA SILVA and ana", "[name] and [name]"),
        ("Anatol and banana stay", "Anatol and banana stay"),
        ("silva's", "[name]'s"),
        ("nothing", "nothing"),
    ],
)
def test_names_are_taken_out_whatever_their_capitals(text: str, left: str) -> None:
    assert without_names(text, ["Ana Silva", "Silva", "Ana"]) == left
    assert without_names(text, []) == text
