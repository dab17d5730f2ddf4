"""The backup adviser: grades by policy, partial fixes, the rewind sheet, and what is recorded."""

from pathlib import Path
from random import Random

import pytest

from application.desk.audit import audit
from application.desk.backup import (
    BadBackup,
    advice,
    advice_in_words,
    going_back,
    leaving,
    mending,
)
from application.desk.policy import GRADES, BadPolicy, policy_for
from application.game.line_of_play import lineage
from application.game.umpire import Umpire
from application.records.replay import replay
from domain.kernel.history import Opening
from tests import archive
from tests.application.cases import played, record, records
from tests.application.desk.test_audit import POLICY, TABLE, a_charge
from tests.spec import Story, given, named


def test_taking_back_a_move_is_simple() -> None:
    """Nothing was thrown, nothing was seen."""
    game = given("voidsiege", TABLE).when(by="ana", do="declare", unit="a1", command="move").game
    found = advice(game, POLICY, 0)
    assert (found.grade, found.reasons, found.takes_back) == ("simple", (), (1,))


def test_taking_back_dice_is_risky_and_says_which() -> None:
    found = advice(a_charge().game, POLICY, 4)
    assert found.grade == "risky"
    assert [one.entries for one in found.reasons] == [(5,)]
    assert "dice" in found.reasons[0].because


def test_going_behind_what_was_put_right_by_hand_is_risky_and_says_what_to_put_back() -> None:
    story = given("voidsiege", TABLE)
    parts = {"points": {"ana": 1}}
    story.when(by="judge", do="correct", parts=parts, because="so it lies").then_legal()
    found = advice(story.game, POLICY, 0)
    assert found.grade == "risky"
    assert [one.because for one in found.reasons] == ["the table had been put right by hand"]
    assert "command points of ana" in str(found.sheet)


def test_the_reasons_stand_in_the_order_things_happened() -> None:
    """The dice come before what they destroyed."""
    story = given("voidsiege", TABLE)
    story.when(by="ana", do="declare", unit="a1", command="assault")
    story.when(by="ana", do="move", unit="a1")
    story.when(by="ana", do="target", target="b1")
    story.when(by="ben", do="decline")
    story.when(by="ana", do="shoot", unit="a1", destroyed=["b1"]).then_legal()
    reasons = advice(story.game, POLICY, 4).reasons
    assert [one.because for one in reasons] == [
        "dice were thrown for a shot, and would fall otherwise",
        "a unit was destroyed and its models were taken off",
    ]


def test_taking_back_drawn_cards_is_irreversible() -> None:
    card = {"type": "agent", "speed": 1, "cost": {}}
    setup = {
        "step": "refresh",
        "decks": {"ana": ["scout"]},
        "cards": {"scout": {**card, "owner": "ana", "zone": "deck"}},
    }
    story = given("nullshapers", setup).when(by="ana", do="next").then_legal()
    found = advice(story.game, policy_for("nullshapers"), 0)
    assert found.grade == "irreversible"
    assert any("drawn" in one.because for one in found.reasons)


def test_the_sheet_names_everything_to_put_back_last_first() -> None:
    """Tokens, restrictions, models: a line for every entry, none left out."""
    game = a_charge().when(by="ana", do="melee", unit="a1").game
    sheet = advice(game, POLICY, 1).sheet
    assert [line.entry for line in sheet] == [6, 5, 4, 3, 2]
    assert "restrictions on a1: take away run and shoot" in sheet[0].to_do
    assert "a1: back to where it stood before this entry" in sheet[2].to_do
    assert "command points of ben: 2 → 3" in sheet[4].to_do


@pytest.mark.parametrize(
    ("ruleset", "number"), [("voidsiege", "83"), ("nullshapers", "71"), ("arcane-legions", "57")]
)
def test_the_sheet_is_words_without_brackets(ruleset: str, number: str) -> None:
    sheet = advice(played(ruleset, number), policy_for(ruleset), 1).sheet
    told = [words for line in sheet for words in line.to_do]
    assert told
    assert not [words for words in told if words.startswith(("(", "[", "{")) or ": (" in words]


def test_what_was_taken_back_already_is_on_the_sheet_and_says_so() -> None:
    story = a_charge().rewind(2)
    story.when(by="ben", do="move", unit="b2")
    sheet = advice(story.game, POLICY, 1).sheet
    assert [line.entry for line in sheet] == [7, 6, 5, 4, 3, 2]
    assert "entry 6 took it back already" in sheet[2].remark


