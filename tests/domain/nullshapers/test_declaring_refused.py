"""Declarations that are refused: by which rules, in which words, and what was looked at."""

from typing import Any

import pytest

from tests.domain.nullshapers.tables import (
    AGENT,
    CHOIR,
    FORK,
    JOLT,
    MEDIC,
    OVERLOAD,
    PIN,
    PLATING,
    RIFT,
    SCRY,
    SWEEP,
    ana,
    ben,
    both_pass,
    hand,
    on,
    refused,
    table,
)

FAST = {"lightspeed": True}
CARDS = {
    "scout": hand("ana", AGENT),
    "free": hand("ana", {**SCRY, "cost": {}}),
    "probe": hand("ana", {**JOLT, "cost": {}}),
    "shard": hand("ana", AGENT, mode="anomaly"),
    "gone": hand("ana", AGENT) | {"zone": "cache"},
    "mixed": hand("ana", {**SCRY, "cost": {"light": 2, "storm": 1, "void": 1}}),
    "fork": hand("ana", FORK),
    "sweep": hand("ana", SWEEP),
    "jolt": hand("ana", JOLT),
    "plating": hand("ana", PLATING),
    "overload": hand("ana", OVERLOAD),
    "stun": hand("ana", {**PIN, "speed": 2}),
    "medic": on("ana", MEDIC),
    "tired": on("ana", MEDIC, locked=True),
    "choir": hand("ana", CHOIR),
    "asleep": on("ana", {**MEDIC, "skills": MEDIC["skills"] | CHOIR["skills"]}, mode="anomaly"),
    "beta": on("ben", AGENT),
    "wall": on("ben", {**AGENT, "keywords": {"firewall": {"light": 1}}}),
    "wall2": on("ben", {**AGENT, "keywords": {"firewall": {"void": 1}}}),
    "ghost": on("ben", {**AGENT, "keywords": {"encrypt": "unlocked"}}),
    "comet": on("ben", {**AGENT, "speed": 3, "keywords": FAST}),
    "comet2": on("ben", {**AGENT, "speed": 3, "keywords": FAST}),
    "flash": on("ben", {**AGENT, "speed": 2, "keywords": FAST}),
    "veil": on("ben", {**AGENT, "speed": 3, "keywords": FAST | {"encrypt": "always"}}),
}
READINGS = {"M31": "fifteen", "M44": "stops", "M40": "sector_only"}


