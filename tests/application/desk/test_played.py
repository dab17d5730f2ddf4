"""What was played although it was refused is one deviation, after which the game went on."""

import pytest

from application.desk.audit import audit, audit_in_words
from application.desk.backup import advice
from application.desk.explain import why
from application.desk.policy import policy_for
from application.desk.rewind_sheet import sheet, way_back
from application.game.step_words import step_in_words
from tests.spec import Story, given, named

TABLE = {
    "points": {"ana": 3, "ben": 3},
    "units": {name: {"owner": owner} for name, owner in (("a1", "ana"), ("b1", "ben"))},
}
POLICY = policy_for("voidsiege")


def missed_window(*, afterwards: bool = False) -> Story:
    """Ben was not asked whether to react to a1's move; both went on."""
    story = given("voidsiege", TABLE).when(by="ana", do="declare", unit="a1", command="move")
    story.when(by="ana", do="move", unit="a1", **({} if afterwards else {"played": True}))
    story.then_illegal("T4")
    if afterwards:
        story.when(by="judge", do="played", entry=2, because="both had gone on").then_legal("G5")
    return goes_on(story)


def goes_on(story: Story) -> Story:
    story.when(by="ben", do="declare", unit="b1", command="move").then_legal()
    story.when(by="ana", do="decline").then_legal()
    return story.when(by="ben", do="move", unit="b1").then_legal()


@pytest.mark.parametrize("afterwards", [False, True])
def test_it_is_the_one_error_of_the_game(afterwards: bool) -> None:
    found = audit(missed_window(afterwards=afterwards).game, POLICY)
    assert [(one.entry, one.what, one.completed) for one in found.faults] == [(2, "played", True)]
    assert found.point is not None
    assert found.point.reason.startswith("The table played it all the same. ben is asked first")
    assert found.point.error_class == "illegal_action"
    assert [one.entry for one in found.since][-1] == 3
    assert all(one.stands and one.kind != "refused" for one in found.since)
    told = "\n".join(audit_in_words(found, {}))
    assert "played: The table played it all the same." in told


def test_what_was_undetermined_and_played_is_a_question_to_a_judge() -> None:
    story = given("voidsiege", TABLE)
    story.when(by="ana", do="declare", unit="a1", command="overrun", played=True)
    story.then_undetermined()
    point = audit(story.game, POLICY).point
    assert point is not None
    assert (point.what, point.error_class) == ("played", "open_question")


def test_a_judge_who_rules_it_legal_lets_it_through_and_one_who_rules_it_illegal_takes_it_back() -> (
    None
):
    story = given("voidsiege", TABLE).when(by="ana", do="declare", unit="a1", command="move")
    story.when(by="ana", do="move", unit="a1", played=True).overrule(2, "legal").then_legal("G5")
    (fault,) = audit(story.game, POLICY).faults
    assert (fault.what, fault.completed, fault.remedied) == ("let_through", True, None)
    story.overrule(2, "illegal").then_legal("G5")
    (fault,) = audit(story.game, POLICY).faults
    assert (fault.what, fault.remedied) == ("played", 4)


def test_going_back_takes_it_off_the_table_as_what_has_happened() -> None:
    for afterwards in (False, True):
        game = missed_window(afterwards=afterwards).game
        lines = {one.entry: one for one in sheet(game, POLICY, way_back(game, 1))}
        happened = lines[3 if afterwards else 2]
        assert any("a1: back to where it stood" in words for words in happened.to_do)
        assert not happened.remark
    assert lines[2].remark == "it was illegal and played: it happened with entry 3"
    assert advice(game, POLICY, 1).takes_back == (6, 5, 4, 3, 2)


def test_a_refused_step_with_dice_may_have_been_done_at_the_table() -> None:
    """The sheet says so, and its dice count."""
    story = given("voidsiege", TABLE).when(by="ana", do="declare", unit="a1", command="move")
    story.when(by="ana", do="shoot", unit="a1").then_illegal()
    lines = {one.entry: one for one in sheet(story.game, POLICY, way_back(story.game, 0))}
    assert "ask whether the table did it all the same" in lines[2].remark
    story = missed_window()
    story.when(by="ana", do="fly").then_illegal("G1")
    lines = {one.entry: one for one in sheet(story.game, POLICY, way_back(story.game, 0))}
    assert lines[6].remark == "it was illegal and changed nothing"


@pytest.mark.parametrize(
    ("afterwards", "fate"),
    [
        (False, "It was played all the same: it has happened, and its ruling stays."),
        (True, "A judge said in entry 3 that it was played, because: both had gone on."),
    ],
)
def test_why_says_what_became_of_it(afterwards: bool, fate: str) -> None:
    story = missed_window(afterwards=afterwards)
    assert why(story.game, 2).fate.startswith(fate)
    gone = story.game.length + 1
    assert f"It no longer stands since entry {gone}" in why(story.rewind(1).game, 2).fate


def test_a_step_that_was_played_says_so_in_words() -> None:
    said = {"by": "ana", "do": "move", "unit": "a1", "at": "2026-11-21T18:04:00Z"}
    void = named("voidsiege")
    assert step_in_words(void, {**said, "played": True}) == "ana moves “a1”, and it was played"
    assert step_in_words(void, {**said, "played": False}, by=False) == "moves “a1”"
