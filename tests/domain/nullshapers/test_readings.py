"""Readings and skills where they meet: what is cited, who is asked, what still counts."""

from typing import Any

import pytest

from domain.kernel.steps import JUDGE
from domain.nullshapers import RULESET
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    CHOIR,
    ECHO,
    JOLT,
    MEDIC,
    NULLIFY,
    QUAKE,
    RECALL,
    RIFT,
    ana,
    ben,
    both_pass,
    hand,
    on,
    reactive,
    refused,
    table,
)
from tests.spec import Story

LYING = {**AGENT, "owner": "ana", "zone": "deck"}
CARDS = {
    "scout": hand("ana", AGENT),
    "quake": hand("ana", QUAKE),
    "jolt": hand("ana", JOLT),
    "rift": hand("ana", RIFT),
    "well": on("ana", RIFT),
    "medic": on("ana", MEDIC),
    "spring": on("ben", RIFT),
    "recall": hand("ben", RECALL),
    "nullify": hand("ben", NULLIFY),
    "jolt2": hand("ben", JOLT),
    "quake2": hand("ben", QUAKE),
    "beta": on("ben", AGENT),
}


def laid(
    cards: dict[str, Any] | None = None, setup: dict[str, Any] | None = None, **readings: str
) -> Story:
    return table({**CARDS, **(cards or {})}, readings, **(setup or {}))


def cites(story: Story) -> str:
    return " ".join(story.then_legal().entry.ruling.cites)


def test_an_anomaly_played_as_an_action() -> None:
    """M21 action: playing one on the empty queue counts, in the queue or by N it does not."""
    story = laid(M21="action").when(**ana("anomaly", card="rift")).when(**ANA_PASSES)
    found = refused(story, **ben("play", card="jolt2", targets=["beta"]))
    assert found[0] == "T6 M21"
    assert found[2] == (1,)
    story = laid(M21="action").when(**ANA_PASSES).when(**ben("energy", card="spring"))
    story.when(**ben("play", card="jolt2", targets=["beta"])).then_legal("T3")
    story = laid(M21="action").when(**ana("energy", card="well"))
    story.when(**ana("play", card="quake", targets=["b1"])).then_legal("T2")
    story.when(**ben("play", card="jolt2", targets=["beta"])).then_legal("T3", "N1")


@pytest.mark.parametrize("do", ["convert", "anomaly"])
def test_once_a_turn(do: str) -> None:
    """A5: with the entry, if it was one of this game."""
    what = {"convert": "converted a card", "anomaly": "played an anomaly"}[do]
    cards = {"rift2": hand("ana", RIFT)}
    story = laid(cards, {"converted": True, "anomaly_played": True})
    card = {"convert": "scout", "anomaly": "rift"}[do]
    assert refused(story, **ana(do, card=card)) == ("A5", f"ana has {what} this turn already.", ())
    story = laid(cards).when(**ana(do, card=card)).then_legal("A5")
    other = {"convert": "quake", "anomaly": "rift2"}[do]
    assert refused(story, **ana(do, card=other)) == (
        "A5", f"ana has {what} this turn already, in entry 1.", (1,),
    )  # fmt: skip
    story = laid(cards, {"step": "draw"}).when(**ANA_PASSES)
    found = refused(story, **ben(do, card={"convert": "recall", "anomaly": "spring"}[do]))
    assert found == ("A5", "it is ana's turn; the draw step is no primary phase.", ())


def test_what_is_not_played_as_an_anomaly() -> None:
    """D8 and A2, both of them where both fail; A6 only on the planet."""
    story = laid({"gone": {**AGENT, "owner": "ana", "zone": "cache"}})
    assert refused(story, **ana("anomaly", card="gone")) == (
        "D8 A2",
        "“gone” is not in ana's hand: it is in the cache; “gone” is no anomaly, and nothing else is "
        "put down as one.",
        (),
    )
    assert refused(story, **ana("anomaly", card="well"))[:2] == (
        "D8", "“well” is not in ana's hand: it is in staging.",
    )  # fmt: skip
    assert refused(story, **ana("energy", card="rift"))[:2] == (
        "A6", "“rift” is not on the planet: it is in the hand.",
    )  # fmt: skip


