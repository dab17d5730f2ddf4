"""Reports: what cannot be, what is said of them, and what each does (section “Steps”)."""

from typing import Any

import pytest

from domain.kernel.steps import JUDGE
from tests.domain.nullshapers.tables import (
    AGENT,
    FORK,
    NULLIFY,
    OVERLOAD,
    PLATING,
    RIFT,
    SCRY,
    ana,
    both_pass,
    hand,
    on,
    refused,
    table,
)
from tests.spec import Story

LYING = {**AGENT, "owner": "ana", "zone": "deck"}
CARDS = {
    "alpha": on("ana", AGENT, fresh=True),
    "lent": on("ben", AGENT, controller="ana"),
    "plating": on("ana", PLATING, attached_to="alpha"),
    "held": hand("ana", AGENT),
    "rift": on("ana", RIFT, makes={"dark": 2, "void": 1}),
    "low": LYING,
    "mid": LYING,
    "top": LYING,
    "deep": {**LYING, "owner": "ben"},
    "free": hand("ana", {**SCRY, "cost": {}}),
    "fork": hand("ana", FORK),
    "overload": hand("ana", OVERLOAD),
    "nullify": hand("ben", NULLIFY),
}
DECKS = {"ana": ["top", "mid", "low"]}


def laid(readings: dict[str, str] | None = None, **setup: Any) -> Story:
    return table({**CARDS, **setup.pop("more", {})}, readings, decks=DECKS, **setup)


def report(story: Story, by: str = JUDGE, **fact: Any) -> Story:
    return story.when(by=by, do="report", **fact).then_legal()


def happened(story: Story) -> list[tuple[str, tuple[str, ...]]]:
    """The events after the report itself, with their rules."""
    return [(type(event).__name__, event.rules) for event in story.entry.events[1:]]


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        (
            {"fact": "damage", "card": "ghost", "amount": 1},
            "there is no card “ghost” in this game.",
        ),
        ({"fact": "damage", "card": "held", "amount": 1}, "“held” is not on the planet."),
        ({"fact": "lock", "card": "held"}, "“held” is not on the planet."),
        ({"fact": "unlock", "card": "held"}, "“held” is not on the planet."),
        (
            {"fact": "attach", "card": "alpha", "to": "alpha"},
            "“alpha” cannot be attached to itself.",
        ),
        ({"fact": "attach", "card": "held", "to": "alpha"}, "“held” is not on the planet."),
        ({"fact": "attach", "card": "alpha", "to": "held"}, "“held” is not on the planet."),
        ({"fact": "attach", "card": "held", "to": None}, "“held” is not on the planet."),
        ({"fact": "move", "card": "ghost", "to": "hand"}, "there is no card “ghost” in this game."),
        ({"fact": "move", "card": "lent", "to": "b3"}, "ana's sector in b3 is lost."),
        ({"fact": "move", "card": "held", "to": "b3"}, "ana's sector in b3 is lost."),
        ({"fact": "speed", "card": "ghost", "speed": 1}, "there is no card “ghost” in this game."),
        ({"fact": "speed", "card": "rift", "speed": 1}, "“rift” has no speed."),
        (
            {"fact": "energy", "player": "carl", "kind": "void", "amount": 1},
            "there is no player “carl”.",
        ),
        (
            {"fact": "durability", "sector": "b4.ana", "amount": 1},
            "there is no sector “b4.ana”: a sector is biome, dot, player.",
        ),
        ({"fact": "durability", "sector": "b3.ana", "amount": 1}, "“b3.ana” is lost."),
        ({"fact": "lose_biome", "player": "carl", "biome": "b1"}, "there is no player “carl”."),
        (
            {"fact": "lose_biome", "player": "ana", "biome": "b3"},
            "“b3.ana” does not stand any more.",
        ),
    ],
)
def test_what_cannot_be_reported(fact: dict[str, Any], reason: str) -> None:
    """G1."""
    story = laid({"M40": "sector_only"}, biomes={"b3": {"lost_by": ["ana"]}})
    assert refused(story, **ana("report", **fact)) == ("G1", reason, ())


