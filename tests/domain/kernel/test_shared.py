"""G1 to G6 and the steps every ruleset has."""

from typing import Any

import pytest

from domain.kernel.events import GameRewound, RemarkNoted
from domain.kernel.offers import Hint
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, grounds, illegal, requires, undetermined
from domain.kernel.shared import adjudicate_once, options
from domain.kernel.values import changed
from tests.spec import Story, given
from tests.toy import RULESET, SticksTaken, it_is_their_turn, one_to_three

TWO = ("ana", "ben")
THREE = ("ana", "ben", "cem")


def table(sticks: int = 20, players: tuple[str, ...] = TWO, **more: object) -> Story:
    return given(RULESET, {"sticks": sticks}, players=players, **more)  # type: ignore[arg-type]


def take(story: Story, by: str, number: int = 1) -> Story:
    return story.when(by=by, do="take", number=number)


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ({"do": "take"}, "number"),
        ({"do": "take", "number": "two"}, "whole number"),
        ({"do": "take", "number": True}, "whole number"),
        ({"do": "take", "number": 1, "hand": "left"}, "hand"),
        ({"do": "take", "number": 1, "aloud": 1}, "true or false"),
        ({"do": "take", "number": 1, "played": "yes"}, "“played” is true or false, not “yes”"),
        ({"do": "juggle"}, "juggle"),
        ({"do": ["take"]}, "take"),
        ({"do": "report"}, "fact"),
        ({"do": "report", "fact": "rain"}, "rain"),
        ({"do": "report", "fact": "spoken", "words": "aloud"}, "list"),
        ({"do": "report", "fact": "spoken", "words": [1]}, "a word"),
        ({"do": "report", "fact": "spoken", "words": ["a"], "number": 1}, "number"),
        ({"do": "note"}, "text"),
        ({"do": "undo", "entry": 1}, "entry"),
    ],
)
def test_a_step_names_every_field_it_needs_and_no_other(said: Any, names: Any) -> None:
    """G1: what is missing, foreign or of the wrong kind is named."""
    story = table().when(by="ana", **said).then_illegal("G1").then_basis("rule")

    assert names in story.game.log[-1].ruling.reason
    assert story.game.view()["sticks"] == 20


def test_a_judge_takes_only_a_judges_steps() -> None:
    """G2."""
    table().when(by="judge", do="take", number=1).then_illegal("G2")
    table().when(by="judge", do="undo").then_illegal("G2")
    table().when(by="judge", do="report", fact="fallen", number=1).then_legal()
    note = table().when(by="judge", do="note", text="hm").then_legal().entry
    assert note.events == (RemarkNoted("hm"),)


def test_after_the_game_only_a_judge_and_notes() -> None:
    """G3."""
    story = table().when(by="ana", do="concede").then_legal("G3")
    take(story, "ben").then_illegal("G3")
    story.then_reason("the game is over since entry 1").then_since(1)
    story.when(by="ben", do="concede").then_illegal("G3")
    story.when(by="ben", do="undo").then_illegal("G3")
    story.when(by="ben", do="note", text="well played").then_legal()
    story.when(by="ben", do="open").then_legal("G3")
    story.when(by="judge", do="rewind", to=0, because="a slip").then_legal("G5")
    take(story, "ana").then_legal("N3")


def test_what_is_over_as_it_is_set_up_is_over_since_no_entry() -> None:
    """G3."""
    story = take(table(0), "ana").then_illegal("G3").then_reason("the game is over.")
    assert story.entry.ruling.because == ()


def test_an_undo_happens_at_once_while_nobody_else_has_gone_on() -> None:
    """G4: the game stands as it stood before the entry."""
    story = take(table(), "ana", 2).then_legal("N3")
    story.when(by="ana", do="undo").then_legal("G4").then_state(sticks=20, to_act=["ana"])
    story.when(by="ana", do="undo").then_illegal("G4")


