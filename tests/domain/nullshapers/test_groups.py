"""Groups of targets: how many, which of them, and cards in a cache (D2, M13, E8)."""

import json
from typing import Any

import pytest

from domain.kernel.ruleset import SetupError
from domain.kernel.steps import JUDGE
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    JOLT,
    MEDIC,
    PLATING,
    RECALL,
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
from tests.domain.nullshapers.test_setup_refused import refused as unreadable
from tests.spec import Story

OWN, ENEMY = {"what": "agent", "whose": "own"}, {"what": "agent", "whose": "enemy"}


BLANK: Card = {"type": "event", "speed": 2, "cost": {"void": 2}}


def event(*groups: Card, effects: list[Card] | None = None, **more: Any) -> Card:
    return {**BLANK, "targets": list(groups), "effects": effects or [], **more}


LULL = event({"what": "agent", "min": 0, "max": 2}, effects=[{"do": "lock"}])
VOLLEY = event({**ENEMY, "max": 2}, effects=[{"do": "damage", "amount": 1}])
TREMOR = event({"what": "biome", "min": 2}, effects=[{"do": "durability", "amount": -1}])
TRADE = event(
    OWN, {**ENEMY, "count": 2}, effects=[{"do": "lock"}, {"do": "damage", "amount": 2, "group": 2}]
)
SALVAGE = event({"what": "card", "zone": "cache", "whose": "own"}, effects=[{"do": "to_hand"}])
SWAP = event(
    {"what": "agent"},
    {"what": "agent", "zone": "cache", "min": 0},
    effects=[{"do": "to_hand", "group": 2}, {"do": "terminate"}],
)
CARDS = {
    "lull": hand("ana", LULL),
    "volley": hand("ana", VOLLEY),
    "tremor": hand("ana", TREMOR),
    "trade": hand("ana", TRADE),
    "salvage": hand("ana", SALVAGE),
    "swap": hand("ana", SWAP),
    "alpha": on("ana", AGENT),
    "beta": on("ben", AGENT),
    "gamma": on("ben", AGENT),
    "delta": on("ben", AGENT),
    "old": on("ana", AGENT, "cache"),
    "burnt": on("ben", JOLT, "cache"),
    "recall": hand("ben", RECALL),
    "recall2": hand("ben", RECALL),
}


def play(card: str, *targets: str) -> Story:
    return table(CARDS).when(**ana("play", card=card, targets=list(targets)))


@pytest.mark.parametrize(
    ("card", "targets", "words"),
    [
        ("volley", [], "names 1 to 2 targets, and none is named"),
        ("swap", [], "names at least 1 target, and none is named"),
        ("volley", ["beta", "gamma", "delta"], "names 1 to 2 targets, and 3 are named"),
        ("lull", ["alpha", "beta", "gamma"], "names 0 to 2 targets, and 3 are named"),
        ("tremor", ["b1"], "names at least 2 targets, and one is named"),
        ("trade", ["alpha", "beta"], "names exactly 3 targets, and 2 are named"),
        ("volley", ["beta", "beta"], "a target is named twice"),
        ("swap", ["alpha", "old", "old"], "a target is named twice"),
        ("trade", ["beta", "alpha", "gamma"], "“beta” is ben's, and the text wants one's own"),
        ("salvage", ["alpha"], "“alpha” is no card in a cache"),
        ("salvage", ["burnt"], "“burnt” is ben's, and the text wants one's own"),
        ("swap", ["alpha", "burnt"], "“burnt” is no agent"),
        ("swap", ["old"], "“old” is no card on the planet"),
    ],
)
def test_what_is_not_named_as_the_text_says(card: str, targets: list[str], words: str) -> None:
    """D2: between the least and the most, all different, each meeting its group."""
    play(card, *targets).then_illegal("D2").then_reason(words)


def test_who_names_no_target_does_by_what_the_card_says() -> None:
    """A11: of a declaration, and of a skill that enters."""
    assert "A11" in play("lull").then_legal("A11").entry.ruling.cites
    for story in (play("lull", "beta"), play("volley", "gamma")):
        assert "A11" not in story.then_legal("A1").entry.ruling.cites
    for least, cited in ((0, True), (1, False)):
        nobody = {"what": "software", "min": least, "max": 2}
        chorus = {"chorus": on("ana", reactive("amplify", {"do": "lock"}, nobody))}
        story = table({**CARDS, **chorus})
        story.when(**ana("play", card="volley", targets=["gamma"])).then_legal("A1")
        assert ("A11" in story.entry.ruling.cites) == cited


