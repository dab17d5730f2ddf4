"""What effects do to the targets, one after the other (section “Effects” of the page)."""

from typing import Any

import pytest

from tests.domain.nullshapers.tables import (
    AGENT,
    JOLT,
    PLATING,
    RECALL,
    RIFT,
    SWEEP,
    Card,
    ana,
    ben,
    both_pass,
    hand,
    on,
    table,
)
from tests.spec import Story

TWO = {"what": "constant", "number": 2}
CARDS = {
    "alpha": on("ana", AGENT),
    "beta": on("ben", AGENT, "b1"),
    "gamma": on("ben", AGENT, locked=True),
    "plating": on("ben", PLATING, attached_to="beta"),
}


def plays(
    targets: list[str], *effects: Card, story: Story | None = None, what: Any = None, **more: Any
) -> Story:
    """ana plays an event with these effects, and it executes."""
    target = {"target": what} if what else {}
    spell = hand("ana", {**JOLT, "cost": {}, **more, "effects": list(effects)} | target)
    if not what:
        del spell["target"]
    said = {"targets": targets} if what else {}
    if "x" in more.get("cost", {}):
        said["x"] = 2
    told = story or table({**CARDS, "spell": spell})
    return both_pass(told.when(**ana("play", card="spell", **said)).then_legal(), "ben")


def with_spell(what: Card, *effects: Card, **setup: Any) -> Story:
    spell = hand("ana", {**JOLT, "cost": {}, "target": what, "effects": list(effects)})
    return table({**CARDS, "spell": spell, **setup.pop("more", {})}, **setup)


X = {"cost": {"x": True}}


@pytest.mark.parametrize(
    ("what", "targets", "effect", "after"),
    [
        ({"what": "agent"}, ["beta"], {"do": "damage", "amount": "x"}, {"zones.ben.b1": []}),
        ({"what": "agent"}, ["beta"], {"do": "damage", "amount": "-x"}, {"cards.beta.damage": 0}),
        ({"what": "sector"}, ["b1.ana"], {"do": "durability", "amount": "x"}, {"sectors": {"b1.ana": 12}}),
        ({"what": "sector"}, ["b1.ana"], {"do": "durability", "amount": "-x"}, {"sectors": {"b1.ana": 8}}),
    ],
)  # fmt: skip
def test_x_as_it_was_picked(what: Card, targets: list[str], effect: Card, after: Card) -> None:
    """D5: a number of the text may be X, or X with a minus."""
    plays(targets, effect, what=what, **X).then_legal("E11").then_state(after)


def test_x_may_be_nought() -> None:
    """D5."""
    draw = {"do": "draw", "amount": "x"}
    spell = hand("ana", {**JOLT, **X, "effects": [draw]})
    del spell["target"]
    lying = {**AGENT, "owner": "ana", "zone": "deck"}
    for x, left in ((0, 2), (1, 1), (2, 0)):
        story = table({"spell": spell, "c": lying, "d": lying}, decks={"ana": ["c", "d"]})
        both_pass(story.when(**ana("play", card="spell", x=x)), "ben")
        drawn = [
            type(event).__name__ for event in story.then_state(zones__ana__deck=left).entry.events
        ]
        assert ("CardsDrawn" in drawn) == (x > 0)


def test_no_damage_is_none() -> None:
    plays(["beta"], {"do": "damage", "amount": 0}, what={"what": "agent"}).events(
        "Passed", "ActionExecuted", "CardMoved", "ChanceGiven"
    )


def test_what_is_taken_away_meanwhile_is_skipped() -> None:
    """E16: a modification goes with its host, and from the cache it goes nowhere."""
    story = plays(["beta", "plating"], {"do": "to_hand"}, what=TWO)
    story.then_state(zones__ben={"hand": ["beta"], "cache": ["plating"]})
    story = plays(["beta", "gamma"], {"do": "damage", "amount": 2}, {"do": "to_hand"}, what=TWO)
    story.then_state(zones__ben={"hand": [], "cache": ["beta", "gamma", "plating"]})
    lethal = {"do": "durability", "amount": -10}
    again = {"do": "durability", "amount": 4}
    story = plays(["b1.ben"], lethal, again, what={"what": "sector"})
    story.then_state(sectors={"b1.ben": 0}, biomes__b1__lost_by=["ben"])