def test_an_undo_behind_others_waits_for_all_of_them() -> None:
    """G4, G6: with three players both others are asked, and play waits."""
    story = table(players=THREE)
    take(story, "ana", 2).then_legal()
    take(story, "ben", 3).then_legal()
    story.when(by="ana", do="undo").then_legal("G4").then_state(to_act=["ben", "cem"], sticks=15)
    take(story, "cem").then_illegal("G6")
    story.when(by="ana", do="consent").then_illegal("G4")
    story.when(by="ana", do="undo").then_illegal("G6")
    story.when(by="ben", do="consent").then_legal("G4").then_state(to_act=["cem"])
    story.when(by="ben", do="consent").then_illegal("G4")
    story.when(by="cem", do="consent").then_legal("G4").then_state(to_act=["ana"], sticks=20)


def test_an_undo_says_what_else_would_go_with_it() -> None:
    """G4: all that stands above the entry, oldest first."""
    story = take(take(table(players=THREE), "ana"), "ben")
    story.when(by="ana", do="undo").then_reason(
        "ana asks to take back entry 1; others have gone on since, so ben and cem must agree. "
        "Entry 2 goes with it."
    )
    story.when(by="ben", do="object")
    take(story, "cem").when(by="ana", do="undo").then_reason("Entries 2 and 5 go with it.")


def the_last_but_seventeen(event: Any, before: Any) -> bool:
    return isinstance(event, SticksTaken) and before.sticks - event.number < 18 <= before.sticks


NEWS = changed(RULESET, reveals=the_last_but_seventeen)


def test_what_told_its_player_something_new_is_taken_back_only_with_consent() -> None:
    """G4: nobody has gone on, and still the others are asked."""
    story = given(NEWS, {"sticks": 20})
    take(story, "ana", 2).when(by="ana", do="undo").then_legal("G4").then_state(sticks=20)
    take(story, "ana", 3).when(by="ana", do="undo").then_legal("G4").then_state(to_act=["ben"])
    story.then_reason(
        "ana asks to take back entry 3; it has brought something new to light, so ben must agree."
    )
    take(story, "ben").then_illegal("G6")
    story.when(by="ben", do="consent").then_legal("G4").then_state(sticks=20, to_act=["ana"])


def test_one_objection_ends_the_request() -> None:
    """G4."""
    story = take(take(table(), "ana"), "ben")
    story.when(by="ana", do="undo").then_legal()
    story.when(by="ben", do="object").then_legal("G4").then_state(to_act=["ana"], sticks=18)
    story.when(by="ben", do="object").then_illegal("G4")


def test_who_asked_may_ask_no_longer() -> None:
    """G4: the request is gone, and nobody had to answer it; nobody else withdraws it."""
    story = take(take(table(players=THREE), "ana"), "ben")
    story.when(by="ana", do="withdraw").then_illegal("G4")
    story.when(by="ana", do="undo").then_legal()
    story.when(by="ben", do="withdraw").then_illegal("G4").then_since(4)
    story.when(by="cem", do="consent").then_legal().then_state(to_act=["ben"])
    story.when(by="ana", do="withdraw").then_legal("G4").then_state(to_act=["cem"], sticks=18)
    story.then_reason("ana no longer asks to take back entry 1.")
    story.when(by="ben", do="consent").then_illegal("G4")
    take(story, "cem").then_legal("N3")


def test_who_is_out_is_not_asked() -> None:
    """A concession closes a request, and says so; later requests pass over who has left."""
    story = table(players=THREE)
    take(story, "ana")
    take(story, "ben")
    story.when(by="ana", do="undo").then_legal()
    story.when(by="cem", do="concede").then_legal("G3").then_state(to_act=["cem"])
    story.then_reason("With that ana no longer asks to take back entry 1.")
    story.when(by="ana", do="undo").then_illegal("G4")


def test_nothing_is_undone_in_a_tournament() -> None:
    """G4."""
    take(table(mode="tournament"), "ana").when(by="ana", do="undo").then_illegal("G4")


