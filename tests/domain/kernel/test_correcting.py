"""The table put right: how it really lies, by a judge's word or by consent, with what it makes impossible."""

from collections.abc import Mapping
from typing import Any
from unittest.mock import Mock

import pytest

from application.game.redaction import entry_seen
from domain.kernel import correcting
from domain.kernel.events import CorrectionRequested, TableCorrected
from domain.kernel.history import replay
from domain.kernel.laying_anew import Lying, lying, with_changes
from domain.kernel.ruleset import SPECTATOR, SetupError
from domain.kernel.shared import options
from domain.kernel.step_sentences import step_sentence
from domain.kernel.table_part import TablePart
from domain.kernel.values import changed
from tests.examples.lanterns import RULESET as LANTERNS
from tests.spec import Story, given
from tests.toy import RULESET as TOY

HANDS = {
    "ana": {"spark1": "spark", "snuff1": "snuff"},
    "ben": {"spark2": "spark", "snuff2": "snuff"},
    "cem": {"veil3": "veil"},
}
SIEGE = {
    "points": {"ana": 3, "ben": 3},
    "units": {"a1": {"owner": "ana"}, "a2": {"owner": "ana"}, "b1": {"owner": "ben"}},
}
RUNS = {"units": {"a1": {"restrictions": ["run"]}}}
SWAPPED = {"hands": {"ana": ["spark1", "spark2"], "ben": ["snuff1", "snuff2"]}}


def lanterns(**more: Any) -> Story:
    return given(LANTERNS, {"hands": HANDS}, ("ana", "ben", "cem"), **more)


def siege(**more: Any) -> Story:
    return given("voidsiege", SIEGE, **more)


def judge(story: Story, parts: Any, because: str = "it lies so") -> Story:
    return story.when(by="judge", do="correct", parts=parts, because=because)


def player(story: Story, by: str, parts: Any) -> Story:
    return story.when(by=by, do="correct", parts=parts, because="it lies so")


def reason(story: Story) -> str:
    return story.entry.ruling.reason


def test_a_judge_lays_parts_out_anew_and_the_entry_keeps_both() -> None:
    story = judge(siege(), {"points": {"ana": 3, "ben": 2}}).then_legal("G7")
    assert reason(story) == "the table is put right: points of ben: 3 → 2.", "ana's lay so already"
    story = judge(siege(), {**RUNS, "points": {"ben": 2}}).then_legal("G7")
    story.then_state(units__a1__restrictions=["run"], points__ben=2, points__ana=3)
    (event,) = story.entry.events
    assert event == TableCorrected(
        "judge",
        {**RUNS, "points": {"ben": 2}},
        {"units": {"a1": {"restrictions": []}}, "points": {"ben": 3}},
        "it lies so",
    )
    assert reason(story) == (
        "the table is put right: restrictions of “a1”: nothing → run; points of ben: 3 → 2."
    )
    assert step_sentence(story.game.ruleset, story.entry.said) == (
        "says how the table lies: units a1 restrictions run and points ben 2, because: “it lies so”"
    )


def test_rulings_rest_on_it_and_say_so() -> None:
    story = judge(siege(), RUNS)
    story.when(by="ana", do="declare", unit="a1", command="assault").then_illegal("S1")
    assert story.entry.ruling.because == (1,)
    assert "since entry 1, when the judge put it right;" in reason(story)
    by = [correcting.put_right_by(story.game, n) for n in (0, 1, 2, 9)]
    assert by == ["", "judge", "", ""]


def test_a_ruling_rests_on_it_whatever_was_put_right() -> None:
    """What a ruleset does not trace back itself is found by trying: without it the step would be legal."""
    story = lanterns()
    judge(story, {"coins": {"ben": 0, "cem": 1}}).then_legal()
    story.when(by="ben", do="bid", amount=1).then_illegal()
    assert story.entry.ruling.because == (1,)
    assert reason(story).endswith("It lies so since entry 1, when the judge put it right.")
    judge(story, {"coins": {"ana": 2}}).when(by="ben", do="bid", amount=9).then_illegal()
    assert story.entry.ruling.because == (), "it would be refused all the same"
    story.rewind(0).when(by="ben", do="bid", amount=1).then_legal()


