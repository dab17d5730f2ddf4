"""Steps that a judge makes legal: as far as they can happen (section “Judge, undo”)."""

from typing import Any

import pytest

from domain.nullshapers import RULESET
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    FORK,
    NULLIFY,
    OVERLOAD,
    PIN,
    PLATING,
    SCRY,
    ana,
    ben,
    both_pass,
    hand,
    on,
    table,
)
from tests.spec import Story

CARDS = {
    "alpha": on("ana", AGENT),
    "lent": on("ben", AGENT, controller="ana"),
    "deep": {**AGENT, "owner": "ben", "zone": "deck"},
    "free": hand("ana", {**SCRY, "cost": {}}),
    "pin": hand("ana", {**PIN, "speed": 1}),
    "fork": hand("ana", FORK),
    "overload": hand("ana", OVERLOAD),
    "nullify": hand("ben", NULLIFY),
}


@pytest.mark.parametrize(
    ("by", "said", "after"),
    [
        ("ana", {"do": "play", "card": "free", "option": "a"}, {"queue.0.card": "free"}),
        (
            "ana",
            {"do": "play", "card": "pin", "option": "a", "targets": ["alpha"]},
            {"queue.0.targets": ["alpha"]},
        ),
        ("ana", {"do": "play", "card": "free", "x": 9}, {"energy.ana.void": 10}),
        (
            "ana",
            {"do": "play", "card": "fork", "option": "a", "pay": {"dark": 1}},
            {"energy.ana.void": 9},
        ),
        ("ben", {"do": "anomaly", "card": "deep"}, {"anomaly_played": False}),
        ("ben", {"do": "convert", "card": "deep"}, {"converted": False}),
    ],
)
def test_made_legal_by_a_judge(by: str, said: dict[str, Any], after: dict[str, Any]) -> None:
    """What does not fit is left out, and what T has used of A5 stays."""
    story = table(CARDS).when(by=by, **said).then_illegal().overrule(1, "legal").then_legal("G5")
    story.then_state(after)
    for item in story.game.view()["queue"]:
        kept = {"option"} if said["card"] == "fork" else set()
        assert set(item) == {"entry", "card", "by", "targets"} | kept


def test_played_from_elsewhere_by_a_judges_word() -> None:
    """It is taken up first; and who controlled it has it in their cache under M16 controller."""
    for reading, whose in (("owner", "ben"), ("controller", "ana")):
        story = table(CARDS, {"M16": reading}).when(**ana("play", card="lent")).then_illegal("D8")
        story.overrule(1, "legal").then_legal("G5")
        (moved,) = [one for one in story.entry.events if type(one).__name__ == "CardMoved"]
        assert (moved.card, moved.to, moved.player, moved.rules) == ("lent", "hand", "ana", ("D8",))
        story.when(**ben("play", card="nullify", targets=["q1"])).then_legal()
        both_pass(story).then_legal("E9")
        assert "lent" in story.game.view()["zones"][whose]["cache"]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (ana("play", card="fork", targets=["alpha"]), "one of the options a, b must be picked"),
        (ana("play", card="overload", targets=["b1.ben"]), "X is not said"),
        (ana("play", card="ghost"), "there is no card “ghost” in this game"),
    ],
)
def test_what_has_nothing_to_act_on(said: dict[str, Any], reason: str) -> None:
    """G1, with what is missing."""
    story = table(CARDS).when(**said).then_illegal().overrule(1, "legal").then_illegal("G1")
    assert story.entry.ruling.reason == (
        f"entry 1 has nothing to act on and cannot be made legal: {reason}."
    )


def test_a_modification_on_what_is_no_card() -> None:
    """E11: it comes to staging and is attached to nothing."""
    story = table({**CARDS, "plating": hand("ana", PLATING)})
    story.when(**ana("play", card="plating", targets=["b1"])).then_illegal("D2", "D3")
    both_pass(story.overrule(1, "legal"), "ben").then_legal("E11")
    story.then_state(cards__plating__attached_to=None)
    assert "plating" in story.game.view()["zones"]["ana"]["staging"]


def test_what_is_in_the_queue_or_in_a_step_without_a_window() -> None:
    """G1, in words."""
    story = table(CARDS).when(**ana("play", card="free")).when(**BEN_PASSES)
    story.when(**ana("play", card="free")).then_illegal("D8").overrule(3, "legal")
    story.then_illegal("G1").then_reason("“free” is in the queue already.")
    story = table(CARDS, step="reset").when(**ana("play", card="free")).then_illegal("T5")
    story.overrule(1, "legal").then_illegal("G1").then_reason("nobody acts in the reset step.")


def test_what_is_looked_at_rests_on_one_rule() -> None:
    """G1, for every kind of step."""
    checks = [one.acts_on for one in RULESET.procedures.values() if one.acts_on is not None]
    assert [check.rules for check in checks] == [("G1",)] * 12
    passing = RULESET.procedures["pass"].acts_on
    assert passing is not None
    assert passing(table({}).state, None) is None


def test_an_attack_of_the_opponent_made_legal() -> None:
    """P9: from the sector that is the enemy's to them."""
    story = table({"beta": {**AGENT, "owner": "ben", "zone": "b1"}}, step="attack")
    story.when(**ben("attack", agents={"beta": "b1"})).then_illegal("T6").overrule(1, "legal")
    both_pass(story).then_legal("E6").then_state(attackers=["beta"])
    both_pass(story)
    both_pass(story).then_legal("P9").then_state(
        step="second_primary", sectors={"b1.ana": 8, "b1.ben": 10}
    )


BOTH = {"b2": {"lost_by": ["ana", "ben"]}, "b3": {"lost_by": ["ana", "ben"]}}


def made_legal_it_is_a_draw(story: Story, **said: Any) -> None:
    story.when(**said).then_undetermined("M23", "W2").then_state(over=False)
    story.overrule(story.game.length, "legal").then_legal("G5").then_state(over=True, winner=None)


def test_both_would_have_lost() -> None:
    """M23 undetermined: with a report, a choice, a pass, the end of a step without a window."""
    readings = {"M40": "sector_only"}
    made_legal_it_is_a_draw(table({}, readings, biomes=BOTH, step="refresh"), **ana("next"))
    made_legal_it_is_a_draw(table({}, readings, biomes=BOTH).when(**ANA_PASSES), **BEN_PASSES)
    story = table(
        {"scry": hand("ana", SCRY)}, readings, decks={"ana": []},
        biomes={"b3": {"lost_by": ["ana", "ben"]}, "b2": {"lost_by": ["ben"]}},
    )  # fmt: skip
    both_pass(story.when(**ana("play", card="scry")), "ben").then_state(chance=None)
    made_legal_it_is_a_draw(story, **ana("choose", targets=["b1"]))
    story = table({}, readings, biomes=BOTH)
    made_legal_it_is_a_draw(story, **ana("report", fact="other", text="the end"))


def test_a_card_of_a_deck_goes_to_the_hand_first() -> None:
    """D8: one's own of a deck that nobody has listed, which may have been drawn."""
    story = table(CARDS, {}, turn_player="ben").when(**ben("play", card="deep")).then_illegal("D8")
    story.overrule(1, "legal").happened("CardMoved", "D8").then_state(queue=[
        {"entry": "q1", "card": "deep", "by": "ben", "targets": []}
    ])  # fmt: skip