def test_what_an_earlier_rewind_left_behind_is_brought_about_again() -> None:
    story = a_charge().rewind(1)
    story.when(by="ben", do="decline")
    found = advice(story.game, POLICY, 4)
    assert found.takes_back == (7, 6)
    assert found.brings_back == (2, 3, 4)
    assert [line.entry for line in found.sheet if line.again] == [2, 3, 4]


def test_the_newest_entry_alone_can_be_taken_back_as_a_partial_fix() -> None:
    """With the difference of the states."""
    fixes = {fix.id: fix for fix in advice(a_charge().game, POLICY, 1).fixes}
    assert [change.path for change in fixes["newest_only"].changes] == ["queue"]


def test_a_refused_step_can_be_let_happen_as_a_partial_fix() -> None:
    story = given("voidsiege", TABLE).when(by="ben", do="declare", unit="b1", command="defend")
    fixes = {fix.id for fix in advice(story.game, POLICY, 0).fixes}
    assert fixes == {"let_it_happen", "it_was_played"}


def test_only_what_the_policy_lists_is_offered(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("policy: 1\nfixes: []\nsteps: {shoot: {grade: irreversible, because: so}}\n")
    found = advice(a_charge().game, policy_for("voidsiege", own), 1)
    assert found.fixes == ()
    assert found.grade == "irreversible"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("policy: 2", "policy"),
        ("policy: 1\nsteps: {shoot: {grade: grave}}", "grade"),
        ("policy: 1\ncolour: red", "colour"),
        ("[]", "a mapping"),
        ("policy: 1\nruleset: nullshapers", "the game is voidsiege"),
        ("a: [", "line"),
    ],
)
def test_a_policy_that_is_none_is_refused_with_a_sentence(
    tmp_path: Path, text: str, why: str
) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(text)
    with pytest.raises(BadPolicy, match=why):
        policy_for("voidsiege", own)
    with pytest.raises(BadPolicy, match="there is no such file"):
        policy_for("voidsiege", tmp_path / "none.yaml")


def disputed(umpire: Umpire) -> str:
    opening = Opening("voidsiege", "2025.1", {}, "casual", ("ana", "ben"), TABLE)
    id = umpire.open(opening)
    for entry in a_charge().game.log:
        umpire.step(id, entry.said)
    umpire.step(id, {"by": "ben", "do": "react", "unit": "b1", "command": "shoot"})
    return id


def test_the_judge_confirms_and_what_both_agreed_to_is_recorded(umpire: Umpire) -> None:
    """The notes first, then the rewind."""
    id = disputed(umpire)
    steps = going_back(umpire.game(id).game, 2, "b2 could not intervene", ("ana", "ben"))
    done = umpire.steps(id, steps)
    assert [one.entry.said["do"] for one in done] == ["note", "note", "rewind"]
    assert "6, 5, 4, 3" in done[0].entry.said["text"]
    game = umpire.game(id).game
    assert game.now.state == game.position(2).state


def test_leaving_it_is_recorded_and_a_later_audit_begins_there(umpire: Umpire) -> None:
    id = disputed(umpire)
    assert audit(umpire.game(id).game, POLICY).point is not None
    umpire.steps(id, leaving(umpire.game(id).game, 5, "Nothing came of it.", ("ana",)))
    found = audit(umpire.game(id).game, POLICY)
    assert (found.begins_after, found.point) == (8, None)


def test_a_partial_fix_is_made_with_the_judges_reason(umpire: Umpire) -> None:
    id = disputed(umpire)
    game = umpire.game(id).game
    steps = mending(game, POLICY, 4, "newest_only", "the shot was out of range")
    done = umpire.steps(id, steps)
    assert done[-1].entry.said["because"] == "the shot was out of range"
    assert umpire.game(id).game.verdict(5) == "illegal"
    with pytest.raises(BadBackup, match="no fix “pray”"):
        mending(game, POLICY, 4, "pray", "…")


def test_only_players_agree_and_only_entries_are_gone_back_to(umpire: Umpire) -> None:
    game = umpire.game(disputed(umpire)).game
    with pytest.raises(BadBackup, match="“eve” does not play"):
        going_back(game, 2, "so", ("eve",))
    with pytest.raises(BadBackup, match="no entry 99"):
        advice(game, POLICY, 99)
    for remedy in (
        lambda: going_back(game, 99, "so"),
        lambda: leaving(game, 99, "so"),
        lambda: leaving(game, 6, "so"),
        lambda: mending(game, POLICY, 99, "newest_only", "so"),
    ):
        with pytest.raises(BadBackup, match=r"there is no entry \d+; the newest is 6"):
            remedy()
    assert game.length == 6


