"""Battle actions: who cannot take part and why, and what becomes of those that could (P6 to P9)."""

from typing import Any

import pytest

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    BLADE,
    JOLT,
    PIN,
    RECALL,
    ana,
    ben,
    both_pass,
    hand,
    on,
    refused,
    table,
)
from tests.spec import Story

CARDS = {
    "alpha": on("ana", AGENT, "b1"),
    "gamma": on("ana", AGENT, "b2"),
    "idle": on("ana", AGENT),
    "held": hand("ana", AGENT),
    "blade": on("ana", BLADE),
    "new": on("ana", AGENT, "b1", fresh=True),
    "newest": on("ana", AGENT, fresh=True),
    "tired": on("ana", AGENT, "b1", locked=True),
    "shard": on("ana", AGENT, "b1", mode="anomaly"),
    "beta": on("ben", AGENT, "b1"),
    "delta": on("ben", AGENT),
    "weary": on("ben", AGENT, "b2", locked=True),
    "rail": on("ben", BLADE, "b1"),
}
LOST = {"b3": {"lost_by": ["ana"]}}


def at(step: str, readings: dict[str, str] | None = None, **setup: Any) -> Story:
    return table({**CARDS, **setup.pop("more", {})}, readings, step=step, **setup)


@pytest.mark.parametrize(
    ("agents", "rules", "reason"),
    [
        ({"blade": "b1"}, "P6", "“blade” is no agent."),
        ({"alpha": "b1"}, "P6", "“alpha” is not in staging but in b1."),
        ({"held": "b1"}, "P6", "“held” is not in staging but in the hand."),
        ({"newest": "b1"}, "T9", "“newest” is fresh: it arrived this turn."),
        ({"idle": "b3"}, "D2", "ana's sector in b3 is lost."),
        (
            {"newest": "b3", "new": "b1", "blade": "b1", "idle": "b2"},
            "P6 T9 D2",
            "“blade” is no agent; “new” is not in staging but in b1; “new” is fresh: it arrived this "
            "turn; “newest” is fresh: it arrived this turn; ana's sector in b3 is lost.",
        ),
    ],
)
def test_who_cannot_advance(agents: dict[str, str], rules: str, reason: str) -> None:
    """P6, T9, D2: all of them are looked at, by the alphabet."""
    story = at("advance", {"M40": "sector_only"}, biomes=LOST)
    assert refused(story, **ana("advance", agents=agents)) == (rules, reason, ())


def test_the_enemys_sector_may_be_lost() -> None:
    """D2: to advance one's own has to stand; M40 sector_only."""
    lost = {"b3": {"lost_by": ["ben"]}}
    story = at("advance", {"M40": "sector_only"}, biomes=lost)
    story.when(**ana("advance", agents={"idle": "b3"})).then_legal("A1", "T4")
    assert refused(at("advance", biomes=lost), **ana("advance", agents={"idle": "b3"})) == (
        "D2", "ana's sector in b3 is lost.", (),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("agents", "rules", "reason"),
    [
        ({"blade": "staging"}, "G1", "there is no biome “staging”: they are b1, b2 and b3."),
        ({"blade": "b1"}, "P7", "“blade” is no agent."),
        ({"shard": "b1"}, "P7", "“shard” is no agent."),
        ({"idle": "b1"}, "P7", "“idle” does not stand in b1 but in staging."),
        ({"held": "b1"}, "P7", "“held” does not stand in b1 but in the hand."),
        ({"alpha": "b2"}, "P7", "“alpha” does not stand in b2 but in b1."),
        ({"tired": "b1"}, "D9 P7", "“tired” is locked."),
        ({"new": "b1"}, "D9 P7", "“new” is fresh: it arrived this turn, and cannot lock."),
        (
            {"alpha": "b1", "tired": "b2", "gamma": "b1"},
            "P7 D9",
            "“gamma” does not stand in b1 but in b2; “tired” does not stand in b2 but in b1; "
            "“tired” is locked.",
        ),
    ],
)
def test_who_cannot_attack(agents: dict[str, str], rules: str, reason: str) -> None:
    """P7, D9."""
    assert refused(at("attack"), **ana("attack", agents=agents)) == (rules, reason, ())