def test_how_it_would_lie_without_it_is_found_once_for_all_steps_that_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    story = judge(siege(), RUNS)
    laid_anew = Mock(wraps=with_changes)
    monkeypatch.setattr(correcting, "with_changes", laid_anew)
    refused = [one for one in options(story.game, "ana") if one.ruling.verdict == "illegal"]
    assert len(refused) > 1
    assert laid_anew.call_count == 1
    judge(story, {"points": {"ana": 1}})
    assert "S1" in [cited for one in options(story.game, "ana") for cited in one.ruling.cites]
    assert laid_anew.call_count == 1 + 1 + 2, "the correction itself, then both entries"


def test_it_is_rewound_like_any_and_a_rewind_leads_back_to_it() -> None:
    story = judge(siege(), RUNS).rewind(0).then_state(units__a1__restrictions=[])
    story.rewind(1).then_state(units__a1__restrictions=["run"])
    again = replay(story.game.ruleset, story.game.opening, story.game.log)
    assert again.now == story.game.now


def test_the_others_agree_to_what_a_player_says() -> None:
    story = player(siege(), "ana", RUNS).then_legal("G7").then_state(units__a1__restrictions=[])
    assert reason(story).endswith("restrictions of “a1”: nothing → run; ben must agree.")
    said = "ana", RUNS, {"units": {"a1": {"restrictions": []}}}, "it lies so"
    assert story.entry.events == (CorrectionRequested(*said, ("ben",)),)
    assert story.game.to_act() == ("ben",)
    story.when(by="ana", do="declare", unit="a2", command="move").then_illegal("G6")
    assert reason(story) == "ana has asked to put the table right; ben must answer first."
    story.when(by="ben", do="consent").then_legal("G4").then_state(units__a1__restrictions=["run"])
    assert TableCorrected(*said) in story.entry.events
    story.when(by="ana", do="declare", unit="a1", command="assault").then_illegal("S1")
    assert "since entry 3, when the players put it right;" in reason(story)


def test_all_others_are_asked_and_one_who_objects_is_enough() -> None:
    story = player(lanterns(), "ana", {"coins": {"ana": 2}}).when(by="ben", do="consent")
    story.then_legal().then_state(coins__ana=3)
    story.when(by="cem", do="object").then_legal().then_state(coins__ana=3)
    player(story, "ana", {"coins": {"ana": 2}}).when(by="ana", do="withdraw").then_legal()
    assert reason(story) == "ana no longer asks to put the table right."
    player(story, "ana", {"coins": {"ana": 2}})
    story.when(by="ben", do="consent").when(by="cem", do="consent").then_state(coins__ana=2)


def test_nobody_goes_back_behind_it_but_a_judge() -> None:
    story = siege().when(by="ana", do="declare", unit="a1", command="move")
    judge(story, {"points": {"ben": 2}}).when(by="ana", do="undo").then_illegal("G4")
    assert "entry 1 came before entry 2, which put the table right" in reason(story)