@pytest.mark.parametrize(
    ("card", "targets"),
    [
        ("lull", []),
        ("lull", ["alpha", "beta"]),
        ("volley", ["gamma"]),
        ("tremor", ["b3", "b1", "b2"]),
        ("trade", ["alpha", "gamma", "beta"]),
        ("salvage", ["old"]),
        ("swap", ["beta"]),
        ("swap", ["alpha", "old"]),
    ],
)
def test_what_is_named_as_the_text_says(card: str, targets: list[str]) -> None:
    """D2: kept as named."""
    story = play(card, *targets).then_legal("A1", "T2")
    assert story.game.view()["queue"][0]["targets"] == targets


def test_a_text_that_names_none_executes() -> None:
    """E8: there were no targets, so none is missing."""
    both_pass(play("lull"), "ben").then_legal("E11").then_state(zones__ana__cache=["lull", "old"])


def test_each_effect_acts_on_its_group() -> None:
    """E7: one target may have gone; the other groups are affected all the same."""
    story = play("trade", "alpha", "gamma", "beta")
    both_pass(story.when(**ben("play", card="recall", targets=["gamma"])))
    both_pass(story).then_legal("E7", "E11", "E18")
    story.then_state(
        cards__alpha={"locked": True, "damage": 0}, zones__ben__cache=["beta", "burnt", "recall"]
    )


def test_no_target_of_any_group_is_valid() -> None:
    """E8; while one is valid in one group it executes."""
    cards = {**CARDS, "trade": hand("ana", event(OWN, ENEMY, effects=TRADE["effects"]))}
    for gone in (["alpha"], ["alpha", "beta"]):
        story = table(cards).when(**ana("play", card="trade", targets=["alpha", "beta"]))
        for name, card in zip(gone, ("recall", "recall2"), strict=False):
            story.when(**ben("play", card=card, targets=[name])).when(**ANA_PASSES)
        for _ in gone:
            story.when(**ben("pass")).when(**ANA_PASSES)
        story.when(**ben("pass"))
        cited = "E7" if len(gone) == 1 else "E8"
        assert cited in story.entry.ruling.cites


def test_a_card_of_a_cache_goes_to_its_owners_hand() -> None:
    """E6: in the order of the effects, so the card that goes to a cache later is not reached."""
    story = both_pass(play("swap", "alpha", "old"), "ben").then_legal("E11")
    story.then_state(zones__ana={"hand": ["lull", "old", "salvage", "trade", "tremor", "volley"]})
    story.then_state(zones__ana__cache=["alpha", "swap"])


def test_a_card_of_a_cache_that_has_left_it() -> None:
    """M13 new_object: it has come back, but it is another object; under M13 same_card it is the same."""
    for reading, rule in (("new_object", "E8"), ("same_card", "E11")):
        story = table(CARDS, {"M13": reading}).when(**ana("play", card="salvage", targets=["old"]))
        for to in ("hand", "cache"):
            story.when(by=JUDGE, do="report", fact="move", card="old", to=to)
        both_pass(story, "ben").then_legal(rule, "M13")
    story = table(CARDS).when(**ana("play", card="salvage", targets=["old"]))
    story.when(by=JUDGE, do="report", fact="move", card="old", to="staging")
    both_pass(story, "ben").then_legal("E8", "E9").then_reason("“old” is not there any more")


def test_keywords_sleep_in_a_cache() -> None:
    """K1, K2 and K3 concern cards on the planet."""
    keywords = {"encrypt": "always", "firewall": {"void": 5}, "lightspeed": True}
    cards = {**CARDS, "old": on("ana", {**AGENT, "speed": 3, "keywords": keywords}, "cache")}
    story = table(cards, energy={"ana": {"void": 2}})
    story.when(**ana("play", card="salvage", targets=["old"])).then_legal("T2")
    both_pass(story, "ben").then_legal("E11")
    table({**cards, "jolt": hand("ana", JOLT)}).when(
        **ana("play", card="jolt", targets=["old"])
    ).then_illegal("D2")
    assert "K1" not in story.entry.ruling.cites


def test_what_is_a_card_of_a_cache() -> None:
    """D2: an anomaly is nothing else; a constant is no event."""
    for what, names in (
        ("event", ["burnt"]),
        ("agent", ["old"]),
        ("constant", ["old"]),
        ("anomaly", ["rift"]),
        ("card", ["burnt", "old", "rift"]),
    ):
        cards = {**CARDS, "rift": on("ben", RIFT, "cache")}
        cards["salvage"] = hand("ana", event({"what": what, "zone": "cache"}))
        for name in ("burnt", "old", "rift"):
            story = table(cards).when(**ana("play", card="salvage", targets=[name]))
            assert (story.entry.ruling.verdict == "legal") == (name in names)


