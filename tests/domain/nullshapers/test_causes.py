"""What a ruling rests on, and what it tells of its consequences."""

from typing import Any

import pytest

from domain.kernel.steps import JUDGE
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    JOLT,
    OVERLOAD,
    QUAKE,
    RIFT,
    SCRY,
    Card,
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
    "scout": hand("ana", AGENT),
    "jolt": hand("ana", JOLT),
    "free": hand("ana", {**JOLT, "cost": {}}),
    "overload": hand("ana", OVERLOAD),
    "quake": hand("ana", QUAKE),
    "rift": on("ana", RIFT),
    "alpha": on("ana", AGENT),
    "beta": on("ben", AGENT),
    "theirs": hand("ben", JOLT),
}
JOLT_BETA = ana("play", card="jolt", targets=["beta"])


def at(step: str, readings: dict[str, str] | None = None, **more: Any) -> Story:
    return table(CARDS, readings, step=step, **more)


def test_energy_that_was_lost_with_a_step() -> None:
    """D7: A7 is named, and M38 step where the phase went on, with the entry that ended the step."""
    story = both_pass(at("draw")).then_state(step="maintenance")
    found = refused(story, **JOLT_BETA)
    assert found == (
        "D7 A7 M38",
        "the whole cost is 1, and ana has nothing; "
        "10 void of ana's was lost with the end of a step, in entry 2.",
        (2,),
    )
    story.then_basis("reading")
    story = both_pass(at("maintenance")).when(**JOLT_BETA).then_illegal("D7", "A7").then_since(2)
    assert "M38" not in story.entry.ruling.cites
    story = both_pass(at("draw", {"M38": "phase"})).when(**JOLT_BETA).then_legal("T3")


def test_energy_of_a_type_that_was_lost() -> None:
    """D6: of its own kind."""
    story = at("maintenance").when(**ana("energy", card="rift"))
    both_pass(story).then_state(step="first_primary")
    story.when(**ana("play", card="overload", x=0, targets=["b1.ben"]))
    story.then_illegal("D6", "D7", "A7").then_since(3)


def test_energy_that_was_paid() -> None:
    """D7: the entries in which it went, as far back as it takes; no A7."""
    story = at("first_primary", energy={"ana": {"void": 3}})
    story.when(**ana("play", card="quake", targets=["b1"])).when(**BEN_PASSES).when(**JOLT_BETA)
    story.then_legal("N1")
    both_pass(both_pass(story, "ben"), "ana")
    found = refused(story, **ana("play", card="scout"))
    assert found == ("D7", "the whole cost is 2, and ana has nothing.", (3, 1))
    story = at("first_primary", energy={"ana": {"void": 1}}).when(**JOLT_BETA)
    both_pass(story, "ben")
    assert refused(story, **ana("play", card="quake", targets=["b1"]))[2] == ()


def test_where_it_would_not_have_been_enough() -> None:
    """Nothing is named."""
    story = at("draw", energy={"ana": {"light": 1}})
    both_pass(story).when(**ana("play", card="jolt", targets=["beta"], pay={"void": 1}))
    assert story.then_illegal("D7").entry.ruling.because == ()


def report(story: Story, **fact: Any) -> Story:
    return story.when(by=JUDGE, do="report", **fact).then_legal()


@pytest.mark.parametrize(
    ("fact", "said", "rules"),
    [
        ({"fact": "move", "card": "scout", "to": "cache"}, ana("play", card="scout"), "D8"),
        ({"fact": "move", "card": "rift", "to": "cache"}, ana("energy", card="rift"), "A6"),
        ({"fact": "lock", "card": "rift"}, ana("energy", card="rift"), "A6"),
        ({"fact": "move", "card": "beta", "to": "cache"}, JOLT_BETA, "D2"),
        (
            {"fact": "lose_biome", "player": "ben", "biome": "b1"},
            ana("play", card="quake", targets=["b1"]), "D2",
        ),
        (
            {"fact": "lose_biome", "player": "ben", "biome": "b1"},
            ana("play", card="overload", x=1, targets=["b1.ben"]), "D2",
        ),
        (
            {"fact": "lose_biome", "player": "ana", "biome": "b1"},
            ana("report", fact="durability", sector="b1.ana", amount=1), "G1",
        ),
        (
            {"fact": "move", "card": "alpha", "to": "cache"},
            ana("report", fact="lock", card="alpha"), "G1",
        ),
    ],
)  # fmt: skip
def test_what_was_reported_is_named(fact: dict[str, Any], said: dict[str, Any], rules: str) -> None:
    """Without that entry the step would be legal, or be refused otherwise."""
    story = report(at("first_primary"), **fact)
    found = refused(story, **said)
    assert (found[0], found[2]) == (rules, (1,))