def test_what_waits_in_the_queue_is_not_reported_on() -> None:
    """G1: it is moved by no report, nor changed in its speed."""
    story = laid().when(**ana("play", card="free"))
    for fact in ({"fact": "move", "to": "hand"}, {"fact": "speed", "speed": 1}):
        found = refused(story, **ana("report", card="free", **fact))
        assert found == ("G1", "“free” is in the queue.", (1,))


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        ({"fact": "damage", "card": "alpha", "amount": 1}, "1 damage to “alpha”"),
        ({"fact": "lock", "card": "alpha"}, "that “alpha” is locked"),
        ({"fact": "unlock", "card": "alpha"}, "that “alpha” is unlocked"),
        ({"fact": "move", "card": "alpha", "to": "b1"}, "that “alpha” goes to b1"),
        ({"fact": "move", "card": "held", "to": "cache"}, "that “held” goes to the cache"),
        ({"fact": "move", "card": "held", "to": "deck"}, "that a card goes to the deck"),
        ({"fact": "attach", "card": "lent", "to": "alpha"}, "that “lent” is attached to “alpha”"),
        (
            {"fact": "attach", "card": "plating", "to": None},
            "that “plating” is attached to nothing",
        ),
        ({"fact": "speed", "card": "alpha", "speed": 2}, "that “alpha” has Speed 2"),
        ({"fact": "speed", "card": "held", "speed": 2}, "that a card has Speed 2"),
        (
            {"fact": "energy", "player": "ana", "kind": "dark", "amount": 1},
            "+1 dark energy for ana",
        ),
        ({"fact": "durability", "sector": "b1.ana", "amount": -1}, "-1 durability of b1.ana"),
        ({"fact": "other", "text": "so be it"}, "something that changes nothing here: so be it"),
    ],
)
def test_what_is_reported_in_words(fact: dict[str, Any], reason: str) -> None:
    """A card that is hidden before and after is not named; a plain report cites nothing."""
    ruling = report(laid(), "ana", **fact).entry.ruling
    assert (ruling.cites, ruling.reason) == ((), f"ana reports {reason}.")


@pytest.mark.parametrize("step", ["first_primary", "draw", "refresh", "reset", "damage"])
def test_a_plain_report_is_taken_as_said(step: str) -> None:
    """A12. In any step; its ruling cites nothing."""
    for fact, name in (
        ({"fact": "damage", "card": "alpha", "amount": 1}, "CardDamaged"),
        ({"fact": "lock", "card": "alpha"}, "CardLocked"),
        ({"fact": "unlock", "card": "lent"}, "CardUnlocked"),
        ({"fact": "move", "card": "alpha", "to": "b2"}, "CardMoved"),
        ({"fact": "attach", "card": "lent", "to": "alpha"}, "CardAttached"),
        ({"fact": "speed", "card": "alpha", "speed": 2}, "SpeedChanged"),
        ({"fact": "energy", "player": "ana", "kind": "dark", "amount": 1}, "EnergyMade"),
        ({"fact": "energy", "player": "ana", "kind": "void", "amount": -1}, "EnergyLost"),
        ({"fact": "durability", "sector": "b1.ana", "amount": -1}, "DurabilityChanged"),
    ):
        more = {"lent": on("ben", AGENT, controller="ana", locked=True)}
        beside = {"EnergyMade": ("A6",), "EnergyLost": ("A7",)}.get(name, ())
        story = report(laid(step=step, more=more), **fact)
        assert happened(story) == [(name, (*beside, "A12"))]
    for fact in (
        {"fact": "damage", "card": "alpha", "amount": 0},
        {"fact": "unlock", "card": "alpha"},
        {"fact": "energy", "player": "ana", "kind": "dark", "amount": -1},
        {"fact": "energy", "player": "ana", "kind": "void", "amount": 0},
        {"fact": "durability", "sector": "b1.ana", "amount": 0},
    ):
        assert happened(report(laid(step=step), **fact)) == []


