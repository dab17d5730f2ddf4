"""What was refused and had been played all the same: it happens, it stands, its ruling stays."""

from typing import Any

import pytest

from domain.kernel.events import EntryPlayed
from domain.kernel.history import replay
from tests.spec import Story, given
from tests.toy import RULESET


def table(sticks: int = 20, **more: object) -> Story:
    return given(RULESET, {"sticks": sticks}, **more)  # type: ignore[arg-type]


def took(story: Story, by: str, number: int = 1, played: object = True) -> Story:
    return story.when(by=by, do="take", number=number, played=played)


def judge_says(story: Story, entry: int, because: str = "they had played on") -> Story:
    return story.when(by="judge", do="played", entry=entry, because=because)


def test_what_was_refused_happens_when_the_step_says_that_it_was_played() -> None:
    story = took(table(), "ben", 2).then_illegal("N1").then_state(sticks=18, turn="ana")
    story.events("EntryPlayed", "SticksTaken", "TurnPassed")
    assert story.entry.happened
    assert story.entry.events[0] == EntryPlayed(1, rules=("G5",))
    assert story.game.played == {1: 1}
    assert story.game.verdict(1) == "illegal"


def test_what_is_undetermined_stays_so_and_happens() -> None:
    story = took(table(readings={"Q1": "open"}), "ana", 0).then_undetermined("Q1")
    story.then_state(sticks=20, turn="ben")


def test_what_is_legal_is_no_more_than_legal() -> None:
    story = took(table(), "ana", 2).then_legal("N3").events("SticksTaken", "TurnPassed")
    assert story.game.played == {}


@pytest.mark.parametrize(
    "said",
    [
        {"by": "ben", "do": "take", "number": 3},
        {"by": "ben", "do": "take"},
        {"by": "ben", "do": "juggle"},
        {"by": "ben", "do": "undo"},
        {"by": "judge", "do": "take", "number": 1},
        {"by": "judge", "do": "rewind", "to": 0},
    ],
)
def test_with_nothing_to_act_on_nothing_changes(said: Any) -> None:
    """More sticks than there are, no number, no such step, a shared step, a judge's."""
    story = table(2).when(**said, played=True).then_illegal().events().then_state(sticks=2)
    assert story.game.now.standing is None


def test_nothing_happens_after_the_game_or_while_a_request_is_open() -> None:
    story = took(table(), "ana", 1).when(by="ben", do="take", number=1)
    story.when(by="ana", do="undo")
    took(story, "ben").then_illegal("G6").events()
    story.when(by="ana", do="concede")
    took(story, "ben").then_illegal("G3").events()


@pytest.mark.parametrize("played", ["perhaps", 1, None])
def test_played_is_true_or_false(played: Any) -> None:
    """G1, also on a step that would be legal and on those that every ruleset has."""
    took(table(), "ana", 1, played).then_illegal("G1").then_reason("“played” is true or false")
    table().when(by="ana", do="note", text="hm", played=played).then_illegal("G1")
    took(table(), "ben", 1, False).then_illegal("N1").events()


def test_its_player_takes_it_back_like_any_entry_that_stands() -> None:
    story = took(table(), "ben", 2).when(by="ben", do="undo").then_legal("G4")
    story.then_state(sticks=20)
    took(story, "ben", 2).when(by="ana", do="take", number=1).then_legal()
    story.when(by="ben", do="undo").then_legal("G4").then_state(to_act=["ana"])


def test_a_rewind_goes_back_to_before_and_after_it() -> None:
    story = took(table(), "ben", 2).rewind(0).then_state(sticks=20).rewind(1).then_state(sticks=18)
    assert [one.entry for one in story.game.now.stands()] == [1]


def test_a_judge_says_it_afterwards() -> None:
    """G5: it happens at the judge's entry, and no player takes it back."""
    story = table().when(by="ben", do="take", number=2).then_illegal("N1")
    judge_says(story, 1).then_legal("G5").then_state(sticks=18)
    story.then_reason("entry 1 was played and happens now; it stays illegal. ben takes 2.")
    assert story.game.verdict(1) == "illegal"
    assert story.game.played == {1: 2}
    judge_says(story, 1).then_illegal("G5", "G1").then_since(2)
    story.when(by="ben", do="undo").then_illegal("G4")


