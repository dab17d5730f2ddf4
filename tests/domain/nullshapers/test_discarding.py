"""Effects that discard, terminate and give energy (E19, E16, A7)."""

import pytest

from tests.domain.nullshapers.tables import (
    AGENT,
    JOLT,
    PLATING,
    SCRY,
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


def event(*effects: Card, **more: object) -> Card:
    return {**SCRY, "effects": list(effects), **more}


DISCARD = {"do": "discard", "amount": 1}
THEIRS = {"who": "opponent"}
HANDS = {f"{by}{n}": hand(by, AGENT) for by in ("ana", "ben") for n in (1, 2)}


def executed(*effects: Card, cards: dict[str, Card] | None = None, **setup: object) -> Story:
    """ana plays an event with these effects, and it executes."""
    laid = {**HANDS, "rot": hand("ana", event(*effects)), **(cards or {})}
    return both_pass(table(laid, **setup).when(**ana("play", card="rot")), "ben")  # type: ignore[arg-type]


def test_who_has_to_discard_picks_the_cards() -> None:
    """E19: before anybody acts; the cards go to the cache."""
    story = executed({**DISCARD, **THEIRS}).then_legal("E11", "E19").happened("DiscardOwed", "E19")
    story.then_state(chance=None, to_act=["ben"], choice={
        "by": "ben", "kind": "discard", "skill": None, "number": 1, "from": ["ben1", "ben2"],
    })  # fmt: skip
    found = refused(story, **ana("pass"))
    assert found == ("E19", "ben has to choose 1 card to discard first.", (3,))
    story.when(**ana("choose", targets=["b1"])).then_illegal("G2")
    for targets in ([], ["ben1", "ben2"], ["b1"]):
        found = refused(story, **ben("choose", targets=targets))
        assert found == ("E19", "ben chooses exactly 1 card of the hand.", (3,))
    story.when(**ben("choose", targets=["ben2"])).then_legal("E19").happened("CardMoved", "E19")
    story.then_state(zones__ben={"hand": ["ben1"], "cache": ["ben2"]}, chance="ana", choice=None)


@pytest.mark.parametrize("number", [2, 5])
def test_who_holds_no_more_discards_all(number: int) -> None:
    """E19: without being asked."""
    story = executed({"do": "discard", "amount": number}).then_legal("E19").then_state(choice=None)
    story.then_reason("ana discards “ana1” and “ana2”, all there is in the hand.")
    story.happened("CardMoved", "E19")
    story.then_state(zones__ana={"hand": [], "cache": ["ana1", "ana2", "rot"]})


def test_a_debt_ends_with_its_step() -> None:
    """E19, M20 step_ends: paid with the whole hand, it takes no cards that are drawn in the next turn."""
    ahead = {"zone": "deck", "owner": "ben"}
    cards = {
        "rot": hand("ben", event({"do": "discard", "amount": 2})),
        "held": hand("ben", AGENT),
        **{name: {**AGENT, **ahead} for name in ("d1", "d2", "d3")},
    }
    laid = table(
        cards, {"M20": "step_ends"}, step="second_primary", decks={"ben": ["d1", "d2", "d3"]}
    )
    story = both_pass(laid.when(**ana("pass")).when(**ben("play", card="rot")))
    story.then_legal("E19", "M20")
    story.then_state(step="draw", zones__ben={"hand": ["d1", "d2"], "cache": ["held", "rot"]})


def test_nothing_to_discard() -> None:
    """Neither with an empty hand nor where it comes to none."""
    bare = {name: on("ana", AGENT) for name in HANDS if name.startswith("ana")}
    story = executed(DISCARD, cards=bare).then_state(choice=None, chance="ana")
    assert "E19" not in story.entry.ruling.cites
    story = executed({"do": "discard", "amount": 0}).then_state(zones__ana__hand=["ana1", "ana2"])
    story.events("Passed", "ActionExecuted", "CardMoved", "ChanceGiven")


def test_in_the_order_in_which_it_came_about() -> None:
    """W3, E19: the turn player's first, of one player's the first first; drawn cards are among them."""
    effects = ({**DISCARD, **THEIRS}, DISCARD, {"do": "draw", "amount": 1}, DISCARD)
    deep = {"deep": hand("ana", AGENT) | {"zone": "deck"}}
    story = executed(*effects, cards=deep, decks={"ana": ["deep"]}).then_state(to_act=["ana"])
    story.then_state(choice={"from": ["ana1", "ana2", "deep"]})
    story.when(**ana("choose", targets=["ana1"])).then_state(to_act=["ana"])
    story.when(**ana("choose", targets=["deep"])).then_state(to_act=["ben"])
    story.when(**ben("choose", targets=["ben1"])).then_state(to_act=["ana"], choice=None)
    story = executed(DISCARD, {"do": "draw", "amount": 1}, decks={"ana": []})
    story.then_state(choice={"kind": "discard"}).when(**ana("choose", targets=["ana1"]))
    story.then_state(choice={"kind": "biome"}).when(**ana("choose", targets=["b1"])).then_legal(
        "W3"
    )


def test_before_skills_enter() -> None:
    """E19, E13."""
    choir = {"rot2": hand("ana", AGENT), "horn": on("ana", reactive("despawn"))}
    effects = ({"do": "terminate"}, DISCARD)
    rot = hand("ana", event(*effects, target={"what": "agent"}))
    story = table({**HANDS, **choir, "rot": rot}).when(**ana("play", card="rot", targets=["horn"]))
    both_pass(story, "ben").then_state(choice={"kind": "discard"}, queue=[])
    story.when(**ana("choose", targets=["ana1"])).then_legal("E19", "A3")
    assert len(story.game.view()["queue"]) == 1


def test_of_the_target_player() -> None:
    """E19: `who: target`."""
    rot = hand("ana", event({**DISCARD, "who": "target"}, target={"what": "player", "count": 2}))
    story = table({**HANDS, "rot": rot}).when(**ana("play", card="rot", targets=["ben", "ana"]))
    both_pass(story, "ben").then_state(to_act=["ana"])
    story.when(**ana("choose", targets=["ana1"])).then_state(to_act=["ben"])


def test_an_effect_terminates() -> None:
    """E16, M16 owner: a constant goes to its owner's cache, its modifications with it."""
    cards = {
        "banish": hand("ana", event({"do": "terminate"}, target={"what": "constant"})),
        "brute": on("ben", {**AGENT, "defense": 9}),
        "lent": on("ben", AGENT, controller="ana"),
        "plating": on("ana", PLATING, attached_to="brute"),
    }
    story = both_pass(table(cards).when(**ana("play", card="banish", targets=["brute"])), "ben")
    story.then_legal("E11", "E16", "E18").then_reason("“brute” is terminated")
    story.then_state(zones={"ana": {"cache": ["banish", "plating"]}, "ben": {"cache": ["brute"]}})
    for reading, owner in (("owner", "ben"), ("controller", "ana")):
        story = table(cards, {"M16": reading}).when(**ana("play", card="banish", targets=["lent"]))
        both_pass(story, "ben")
        assert "lent" in story.game.view()["zones"][owner]["cache"]


def test_an_effect_gives_energy() -> None:
    """A7: it is energy like any other, lost with the step; it is no making of energy (M21)."""
    gain = {"do": "gain_energy", "kind": "growth", "amount": 2}
    story = executed(
        gain, {**gain, **THEIRS, "kind": "void"}, DISCARD, cards={"ana2": on("ana", AGENT)}
    )
    story.then_legal("E11").then_state(energy={"ana": {"growth": 2}, "ben": {"void": 12}})
    story.happened("EnergyMade", "A6", "E20")
    assert story.state.acted is None
    both_pass(story).then_state(energy={"ana": {"growth": 0}, "ben": {"void": 0}})


def test_x_of_energy() -> None:
    """D5."""
    gain = event({"do": "gain_energy", "kind": "dark", "amount": "x"}, cost={"x": True})
    for x in (0, 3):
        story = table({"well": hand("ana", gain)}).when(**ana("play", card="well", x=x))
        both_pass(story, "ben").then_state(energy__ana__dark=x)


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        ({"do": "discard"}, ": “amount” is missing for “discard”"),
        ({"do": "discard", "amount": -1}, ".amount: expected a whole number from 0, found -1"),
        ({"do": "gain_energy", "amount": 1}, ": “kind” is missing for “gain_energy”"),
        (
            {"do": "gain_energy", "kind": "mud", "amount": 1},
            ".kind: expected one of chaos, dark, growth, light, storm, void, found “mud”",
        ),
        (
            {"do": "gain_energy", "kind": "void", "amount": -1},
            ".amount: expected a whole number from 0, found -1",
        ),
        (
            {"do": "discard", "amount": 1, "who": "target"},
            ": “discard” needs a target of kind player",
        ),
        ({"do": "terminate", "amount": 1}, ": unknown key “amount”; expected do, group"),
    ],
)
def test_what_is_no_such_effect(effect: Card, sentence: str) -> None:
    assert unreadable({"effects": [effect]}) == f".effects[0]{sentence}"


