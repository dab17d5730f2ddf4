"""The point of error: the first entry that is not as the rules have it, and all that came after."""

import pytest

from application.desk.audit import audit, audit_in_words, audit_log
from application.desk.policy import policy_for
from domain.kernel.history import Game, open_game
from domain.kernel.history import replay as folded
from domain.kernel.values import changed
from tests import archive
from tests.spec import Story, given

TABLE = {
    "points": {"ana": 3, "ben": 3},
    "units": {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}, "b2": {"owner": "ben"}},
}
POLICY = policy_for("voidsiege")


def a_charge() -> Story:
    """Ana charges, ben answers, both carry out what they owe."""
    return (
        given("voidsiege", TABLE)
        .when(by="ana", do="declare", unit="a1", command="assault", charge=True, target="b1")
        .when(by="ben", do="react", unit="b2", command="intervene")
        .when(by="ben", do="move", unit="b2")
        .when(by="ana", do="move", unit="a1")
        .when(by="ana", do="shoot", unit="a1")
    )


def test_a_game_as_the_rules_have_it_has_no_point_of_error() -> None:
    found = audit(a_charge().game, POLICY)
    assert found.point is None
    assert [*audit_in_words(found, {})] == ["Every entry is as the rules have it."]


def test_the_first_illegal_entry_is_the_point_of_error() -> None:
    """With its rules, its class, and what was entered since, newest first."""
    story = a_charge().when(by="ben", do="react", unit="b1", command="shoot")
    story.when(by="ana", do="melee", unit="a1")
    found = audit(story.game, POLICY)
    point = found.point
    assert point is not None
    assert (point.entry, point.by, point.what) == (6, "ben", "illegal")
    assert "T14" in point.cites
    assert point.error_class == "illegal_action"
    assert [one.entry for one in found.since] == [7]


def test_what_was_refused_was_not_completed() -> None:
    story = a_charge().when(by="ben", do="react", unit="b1", command="shoot")
    point = audit(story.game, POLICY).point
    assert point is not None
    assert not point.completed
    assert point.progress == (
        "On record it changed nothing: the game stood as after entry 5. "
        "Whether the table played it, only the table knows."
    )


def test_a_step_that_a_judge_let_through_is_found_and_was_completed() -> None:
    story = (
        given("voidsiege", TABLE)
        .when(by="ben", do="declare", unit="b1", command="defend")
        .overrule(1, "legal")
    )
    point = audit(story.game, POLICY).point
    assert point is not None
    assert point.what == "let_through"
    assert point.completed
    assert "entry 2" in point.progress


def test_what_a_judge_ruled_illegal_is_found_with_the_entry_that_took_it_back() -> None:
    story = given("voidsiege", TABLE).when(by="ana", do="declare", unit="a1", command="move")
    point = audit(story.overrule(1, "illegal").game, POLICY).point
    assert point is not None
    assert (point.what, point.completed, point.remedied) == ("illegal", True, 2)


def test_a_gap_that_a_judge_settled_is_no_error() -> None:
    for verdict in ("legal", "illegal"):
        story = given("voidsiege", TABLE)
        story.when(by="ana", do="declare", unit="a1", command="overrun").then_undetermined("U1")
        assert audit(story.game, POLICY).point is not None
        assert audit(story.overrule(1, verdict).game, POLICY).point is None


def test_after_a_completed_backup_the_next_error_is_the_point_of_error() -> None:
    story = a_charge().when(by="ben", do="react", unit="b1", command="shoot").then_illegal()
    story.rewind(5)
    found = audit(story.game, POLICY)
    assert found.point is not None
    assert (found.point.entry, found.point.remedied) == (6, 7)
    assert "  Entry 7 took it back: nothing is left of it to put right." in [
        *audit_in_words(found, {})
    ]
    story.when(by="ben", do="react", unit="b2", command="shoot").then_illegal()
    found = audit(story.game, POLICY)
    assert found.point is not None
    assert (found.point.entry, found.point.remedied) == (8, None)
    assert "Entry 6 (ben answers with Shoot of “b1”) was in error; entry 7 took it back." in [
        *audit_in_words(found, {})
    ]


def test_an_event_that_should_have_happened_is_missed() -> None:
    """A stored entry that lacks what the rules would add."""
    game = a_charge().game
    first = game.entry(1)
    maimed = changed(first, events=first.events[:-1])
    again = folded(game.ruleset, game.opening, [maimed])
    point = audit(again, POLICY).point
    assert point is not None
    assert (point.entry, point.what) == (1, "event_missing")
    assert point.error_class == "missed_trigger"
    assert "window opened" in point.reason


def test_an_entry_ruled_otherwise_than_today_is_found() -> None:
    game = a_charge().game
    first = game.entry(1)
    other = changed(first, ruling=changed(first.ruling, verdict="illegal"), events=())
    point = audit(folded(game.ruleset, game.opening, [other]), POLICY).point
    assert point is not None
    assert point.what == "ruled_otherwise"


