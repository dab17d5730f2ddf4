"""Why an entry was ruled as it was: the rules, the readings, and the entries behind it."""

from typing import Any

import pytest

from application.answer import UNSET
from application.desk.explain import CannotExplain, why, why_not
from domain.kernel.shared import adjudicate
from tests.application.cases import RULESETS, played, refused
from tests.spec import given, named

SETUP = {"points": {"ana": 3, "ben": 3}, "units": {u: {"owner": o} for u, o in
         {"a1": "ana", "a2": "ana", "b1": "ben", "b2": "ben"}.items()}}  # fmt: skip

UNASKED = 1
"""So few rulings to find out when a step becomes legal: here nobody asks for that."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_refusal_of_every_record_is_explained_by_a_rule_it_names(ruleset: str) -> None:
    wrong = []
    for name, game, n, cites in refused(ruleset):
        answer = why(game, n, most=UNASKED)
        if cites and not {rule.id for rule in answer.rules} & set(cites):
            wrong.append((name, n, cites, answer.cites))
        assert all(rule.text for rule in answer.rules), (name, n)
    assert not wrong


@pytest.mark.parametrize("ruleset", RULESETS)
def test_where_the_cause_lies_in_an_earlier_entry_that_entry_is_named(ruleset: str) -> None:
    """The cause lies in the log if the same step would have got another answer at the set-up."""
    for name, game, n, _ in refused(ruleset):
        answer = why(game, n, most=UNASKED)
        because = list(answer.because)
        assert because == sorted(set(because), reverse=True), (name, n)
        assert all(1 <= entry < n for entry in because), (name, n, because)
        at_first = adjudicate(game.at(0), game.entry(n).said)[0].ruling
        if (at_first.verdict, at_first.cites) != (answer.ruled, answer.cites):
            assert because, (name, n, answer.reason)


BY_HAND = [
    ("voidsiege", "28", 6, {5}),  # the unit was reported destroyed
    ("voidsiege", "29", 5, {4, 1}),  # Run was given in 1, its restriction arrived in 4
    ("voidsiege", "32", 5, {4, 1}),  # Ditch likewise
    ("voidsiege", "36", 5, {3, 2}),  # the reaction was declared in 2
    ("voidsiege", "40", 2, {1}),  # bound by Will of the Masters
    ("voidsiege", "54", 5, {4}),  # the go passed on
    ("voidsiege", "56", 5, {4}),  # the last point was spent
    ("voidsiege", "61", 2, {1}),  # an objective was reported
    ("voidsiege", "70", 4, {3}),  # a request is open
    ("voidsiege", "96", 11, {10}),  # the game ended
    ("nullshapers", "18", 3, {2}),  # the conversion of this turn
    ("nullshapers", "18", 4, {2}),  # the card is an anomaly since then
    ("nullshapers", "29", 5, {4}),  # its target was locked
    ("nullshapers", "32", 3, {2}),  # the chance went to the other
    ("nullshapers", "32", 6, {4}),  # an action waits in the queue
    ("nullshapers", "46", 8, {7}),  # the step ended and took the energy
    ("nullshapers", "54", 3, {2}),  # a choice is waited for
    ("nullshapers", "56", 5, {4}),  # the host went back to a hand
    ("arcane-legions", "18", 7, {5}),  # the damage that is outstanding
    ("arcane-legions", "37", 6, {5}),  # a trigger is in hand
    ("arcane-legions", "38", 9, {8}),  # another trigger comes first
    ("arcane-legions", "38", 11, {8}),  # the figure is down
    ("arcane-legions", "46", 7, {6}),  # the game ended
    ("arcane-legions", "52", 6, {4}),  # a request is open
]


@pytest.mark.parametrize(("ruleset", "number", "n", "causes"), BY_HAND)
def test_causes_found_by_hand_are_named(ruleset: str, number: Any, n: Any, causes: Any) -> None:
    assert causes <= set(why(played(ruleset, number), n).because)


def test_an_explanation_as_json_has_what_programs_read() -> None:
    found = why(played("voidsiege", "29"), 5).as_json()
    assert found["entry"] == 5
    assert found["verdict"] == "illegal"
    assert found["cites"] == ("S1", "S5")
    assert found["because"] == (4, 1)
    assert found["rules"][0]["source"] == "Restrictions, opening"
    assert found["causes"][1]["said"]["do"] == "declare"


def test_a_reading_is_told_with_who_chose_it() -> None:
    """The edition's own where the table chose none."""
    by_edition = why(played("voidsiege", "75"), 2).as_json()["rules"][1]["reading"]
    assert by_edition["value"] == "wait"
    assert by_edition["chosen"] == "edition 2025.1"
    story = given("voidsiege", SETUP, readings={"C8": "free"})
    story.when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
    story.when(by="ben", do="react", unit="b1", command="shoot")
    story.when(by="ana", do="shoot", unit="a1").when(by="ben", do="shoot", unit="b1")
    story.when(by="ana", do="declare", unit="a2", command="move").then_illegal("C8")
    answer = why(story.game, 5)
    reading = next(rule for rule in answer.rules if rule.id == "C8")
    assert (reading.reading.value, reading.reading.chosen) == ("free", "this table")