GROUP = "only the last group may leave the number open"
BOTH = "expected “count”, or “min” and “max”"
A_CARD = ": a modification names a card on the planet"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            {"target": OWN, "targets": [OWN]},
            ": “target” is short for “targets”; expected one of them",
        ),
        ({"targets": []}, ".targets: expected at least one group of targets"),
        ({"targets": OWN}, f".targets: expected a list, found {json.dumps(OWN)}"),
        ({"targets": [{**OWN, "min": 0}, ENEMY]}, f".targets[0]: {GROUP}"),
        ({"targets": [{**OWN, "max": 2}, ENEMY]}, f".targets[0]: {GROUP}"),
        ({"target": {**OWN, "count": 1, "number": 1}}, f".target: {BOTH}"),
        ({"target": {**OWN, "count": 1, "min": 1}}, f".target: {BOTH}"),
        ({"target": {**OWN, "number": 1, "max": 1}}, f".target: {BOTH}"),
        (
            {"target": {**OWN, "count": 0}},
            ".target.count: expected a whole number from 1, found 0",
        ),
        ({"target": {**OWN, "min": -1}}, ".target.min: expected a whole number from 0, found -1"),
        (
            {"target": {**OWN, "min": 3, "max": 2}},
            ".target.max: expected a whole number from 3, found 2",
        ),
        (
            {"target": {"what": "card"}},
            ".target.what: expected one of agent, anomaly, constant, hardware, software, biome, "
            "sector, player, action, found “card”",
        ),
        (
            {"target": {"what": "card", "zone": "cache", "locked": True}},
            ".target.locked: does not apply to a target of kind card in a cache",
        ),
        (
            {"target": {"what": "agent", "zone": "cache", "biome": "b1"}},
            ".target.biome: does not apply to a target of kind agent in a cache",
        ),
        (
            {"target": {"what": "sector", "zone": "cache"}},
            ".target.zone: does not apply to a target of kind sector in a cache",
        ),
        (
            {"target": {"what": "agent", "zone": "cache"}, "effects": [{"do": "lock"}]},
            ".effects[0]: “lock” needs a target of kind agent, anomaly, constant, hardware, software",
        ),
        (
            {"targets": [OWN, {"what": "biome"}], "effects": [{"do": "lock", "group": 2}]},
            ".effects[0]: “lock” needs a target of kind agent, anomaly, constant, hardware, software "
            "in group 2",
        ),
        (
            {"target": OWN, "effects": [{"do": "lock", "group": 2}]},
            ".effects[0]: “lock” needs a target of kind agent, anomaly, constant, hardware, software",
        ),
        (
            {"target": OWN, "effects": [{"do": "draw", "amount": 1, "group": 1}]},
            ".effects[0].group: this “draw” acts on no target",
        ),
    ],
)
def test_what_is_no_group(text: dict[str, Any], sentence: str) -> None:
    assert unreadable(text) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ({"target": {"what": "agent", "number": 2}}, ": a modification names exactly one target"),
        (
            {"target": {"what": "agent", "max": 1, "min": 0}},
            ": a modification names exactly one target",
        ),
        ({"target": {"what": "biome"}}, A_CARD),
        ({"target": {"what": "agent", "zone": "cache"}}, A_CARD),
    ],
)
def test_what_no_modification_names(text: dict[str, Any], sentence: str) -> None:
    """D3: one card on the planet."""
    with pytest.raises(SetupError) as why:
        table({"c": hand("ana", {**PLATING, **text})})
    assert str(why.value) == f"setup.cards.c{sentence}"


def test_an_activated_skill_names_groups() -> None:
    """D2: as a card does."""
    skill = {
        **MEDIC["skills"]["patch"],
        "targets": [OWN, ENEMY],
        "effects": [{"do": "lock", "group": 2}],
    }
    skill.pop("target")
    cards = {**CARDS, "medic": on("ana", {**AGENT, "skills": {"pin": skill}})}
    story = table(cards).when(**ana("activate", card="medic", skill="pin", targets=["medic"]))
    assert (
        refused(story, **ana("activate", card="medic", skill="pin", targets=["beta", "alpha"]))[0]
        == "D2"
    )
    story.when(**ana("activate", card="medic", skill="pin", targets=["medic", "beta"])).then_legal()
    both_pass(story, "ben").then_legal("E6").then_state(cards__beta__locked=True)