def test_a_legal_entry_can_be_named_and_is_one_that_somebody_regrets() -> None:
    """It is complete when nothing is under way any more."""
    game = a_charge().when(by="ana", do="melee", unit="a1").game
    found = audit(game, POLICY, entry=4)
    assert found.point is not None
    assert (found.point.what, found.point.error_class) == ("legal", "regretted")
    assert "complete with entry 6" in found.point.progress
    unfinished = audit(a_charge().game, POLICY, entry=4).point
    assert unfinished is not None
    assert "not complete yet" in unfinished.progress
    with pytest.raises(IndexError):
        audit(game, POLICY, entry=7)


def test_each_entry_since_is_a_decision_or_forced_with_or_without_dice() -> None:
    since = audit(a_charge().game, POLICY, entry=1).since
    assert [(one.entry, one.kind, one.dice) for one in since] == [
        (5, "forced", True),
        (4, "forced", False),
        (3, "forced", False),
        (2, "decision", False),
    ]
    assert all(one.stands for one in since)


def test_what_was_taken_back_since_does_not_stand() -> None:
    story = a_charge().rewind(1)
    since = audit(story.game, POLICY, entry=1).since
    assert [one.entry for one in since if one.stands] == [6]


def test_each_player_learns_from_the_others() -> None:
    """Decisions and dice, with the entry."""
    learned = audit(a_charge().game, POLICY, entry=1).learned
    assert [(one.entry, one.source) for one in learned["ana"]] == [(2, "decision")]
    assert [(one.entry, one.source) for one in learned["ben"]] == [(1, "decision"), (5, "dice")]


def test_hidden_cards_are_learned_by_those_who_come_to_see_them() -> None:
    game = _nullshapers().game
    learned = audit(game, policy_for("nullshapers"), entry=1).learned
    cards = [one for one in learned["ben"] if one.source == "card"]
    assert [(one.entry, one.what) for one in cards] == [(1, "saw scout")]
    assert not [one for one in learned["ana"] if one.source == "card"]


def _nullshapers() -> Story:
    card = {"type": "agent", "attack": 2, "defense": 2, "speed": 1, "cost": {"void": 1}}
    setup = {
        "energy": {"ana": {"void": 2}},
        "cards": {
            "scout": {**card, "owner": "ana", "zone": "hand"},
            "other": {**card, "owner": "ana", "zone": "hand"},
        },
    }
    return given("nullshapers", setup).when(by="ana", do="play", card="scout").then_legal()


def test_an_accepted_state_is_where_a_later_audit_begins() -> None:
    """What was left as it is, is not reported again."""
    story = a_charge().when(by="ben", do="react", unit="b1", command="shoot")
    story.when(by="judge", do="note", text="accepted state: after entry 6.")
    found = audit(story.game, POLICY)
    assert (found.begins_after, found.point) == (7, None)
    story.when(by="ben", do="react", unit="b1", command="shoot")
    point = audit(story.game, POLICY).point
    assert point is not None
    assert point.entry == 8


def test_a_players_note_accepts_nothing() -> None:
    story = a_charge().when(by="ben", do="react", unit="b1", command="shoot")
    story.when(by="ben", do="note", text="accepted state: after entry 6.")
    assert audit(story.game, POLICY).begins_after == 0


@pytest.mark.parametrize("ruleset", archive.RULESETS)
def test_any_game_can_be_audited(ruleset: str) -> None:
    """The point of error is the first entry whose verdict is not legal; nothing stored differs."""
    policy = policy_for(ruleset)
    for game in archive.games(12, 16, (ruleset,)):
        found = audit(game, policy)
        assert _not_as_the_rules_have_it(game) == [one.entry for one in found.faults]
        assert {one.what for one in found.faults} <= {"illegal", "undetermined", "let_through"}
        found.as_json()
        assert [*audit_in_words(found, {})]


@pytest.mark.parametrize("ruleset", archive.RULESETS)
def test_a_log_that_nobody_has_folded_gives_the_audit_of_the_game(ruleset: str) -> None:
    policy = policy_for(ruleset)
    for game in archive.games(12, 16, (ruleset,)):
        begun = open_game(game.ruleset, game.opening)
        assert audit_log(begun, game.log, policy) == audit(game, policy)
        assert begun.now == game.now
        assert [begun.view(n) for n in range(17)] == [game.view(n) for n in range(17)]


def test_an_altered_entry_leads_where_it_says_and_not_where_the_rules_do() -> None:
    """What comes after it is judged on the table as it is stored."""
    game = a_charge().game
    first = game.entry(1)
    maimed = changed(first, events=first.events[:-1])
    log = [maimed, *game.log[1:]]
    begun = open_game(game.ruleset, game.opening)
    found = audit_log(begun, log, POLICY)
    assert found == audit(folded(game.ruleset, game.opening, log), POLICY)
    assert begun.now == folded(game.ruleset, game.opening, log).now
    assert [(one.entry, one.what) for one in found.faults][:2] == [
        (1, "event_missing"),
        (2, "ruled_otherwise"),
    ]


def _not_as_the_rules_have_it(game: Game) -> list[int]:
    """Without what the rules leave open and a judge has settled."""
    again = open_game(game.ruleset, game.opening)
    assert again.opened == game.opened
    return [
        entry.n
        for entry in game.log
        if (entry.ruling.verdict != "legal" or game.verdict(entry.n) != "legal")
        and not (entry.ruling.verdict == "undetermined" and entry.n in game.overruled)
    ]