@pytest.mark.parametrize(
    ("step", "said", "rules"),
    [
        ("advance", ana("advance", agents={"alpha": "b1"}), "T4"),
        ("attack", ana("convert", card="scout"), "A5"),
        ("first_primary", ana("play", card="scout"), "T1"),
        ("first_primary", ana("play", card="scout", biome="b1"), "T1"),
        ("advance", ben("defend", agents={"beta": "b1"}), "T4"),
    ],
)
def test_the_step_that_began(step: str, said: dict[str, Any], rules: str) -> None:
    """T1, T4, A5: the entry that began the present step is named."""
    story = both_pass(at(step))
    if said["by"] == "ben":
        story.when(**ANA_PASSES)
    found = refused(story, **said)
    assert (found[0], found[2]) == (rules, (2,))


def test_the_turn_that_began() -> None:
    """T1, A5: in the other's turn."""
    story = both_pass(at("second_primary")).then_state(turn_player="ben", step="draw")
    both_pass(both_pass(story, "ben"), "ben").when(**BEN_PASSES)
    for said, rule in ((ana("play", card="scout"), "T1"), (ana("convert", card="scout"), "A5")):
        story.when(**said).then_illegal(rule).then_since(2)


def test_what_was_converted() -> None:
    """A2, A8: with the entry of the conversion."""
    story = at("first_primary").when(**ana("convert", card="scout"))
    assert refused(story, **ana("play", card="scout"))[2] == (1,)
    report(story, fact="move", card="scout", to="deck")
    report(story, fact="move", card="scout", to="hand")
    assert refused(story, **ana("play", card="scout"))[2] == (1,)


def test_an_action_that_has_left_the_queue() -> None:
    """D2: the entry with which it did."""
    nullify: Card = {
        **JOLT,
        "cost": {},
        "target": {"what": "action"},
        "effects": [{"do": "cancel"}],
    }
    story = table({**CARDS, "nullify": hand("ana", nullify)}).when(**JOLT_BETA)
    both_pass(story, "ben")
    found = refused(story, **ana("play", card="nullify", targets=["q1"]))
    assert found == ("D2", "“q1” is no action in the queue.", (3,))


def test_both_would_lose() -> None:
    """M23: the entries with which biomes were lost."""
    story = table(CARDS, {"M11": "one"}).when(**ana("play", card="free", targets=["alpha"]))
    for player, biome in (("ana", "b1"), ("ben", "b2")):
        report(story, fact="lose_biome", player=player, biome=biome)
    both_pass(story, "ben").then_undetermined("M23").then_since(2, 3)


def test_what_came_of_it_is_told() -> None:
    """Cards drawn, energy lost, a phase and a turn that ended, a step that began."""
    cards = {"scry": hand("ana", SCRY), "top": {**AGENT, "owner": "ana", "zone": "deck"}}
    story = table(cards, decks={"ana": ["top"]}, step="maintenance").when(
        **ana("play", card="scry")
    )
    both_pass(story, "ben").then_reason("ana draws 1 card.")
    both_pass(story).then_reason(
        "ana loses 9 void: energy left over goes with the step.",
        "The start phase ends.", "The first primary phase begins.",
    )  # fmt: skip
    story = both_pass(table(cards, step="second_primary"))
    story.then_reason(
        "Turn 1 ends: turn 2 is ben's.", "The draw step begins.", "ben draws 2 cards."
    )
    both_pass(table(cards, step="defend")).then_reason("The damage step ends by itself")


def test_energy_that_would_have_been_enough_with_what_is_left() -> None:
    """D7: the entry in which it went, though what went there alone would not do."""
    cards = {"quake": hand("ana", QUAKE), "titan": hand("ana", {**AGENT, "cost": {"void": 3}})}
    story = table(cards, energy={"ana": {"void": 3}})
    both_pass(story.when(**ana("play", card="quake", targets=["b1"])), "ben")
    found = refused(story, **ana("play", card="titan"))
    assert found == ("D7", "the whole cost is 3, and ana has 1 void.", (1,))