def test_an_overruled_entry_says_so() -> None:
    answer = why(played("voidsiege", "75"), 2)
    assert (answer.ruled, answer.verdict) == ("illegal", "legal")
    assert "overruled it in entry 3" in answer.fate


def test_an_entry_that_was_rewound_says_by_which() -> None:
    story = given("voidsiege", SETUP).when(by="ana", do="declare", unit="a1", command="move")
    answer = why(story.rewind(0).game, 1)
    assert "no longer stands since entry 2" in answer.fate


def test_a_legal_entry_has_causes_too() -> None:
    """The window that a reaction answers was opened by the declaration."""
    assert 1 in why(played("voidsiege", "01"), 2).because


def test_of_the_marks_on_a_unit_the_one_that_bars_the_step_is_told() -> None:
    """A Rally puts three on it in one entry; a Run is barred by run alone."""
    units = {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}}
    story = given("voidsiege", {"points": {"ana": 3, "ben": 3}, "units": units})
    story.when(by="ana", do="declare", unit="a1", command="rally").when(by="ben", do="decline")
    run = {"by": "ana", "do": "declare", "unit": "a1", "command": "run"}
    story.when(by="ben", do="declare", unit="b1", command="move").when(by="ana", do="decline")
    story.when(by="ben", do="move", unit="b1").when(**run).then_illegal("S1")
    (cause,) = (one for one in why(story.game, 6).causes if one.entry == 2)
    assert cause.why == "“a1” bears “run” since then, until the round ends (S2, S5, E16)"


def test_what_was_not_taken_is_explained_from_any_entry() -> None:
    game = played("voidsiege", "29")
    said = game.entry(5).said
    answer, ruling = why_not(game, said, 4), game.entry(5).ruling
    assert (answer.ruled, answer.cites, answer.reason) == (
        ruling.verdict,
        ruling.cites,
        ruling.reason,
    )
    assert (
        why_not(game, {"by": "ana", "do": "declare", "unit": "a1", "command": "run"}, 0).when
        is UNSET
    )


@pytest.mark.parametrize("n", [0, -1, 99])
def test_an_entry_that_is_not_there(n: Any) -> None:
    with pytest.raises(CannotExplain, match=r"there is no entry|entry 0 is the set-up"):
        why(played("voidsiege", "29"), n)


def test_a_player_asks_about_steps_of_his_own() -> None:
    with pytest.raises(CannotExplain, match="own only"):
        why_not(played("voidsiege", "29"), {"by": "ana", "do": "unable"}, viewer="ben")
    with pytest.raises(CannotExplain, match="is nobody here"):
        why(played("voidsiege", "29"), 1, viewer="zoe")


def test_the_lines_name_rule_source_and_cause() -> None:
    text = "\n".join(why(played("voidsiege", "29"), 5).lines(named("voidsiege")))
    for part in (
        "ILLEGAL, entry 5",
        "S5 Rally",
        "(Restrictions, Ruling Clarification, example 2)",
        "entry 1: ana gives",
    ):
        assert part in text


def test_a_player_is_told_nothing_of_a_hidden_card() -> None:
    """Ben tries to play a card at the wrong time; ana learns that there was a step, not which card."""
    game = played("nullshapers", "03")
    jolt = {"by": "ben", "do": "play", "card": "jolt", "targets": ["jolt"]}
    ahead = game.at(0)
    ahead.take(*adjudicate(ahead, jolt))
    for viewer, told in (("ana", False), ("spectator", False), ("ben", True), ("judge", True)):
        text = repr(why(ahead, 1, viewer).as_json()) + "".join(
            why(ahead, 1, viewer).lines(ahead.ruleset)
        )
        assert ("jolt" in text) is told, viewer


def test_asking_does_not_find_out_what_is_hidden() -> None:
    """A step of ana's that names a card of ben's hand is for her as one that names nothing."""
    game = played("nullshapers", "03").at(0)
    for card in ("jolt", "nothing-of-this-name"):
        answer = why_not(game, {"by": "ana", "do": "play", "card": card}, viewer="ana")
        assert answer.cites == ("G1",)
        assert answer.ways == ()