def test_nothing_is_undone_behind_a_judges_step() -> None:
    """G4: a note is no barrier, a report by the judge is one."""
    story = take(table(), "ana")
    story.when(by="judge", do="note", text="seen").then_legal()
    story.when(by="ana", do="undo").then_legal("G4")
    take(story, "ana").when(by="judge", do="report", fact="fallen", number=2).then_legal()
    story.when(by="ana", do="undo").then_illegal("G4")
    assert story.game.log[-1].ruling.because == (5,)


def test_a_rewind_needs_a_judge_a_reason_and_an_entry() -> None:
    """G5, G1."""
    story = take(take(table(), "ana"), "ben")
    story.when(by="ana", do="rewind", to=0, because="please").then_illegal("G5")
    story.when(by="judge", do="rewind", to=0).then_illegal("G5").then_basis("rule")
    assert story.entry.ruling.cites == ("G5", "G1")
    story.when(by="judge", do="rewind", to=0, because="  ").then_illegal("G5")
    story.when(by="judge", do="rewind", to=99, because="x").then_illegal("G1")
    story.when(by="judge", do="rewind", to=-1, because="x").then_illegal("G1")
    story.when(by="judge", do="rewind", to=1, because="x").then_legal("G5").then_state(sticks=19)
    story.then_basis("rule")
    assert story.entry.events == (GameRewound(1, "x"),)


def test_a_rewind_may_name_what_an_earlier_one_left_behind() -> None:
    """The state after a rewind to n is the state after n."""
    story = take(take(table(), "ana"), "ben")
    story.when(by="judge", do="rewind", to=0, because="x").then_state(sticks=20)
    take(story, "ana", 3).then_state(sticks=17)
    story.when(by="judge", do="rewind", to=2, because="y").then_state(sticks=18, turn="ana")
    story.when(by="judge", do="rewind", to=3, because="z").then_state(sticks=20)
    story.when(by="judge", do="rewind", to=5, because="z").then_state(sticks=18)


def test_what_a_judge_reports_leaves_no_request_open() -> None:
    """What was asked for would go back behind the judge's word."""
    story = take(take(table(), "ana"), "ben").when(by="ana", do="undo").then_legal("G4")
    assert story.game.to_act() == ("ben",)
    story.when(by="judge", do="report", fact="fallen", number=1).then_legal()
    story.then_reason("With that ana no longer asks to take back entry 1.").then_since(3)
    story.when(by="ben", do="consent").then_illegal()
    assert story.game.now.request is None


def test_what_players_said_ahead_is_dropped_behind_a_judges_step() -> None:
    forgetful = changed(RULESET, judged=lambda table: changed(table, since={}))
    story = take(given(forgetful, {"sticks": 20}), "ana").then_legal()
    assert story.state.since == {"ana": 1}
    assert story.rewind(1).state.since == {}


def test_what_stood_before_a_refused_step_that_was_played_stands_still() -> None:
    story = take(table(), "ana").when(by="ana", do="take", number=2, played=True)
    story.then_illegal("N1").then_state(sticks=17)
    assert [one.entry for one in story.game.now.stands()] == [2, 1]
    for left in (19, 20):
        story.when(by="ana", do="undo").then_legal("G4").then_state(sticks=left)


def test_a_concession_that_was_refused_and_played_counts_as_one() -> None:
    """G5: only a rewind goes back behind it."""
    anything = changed(it_is_their_turn, asks=lambda _table, _step: None)
    in_turn = changed(RULESET.procedures["concede"], checks=(it_is_their_turn,), acts_on=anything)
    procedures = {**RULESET.procedures, "concede": in_turn}
    story = take(given(changed(RULESET, procedures=procedures), {"sticks": 20}), "ana")
    story.when(by="ana", do="concede", played=True).then_illegal("N1").then_state(over=True)
    story.overrule(1, "illegal").then_illegal("G5").then_since(2)
    story.then_reason("ana conceded in entry 2")