@pytest.mark.parametrize(
    ("said", "rules", "reason", "facts"),
    [
        (ana("play", card="gone"), "D8", "“gone” is not in ana's hand: it is in the cache.", {}),
        (ana("play", card="shard"), "A2", "“shard” is an anomaly, and an anomaly is never queued.", {}),
        (ana("play", card="asleep"), "D8 A2",
         "“asleep” is not in ana's hand: it is in staging; “asleep” is an anomaly, and an anomaly is"
         " never queued.", {}),
        (ana("play", card="medic"), "D8", "“medic” is not in ana's hand: it is in staging.", {}),
        (ana("activate", card="choir", skill="amplify"), "D8 A3",
         "“choir” is not on the planet: it is in the hand; “amplify” is a reactive skill: it enters "
         "the queue by itself.", {}),
        (ana("activate", card="asleep", skill="ping"), "D8",
         "“asleep” is an anomaly, and its skills sleep.", {}),
        (ana("activate", card="asleep", skill="amplify"), "D8 A3",
         "“asleep” is an anomaly, and its skills sleep; “amplify” is a reactive skill: it enters the"
         " queue by itself.", {}),
        (ana("activate", card="medic", skill="none"), "G1", "“medic” has no skill “none”.", {}),
        (ana("play", card="fork", targets=["beta"]), "D4",
         "one of the options a, b must be picked, and none is picked.", {}),
        (ana("play", card="fork", targets=["beta"], option="c"), "D4",
         "one of the options a, b must be picked, and “c” is none of them.", {}),
        (ana("play", card="free", option="a"), "D4", "“free” has no options to pick from.", {}),
        (ana("play", card="free", biome="b1"), "P7",
         "“free” is no agent; only the turn player names a sector to arrive in, and in the attack "
         "step.", {"biome": "b1"}),
        (ana("play", card="scout", biome="b3"), "P7",
         "only the turn player names a sector to arrive in, and in the attack step; ana's sector in "
         "b3 is lost.", {"biome": "b3"}),
        (ana("play", card="free", x=0), "D5", "“free” has no X in its cost.", {}),
        (ana("play", card="overload", targets=["b1.ben"]), "D5",
         "“overload” has X in its cost, and none is picked.", {}),
        (ana("play", card="overload", targets=["b1.ben"], x=-1), "D5",
         "X is a whole number from 0 up, not -1.", {"x": -1}),
        (ana("play", card="overload", targets=["b1.ben"], x=16), "D5 M31",
         "X is 15 at most, not 16.", {"x": 16}),
        (ana("play", card="overload", targets=["b1.ben"], x=2), "D6 D7 D5",
         "the cost has more chaos than ana has; the whole cost is 3, and ana has 2 void.", {"cost": 3}),
        (ana("play", card="mixed"), "D6 D7",
         "the cost has more light and storm than ana has; the whole cost is 4, and ana has 2 void.",
         {"cost": 4}),
        (ana("play", card="mixed", pay={"void": 4}), "D6 D7",
         "the cost has more light and storm than the payment named has; the whole cost is 4, and "
         "what is named is 4 void; ana has 2 void.", {"cost": 4}),
        (ana("play", card="mixed", pay={"light": 2, "storm": 1, "void": 2}), "D7",
         "the whole cost is 4, and what is named is 2 light, 1 storm, 2 void; ana has 2 void.", {"cost": 4}),
        (ana("play", card="free", pay={"void": 1}), "D7",
         "the whole cost is 0, and what is named is 1 void; ana has 2 void.", {"cost": 0}),
        (ana("play", card="probe", targets=["wall"]), "D6 K2",
         "the cost has more light than ana has; a firewall is part of it: wall.", {"cost": 1}),
        (ana("play", card="sweep", targets=["wall", "wall2"]), "D6 D7 K2",
         "the cost has more light than ana has; the whole cost is 4, and ana has 2 void; a firewall "
         "is part of it: wall, wall2.", {"cost": 4}),
        (ana("activate", card="tired", skill="patch", targets=["b1.ana"]), "D9",
         "“tired” is locked already.", {"cost": 0}),
    ],
)  # fmt: skip
def test_a_refusal_says_everything_that_stands_in_the_way(
    said: dict[str, Any], rules: str, reason: str, facts: dict[str, Any]
) -> None:
    """Line by line of the page: the first that fails decides, and names all of that line."""
    energy, biomes = {"ana": {"void": 2}}, {"b3": {"lost_by": ["ana"]}}
    story = table(CARDS, READINGS, energy=energy, biomes=biomes)
    assert refused(story, **said) == (rules, reason, ())
    assert dict(story.entry.ruling.facts) == facts