def test_locking_and_unlocking() -> None:
    story = plays(["alpha", "gamma"], {"do": "lock"}, {"do": "unlock"}, what=TWO)
    story.then_state(cards__alpha__locked=False, cards__gamma__locked=False)
    unlocked = [
        event.rules for event in story.entry.events if type(event).__name__ == "CardUnlocked"
    ]
    assert unlocked == [("E20",), ("E20",)]


def test_to_a_biome() -> None:
    """Each target agent, to its controller's sector there, if that still stands."""
    to_b3 = {"do": "to_biome", "biome": "b3"}
    story = plays(["plating", "beta"], to_b3, what=TWO)
    story.then_state(zones__ben={"b3": ["beta"], "b1": [], "staging": ["gamma", "plating"]})
    for loser, zone in (("ben", "b1"), ("ana", "b3")):
        lost = {"b3": {"lost_by": [loser]}}
        story = with_spell({"what": "agent"}, to_b3, readings={"M40": "sector_only"}, biomes=lost)
        plays(["beta"], story=story, what={"what": "agent"}).then_state(
            {f"zones.ben.{zone}": ["beta"]}
        )
    story = plays(["beta"], {"do": "to_biome", "biome": "b1"}, what={"what": "agent"})
    story.events("Passed", "ActionExecuted", "CardMoved", "ChanceGiven")


@pytest.mark.parametrize(("who", "loser"), [("self", "ana"), ("opponent", "ben")])
def test_losing_a_biome(who: str, loser: str) -> None:
    """Seen from the controller; one that is not theirs any more they do not lose again."""
    what, effect = {"what": "biome"}, {"do": "lose_biome", "who": who}
    plays(["b2"], effect, what=what).then_state(biomes__b2__lost_by=[loser])
    other = "ben" if loser == "ana" else "ana"
    readings = {"M40": "sector_only"}
    story = with_spell(what, effect, readings=readings, biomes={"b2": {"lost_by": [other]}})
    plays(["b2"], story=story, what=what).then_state(biomes__b2__lost_by=["ana", "ben"])
    story = with_spell(what, effect, readings=readings, biomes={"b2": {"lost_by": [loser]}})
    plays(["b2"], story=story, what=what).then_state(biomes__b2__lost_by=[loser])
    story.events("Passed", "ActionExecuted", "CardMoved", "ChanceGiven")


@pytest.mark.parametrize(
    ("who", "by", "drawn"),
    [
        ("self", "ana", "ana"),
        ("opponent", "ana", "ben"),
        ("opponent", "ben", "ana"),
        ("target", "ana", "ben"),
    ],
)
def test_an_effect_says_who_draws(who: str, by: str, drawn: str) -> None:
    effect = {"do": "draw", "amount": 1, "who": who}
    text: Card = {**JOLT, "cost": {}, "target": {"what": "player"}, "effects": [effect]}
    decks = {one: [f"d_{one}"] for one in ("ana", "ben")}
    lying = {f"d_{one}": {**AGENT, "owner": one, "zone": "deck"} for one in ("ana", "ben")}
    story = table({**lying, "spell": hand(by, text)}, decks=decks)
    if by == "ben":
        story.when(**ana("pass"))
    story.when(by=by, do="play", card="spell", targets=["ben"])
    both_pass(story, "ben" if by == "ana" else "ana").then_legal("E11")
    other = "ben" if drawn == "ana" else "ana"
    story.then_state(
        {f"zones.{drawn}": {"hand": [f"d_{drawn}"], "deck": 0}, f"zones.{other}.deck": 1}
    )


@pytest.mark.parametrize(
    ("what", "effect", "targets"),
    [
        ("agent", {"do": "damage", "amount": 1}, ["b1"]),
        ("agent", {"do": "lock"}, ["b1.ana"]),
        ("agent", {"do": "unlock"}, ["ana"]),
        ("agent", {"do": "to_hand"}, ["b2"]),
        ("agent", {"do": "to_biome", "biome": "b2"}, ["rift", "b1"]),
        ("sector", {"do": "durability", "amount": -1}, ["alpha"]),
        ("biome", {"do": "lose_biome"}, ["alpha", "b1.ben"]),
        ("action", {"do": "cancel"}, ["alpha"]),
        ("player", {"do": "draw", "amount": 1, "who": "target"}, ["alpha"]),
    ],
)
def test_targets_of_another_kind(what: str, effect: Card, targets: list[str]) -> None:
    """Made legal by a judge they are only asked for being there, and nothing befalls them."""
    text = {**JOLT, "cost": {}, "target": {"what": what, "number": len(targets)}}
    cards = {**CARDS, "spell": hand("ana", {**text, "effects": [effect]}), "rift": on("ana", RIFT)}
    story = table(cards).when(**ana("play", card="spell", targets=targets)).then_illegal("D2")
    both_pass(story.overrule(1, "legal").then_legal("G5"), "ben").then_legal("E11")
    story.events("Passed", "ActionExecuted", "CardMoved", "ChanceGiven")