def test_a_rewind_leaves_no_request_open() -> None:
    """Not even one that was open at the entry it goes back to."""
    story = take(take(table(), "ana"), "ben")
    story.when(by="ana", do="undo").then_legal()
    story.when(by="ben", do="object").then_legal()
    story.when(by="judge", do="rewind", to=3, because="x").then_state(to_act=["ana"], sticks=18)
    story.when(by="ben", do="consent").then_illegal("G4")
    take(story, "ana").then_legal("N3")


def test_a_refused_step_is_made_legal_and_happens_now() -> None:
    """G5: it stands from then on, but no player undoes it."""
    story = take(table(), "ben", 2).then_illegal("N1")
    story.when(by="judge", do="overrule", entry=1, verdict="legal", because="ana was away")
    story.then_legal("G5").then_state(sticks=18)
    assert story.state.since == {"ben": 2}, "it happens now"
    assert story.entry.ruling.cites == ("G5",), "by what rules it happens its events say"
    assert story.game.verdict(1) == "legal"
    story.when(by="ben", do="undo").then_illegal("G4")
    story.when(by="judge", do="overrule", entry=1, verdict="legal", because="x").then_illegal("G5")
    story.when(by="judge", do="overrule", entry=1, verdict="illegal", because="x").then_legal("G5")
    story.then_state(sticks=20)
    assert story.game.verdict(1) == "illegal"


def test_only_the_newest_entries_are_overruled() -> None:
    """G5."""
    story = take(table(), "ben").then_illegal("N1")
    take(story, "ana").then_legal()
    story.when(by="judge", do="overrule", entry=1, verdict="legal", because="x").then_illegal("G5")
    take(story, "ben").then_legal()
    story.when(by="judge", do="overrule", entry=2, verdict="illegal", because="x").then_illegal(
        "G5"
    )
    story.when(by="judge", do="overrule", entry=4, verdict="illegal", because="x").then_legal("G5")
    story.then_state(sticks=19)
    story.when(by="judge", do="overrule", entry=2, verdict="illegal", because="x").then_legal("G5")
    story.then_state(sticks=20)
    story.when(by="judge", do="overrule", entry=8, verdict="illegal", because="x").then_illegal(
        "G1"
    )
    story.when(by="judge", do="overrule", entry=4, verdict="legal").then_illegal("G5")
    story.when(by="ana", do="overrule", entry=3, verdict="legal", because="x").then_illegal("G5")
    story.when(by="judge", do="overrule", entry=3, verdict="nice", because="x").then_illegal("G1")
    story.when(by="judge", do="overrule", number=3, verdict="legal", because="x").then_illegal("G1")
    story.when(by="judge", do="overrule", verdict="legal", because="x").then_illegal("G1")


@pytest.mark.parametrize("do", ["overrule", "played"])
def test_remarks_come_between_nothing(do: str) -> None:
    """G5: a call for the judge never ends what the judge may do."""
    story = take(table(), "ben", 2).then_illegal("N1")
    story.when(by="ana", do="note", text="a judge, please").then_legal()
    verdict = {"verdict": "legal"} if do == "overrule" else {}
    story.when(by="judge", do=do, entry=1, because="ana was away", **verdict).then_legal("G5")
    story.then_state(sticks=18)


def test_behind_a_concession_nothing_is_made_illegal_until_it_is_rewound() -> None:
    """G5: who conceded would else be playing again without a word."""
    story = take(table(), "ana").then_legal()
    story.when(by="ben", do="concede").then_legal()
    undone = {"by": "judge", "do": "overrule", "entry": 1, "verdict": "illegal", "because": "x"}
    story.when(**undone).then_illegal("G5").then_since(2)
    assert "ben conceded in entry 2" in story.game.log[-1].ruling.reason
    story.when(by="judge", do="rewind", to=1, because="they had not meant it").then_legal("G5")
    story.when(**undone).then_legal("G5").then_state(sticks=20)