def test_an_anomaly_played_by_a_judges_word() -> None:
    """It has no speed, and counts as the slowest."""
    story = laid().when(**ana("play", card="rift")).then_illegal("A2").overrule(1, "legal")
    story.then_legal("G5").then_reason("ana plays “rift” at Speed 1")
    assert story.state.queue[-1].speed == 1


def left_and_came_back(story: Story, card: str) -> Story:
    for to in ("hand", "staging"):
        story.when(**ana("report", fact="move", card=card, to=to)).then_legal()
    return story


def test_its_card_has_left_since_it_was_declared() -> None:
    """M14 cancelled: gone, or gone and back; not if it had come back before."""
    ping = ana("activate", card="medic", skill="ping", targets=["ben"])
    for to in (["hand"], ["hand", "staging"]):
        story = laid(M14="cancelled").when(**ping)
        for one in to:
            story.when(by=JUDGE, do="report", fact="move", card="medic", to=one)
        both_pass(story, "ben")
        assert cites(story) == "N3 E1 E2 M14 E10"
        assert story.entry.ruling.reason == (
            "ana declines. “medic/ping” (q1) is cancelled: “medic” has left the planet."
        )
        story.happened("ActionCancelled", "M14")
    story = left_and_came_back(laid(M14="cancelled"), "medic").when(**ping)
    both_pass(story, "ben").then_legal("E6")
    clock = {"clock": on("ana", reactive("start_of_attack", {"do": "report", "text": "tick"}))}
    story = left_and_came_back(laid(clock, {"step": "advance"}, M14="cancelled"), "clock")
    both_pass(both_pass(story)).then_legal("E6").then_reason("tick")


@pytest.mark.parametrize(("cost", "lock"), [({"void": 2}, True), ({}, True), ({"void": 2}, False)])
@pytest.mark.parametrize("away", [[], ["hand"], ["hand", "staging"]])
def test_a_cost_that_is_given_back(cost: dict[str, int], lock: bool, away: list[str]) -> None:
    """M12 given_back: the energy, and the card unlocks if it never left the planet."""
    skill = {"kind": "activated", "speed": 3, "cost": cost, "lock": lock}
    story = laid({"tool": on("ana", {**AGENT, "skills": {"s": skill}})}, M12="given_back")
    story.when(**ana("activate", card="tool", skill="s")).then_legal()
    story.when(**ben("play", card="nullify", targets=["q1"]))
    for to in away:
        story.when(**ana("report", fact="move", card="tool", to=to))
    back = "staging" in away
    if back:
        story.when(**ana("report", fact="lock", card="tool"))
    both_pass(story).then_state(energy__ana__void=10, cards__tool__locked=back)
    assert ("M12" in story.entry.ruling.cites) == bool(cost or (lock and not away))


def test_the_lower_action_is_marked() -> None:
    """E17: only the one that was named."""
    story = laid(M15="deferred").when(**ana("play", card="quake", targets=["b1"]))
    story.when(**ben("play", card="jolt2", targets=["medic"]))
    story.when(**ana("play", card="jolt", targets=["beta"]))
    both_pass(story.when(**ben("play", card="nullify", targets=["q1"])))
    marks = [item.get("cancelled", False) for item in story.game.view()["queue"]]
    assert marks == [True, False, False]
    marked = next(iter(RULESET.board(story.state, "ana"))).pieces[-1]
    assert [(one.word, one.since, one.rules, one.until, one.binds) for one in marked.marks] == [
        ("waits", 1, ("E2",), "until it executes", False),
        ("cancelled", 6, ("E17",), "until it would execute", True),
    ]