@pytest.mark.parametrize(
    ("reading", "agents", "rules", "reason"),
    [
        ("in_sector", {"rail": "b1"}, "P8", "“rail” is no agent."),
        ("in_sector", {"delta": "b1"}, "P8", "“delta” does not stand in b1 but in staging."),
        ("in_sector", {"beta": "b2"}, "P8", "“beta” does not stand in b2 but in b1."),
        ("from_staging", {"beta": "b2"}, "P8", "“beta” does not stand in b2 but in b1."),
        (
            "in_sector",
            {"weary": "b2"},
            "P8",
            "“weary” is locked, and a locked agent does not defend.",
        ),
        ("from_staging", {"delta": "b3"}, "D2 M29", "ben's sector in b3 is lost."),
        (
            "in_sector",
            {"delta": "b3"},
            "P8",
            "“delta” does not stand in b3 but in staging.",
        ),
        (
            "from_staging",
            {"delta": "b3", "weary": "b1", "rail": "b1"},
            "D2 M29 P8",
            "ben's sector in b3 is lost; “rail” is no agent; “weary” does not stand in b1 but in b2; "
            "“weary” is locked, and a locked agent does not defend.",
        ),
    ],
)
def test_who_cannot_defend(reading: str, agents: dict[str, str], rules: str, reason: str) -> None:
    """P8, and with M29 D2."""
    readings = {"M29": reading, "M40": "sector_only"}
    story = at("defend", readings, biomes={"b3": {"lost_by": ["ben"]}}).when(**ANA_PASSES)
    assert refused(story, **ben("defend", agents=agents)) == (rules, reason, ())


def test_since_when_an_agent_cannot() -> None:
    """The entries that locked it and brought it."""
    for step, locked, by in (("attack", "alpha", "ana"), ("defend", "beta", "ben")):
        story = at(step).when(**ana("report", fact="lock", card=locked))
        story.when(**ana("report", fact="move", card="held", to="b1"))
        story.when(**ana("report", fact="lock", card="weary"))
        if by == "ben":
            story.when(**ANA_PASSES)
        found = refused(story, by=by, do=step, agents={locked: "b1"})
        assert found[2] == (1,)
    story = at("attack").when(**ana("report", fact="move", card="held", to="b1"))
    agents = {"held": "b1", "tired": "b1"}
    assert refused(story, **ana("attack", agents=agents))[2] == (1,)
    story = at("advance").when(**ana("report", fact="move", card="held", to="staging"))
    assert refused(story, **ana("advance", agents={"held": "b1", "newest": "b1"}))[2] == (1,)


def declared(story: Story, **said: Any) -> tuple[str, str]:
    ruling = story.when(**said).then_legal().entry.ruling
    return " ".join(ruling.cites), ruling.reason


def test_what_is_declared() -> None:
    """A1, T4; K4 where a fresh one attacks, M29 where one comes from staging, M37 where it locks."""
    story = at("advance", more={"quick": on("ana", {**AGENT, "keywords": {"ready": True}})})
    assert declared(story, **ana("advance", agents={"quick": "b1", "idle": "b3"})) == (
        "A1 T4", "ana declares the advance: “idle” in b3, “quick” in b1.",
    )  # fmt: skip
    ready = {"quick": on("ana", {**AGENT, "keywords": {"ready": True}}, "b3")}
    attack = ana("attack", agents={"quick": "b3"})
    sentence = "ana declares the attack: “quick” in b3."
    assert declared(at("attack", more=ready), **attack) == ("A1 T4", sentence)
    fresh = {"quick": {**ready["quick"], "fresh": True}}
    assert declared(at("attack", more=fresh), **attack) == ("A1 T4 K4", sentence)
    assert declared(at("attack", {"M37": "on_declaration"}, more=ready), **attack) == (
        "A1 T4 M37", f"{sentence} The attackers lock as they are declared.",
    )  # fmt: skip
    for agents, rules in (({"beta": "b1"}, "A1 T4"), ({"beta": "b1", "delta": "b1"}, "A1 T4 M29")):
        story = at("defend", {"M29": "from_staging"}).when(**ANA_PASSES)
        assert declared(story, **ben("defend", agents=agents))[0] == rules
        assert ("M29" in both_pass(story).then_legal().entry.ruling.cites) == ("delta" in agents)


