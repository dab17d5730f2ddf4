"""Targets: what meets a text and what does not, in words (D2, K1 to K3, M28)."""

from typing import Any

import pytest

from domain.kernel.shared import options
from tests.domain.nullshapers.tables import (
    AGENT,
    BLADE,
    JOLT,
    MEDIC,
    PIN,
    PLATING,
    QUAKE,
    RIFT,
    Card,
    ana,
    ben,
    both_pass,
    hand,
    on,
    reactive,
    refused,
    table,
)
from tests.spec import Story, given

SHIELDED = {"encrypt": "always", "firewall": {"dark": 9}, "lightspeed": True}
CARDS = {
    "alpha": on("ana", AGENT),
    "beta": on("ben", AGENT, "b1"),
    "gamma": on("ben", AGENT, "b2", locked=True),
    "disk": on("ben", PLATING),
    "rail": on("ben", BLADE),
    "rift": on("ben", RIFT),
    "shard": on("ben", {**AGENT, "speed": 3, "keywords": SHIELDED}, mode="anomaly"),
    "held": hand("ana", AGENT),
    "quake": hand("ana", QUAKE),
}
BIOMES = {"b3": {"lost_by": ["ben", "ana"]}, "b2": {"lost_by": ["ben"]}}


def naming(target: Card, readings: dict[str, str] | None = None, **setup: Any) -> Story:
    """ana has an event that wants this target, and it only says something."""
    text = {**PIN, "target": target, "effects": [{"do": "report", "text": "so"}]}
    return table({**CARDS, "spell": hand("ana", text), **setup.pop("more", {})}, readings, **setup)


@pytest.mark.parametrize(
    ("target", "name", "reason"),
    [
        ({"what": "agent"}, "held", "“held” is no card on the planet"),
        ({"what": "agent"}, "b1", "“b1” is no card on the planet"),
        ({"what": "agent"}, "rail", "“rail” is no agent"),
        ({"what": "agent"}, "shard", "“shard” is no agent"),
        ({"what": "software"}, "rail", "“rail” is no software"),
        ({"what": "hardware"}, "disk", "“disk” is no hardware"),
        ({"what": "anomaly"}, "beta", "“beta” is no anomaly"),
        ({"what": "constant"}, "rift", "“rift” is no constant"),
        ({"what": "constant"}, "shard", "“shard” is no constant"),
        ({"what": "agent", "locked": True}, "beta", "“beta” is unlocked"),
        ({"what": "agent", "locked": False}, "gamma", "“gamma” is locked"),
        ({"what": "agent", "zone": "staging"}, "beta", "“beta” does not stand in staging"),
        ({"what": "agent", "zone": "sector"}, "alpha", "“alpha” does not stand in a sector"),
        ({"what": "agent", "biome": "b1"}, "gamma", "“gamma” does not stand in b1"),
        (
            {"what": "agent", "whose": "own"},
            "beta",
            "“beta” is ben's, and the text wants one's own",
        ),
        (
            {"what": "agent", "whose": "enemy"},
            "alpha",
            "“alpha” is ana's, and the text wants the enemy's",
        ),
        ({"what": "sector"}, "b1", "“b1” is no sector"),
        ({"what": "sector", "biome": "b1"}, "b2.ana", "“b2.ana” is no sector of b1"),
        ({"what": "sector"}, "b2.ben", "“b2.ben” is lost"),
        (
            {"what": "sector", "whose": "own"},
            "b1.ben",
            "“b1.ben” is ben's, and the text wants one's own",
        ),
        ({"what": "biome"}, "ana", "“ana” is no biome"),
        ({"what": "biome"}, "b3", "b3 is lost"),
        ({"what": "player"}, "b1", "“b1” is no player"),
        (
            {"what": "player", "whose": "enemy"},
            "ana",
            "“ana” is ana's, and the text wants the enemy's",
        ),
        ({"what": "action"}, "ana", "“ana” is no action in the queue"),
    ],
)
def test_what_does_not_meet_the_text(target: Card, name: str, reason: str) -> None:
    """D2."""
    story = naming(target, {"M40": "sector_only"}, biomes=BIOMES)
    assert refused(story, **ana("play", card="spell", targets=[name])) == ("D2", f"{reason}.", ())