def test_targets_of_several_kinds() -> None:
    """Each is remembered as what it was: a card that came back before is the one that was named."""
    story = with_spell({"what": "agent", "number": 2}, {"do": "lock"})
    for to in ("hand", "staging"):
        story.when(**ben("report", fact="move", card="beta", to=to))
    story.when(**ana("play", card="spell", targets=["b1", "beta"])).then_illegal("D2")
    both_pass(story.overrule(3, "legal"), "ben").then_state(cards__beta__locked=True)
    story = with_spell({"what": "agent"}, {"do": "lock"})
    for to in ("hand", "staging", "hand", "staging"):
        story.when(**ben("report", fact="move", card="beta", to=to)).then_legal()
    plays(["beta"], story=story, what={"what": "agent"}).then_state(cards__beta__locked=True)


def test_it_is_another_object_each_time_it_comes_back() -> None:
    """M13: also one that had left before it was named."""
    story = with_spell({"what": "agent"}, {"do": "lock"})
    for n in range(2):
        for to in ("hand", "staging"):
            story.when(**ben("report", fact="move", card="beta", to=to)).then_legal()
        if not n:
            story.when(**ana("play", card="spell", targets=["beta"])).then_legal()
    both_pass(story, "ben").then_legal("E8", "M13").then_state(cards__beta__locked=False)


def test_only_a_modification_is_attached() -> None:
    """E11: whatever else names a target."""
    net = hand("ana", {**AGENT, "target": {"what": "agent"}, "effects": [{"do": "lock"}]})
    story = table({**CARDS, "net": net}).when(**ana("play", card="net", targets=["beta"]))
    both_pass(story, "ben").then_state(cards__net__attached_to=None, cards__beta__locked=True)


def test_arriving_where_the_own_sector_stands() -> None:
    """P7, M40 sector_only: otherwise in staging."""
    for loser, zone in (("ana", "staging"), ("ben", "b3")):
        story = table({"quick": hand("ana", AGENT, speed=2)}, {"M40": "sector_only"}, step="attack")
        story.when(**ana("play", card="quick", biome="b3"))
        story.when(**ana("report", fact="lose_biome", player=loser, biome="b3"))
        both_pass(story, "ben").then_state({f"zones.ana.{zone}": ["quick"]})


def test_modifications_stay_on_the_planet() -> None:
    """E16: they go only when their host leaves it."""
    plating = on(
        "ana", {**AGENT, "type": "software", "subtype": "modification"}, attached_to="medic"
    )
    for key in ("attack", "defense"):
        plating.pop(key)
    story = table({"medic": on("ana", AGENT), "plating": plating})
    story.when(**ana("report", fact="move", card="medic", to="b1")).then_legal()
    story.then_state(cards__plating__attached_to="medic", zones__ana__cache=[])


def test_where_a_borrowed_card_goes() -> None:
    """M16 controller, in words."""
    story = table({"lent": on("ben", AGENT, controller="ana")}, {"M16": "controller"})
    story.when(**ana("report", fact="damage", card="lent", amount=2)).then_legal("E18", "M16")
    story.then_reason("“lent” goes to the cache of ana, who controlled it.")


def test_sweeping_names_two() -> None:
    """E7: who is not affected is told."""
    story = table({**CARDS, "sweep": hand("ana", SWEEP), "recall": hand("ben", RECALL)})
    story.when(**ana("play", card="sweep", targets=["beta", "gamma"]))
    both_pass(story.when(**ben("play", card="recall", targets=["beta"])))
    both_pass(story).then_reason("“beta” is not there any more, and is not affected.")