@pytest.mark.parametrize(
    ("card", "to", "area"),
    [
        ("lent", "b1", "ana.b1"),
        ("lent", "hand", "ben.hand"),
        ("lent", "cache", "ben.cache"),
        ("lent", "archive", "ben.archive"),
        ("held", "staging", "ana.staging"),
        ("deep", "b2", "ben.b2"),
    ],
)
def test_whose_area_it_goes_to(card: str, to: str, area: str) -> None:
    """On the planet its controller's, else its owner's."""
    story = report(laid(), fact="move", card=card, to=to)
    assert card in _list(story, area)
    if card == "lent" and "ben" in area:
        report(story, fact="move", card=card, to="b1").then_state(zones__ben__b1=["lent"])


def _list(story: Story, area: str) -> list[str]:
    owner, zone = area.split(".")
    found: list[str] = story.game.view()["zones"][owner][zone]
    return found


def test_leaving_the_planet() -> None:
    """Damage, lock, freshness and attachment are lost; mode and present speed stay."""
    more = {"alpha": on("ana", AGENT, fresh=True, locked=True, damage=1)}
    story = report(laid(more=more), fact="speed", card="alpha", speed=3)
    report(story, fact="move", card="alpha", to="hand").then_legal("E16")
    card = story.state.cards["alpha"]
    assert (card.damage, card.locked, card.fresh, card.speed) == (0, False, False, 3)
    assert story.state.attached == {}
    report(story, fact="move", card="alpha", to="b1")
    assert story.state.cards["alpha"].fresh
    report(story, fact="move", card="alpha", to="staging")
    assert story.state.cards["alpha"].fresh


def test_to_the_deck_and_from_it() -> None:
    """At the bottom; from wherever it lies. A deck that is not known stays unknown."""
    story = report(laid(), fact="move", card="held", to="deck")
    assert story.state.decks["ana"] == ("top", "mid", "low", "held")
    report(story, fact="move", card="mid", to="hand").then_state(zones__ana__deck=3)
    assert story.state.decks["ana"] == ("top", "low", "held")
    report(story, fact="move", card="deep", to="hand").then_state(zones__ben={"deck": None})
    report(story, fact="move", card="lent", to="deck").then_state(zones__ben={"deck": None})
    report(story, fact="move", card="top", to="deck").then_state(zones__ana__deck=3)
    assert story.state.decks["ana"] == ("low", "held", "top")


def test_who_leaves_his_sector_is_out_of_the_battle() -> None:
    """Attackers and defenders; and at the end of the damage step all of them."""
    fighters = {
        "alpha": on("ana", AGENT, "b1"), "gamma": on("ana", AGENT, "b1"),
        "beta": on("ben", AGENT, "b1"), "delta": on("ben", AGENT, "b1"),
    }  # fmt: skip
    story = laid(
        step="damage",
        attackers=["alpha", "gamma"],
        defenders=["beta", "delta"],
        against={"alpha": ["beta"], "gamma": ["delta"]},
        more=fighters,
    )
    for card in ("alpha", "beta"):
        report(story, fact="move", card=card, to="staging")
    story.then_state(attackers=["gamma"], defenders=["delta"])
    for by, card in (("ana", "gamma"), ("ben", "delta")):
        story.when(by=by, do="convert", card=card).then_illegal()
        story.overrule(story.game.length, "legal").then_legal("G5")
    both_pass(story).then_state(step="second_primary", attackers=[], defenders=[])


def test_after_the_end_nothing_follows_from_a_report() -> None:
    """Only a judge reports then."""
    story = laid().when(**ana("concede"))
    for fact, name in (
        ({"fact": "durability", "sector": "b1.ana", "amount": -20}, "DurabilityChanged"),
        ({"fact": "damage", "card": "lent", "amount": 9}, "CardDamaged"),
        ({"fact": "lose_biome", "player": "ana", "biome": "b1"}, "BiomeLost"),
        ({"fact": "move", "card": "alpha", "to": "cache"}, "CardMoved"),
    ):
        story.when(by=JUDGE, do="report", **fact).then_legal()
        assert [name for name, _ in happened(story)] == [name]
        story.then_state(over=True, winner="ben")


def test_after_the_end_a_card_is_marked_as_reported_all_the_same() -> None:
    """The mark is the fact itself, as damage is."""
    story = laid().when(**ana("concede"))
    story.when(by=JUDGE, do="report", fact="leave_battle", card="alpha").then_legal()
    story.then_state(cards__alpha__battle="reported")
