"""The table in words: whose chance it is, what lies where, what is marked."""

from domain.nullshapers import RULESET
from domain.nullshapers.view.board import queue_seen
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    JOLT,
    MEDIC,
    NULLIFY,
    ana,
    ben,
    hand,
    on,
    table,
)
from tests.spec import Story


def lines(story: Story, viewer: str = "ana") -> list[str]:
    return list(RULESET.in_words(story.state, viewer))


def chance(story: Story) -> str:
    return RULESET.chance(story.state)


def test_whose_chance_it_is() -> None:
    """One sentence, with what it is for and since when."""
    cards = {"jolt": hand("ana", JOLT), "beta": on("ben", AGENT)}
    story = table(cards)
    assert chance(story) == "ana may act in the first primary phase, or decline."
    story.when(**ANA_PASSES)
    assert chance(story) == (
        "ana has declined: ben may start something, or end the first primary phase (since entry 1)."
    )
    story = table(cards).when(**ana("play", card="jolt", targets=["beta"]))
    assert chance(story) == "ben may answer “jolt” (q1) of ana, or pass (since entry 1)."
    assert chance(table({}, step="reset")) == "ana ends the reset step, in which nobody acts."
    story.when(**ben("concede"))
    assert chance(story) == "The match is over: ana has won."
    drawn = {f"b{n}": {"lost_by": ["ana", "ben"]} for n in (1, 2)}
    readings = {"M23": "draw", "M40": "sector_only"}
    story = table({}, readings, biomes=drawn).when(**ben("report", fact="other", text="so"))
    assert chance(story) == "The match is over: nobody has won."


def test_a_lost_sector_is_said_to_be() -> None:
    """M40 sector_only: only that of the loser."""
    lost = {"b2": {"lost_by": ["ben"]}}
    told = lines(table({}, {"M40": "sector_only"}, biomes=lost))
    assert [line for line in told if "sectors" in line] == [
        "ana (deck not known; energy: 10 void; sectors: b1 at 10, b2 at 10, b3 at 10).",
        "ben (deck not known; energy: 10 void; sectors: b1 at 10, b2 at 10, lost, b3 at 10) "
        "· hand (0 cards).",
    ]


def test_a_card_in_words() -> None:
    """Its kind, speed and numbers, and each mark with the entry it stands since."""
    story = table({"alpha": on("ana", AGENT), "held": hand("ana", AGENT)})
    story.when(**ana("report", fact="lock", card="alpha"))
    story.when(**ana("report", fact="move", card="held", to="b1"))
    (told,) = [line for line in lines(story) if "2/2" in line]
    assert told.endswith(
        " · staging: alpha [agent, Speed 1, 2/2], locked since entry 1 "
        "· b1 (b1 at 10): held [agent, Speed 1, 2/2], fresh since entry 2."
    )


def test_the_queue_calls_things_by_their_names() -> None:
    """What resolves next first; an action with its place where another is called so."""
    jolt = {**JOLT, "name": "Jolt", "cost": {}}
    cards = {
        "j1": hand("ana", jolt),
        "j2": hand("ben", jolt),
        "stop": hand("ana", {**NULLIFY, "name": "Stop", "cost": {}}),
        "stop2": hand("ben", {**NULLIFY, "name": "Stop here", "cost": {}}),
        "medic": on("ana", {**MEDIC, "name": "Old medic"}),
        "alpha": on("ana", {**AGENT, "name": "Alpha Prime"}, "b1"),
    }
    story = table(cards, step="attack").when(**ana("attack", agents={"alpha": "b1"}))
    story.when(**ben("play", card="j2", targets=["alpha"]))
    story.when(**ana("play", card="j1", targets=["alpha"]))
    story.when(**ben("play", card="stop2", targets=["q3"]))
    story.when(**ana("activate", card="medic", skill="ping", targets=["ben"])).then_legal("N1")
    story.when(**BEN_PASSES).when(**ana("play", card="stop", targets=["q4"])).then_legal("N1")
    found = queue_seen(story.state, "ben")
    assert [(one.words, one.aims, one.acts) for one in found] == [
        ("Stop", ("Stop here",), False),
        ("ping of Old medic", ("ben",), False),
        ("Stop here", ("Jolt (4)",), False),
        ("Jolt", ("Alpha Prime",), False),
        ("Jolt", ("Alpha Prime",), False),
        ("attack", ("Alpha Prime",), True),
    ]


def test_a_battle_that_is_owed_and_who_passes_by_themselves() -> None:
    """P13, N7: since when."""
    strange = {"a": on("ana", {**AGENT, "battle": "reported"}, "b1")}
    story = table(strange, step="defend", attackers=["a"]).when(**ANA_PASSES).when(**BEN_PASSES)
    said = "What came of the battle in b1 has to be reported by somebody (since entry 2)."
    assert chance(story) == said
    story = table({}).when(**ana("pass", until="step_end"))
    assert chance(story) == (
        "ana has declined: ben may start something, or end the first primary phase (since entry 1). "
        "ana passes by themselves until the step ends (since entry 1)."
    )