def test_the_same_biome_is_defended_from_staging_and_from_the_sector() -> None:
    """M29: one that has come there meanwhile defends as well; one that went elsewhere does not."""
    for to, defenders in (("b1", ["beta", "delta"]), ("b2", ["beta"]), ("hand", ["beta"])):
        story = at("defend", {"M29": "from_staging"}).when(**ANA_PASSES)
        story.when(**ben("defend", agents={"beta": "b1", "delta": "b1"}))
        story.when(**ben("report", fact="move", card="delta", to=to))
        both_pass(story).then_state(defenders=defenders)


def test_the_sector_is_lost_before_the_agent_comes() -> None:
    """It still has to stand for an advance, and for a defence from staging; not for an attack."""
    lose = {"fact": "lose_biome", "biome": "b1"}
    readings = {"M29": "from_staging", "M40": "sector_only"}
    story = at("advance", readings).when(**ana("advance", agents={"idle": "b1"}))
    story.when(**ana("report", **lose, player="ben"))
    both_pass(story, "ben").then_state(zones__ana__b1=["alpha", "idle", "new", "shard", "tired"])
    story = at("advance", readings).when(**ana("advance", agents={"idle": "b1"}))
    story.when(**ana("report", **lose, player="ana"))
    both_pass(story, "ben").then_legal("E8", "E10").then_reason(
        "The advance q1 is cancelled: the sector in b1 for “idle” is lost."
    )
    story = at("defend", readings).when(**ANA_PASSES).when(**ben("defend", agents={"delta": "b1"}))
    story.when(**ana("report", **lose, player="ben"))
    both_pass(story).then_reason("the sector in b1 for “delta” is lost").then_state(defenders=[])


def test_a_defence_that_was_played_all_the_same_finds_its_sector_lost() -> None:
    """M40 out: an agent that went back to staging does not come out of it to a lost sector."""
    story = at("defend").when(**ben("defend", agents={"beta": "b1"}), played=True)
    story.then_illegal("T6")
    story.when(**ana("report", fact="lose_biome", player="ben", biome="b1"))
    both_pass(story, "ana").then_state(defenders=[], zones__ben__b1=["rail"])


def test_an_advance_from_a_sector_made_legal_by_a_judge() -> None:
    """The sector it goes to still has to stand when it executes."""
    for lost in ("b2", "b3"):
        story = at("advance").when(**ana("advance", agents={"alpha": "b2"})).then_illegal("P6")
        story.overrule(1, "legal")
        story.when(**ana("report", fact="lose_biome", player="ana", biome=lost))
        both_pass(story, "ben").then_legal("E8" if lost == "b2" else "E6")


def test_the_sector_is_lost_under_an_attacker() -> None:
    """W1: it goes back to staging, and no longer stands where it stood."""
    story = attacking().when(**ana("report", fact="lose_biome", player="ana", biome="b1"))
    both_pass(story, "ben").then_reason("“alpha” is no longer where it stood, and takes no part.")


def attacking(readings: dict[str, str] | None = None) -> Story:
    """alpha and gamma attack."""
    more = {"recall": hand("ben", RECALL), "pin": hand("ben", PIN), "jolt": hand("ben", JOLT)}
    story = at("attack", readings, more=more)
    return story.when(**ana("attack", agents={"alpha": "b1", "gamma": "b2"}))