def test_in_a_tournament_only_a_judge_does_it() -> None:
    story = player(siege(mode="tournament"), "ana", RUNS).then_illegal("G7")
    assert reason(story) == "in a tournament only a judge puts the table right."
    judge(siege(mode="tournament"), RUNS).then_legal()


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({}, "parts: expected at least one of points.*, units.*.abilities, units.*.destroyed, "),
        ({"units": {"a9": RUNS["units"]["a1"]}}, "parts.units.a9.restrictions: there is no such"),
        ({"units": {"a1": {"restrictions": ["fly"]}}}, "expected one of run, shoot, defend, found “fly”"),
        ({"units": {"a1": {"restrictions": "run"}}}, "restrictions: expected a list, found “run”"),
        ({"units": {"a1": {"owner": "ben"}}}, "“owner” is not put right; expected one of abilities, "),
        ({"units": ["a1"]}, 'parts.units: expected a mapping, found ["a1"]'),
        ({"points": {"ana": -1}}, "parts.points.ana: expected a whole number from 0, found -1"),
        ({"points": {"cem": 1}}, "parts.points.cem: there is no such thing on this table"),
        (
            {"points": {"ana": 3}},
            "that is how it lies by the log already; nothing has to be put right.",
        ),
        ({"round": 2}, "parts: “round” is not put right; expected one of points, units"),
        ({"units": {"a1": {"destroyed": True}}}, "that a unit is destroyed is said as a report"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_a_sentence(parts: Any, told: str) -> None:
    story = judge(siege(), parts).then_illegal("G7")
    assert told in reason(story)
    assert story.game.now.state == story.game.position(0).state
    cannot_be_read = "nothing has to be put right" not in told
    assert ("G1" in story.entry.ruling.cites) == cannot_be_read
    by_judge = reason(story)
    assert reason(player(story, "ana", parts).then_illegal("G7")) == by_judge


def test_a_reason_is_needed_and_parts_that_are_a_mapping() -> None:
    story = judge(siege(), RUNS, " ").then_illegal("G7", "G1")
    assert reason(story) == "putting the table right needs a reason, in “because”."
    judge(siege(), ["a1"]).then_illegal("G1")
    siege().when(by="judge", do="correct", because="so").then_illegal("G1")


def test_an_invariant_of_the_lab_bars_it() -> None:
    """A destroyed unit holds no restriction."""
    story = siege().when(by="ana", do="report", fact="destroyed", unit="a1").then_legal()
    judge(story, RUNS).then_illegal("G7")
    assert reason(story) == "that cannot be: a destroyed unit holds no restriction."
    judge(story, {"units": {"a1": {"destroyed": False}}}).then_legal()
    assert reason(story) == "the table is put right: destroyed of “a1”: yes → no."
    judge(story, RUNS).then_legal()


def test_no_card_goes_and_none_is_added() -> None:
    story = judge(lanterns(), SWAPPED).then_legal()
    assert story.game.view()["hands"]["ana"] == ["spark1", "spark2"]
    judge(story, {"hands": {"ana": ["spark1"]}}).then_illegal("G7")
    assert "“spark2” lies there; say where it goes too" in reason(story)
    judge(story, {"hands": {"ana": ["spark1", "spark2", "veil3"]}}).then_illegal("G7")
    assert "“veil3” does not lie in what is laid out anew" in reason(story)
    judge(story, {"hands": {"ana": ["spark1", "spark1"], "ben": ["snuff1"]}}).then_illegal("G7")
    judge(
        story,
        {"hands": {"ana": ["spark1"], "ben": ["snuff1", "snuff2"]}, "laid": {"ana": ["spark2"]}},
    )
    story.then_legal()


def test_a_queue_keeps_its_card() -> None:
    story = lanterns()
    for by in ("ana", "ben", "cem"):
        story.when(by=by, do="bid", amount=1 if by == "ana" else 0).then_legal()
    story.when(by="ana", do="lay", card="spark1", target="ben").then_legal()
    judge(story, {"hands": {"ana": ["spark1", "snuff1"]}, "laid": {"ana": []}}).then_illegal("G7")
    assert reason(story) == (
        "that cannot be: “spark1” waits in the stack, which would be left without its card."
    )
    assert story.entry.ruling.because == (4,)


def seen(story: Story, viewer: str) -> tuple[Mapping[str, Any], Any, str]:
    entry = entry_seen(story.game, story.entry, viewer)
    return entry.said, entry.events, entry.ruling.reason


def test_every_part_that_can_be_put_right_is_told_with_how_it_lies_and_what_may_be_said() -> None:
    parts = {one.path: one for one in lying(LANTERNS, lanterns().state)}
    cards = tuple(card for hand in HANDS.values() for card in hand)
    hand = Lying(("hands", "ana"), ["spark1", "snuff1"], cards, may_be_nothing=False)
    assert parts["hands", "ana"] == hand
    assert parts["lights", "cem"] == Lying(("lights", "cem"), 3, (), may_be_nothing=False)
    assert len(parts) == 5 * 3
    story = judge(siege(), RUNS)
    (a1, a2) = (
        next(one for one in lying(story.game.ruleset, story.state) if one.path[1:] == path)
        for path in (("a1", "restrictions"), ("a2", "destroyed"))
    )
    assert (a1.lies, a1.words) == (["run"], ("run", "shoot", "defend"))
    assert (a2.lies, a2.words) == (False, ())


def test_what_stands_in_the_way_names_the_entry_behind_it() -> None:
    def put(_table: Any, _path: Any, _said: Any, _entry: int) -> Any:
        raise SetupError("sticks: somebody counts them", 1)

    counted = changed(TOY, corrects={"sticks": TablePart(put, kind=int)})
    story = given(counted, {"sticks": 20}).when(by="ana", do="take", number=1).then_legal()
    judge(story, {"sticks": 5}).then_illegal("G1", "G7")
    assert reason(story) == "parts.sticks: somebody counts them."
    assert story.entry.ruling.because == (1,)


def test_what_is_hidden_stays_hidden() -> None:
    story = judge(lanterns(), SWAPPED)
    for viewer in ("cem", SPECTATOR):
        told = str(seen(story, viewer))
        assert not [
            card for hand in HANDS.values() for card in hand if card in told and card != "veil3"
        ]
        unseen = {"hands": {"ana": ["hidden", "hidden"], "ben": ["hidden", "hidden"]}}
        said, (put_right,), _ = seen(story, viewer)
        assert said["parts"] == put_right.parts == put_right.before == unseen
    assert "snuff1" in str(seen(story, "ana")), "it was theirs before"


def test_a_player_puts_right_only_what_all_see_and_learns_nothing_by_trying() -> None:
    story = lanterns()
    tried = (
        SWAPPED,
        {"hands": {"ana": ["spark1", "zz9"]}},
        {"hands": {"ana": ["spark1", "spark2"]}},
    )
    for parts in tried:
        player(story, "ana", parts).then_illegal("G7")
        assert "that is for a judge to put right" in reason(story)
    assert len({entry.ruling.reason for entry in story.game.log}) == 1
    assert seen(story, "ben")[0] == {"by": "ana", "do": "correct"}
    judge(story, {"hands": {"ana": ["spark1"]}}).then_illegal()
    assert seen(story, "ana")[0] == {"by": "judge", "do": "correct"}


def test_what_a_rule_would_follow_from_is_said_as_a_report() -> None:
    """A sector without durability is lost, and so much damage terminates: reports do all that follows."""
    agent = {"type": "agent", "speed": 1, "defense": 2, "attack": 1}
    setup = {"turn": 3, "cards": {"scout": {**agent, "owner": "ana", "zone": "staging"}}}
    story = given("nullshapers", setup)
    judge(story, {"sectors": {"b1.ben": 0}}).then_illegal("G7")
    judge(story, {"cards": {"scout": {"damage": 2}}}).then_illegal("G7")
    assert "so much damage terminates it: that is said as a report" in reason(story)
    judge(story, {"cards": {"scout": {"damage": 1}}, "sectors": {"b1.ben": 1}}).then_legal()


def test_what_follows_by_itself_follows_from_how_it_lies_then_and_is_so_since_then() -> None:
    counted = changed(TOY, corrects={"sticks": TablePart(kind=int)})
    story = judge(given(counted, {"sticks": 20}), {"sticks": 13}).then_legal("G7")
    story.then_state(sticks=12)
    assert story.state.since == {"nobody": 1}


def test_what_follows_by_itself_follows() -> None:
    """Without a light a player of Lanterns is out, and who is left alone has won."""
    story = judge(lanterns(), {"coins": {"ana": 1}}).then_legal()
    assert len(story.entry.events) == 1
    game = changed(LANTERNS, corrects={"lights.*": TablePart(kind=int)})
    setup = {"hands": {"ana": HANDS["ana"], "ben": HANDS["ben"]}}
    story = judge(given(game, setup), {"lights": {"ben": 0}}).then_legal("G7")
    assert len(story.entry.events) > 1
    assert (story.game.view()["over"], story.game.view()["winner"]) == (True, "ana")
    assert story.entry.events[0].rules == ("G7", "W2"), "the entry cites what ended the game"
    again = replay(story.game.ruleset, story.game.opening, story.game.log)
    assert again.now == story.game.now


def test_a_game_that_is_over_is_rewound() -> None:
    story = siege().when(by="ana", do="concede")
    judge(story, RUNS).then_illegal("G3")
    assert reason(story) == "the game is over: a rewind takes its end back."


def test_where_a_ruleset_has_no_set_up_nothing_can_be_said() -> None:
    judge(given(TOY, {"sticks": 9}), {"sticks": 8}).then_illegal("G7")