def test_a_marked_action_that_is_cancelled_again() -> None:
    """E17: it keeps its place, and the ruling says so."""
    story = laid({"nullify2": hand("ben", NULLIFY)}, M15="deferred")
    story.when(**ana("play", card="scout")).when(**ben("play", card="nullify", targets=["q1"]))
    both_pass(story).when(**ANA_PASSES).when(**ben("play", card="nullify2", targets=["q1"]))
    both_pass(story).then_reason(
        "“scout” (q1) was cancelled before, and keeps its place all the same."
    )


DRAIN = {"do": "draw", "amount": 1}


@pytest.mark.parametrize("reading", ["all_cancelled", "rest_happens"])
@pytest.mark.parametrize("skill", [False, True])
def test_an_action_that_lost_its_targets_is_cancelled_or_half_happens(
    reading: str, skill: bool
) -> None:
    """M17, E8: cancelled as a whole, or what needs no target happens."""
    text = {**JOLT, "effects": [*JOLT["effects"], DRAIN]}
    sip = {key: text[key] for key in ("speed", "cost", "target", "effects")}
    cup = on("ana", {**AGENT, "skills": {"sip": {"kind": "activated", **sip}}})
    cards = {"drain": hand("ana", text), "cup": cup, "top": LYING}
    story = laid(cards, {"decks": {"ana": ["top"]}}, M17=reading)
    if skill:
        story.when(**ana("activate", card="cup", skill="sip", targets=["beta"]))
    else:
        story.when(**ana("play", card="drain", targets=["beta"]))
    both_pass(story.when(**ben("play", card="recall", targets=["beta"])))
    both_pass(story)
    what = "“cup/sip” (q1)" if skill else "“drain” (q1)"
    gone = "“beta” is not there any more"
    ruling = story.entry.ruling
    assert ruling.because == (1,)
    if reading == "all_cancelled":
        assert cites(story) == f"N3 E1 E2 E8 M17 {'E10' if skill else 'E9'}"
        assert ruling.reason == f"ben declines. {what} is cancelled: {gone}."
    else:
        assert cites(story) == f"N3 E1 E2 M17 {'E6' if skill else 'E11'}"
        says = f"{gone}; what {what} says without a target happens all the same"
        assert ruling.reason == f"ben declines. {says}. ana draws 1 card."
        story.then_state(zones__ana__deck=0)


def test_a_skill_that_entered_without_a_target_half_happens() -> None:
    """M17 rest_happens, M19 enters: what it says without a target happens."""
    choir = {**AGENT, "skills": {"sing": {
        "kind": "reactive", "when": "amplify", "target": {"what": "software"},
        "effects": [{"do": "lock"}, DRAIN],
    }}}  # fmt: skip
    cards = {"choir": on("ana", choir), "top": LYING}
    story = laid(cards, {"decks": {"ana": ["top"]}}, M17="rest_happens", M19="enters")
    both_pass(story.when(**ana("play", card="quake", targets=["b1"])))
    assert cites(story) == "N3 E1 E2 M19 M17 E6"
    says = "“choir/sing” (q1a) has no target; what it says without one happens all the same"
    assert story.entry.ruling.reason == f"ben declines. {says}. ana draws 1 card."
    story.then_state(zones__ana__deck=0)


def test_slow_actions_after_a_skill_has_entered() -> None:
    """M3 after_execution: something has entered the queue since, so Speed 1 has to wait."""
    story = laid({"echo": on("ana", ECHO)}, M3="after_execution").when(
        **ana("play", card="quake", targets=["b1"])
    )
    story.when(**ben("play", card="jolt2", targets=["echo"]))
    both_pass(story).then_legal("A3").when(**ana("play", card="scout")).then_illegal("T1")
    story = laid(M3="after_execution").when(**ana("play", card="quake", targets=["b1"]))
    both_pass(story.when(**ben("play", card="jolt2", targets=["medic"])))
    story.when(**ana("play", card="scout")).then_legal("T1", "M3")