def test_minus_x_is_nothing_to_discard() -> None:
    text = {"cost": {"x": True}, "effects": [{"do": "discard", "amount": "-x"}]}
    assert unreadable(text) == (
        ".effects[0].amount: expected a whole number from 0, or x, found “-x”"
    )
    assert JOLT["speed"] == 3


def test_x_cards_are_discarded_and_x_energy_is_gained() -> None:
    """E19, D5: for an X of 0 nobody is asked for any, and nothing is gained."""
    for x, left in ((1, 1), (0, 2)):
        text = event(
            {**DISCARD, **THEIRS, "amount": "x"},
            {"do": "gain_energy", "kind": "dark", "amount": "x"},
        )
        story = table({**HANDS, "rot": hand("ana", {**text, "cost": {"x": True}})})
        both_pass(story.when(**ana("play", card="rot", x=x)), "ben").then_legal("E11")
        happened = {type(one).__name__ for one in story.entry.events}
        assert {"DiscardOwed", "EnergyMade"} & happened == (
            {"DiscardOwed", "EnergyMade"} if x else set()
        )
        if x:
            story.when(**ben("choose", targets=["ben1"])).then_legal("E19")
        story.then_state(chance="ana")
        assert len(story.state.in_zone("hand", "ben")) == left


def test_a_discard_that_waited_is_since_its_effect() -> None:
    """W3, E19: ana first chooses two biomes to lose, for she twice could not draw."""
    draw = {"do": "draw", "amount": 1}
    story = executed(draw, draw, {**DISCARD, **THEIRS}, decks={"ana": []})
    for biome in ("b1", "b2"):
        story.then_state(to_act=["ana"]).when(**ana("choose", targets=[biome])).then_legal("W3")
    story.then_legal("E19").then_reason("ben has to discard 1.").then_state(to_act=["ben"])
    assert story.entry.ruling.because == (4, 3)


def test_who_holds_nothing_owes_nothing_later() -> None:
    """E19: what is drawn afterwards, in the same step, stays."""
    gift = {"gift": hand("ana", event({"do": "draw", "amount": 1, **THEIRS}))}
    cards = {**gift, "rot": hand("ana", event({**DISCARD, **THEIRS}))}
    story = table({**cards, "d1": on("ben", AGENT, "deck")}, decks={"ben": ["d1"]})
    both_pass(story.when(**ana("play", card="rot")), "ben").then_legal("E11")
    both_pass(story.when(**ana("play", card="gift")), "ben").then_legal("E11")
    story.then_state(zones__ben={"hand": ["d1"], "cache": []}, choice=None)