@pytest.mark.parametrize(
    ("said", "rules", "reason"),
    [
        (ana("play", card="free", targets=["beta"]), "D2", "“free” names no target."),
        (ana("play", card="sweep"), "D2", "“sweep” names exactly 2 targets, and none is named."),
        (ana("play", card="sweep", targets=["beta"]), "D2",
         "“sweep” names exactly 2 targets, and one is named."),
        (ana("play", card="sweep", targets=["beta", "beta"]), "D2", "a target is named twice."),
        (ana("play", card="sweep", targets=["beta", "wall", "medic"]), "D2",
         "“sweep” names exactly 2 targets, and 3 are named."),
        (ana("play", card="sweep", targets=["b1", "ben", "ghost"]), "D2 K1",
         "“sweep” names exactly 2 targets, and 3 are named; “b1” is no card on the planet; “ben” is "
         "no card on the planet; “ghost” is encrypted while it is unlocked."),
        (ana("play", card="jolt"), "D2", "“jolt” names exactly 1 target, and none is named."),
        (ana("play", card="jolt", targets=["beta", "wall"]), "D2",
         "“jolt” names exactly 1 target, and 2 are named."),
        (ana("play", card="plating"), "D2 D3", "“plating” names exactly 1 target, and none is named."),
        (ana("play", card="plating", targets=["beta"]), "D2 D3",
         "“beta” is ben's, and the text wants one's own."),
        (ana("play", card="sweep", targets=["ghost", "comet"]), "D2 K1 K3",
         "“ghost” is encrypted while it is unlocked; “comet” has Lightspeed and is too fast for "
         "that."),
        (ana("play", card="sweep", targets=["comet", "comet2"]), "D2 K3",
         "“comet” has Lightspeed and is too fast for that; “comet2” has Lightspeed and is too fast "
         "for that."),
        (ana("play", card="jolt", targets=["ghost"]), "D2 K1", "“ghost” is encrypted while it is unlocked."),
        (ana("play", card="sweep", targets=["veil", "b1"]), "D2 K1 K3",
         "“b1” is no card on the planet; “veil” is encrypted; “veil” has Lightspeed and is too fast "
         "for that."),
        (ana("play", card="stun", targets=["comet"]), "D2 K3",
         "“comet” has Lightspeed and is too fast for that."),
        (ana("play", card="stun", targets=["flash"]), "D2 K3 M44",
         "“flash” has Lightspeed and is too fast for that."),
    ],
)  # fmt: skip
def test_why_not_these_targets(said: dict[str, Any], rules: str, reason: str) -> None:
    """D2: all that is wrong with them, then who is encrypted (K1), then who is too fast (K3)."""
    story = table(CARDS, READINGS)
    assert refused(story, **said) == (rules, reason, ())
    assert dict(story.entry.ruling.facts) == {"targets": said.get("targets", [])}


def test_since_when_it_is_elsewhere() -> None:
    """The entry that brought the card where it is; none for one that is in hand."""
    story = table({**CARDS, "rift": on("ana", RIFT)})
    story.when(**ana("report", fact="move", card="jolt", to="cache"))
    story.when(**ana("report", fact="move", card="rift", to="hand"))
    assert refused(story, **ana("play", card="jolt", targets=["beta"]))[2] == (1,)
    story.when(**ana("play", card="free")).when(**ben("pass"))
    assert refused(story, **ana("play", card="free")) == (
        "D8", "“free” is not in ana's hand: it is in the queue.", (4,),
    )  # fmt: skip
    assert refused(story, **ana("play", card="rift")) == (
        "A2", "“rift” is an anomaly, and an anomaly is never queued.", (),
    )  # fmt: skip


def test_since_when_it_cannot_lock() -> None:
    """D9: the entry that locked it, or that brought it."""
    patch = {"skill": "patch", "targets": ["b1.ana"]}
    story = table({**CARDS, "held": hand("ana", MEDIC)})
    story.when(**ana("report", fact="lock", card="medic"))
    story.when(**ana("report", fact="move", card="held", to="staging"))
    assert refused(story, **ana("activate", card="medic", **patch)) == (
        "D9", "“medic” is locked already.", (1,),
    )  # fmt: skip
    assert refused(story, **ana("activate", card="held", **patch)) == (
        "D9", "“held” is fresh: it arrived this turn, and cannot lock.", (2,),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("pay", "left"),
    [
        ({"light": 2, "storm": 1, "dark": 1}, {"void": 1, "growth": 1}),
        ({"light": 2, "storm": 1, "growth": 0, "void": 1}, {"dark": 1, "growth": 1}),
    ],
)
def test_a_payment_that_is_exact(pay: dict[str, int], left: dict[str, int]) -> None:
    """D6, D7: all there is of a kind, none of another."""
    energy = {"ana": {"light": 2, "storm": 1, "dark": 1, "void": 1, "growth": 1}}
    story = table(CARDS, energy=energy).when(**ana("play", card="mixed", pay=pay)).then_legal()
    held = dict.fromkeys(("light", "storm", "dark", "chaos", "growth", "void"), 0)
    assert story.game.view()["energy"]["ana"] == held | left