@pytest.mark.parametrize(
    ("target", "names"),
    [
        ({"what": "agent"}, "alpha beta gamma"),
        ({"what": "software"}, "disk"),
        ({"what": "hardware"}, "rail"),
        ({"what": "anomaly"}, "rift shard"),
        ({"what": "constant"}, "alpha beta disk gamma rail"),
        ({"what": "agent", "locked": True}, "gamma"),
        ({"what": "agent", "locked": False}, "alpha beta"),
        ({"what": "agent", "zone": "staging"}, "alpha"),
        ({"what": "agent", "zone": "sector"}, "beta gamma"),
        ({"what": "agent", "biome": "b1"}, "beta"),
        ({"what": "agent", "whose": "own"}, "alpha"),
        ({"what": "agent", "whose": "enemy"}, "beta gamma"),
        ({"what": "sector"}, "b1.ana b1.ben b2.ana"),
        ({"what": "sector", "biome": "b1"}, "b1.ana b1.ben"),
        ({"what": "sector", "whose": "enemy"}, "b1.ben"),
        ({"what": "biome"}, "b1 b2"),
        ({"what": "player"}, "ana ben"),
        ({"what": "player", "whose": "own"}, "ana"),
        ({"what": "player", "whose": "enemy"}, "ben"),
    ],
)
def test_what_meets_the_text(target: Card, names: str) -> None:
    """D2: of all there is, exactly this is offered, and legal."""
    story = naming(target, {"M40": "sector_only"}, biomes=BIOMES)
    offered = {
        one.candidate.said["targets"][0]: one.ruling.verdict
        for one in options(story.game, "ana")
        if one.candidate.said.get("card") == "spell" and one.candidate.said["do"] == "play"
    }
    assert offered == dict.fromkeys(names.split(), "legal")


def test_since_when_it_is_locked() -> None:
    """D2: or unlocked."""
    story = naming({"what": "agent", "locked": False}).when(
        **ben("report", fact="lock", card="alpha")
    )
    assert refused(story, **ana("play", card="spell", targets=["alpha"]))[1] == (
        "“alpha” is locked since entry 1."
    )
    story = naming({"what": "agent", "locked": True}).when(
        **ben("report", fact="unlock", card="gamma")
    )
    assert refused(story, **ana("play", card="spell", targets=["gamma"]))[1] == (
        "“gamma” is unlocked since entry 1."
    )


@pytest.mark.parametrize(
    ("whose", "reason"),
    [
        ("own", None),
        ("enemy", "“q1” is ana's, and the text wants the enemy's."),
    ],
)
def test_whose_action_it_is(whose: str, reason: str | None) -> None:
    """D2: of who declared it."""
    story = naming({"what": "action", "whose": whose}).when(
        **ana("play", card="quake", targets=["b1"])
    )
    story.when(**ben("pass")).when(**ana("play", card="spell", targets=["q1"]))
    if reason is None:
        story.then_legal("N1")
    else:
        assert story.then_illegal("D2").entry.ruling.reason == reason


def test_the_skills_and_keywords_of_an_anomaly_sleep() -> None:
    """K1, K2, K3: none of them keeps it from being named, nor costs anything."""
    story = naming({"what": "anomaly"})
    story.when(**ana("play", card="spell", targets=["shard"])).then_legal("A1")
    story.then_state(energy__ana__void=9, energy__ana__dark=0)


@pytest.mark.parametrize(
    ("target", "name", "readings"),
    [
        ({"what": "constant"}, "rift", ("M28",)),
        ({"what": "constant"}, "beta", ()),
        ({"what": "anomaly"}, "rift", ()),
        ({"what": "agent"}, "beta", ()),
    ],
)
def test_when_an_anomaly_is_named_as_a_constant(
    target: Card, name: str, readings: tuple[str, ...]
) -> None:
    """M28 constant: cited where a text that wants a constant names one, also in an option."""
    law = {"M28": "constant"}
    effects = [{"do": "lock"}]
    fork = {**JOLT, "options": {"a": {"target": target, "effects": effects}}}
    del fork["target"], fork["effects"]
    for option in ({}, {"option": "a"}):
        more = {"spell": hand("ana", fork)} if option else {}
        story = naming(target, law, more=more)
        ruling = story.when(**ana("play", card="spell", targets=[name], **option)).entry.ruling
        assert ruling.cites == ("A1", "T3", *readings)
    story = naming({"what": "constant", "number": 2}, law)
    story.when(**ana("play", card="spell", targets=["beta", "rift"])).then_legal("M28")


def test_a_text_that_names_nothing() -> None:
    """Made legal by a judge, what is named is kept as named."""
    free = hand("ana", {"type": "event", "speed": 3})
    story = table({**CARDS, "free": free}, {"M28": "constant"})
    story.when(**ana("play", card="free", targets=["beta"])).then_illegal("D2")
    story.overrule(1, "legal").then_legal("G5")
    assert story.game.view()["queue"][0]["targets"] == ["beta"]