def test_a_judge_says_it_only_of_the_newest_step_that_was_refused() -> None:
    story = table().when(by="ben", do="take", number=1).then_illegal("N1")
    story.when(by="ana", do="take", number=1).then_legal()
    judge_says(story, 1).then_illegal("G5")
    judge_says(story, 2).then_illegal("G5")
    story.when(by="ana", do="take", number=5).then_illegal()
    judge_says(story, 5, "").then_illegal("G5", "G1")
    judge_says(story, 99).then_illegal("G1")
    story.when(by="judge", do="note", text="hm")
    judge_says(story, 5).then_legal("G5").then_state(sticks=14)
    story.when(by="ben", do="played", entry=5, because="x").then_illegal("G5")


def test_what_has_nothing_to_act_on_cannot_be_said_to_have_been_played() -> None:
    story = judge_says(table(2).when(by="ben", do="take", number=3), 1).then_illegal("G1")
    story.then_reason("entry 1 has nothing to act on and cannot be said to have been played")
    judge_says(table().when(by="ana", do="consent"), 1).then_illegal("G1")


def test_it_closes_an_open_request() -> None:
    story = table().when(by="ana", do="take", number=1).when(by="ben", do="take", number=9)
    story.when(by="ana", do="take", number=1).then_illegal()
    judge_says(story, 3).then_legal()
    assert story.game.now.request is None
    assert story.game.now.barrier == 4


@pytest.mark.parametrize("afterwards", [False, True])
def test_ruled_legal_it_does_not_happen_again_and_ruled_illegal_it_is_taken_back(
    afterwards: Any,
) -> None:
    story = took(table(), "ben", 2, not afterwards).then_illegal("N1")
    if afterwards:
        judge_says(story, 1)
    story.overrule(1, "legal").then_legal("G5").events("EntryOverruled").then_state(sticks=18)
    story.then_reason("it was played and does not happen again")
    assert story.game.verdict(1) == "legal"
    assert [one.entry for one in story.game.now.stands()] == [1]
    story.overrule(1, "illegal").then_legal("G5").then_state(sticks=20)
    story.overrule(1, "illegal").then_illegal("G5")
    story.overrule(1, "legal").then_legal("G5").then_state(sticks=18)


def test_ruled_illegal_again_it_is_taken_back_only_as_the_newest_that_stands() -> None:
    story = took(took(table(), "ben", 2), "ana", 1)
    story.overrule(1, "illegal").then_illegal("G5").then_reason("illegal already")
    story.overrule(2, "illegal").then_legal("G5").then_state(sticks=18)
    story.overrule(1, "illegal").then_legal("G5").then_state(sticks=20)


def test_an_undetermined_one_is_settled_where_it_was_and_taken_back_as_the_newest() -> None:
    story = took(table(readings={"Q1": "open"}), "ana", 0)
    story.overrule(1, "illegal").then_legal("G5").then_state(turn="ana")
    took(story, "ana", 0).then_undetermined("Q1").when(by="ben", do="take", number=1).then_legal()
    story.overrule(3, "illegal").then_legal("G5").then_state(turn="ana", sticks=19)
    assert [one.entry for one in story.game.now.stands()] == [4, 3]


def test_what_was_taken_back_can_be_said_to_have_been_played_again() -> None:
    story = took(table(), "ben", 2).overrule(1, "illegal").then_state(sticks=20)
    judge_says(story, 1).then_legal("G5").then_state(sticks=18)


def test_it_comes_to_what_a_judges_overruling_would_come_to() -> None:
    played, overruled = table(), table()
    took(played, "ben", 2)
    took(overruled, "ben", 2, False).overrule(1, "legal")
    assert played.game.view() == overruled.game.view()


def test_the_end_that_it_brings_is_cited_by_the_judges_ruling() -> None:
    story = table(1).when(by="ben", do="take", number=1).then_illegal("N1")
    judge_says(story, 1).then_legal("G5", "N1").then_state(over=True)


def test_the_game_is_the_same_when_it_is_rebuilt_from_its_log() -> None:
    story = took(table(), "ben", 2).when(by="ana", do="take", number=9)
    judge_says(story, 2).overrule(2, "legal").rewind(1)
    took(story, "ana", 3)
    again = replay(RULESET, story.game.opening, story.game.log)
    assert (again.now, again.overruled, again.played) == (
        story.game.now,
        story.game.overruled,
        story.game.played,
    )
    assert list(again.now.stands()) == list(story.game.now.stands())
    assert again.at(2).played == {1: 1}