def test_what_is_taken_for_an_unnamed_payment() -> None:
    """Typed symbols in kind first, and the rest from void, light, storm, dark, chaos, growth."""
    cost = {"dark": 1, "light": 0, "void": 5}
    story = table(
        {"dear": hand("ana", {**SCRY, "cost": cost})},
        energy={"ana": {"light": 1, "storm": 1, "dark": 2, "void": 1, "growth": 7}},
    )
    story.when(**ana("play", card="dear")).then_legal()
    (paid,) = [event.paid for event in story.entry.events if hasattr(event, "paid")]
    assert list(paid.items()) == [
        ("dark", 2),
        ("void", 1),
        ("light", 1),
        ("storm", 1),
        ("growth", 1),
    ]


def test_a_firewall_alone_is_a_cost() -> None:
    """K2: of a card that costs nothing."""
    story = table(CARDS, energy={"ana": {"light": 1}})
    story.when(**ana("play", card="probe", targets=["wall"])).then_legal()
    story.then_state(energy__ana__light=0).happened("EnergyPaid", "D7")


def test_the_enemys_sector_of_the_biome_may_be_lost() -> None:
    """P7: only that of the player who arrives there has to stand."""
    lost = {"b3": {"lost_by": ["ben"]}}
    quick = hand("ana", AGENT, speed=2)
    story = table({"quick": quick}, {"M40": "sector_only"}, step="attack", biomes=lost)
    story.when(**ana("play", card="quick", biome="b3")).then_legal("A1", "T2")


def test_since_when_a_skill_cannot_be_activated() -> None:
    """D8."""
    story = table(CARDS).when(**ana("report", fact="move", card="medic", to="cache"))
    said = ana("activate", card="medic", skill="ping", targets=["ben"])
    found = refused(story, **said)
    assert found == ("D8", "“medic” is not on the planet: it is in the cache.", (1,))


def test_since_when_an_agent_cannot_arrive() -> None:
    """P7: since the step, or the turn, began, or the sector was lost."""
    quick = {**AGENT, "speed": 2, "cost": {}}
    cards = {"quick": hand("ana", quick), "probe": hand("ana", {**SCRY, "cost": {}})}
    arrives = ana("play", card="quick", biome="b1")
    why = "only the turn player names a sector to arrive in, and in the attack step."
    story = both_pass(table(cards)).then_state(step="advance")
    assert refused(story, **arrives) == ("P7", why, (2,))
    both_pass(story).when(**ben("report", fact="lose_biome", player="ana", biome="b1"))
    assert refused(story, **arrives) == ("P7", "ana's sector in b1 is lost.", (6,))
    assert refused(story, **ana("play", card="probe", biome="b2"))[1] == "“probe” is no agent."
    assert story.entry.ruling.facts == {"biome": "b2"}
    story = both_pass(table(cards, step="second_primary")).then_state(turn=2, turn_player="ben")
    for _ in range(4):
        both_pass(story, "ben")
    story.then_state(step="attack").when(**ben("pass"))
    assert refused(story, **arrives) == ("P7", why, (2,))


def test_since_when_a_target_is_just_as_fast() -> None:
    """M44: since its speed was reported."""
    story = table(CARDS).when(**ben("report", fact="speed", card="comet", speed=2))
    story.when(**ana("play", card="stun", targets=["comet"])).then_undetermined("M44", "K3")
    assert story.entry.ruling.because == (1,)