def test_what_has_nothing_to_act_on_cannot_be_made_legal() -> None:
    """G1."""
    story = take(table(2), "ana", 3).then_legal()
    story = table(2)
    take(story, "ben", 3).then_illegal("N1")
    story.when(by="judge", do="overrule", entry=1, verdict="legal", because="x").then_illegal("G1")
    story.when(by="ana", do="consent").then_illegal("G4")
    story.when(by="judge", do="overrule", entry=3, verdict="legal", because="x").then_illegal("G1")
    story.when(by="ana", do="take").then_illegal("G1")
    story.when(by="judge", do="overrule", entry=5, verdict="legal", because="x").then_illegal("G1")


def test_an_undetermined_entry_is_settled_either_way() -> None:
    """However old, it can be ruled illegal once; the newest can be made legal."""
    story = take(table(readings={"Q1": "open"}), "ana", 0).then_undetermined("Q1")
    take(story, "ana", 1).then_legal()
    story.when(by="judge", do="overrule", entry=1, verdict="illegal", because="x").then_legal("G5")
    story.then_state(sticks=19)
    story.when(by="judge", do="overrule", entry=1, verdict="illegal", because="x").then_illegal(
        "G5"
    )
    take(story, "ben", 0).then_undetermined("Q1")
    story.when(by="judge", do="overrule", entry=5, verdict="legal", because="x").then_legal("G5")
    story.then_state(turn="ana", sticks=19)


def test_what_follows_may_leave_a_step_undetermined() -> None:
    """Everything is taken back, and the question is cited."""
    story = take(table(8, readings={"Q2": "open"}), "ana").then_undetermined("Q2")
    story.then_state(sticks=8, turn="ana")
    story.when(by="judge", do="overrule", entry=1, verdict="legal", because="x").then_illegal("G1")


def test_the_basis_is_the_weakest_of_what_is_cited() -> None:
    """A reading before an inferred rule before a rule."""
    edition = RULESET.editions[0]

    assert edition.basis(("N1", "N3")) == "rule"
    assert edition.basis(("N1", "N4")) == "inferred"
    assert edition.basis(("N4", "Q3")) == "reading"


def test_options_are_judged_by_the_same_checks() -> None:
    """What may be done now, and why not for the rest."""
    story = table()
    found = {str(o.candidate.said): o.ruling.verdict for o in options(story.game, "ana")}

    assert found == {
        "{'by': 'ana', 'do': 'take', 'number': 1}": "legal",
        "{'by': 'ana', 'do': 'take', 'number': 2}": "legal",
        "{'by': 'ana', 'do': 'take', 'number': 3}": "legal",
        "{'by': 'ana', 'do': 'take', 'number': 4}": "illegal",
        "{'by': 'ana', 'do': 'concede'}": "legal",
    }


def test_what_may_be_done_is_thought_of_on_the_table_that_the_player_sees() -> None:
    blind = changed(RULESET, seen=lambda table, viewer: changed(table, said={len(viewer): 1}))
    found = [one.candidate.said.get("number") for one in options(given(blind, {}).game, "ana")]
    assert found == [4, 1, None], "the next number after three"


def test_who_is_asked_may_answer_and_after_the_game_all_may_be_laid_open() -> None:
    """G4, G3."""
    story = take(take(table(), "ana"), "ben").when(by="ana", do="undo")
    assert legal_words(story, "ben") == {"consent", "object", "concede"}
    story.when(by="ben", do="concede")
    assert legal_words(story, "ana") == {"open"}


def legal_words(story: Story, player: str) -> set[str]:
    found = options(story.game, player)
    return {one.candidate.said["do"] for one in found if one.ruling.verdict == "legal"}


def test_what_follows_at_the_opening_has_happened_before_entry_one() -> None:
    """Entry 0 is the set-up with what follows from it."""
    story = table(13)

    assert story.game.view()["sticks"] == 12
    assert [type(e).__name__ for e in story.game.opened] == ["SticksTaken"]
    assert story.state.since == {"nobody": 0}


