"""What each may see of refused steps and of hidden cards among others (section “State” of the page)."""

from typing import Any

import pytest

from domain.kernel.history import Entry
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.ruling import Ruling
from domain.kernel.steps import JUDGE
from domain.nullshapers import RULESET
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    JOLT,
    MEDIC,
    SWEEP,
    ana,
    ben,
    both_pass,
    hand,
    on,
    table,
)
from tests.spec import Story

CARDS = {
    "scout": hand("ana", AGENT),
    "jolt": hand("ana", JOLT),
    "sweep": hand("ana", SWEEP),
    "spy": hand("ben", MEDIC),
    "beta": on("ben", MEDIC),
    "alpha": on("ana", AGENT),
    "deep": {**AGENT, "owner": "ana", "zone": "deck"},
}
GONE = "there is no card “{}” in this game"
NOTHING = "there is nothing named “{}” in this game"


def seen(story: Story, viewer: str) -> Entry:
    """The newest entry as this viewer may see it."""
    game = story.game
    assert RULESET.entry_seen is not None
    before = game.position(game.length - 1).state
    entry: Entry = RULESET.entry_seen(game.log[-1], viewer, before, story.state)
    return entry


@pytest.mark.parametrize(
    ("said", "rules", "reason"),
    [
        (ana("play", card="spy"), "G1 G2 D8", GONE.format("spy")),
        (ana("play", card="ghost"), "G1 G2 D8", GONE.format("ghost")),
        (ana("play", card="deep"), "G1 G2 D8", GONE.format("deep")),
        (ana("activate", card="spy", skill="ping"), "G1 G2 D8", GONE.format("spy")),
        (ana("anomaly", card="spy"), "G1 G2 D8", GONE.format("spy")),
        (ana("convert", card="spy"), "G1 G2 A8", GONE.format("spy")),
        (ana("energy", card="spy"), "G1 G2 A6", GONE.format("spy")),
        (ana("advance", agents={"spy": "b1", "alpha": "b2"}), "G1", GONE.format("spy")),
        (
            ana("attack", agents={"spy": "b1", "ghost": "b2"}),
            "G1",
            f"{GONE.format('ghost')}; {GONE.format('spy')}",
        ),
        (ana("report", fact="damage", card="spy", amount=1), "G1", GONE.format("spy")),
        (ana("play", card="jolt", targets=["spy"]), "G1 D2", NOTHING.format("spy")),
        (ana("play", card="jolt", targets=["ghost"]), "G1 D2", NOTHING.format("ghost")),
        (
            ana("play", card="spy", targets=["b1", "spy", "deep"]),
            "G1 G2 D8 D2",
            f"{GONE.format('spy')}; {NOTHING.format('deep')}; {NOTHING.format('spy')}",
        ),
    ],
)
def test_his_own_step_that_names_what_he_may_not_see(
    said: dict[str, Any], rules: str, reason: str
) -> None:
    """It is for him as one that does not exist, in words and rules."""
    story = table(CARDS).when(**said).then_illegal()
    ruling = seen(story, "ana").ruling
    assert (ruling.verdict, ruling.basis, " ".join(ruling.cites)) == ("illegal", "rule", rules)
    assert (ruling.reason, ruling.because, dict(ruling.facts)) == (f"{reason}.", (), {})
    assert dict(seen(story, "ana").said) == dict(story.entry.said)
    assert seen(story, JUDGE) == story.entry


def test_his_own_step_that_names_nothing_hidden() -> None:
    """It stays as it was ruled."""
    for said in (
        ana("play", card="jolt", targets=["b1"]),
        ana("play", card="jolt", targets=["q9"]),
        ana("activate", card="beta", skill="ping"),
        ana("advance", agents={"beta": "b1"}),
    ):
        story = table(CARDS).when(**said).then_illegal()
        if "q9" in str(said):
            assert seen(story, "ana").ruling.cites == ("G1", "D2")
        else:
            assert seen(story, "ana") == story.entry


def test_what_is_said_before_any_card_is_looked_at() -> None:
    """That the game is over, a request open, another's choice: it stands in the ruling as it is."""
    story = table(CARDS, decks={"ana": ["deep"]}).when(**ben("concede"))
    story.when(**ana("play", card="spy")).then_illegal("G3")
    assert seen(story, "ana") == story.entry
    story = table(CARDS).when(**ana("play", card="jolt", targets=["beta"])).when(**BEN_PASSES)
    story.when(**ana("undo")).then_legal().when(**ana("play", card="spy")).then_illegal("G6")
    assert seen(story, "ana") == story.entry
    more = {f"c{n}": hand("ana", AGENT) for n in range(9)}
    story = both_pass(table({**CARDS, **more}, step="second_primary"))
    story.when(**ana("choose", targets=["spy", "c0", "c1", "c2", "c3"])).then_illegal("P11")
    assert seen(story, "ana") == story.entry


@pytest.mark.parametrize(
    "said",
    [
        ben("play", card="spy"),
        ben("activate", card="spy", skill="ping"),
        ben("attack", agents={"spy": "b1"}),
        ben("play", card="beta", targets=["b1", "spy"]),
    ],
)
def test_anothers_refused_step_that_names_a_hidden_card(said: dict[str, Any]) -> None:
    """That there was one of this kind, and no more; wherever the card is named."""
    story = table(CARDS).when(**said).then_illegal()
    for viewer in ("ana", SPECTATOR):
        entry = seen(story, viewer)
        assert dict(entry.said) == {"by": "ben", "do": said["do"]}
        reason = "A step that names a hidden card was refused."
        assert entry.ruling == Ruling("illegal", "rule", (), reason)
    assert seen(story, "ben") == story.entry


def test_a_card_among_others_that_is_hidden() -> None:
    """Only its name is replaced."""
    story = table(CARDS).when(**ana("play", card="sweep", targets=["beta", "scout"]))
    story.then_illegal("D2").overrule(1, "legal").then_legal("G5")
    for viewer, targets in (
        ("ana", ("beta", "scout")),
        (JUDGE, ("beta", "scout")),
        ("ben", ("beta", "hidden")),
        (SPECTATOR, ("beta", "hidden")),
    ):
        (declared,) = [
            event
            for event in seen(story, viewer).events
            if type(event).__name__ == "ActionDeclared"
        ]
        assert declared.targets == targets
        whole = seen(story, viewer).ruling.reason == story.entry.ruling.reason
        assert whole == ("scout" in targets)
    assert "scout" in story.entry.ruling.reason
    assert seen(story, "ben").ruling.reason == "entry 1 is legal and happens now."


def test_what_is_made_legal_and_names_nothing_hidden_is_told_whole() -> None:
    story = table(CARDS).when(**ben("pass")).then_illegal().overrule(1, "legal").then_legal("G5")
    assert story.entry.ruling.reason != "entry 1 is legal and happens now."
    assert seen(story, SPECTATOR).ruling == story.entry.ruling


def test_what_he_saw_before_is_told_to_him() -> None:
    """Before or after it: a card that goes from his hand to a deck."""
    story = table(CARDS).when(**ana("report", fact="move", card="scout", to="deck"))
    for viewer, card in (("ana", "scout"), ("ben", "hidden"), (SPECTATOR, "hidden")):
        entry = seen(story, viewer)
        assert entry.said["card"] == card
        assert [event.card for event in entry.events if hasattr(event, "card")] == [card]
    story = table(CARDS).when(**ANA_PASSES)
    assert seen(story, "ben") == story.entry