def test_who_has_passed_is_not_asked_after_a_skill() -> None:
    """M2 until_execution: the chance goes to the other, whoever that is."""
    choir = {"choir": on("ben", CHOIR), "choir2": on("ana", CHOIR)}
    story = laid(choir, M2="until_execution").when(**ANA_PASSES)
    story.when(**ben("play", card="quake2", targets=["b1"])).then_legal("A3")
    story.then_state(passed=["ana"], chance="ben")
    story = laid(choir, {"turn_player": "ben"}, M2="until_execution").when(**BEN_PASSES)
    story.when(**ana("play", card="quake", targets=["b1"])).then_legal("A3")
    story.then_state(passed=["ben"], chance="ana")
    herald = {"herald": on("ben", reactive("reported"))}
    story = laid(herald, M2="until_execution").when(**ANA_PASSES)
    story.when(**ben("play", card="jolt2", targets=["medic"])).then_state(passed=["ana"])
    story.when(**ben("report", fact="skill_reacts", card="herald", skill="reported"))
    story.then_legal("A3", "M2").then_state(passed=["ana"], chance="ben")


def test_the_step_ends_as_if_both_had_declined() -> None:
    """M20 step_ends: because of what was started."""
    story = laid(M20="step_ends").when(**ANA_PASSES)
    both_pass(story.when(**ben("play", card="jolt2", targets=["medic"]))).then_legal("M20", "E5")
    assert story.entry.ruling.because == (2,)
    mine = {"mine": hand("ana", NULLIFY)}
    story = laid(mine, M20="step_ends").when(**ANA_PASSES)
    story.when(**ben("play", card="jolt2", targets=["medic"]))
    both_pass(story.when(**ana("play", card="mine", targets=["q2"])), "ben").then_legal("M20", "E9")
    assert story.entry.ruling.because == (3, 2)


def test_each_battle_action_once_in_each_turn() -> None:
    """T4: in the next turn again."""
    story = laid(None, {"step": "advance"})
    story.when(**ana("advance", agents={"medic": "b1"})).then_legal("T4")
    story.when(**BEN_PASSES).when(**ANA_PASSES)
    while (story.game.view()["step"], story.game.view()["turn"]) != ("advance", 2):
        both_pass(story, story.game.view()["chance"])
    story.when(**BEN_PASSES).when(**ana("advance", agents={"medic": "b1"})).then_legal("T4")


def test_a_fresh_agent_in_a_sector() -> None:
    """P7, D9: the refusal names the entry that brought it there."""
    story = laid({"new": on("ana", AGENT, fresh=True)}, {"step": "advance"})
    story.when(**ana("advance", agents={"new": "b1"})).then_illegal("T9").overrule(1, "legal")
    both_pass(both_pass(story, "ben"))
    assert refused(story, **ana("attack", agents={"new": "b1"}))[2] == (4,)
    cards = {"new": on("ben", AGENT, fresh=True)}
    story = laid(cards, {"step": "defend"}, M29="from_staging").when(**ANA_PASSES)
    both_pass(story.when(**ben("defend", agents={"new": "b1"})))
    assert story.state.cards["new"].since == 4


def test_where_it_arrives_stands_in_the_queue() -> None:
    """P7: the biome named."""
    story = laid({"quick": hand("ana", AGENT, speed=2)}, {"step": "attack"})
    story.when(**ana("play", card="quick", biome="b3"))
    assert story.game.view()["queue"][0] == {
        "entry": "q1", "card": "quick", "by": "ana", "targets": [], "biome": "b3",
    }  # fmt: skip
    assert story.state.queue[0].biome == "b3"


def test_a_ready_card_locks_for_its_cost() -> None:
    """K4: cited only where it was fresh."""
    for fresh, rules in ((True, "A1 T2 K4"), (False, "A1 T2")):
        quick = on("ana", {**MEDIC, "keywords": {"ready": True}}, fresh=fresh)
        story = laid({"quick": quick})
        story.when(**ana("activate", card="quick", skill="patch", targets=["b1.ana"]))
        assert cites(story) == rules
        assert story.entry.ruling.reason == (
            "ana activates “quick/patch” at Speed 2, aiming at b1.ana."
        )