@pytest.mark.parametrize("name", ["q", "q0", "q1a", "qx", "x1", "Q1", "b1.", "b1.carl"])
def test_names_that_are_nothing(name: str) -> None:
    """G1: also after an action was called almost so."""
    story = naming({"what": "action"}).when(**ana("play", card="quake", targets=["b1"]))
    assert refused(story.when(**ben("pass")), **ana("play", card="spell", targets=[name])) == (
        "G1", f"there is nothing named “{name}” in this game.", (),
    )  # fmt: skip


def test_an_action_that_has_left_the_queue() -> None:
    """D2: its name is known, and it is no target any more."""
    story = naming({"what": "action"}).when(**ana("play", card="quake", targets=["b1"]))
    both_pass(story, "ben")
    assert refused(story, **ana("play", card="spell", targets=["q1"]))[:2] == (
        "D2", "“q1” is no action in the queue.",
    )  # fmt: skip


def test_a_skill_finds_nobody_encrypted() -> None:
    """K1: when it enters it is given legal targets only, all that there are or a choice of them."""
    cloak = on("ana", {**AGENT, "keywords": {"encrypt": "always"}})
    trap = reactive("start_of_attack", {"do": "lock"}, {"what": "agent", "whose": "enemy"})
    for more, targets in (({}, ["alpha"]), ({"delta": on("ana", AGENT)}, None)):
        cards = {"alpha": on("ana", AGENT), "cloak": cloak, "trap": on("ben", trap), **more}
        story = both_pass(table(cards, step="advance"))
        if targets:
            assert story.game.view()["queue"][0]["targets"] == targets
        else:
            assert story.game.view()["choice"]["from"] == ["alpha", "delta"]


def test_players_whose_names_have_dots() -> None:
    """A sector is biome, dot, player, whatever the player is called."""
    players = ("a.n.a", "ben")
    spell = hand("a.n.a", {**JOLT, "cost": {}, "target": {"what": "sector", "whose": "own"},
                           "effects": [{"do": "durability", "amount": -10}]})  # fmt: skip
    story = given("nullshapers", {"cards": {"spell": spell}}, players=players)
    assert {
        one.candidate.said["player"]: one.ruling.verdict
        for one in options(story.game, "ben")
        if one.candidate.said.get("fact") == "lose_biome"
    } == {"ben": "legal"}
    story.when(by="a.n.a", do="play", card="spell", targets=["b1.a.n.a"]).then_legal("T3")
    both_pass_as(story, "ben", "a.n.a").then_state(biomes__b1__lost_by=["a.n.a"])
    durability = {"fact": "durability", "sector": "b1.a.n.a", "amount": 1}
    story.when(by="ben", do="report", **durability).then_illegal("G1")


def both_pass_as(story: Story, *players: str) -> Story:
    for player in players:
        story.when(by=player, do="pass")
    return story


def test_a_card_is_itself_where_an_action_of_its_is_named_besides() -> None:
    """D2: only where the text wants an action is a card the name of one."""
    text = {"targets": [{"what": "agent"}, {"what": "action"}], "effects": [{"do": "lock"}]}
    snare = hand("ben", {"type": "event", "speed": 3, "cost": {}, **text})
    story = table({"medic": on("ana", MEDIC), "snare": snare})
    story.when(**ana("activate", card="medic", skill="ping", targets=["ben"]))
    story.when(**ben("play", card="snare", targets=["medic", "q1"])).then_legal("N1")
    assert story.game.view()["queue"][1]["targets"] == ["medic", "q1"]


def test_what_is_left_of_a_biome_is_named_by_a_reading() -> None:
    """M40 sector_only."""
    biomes = {"b2": {"lost_by": ["ben"]}}
    for name, cited in (("b1", set()), ("b2", {"M40"}), ("b2.ana", {"M40"})):
        what = "sector" if "." in name else "biome"
        story = naming({"what": what}, {"M40": "sector_only"}, biomes=biomes)
        story.when(**ana("play", card="spell", targets=[name])).then_legal()
        assert {"M40"} & {*story.entry.ruling.cites} == cited


def test_an_action_that_an_option_names_may_be_named_by_its_card() -> None:
    """D2, D4: its name in the queue is kept."""
    stop = {"target": {"what": "action"}, "effects": [{"do": "cancel"}]}
    veto = {"type": "event", "speed": 3, "cost": {}, "options": {"stop": stop}}
    story = table({"quake": hand("ana", QUAKE), "veto": hand("ben", veto)})
    story.when(**ana("play", card="quake", targets=["b1"]))
    story.when(**ben("play", card="veto", option="stop", targets=["quake"])).then_legal("N1")
    assert story.game.view()["queue"][1]["targets"] == ["q1"]