def test_one_line_that_is_left_out_of_the_sheet_is_said_in_the_singular() -> None:
    found = advice(a_charge().game, POLICY, 2, most=2)
    assert found.left_out == 1
    assert "And 1 more line, of an earlier entry." in [*advice_in_words(found, named("voidsiege"))]


@pytest.mark.parametrize("ruleset", archive.RULESETS)
def test_every_game_has_advice_and_no_entry_is_left_out(ruleset: str) -> None:
    """The sheet goes through every entry since; going back farther is never a lighter matter."""
    policy = policy_for(ruleset)
    chance = Random(5)
    for game in archive.games(10, 16, (ruleset,)):
        to = chance.randrange(game.length + 1)
        found = advice(game, policy, to)
        listed = [line.entry for line in found.sheet if not line.again]
        fork = max((n for n in range(game.length + 1) if n not in listed), default=0)
        assert listed == list(range(game.length, fork, -1))
        assert all(line.to_do or line.remark for line in found.sheet)
        found.as_json()
        assert [*advice_in_words(found, game.ruleset)]
        behind = [n for n in (*lineage(game, game.length), 0) if n <= to]
        if to in behind:
            farther = advice(game, policy, behind[-1])
            assert GRADES.index(farther.grade) >= GRADES.index(found.grade)


@pytest.mark.parametrize(
    ("ruleset", "because"),
    [
        ("nullshapers", "a biome was lost"),
        ("nullshapers", "a card was terminated, and lay open in the cache"),
        ("nullshapers", "cards were drawn and looked at"),
    ],
)
def test_what_a_game_loses_for_good_weighs_against_going_back(ruleset: str, because: str) -> None:
    policy = policy_for(ruleset)
    games = (replay(record(path)).game for path in records(ruleset))
    told = {
        reason.because: reason.grade for game in games for reason in advice(game, policy, 0).reasons
    }
    assert told[because] != "simple"


def test_the_sheet_says_what_becomes_of_a_deck() -> None:
    game = played("nullshapers", "54")
    found = advice(game, policy_for("nullshapers"), 0)
    told = [words for line in found.sheet for words in line.to_do if "on top of the deck" in words]
    assert told and all("shuffled once more" in words for words in told)


OWN_FIXES = [
    (
        given("voidsiege", TABLE).when(by="ana", do="report", fact="arriving", unit="a1", value=True),
        "not_arriving",
    ),
    (
        given(
            "nullshapers",
            {"cards": {"scout": {"owner": "ana", "zone": "staging", "type": "agent", "speed": 1,
             "cost": {}, "attack": 1, "defense": 1}}},
        ).when(by="ana", do="report", fact="lock", card="scout"),
        "unlock_card",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("story", "fix"), OWN_FIXES, ids=[fix for _, fix in OWN_FIXES])
def test_each_game_has_partial_fixes_of_its_own(story: Story, fix: str) -> None:
    policy = policy_for(story.game.ruleset.name)
    assert fix in [one.id for one in advice(story.game, policy, 0).fixes]


def test_a_restriction_that_an_error_put_on_a_unit_comes_off_with_the_judges_leave() -> None:
    """Ben's Advance answered a shot, which it may not: what it did stays, its mark does not."""
    story = given("voidsiege", TABLE)
    for said in (
        {"by": "ana", "do": "declare", "unit": "a1", "command": "shoot", "target": "b1"},
        {"by": "ben", "do": "react", "unit": "b1", "command": "advance", "played": True},
        {"by": "ben", "do": "move", "unit": "b1"},
        {"by": "ana", "do": "shoot", "unit": "a1"},
        {"by": "ben", "do": "shoot", "unit": "b1"},
    ):
        story.when(**said)
    game = story.game
    found = {fix.id: fix for fix in advice(game, POLICY, 1).fixes}
    assert "shoot_comes_off" in found and "run_comes_off" not in found
    first, second = found["shoot_comes_off"].steps
    assert (first["by"], first["do"]) == ("ben", "remove_restriction")
    assert (second["do"], second["verdict"]) == ("overrule", "legal")
    (change,) = found["shoot_comes_off"].changes
    assert change.path == "units.b1.restrictions" and change.removed == ("shoot",)