def test_an_attacker_that_left_and_came_back() -> None:
    """M13: another object, or the same one."""
    for reading, attackers in (("new_object", ["gamma"]), ("same_card", ["alpha", "gamma"])):
        story = attacking({"M13": reading})
        for to in ("hand", "b1"):
            story.when(**ana("report", fact="move", card="alpha", to=to))
        both_pass(story, "ben").then_legal("M13", "E6").then_state(attackers=attackers)
        ruling = story.entry.ruling
        assert ("E7" in ruling.cites, ruling.basis) == (reading == "new_object", "reading")
        assert ruling.reason.startswith(
            "ana declines. The attack q1, declared in entry 1, executes."
        )


@pytest.mark.parametrize(
    ("report", "reason"),
    [
        ({"fact": "move", "card": "alpha", "to": "hand"}, "“alpha” is not on the planet any more"),
        ({"fact": "move", "card": "alpha", "to": "staging"}, "“alpha” is no longer where it stood"),
        ({"fact": "move", "card": "alpha", "to": "b3"}, "“alpha” is no longer where it stood"),
        ({"fact": "lock", "card": "alpha"}, "“alpha” is locked since entry 2"),
    ],
)
def test_who_takes_no_part(report: dict[str, Any], reason: str) -> None:
    """E6, E7: the others attack; E8, E10: without any the attack is cancelled."""
    story = both_pass(attacking().when(**ana("report", **report)), "ben")
    ruling = story.then_legal().entry.ruling
    assert ruling.cites == ("N3", "E1", "E2", "E6", "E7")
    assert ruling.because == (1,)
    assert ruling.reason == (
        "ana declines. The attack q1, declared in entry 1, executes. "
        f"{reason}, and takes no part."
    )  # fmt: skip
    dropped = [event for event in story.entry.events if hasattr(event, "because")]
    assert [(one.entry, one.target, one.because) for one in dropped] == [("q1", "alpha", reason)]
    story.then_state(attackers=["gamma"], cards__gamma__locked=True)
    alone = at("attack").when(**ana("attack", agents={"alpha": "b1"}))
    both_pass(alone.when(**ana("report", **report)), "ben").then_legal("E8", "E10")
    assert alone.entry.ruling.reason.startswith(
        f"ana declines. The attack q1 is cancelled: {reason}."
    )
    alone.then_state(attackers=[], queue=[])


def test_an_attack_from_staging_made_legal_by_a_judge() -> None:
    """It only asks for the agent being there."""
    story = at("attack").when(**ana("attack", agents={"idle": "b1"})).then_illegal("P7")
    both_pass(story.overrule(1, "legal"), "ben").then_legal("E6").then_state(attackers=["idle"])


def test_a_defence_from_staging_made_legal_by_a_judge() -> None:
    """No reading lets it happen, so none is cited."""
    story = at("defend").when(**ANA_PASSES).when(**ben("defend", agents={"delta": "b2"}))
    both_pass(story.then_illegal("P8").overrule(2, "legal")).then_state(defenders=["delta"])
    assert "M29" not in story.entry.ruling.cites


def test_undefended_sectors_that_stand() -> None:
    """P9, M40 sector_only: what the enemy has lost is not struck, what only T has lost is."""
    for loser, left in (("ben", 10), ("ana", 8)):
        story = at(
            "defend", {"M40": "sector_only"}, attackers=["alpha"],
            biomes={"b1": {"lost_by": [loser]}}, more={"beta": on("ben", AGENT)},
        )  # fmt: skip
        both_pass(story).then_state({"sectors": {"b1.ben": left, "b1.ana": 10}})


def test_a_fight_in_one_biome_opens_the_window() -> None:
    """P9: attackers and defenders in the same biome; in different ones nobody acts."""
    for biome, step in (("b1", "damage"), ("b2", "second_primary")):
        more = {"beta": on("ben", {**AGENT, "attack": 0, "defense": 3}, biome)}
        story = at("defend", attackers=["alpha"], defenders=["beta"], more=more)
        both_pass(story).then_state(step=step)
    story.when(**BEN_PASSES).then_illegal("T6")