def test_a_check_may_add_to_its_refusal_and_say_since_when() -> None:
    def adds(state: Any, step: Any, refusal: Refusal) -> Refusal:
        return changed(
            refusal, reason=f"{refusal.reason}: {step.by} has {state.sticks} before them"
        )

    def causes(state: Any, step: Any) -> Any:
        return (*state.since.values(), step.number)

    in_turn = changed(it_is_their_turn, causes=causes)
    procedure = RULESET.procedures["take"]
    telling = changed(procedure, checks=(in_turn, changed(one_to_three, adds=adds, causes=causes)))
    ruleset = changed(RULESET, procedures={**RULESET.procedures, "take": telling})
    story = take(take(given(ruleset, {"sticks": 20}), "ana"), "ben", 9).then_illegal("N3")
    story.then_reason("one to three sticks, not 9: ben has 19 before them.").then_since(1, 9)
    take(story, "ana", 2).then_illegal("N1")
    assert story.entry.ruling.because == (1,), "it says itself since when"


def test_what_happens_is_asked_on_with_the_table_as_it_is_and_what_follows_with_the_entry() -> None:
    def happens(table: Any, step: Any) -> Happening:
        yield SticksTaken(step.by, step.number)
        table = yield grounds(f"{step.by} takes {step.number}", "N3")
        yield grounds(f"{table.sticks} are left in entry {step.entry}")
        return table

    def follow(table: Any, entry: int) -> Happening:
        table = yield grounds(f"it was entry {entry}")
        return table

    procedures = {
        **RULESET.procedures,
        "take": changed(RULESET.procedures["take"], happens=happens),
    }
    story = take(
        given(changed(RULESET, procedures=procedures, follow=follow), {"sticks": 20}), "ana"
    )
    story.then_reason("ana takes 1. 19 are left in entry 1. it was entry 1.")


def test_what_lets_the_game_go_on_is_what_is_due_or_what_the_ruleset_says() -> None:
    due = {"concede": Hint("Concede", due=lambda: ({},))}
    state = table().state
    concedes = {"by": "ana", "do": "concede"}
    assert RULESET.plainest_step(state) is None
    assert changed(RULESET, hints=due).plainest_step(state) == concedes
    says = changed(RULESET, going_on=lambda table: {"by": table.turn, "do": "concede"})
    assert says.plainest_step(state) == concedes


def test_a_refusal_keeps_all_else_when_its_entries_are_found() -> None:
    found = undetermined("nobody says", "Q1", sticks=3).since_entries((2, 5))
    assert found == Refusal(("Q1",), "nobody says", (2, 5), {"sticks": 3}, "undetermined")


def test_a_check_is_tied_to_its_rules_and_asks_what_it_was_given() -> None:
    def nobody_may(_table: Any, _step: Any) -> Any:
        return illegal("nobody may")

    check = requires("N1", "N3")(nobody_may)
    assert (check.rules, check.asks, check.name) == (("N1", "N3"), nobody_may, "nobody_may")
    assert check(None, None) == illegal("nobody may")


@pytest.mark.parametrize("do", [None, 3, True, ["pass"]])
def test_what_is_no_word_for_a_step_is_answered_in_words(do: Any) -> None:
    """G1."""
    reason = table().when(by="ana", do=do).then_illegal("G1").entry.ruling.reason
    assert reason.startswith("“do” is the word for what is attempted, not ")
    assert "None" not in reason


def test_a_step_that_was_just_tried_is_not_ruled_on_again_and_any_other_is() -> None:
    """G1: where 1 was tried, true is no whole number all the same."""
    story = table()
    said = {"by": "ana", "do": "take", "number": 1}
    tried, position = adjudicate_once(story.game, said)
    assert adjudicate_once(story.game, {**said})[0] is tried
    for more in ({"number": 2}, {"number": True}):
        other, _ = adjudicate_once(story.game, {**said, **more})
        assert (other.n, other.said) == (1, {**said, **more})
    assert other.ruling.verdict == "illegal"
    story.when(by="ben", do="note", text="hm")
    entry, position = adjudicate_once(story.game, said)
    assert (entry.n, entry.ruling.verdict) == (2, "legal")
    story.game.take(entry, position)
    assert adjudicate_once(story.game, said)[0].ruling.verdict == "illegal"
