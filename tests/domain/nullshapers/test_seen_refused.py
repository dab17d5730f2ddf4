"""What a player may not see does not exist for what they say (section “State” of the page)."""

from typing import Any

import pytest

from domain.kernel.history import Entry
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.ruling import LEGAL, Ruling
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
    "drawn": {**AGENT, "owner": "ben", "zone": "deck"},
}
DECKS = {"ana": ["deep"]}
GONE = "there is no card “{}” in this game"
NOTHING = "there is nothing named “{}” in this game"
NOT_SHOWN = "A step was refused that names something not shown here."


def laid(**more: Any) -> Story:
    return table({**CARDS, **more.pop("more", {})}, decks=DECKS, **more)


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
        (ana("play", card="ghost"), "G1", GONE.format("ghost")),
        (ana("play", card="deep"), "G1 D8", GONE.format("deep")),
        (ana("activate", card="spy", skill="ping"), "G1 G2 D8", GONE.format("spy")),
        (ana("activate", card="spy", skill="sing"), "G1 G2 D8", GONE.format("spy")),
        (ana("anomaly", card="spy"), "G1 G2 D8", GONE.format("spy")),
        (ana("convert", card="spy"), "G1 G2 A8", GONE.format("spy")),
        (ana("energy", card="spy"), "G1 G2 A6", GONE.format("spy")),
        (ana("advance", agents={"spy": "b1", "alpha": "b2"}), "G1 G2", GONE.format("spy")),
        (
            ana("attack", agents={"spy": "b1", "ghost": "b2"}),
            "G1 G2",
            f"{GONE.format('spy')}; {GONE.format('ghost')}",
        ),
        (ana("report", fact="damage", card="spy", amount=1), "G1", GONE.format("spy")),
        (ana("report", fact="move", card="spy", to="cache"), "G1", GONE.format("spy")),
        (ana("report", fact="attach", card="alpha", to="spy"), "G1", GONE.format("spy")),
        (ana("report", fact="skill_reacts", card="spy", skill="x"), "G1", GONE.format("spy")),
        (ana("play", card="jolt", targets=["spy"]), "G1 D2", NOTHING.format("spy")),
        (ana("play", card="jolt", targets=["ghost"]), "G1", NOTHING.format("ghost")),
        (ana("choose", targets=["spy"]), "G1", NOTHING.format("spy")),
        (ana("choose", targets=["spy/ping"]), "G1", NOTHING.format("spy/ping")),
        (
            ana("play", card="spy", targets=["b1", "deep"]),
            "G1 G2 D8 D2",
            f"{GONE.format('spy')}; {NOTHING.format('deep')}",
        ),
    ],
)
def test_naming_what_is_hidden(said: dict[str, Any], rules: str, reason: str) -> None:
    """A judge is told all it fails; everybody else what a name would be told that is nothing: G1."""
    story = laid().when(**said).then_illegal()
    assert " ".join(story.entry.ruling.cites) == rules
    ruling = seen(story, "ana").ruling
    assert ruling == Ruling("illegal", "rule", ("G1",), f"{reason}.")
    assert dict(seen(story, "ana").said) == dict(story.entry.said)
    assert seen(story, JUDGE) == story.entry
    story.overrule(1, "legal").then_illegal("G1")


def test_what_a_judge_is_told() -> None:
    """Where the card is, and that its player does not see it."""
    story = laid().when(**ana("play", card="spy", targets=["deep"]))
    story.then_reason("“spy” is in the hand of ben, and ana does not see it")
    story.then_reason("“deep” is in the deck of ana, and ana does not see it")


def test_a_judges_ruling_on_it_says_no_more() -> None:
    """Nor does a refused overruling, or that it was played, repeat to others what a judge was told."""
    for do in ({"do": "overrule", "verdict": "legal"}, {"do": "played"}):
        story = laid().when(**ana("play", card="spy"))
        story.when(by=JUDGE, entry=1, because="so it was", **do).then_illegal("G1")
        story.then_reason("in the hand of ben")
        for viewer in ("ana", "ben", SPECTATOR):
            assert "spy" not in str(seen(story, viewer))


def test_ones_own_card_in_a_deck_that_is_not_seen() -> None:
    """It may have been drawn: it is there for its player."""
    story = laid().when(**ben("play", card="drawn")).then_illegal("T6")
    assert "G1" not in story.entry.ruling.cites
    story.when(**ben("report", fact="move", card="drawn", to="hand")).then_legal()
    assert "drawn" not in str(seen(story, "ana"))
    laid().when(**ana("report", fact="move", card="drawn", to="hand")).then_illegal("G1")
    laid().when(**ana("report", fact="move", card="deep", to="hand")).then_illegal("G1")


def test_what_names_nothing_hidden() -> None:
    """It stays as it was ruled, also a free text that happens to hold a card's name."""
    for said in (
        ana("play", card="jolt", targets=["b1"]),
        ana("activate", card="beta", skill="ping"),
        ana("advance", agents={"beta": "b1"}),
    ):
        story = laid().when(**said).then_illegal()
        assert seen(story, "ana") == story.entry
    for said in (ana("note", text="spy"), ana("report", fact="other", text="spy")):
        story = laid().when(**said).then_legal()
        assert seen(story, "ana") == story.entry


def test_what_is_said_before_any_card_is_looked_at() -> None:
    """That the game is over, or a request open: it stands in the ruling as it is."""
    story = laid().when(**ben("concede"))
    story.when(**ana("play", card="spy")).then_illegal("G3")
    assert seen(story, "ana") == story.entry
    story = laid().when(**ana("play", card="jolt", targets=["beta"])).when(**BEN_PASSES)
    story.when(**ana("undo")).then_legal().when(**ana("play", card="spy")).then_illegal("G6")
    assert seen(story, "ana") == story.entry


@pytest.mark.parametrize(
    "said",
    [
        ben("play", card="spy"),
        ben("play", card="ghost"),
        ben("activate", card="spy", skill="ping"),
        ben("attack", agents={"spy": "b1"}),
        ben("play", card="beta", targets=["b1", "spy"]),
        ben("report", fact="attach", card="beta", to="spy"),
        ben("pass", whatever=["spy"]),
        ben("pass", spy=1),
    ],
)
def test_anothers_refused_step(said: dict[str, Any]) -> None:
    """That there was one of this kind, and no more; a name that is nothing is not told apart."""
    story = laid().when(**said).then_illegal()
    for viewer in ("ana", SPECTATOR):
        entry = seen(story, viewer)
        assert dict(entry.said) == {"by": "ben", "do": said["do"]}
        assert entry.ruling == Ruling("illegal", "rule", (), NOT_SHOWN)
    assert seen(story, "ben") == story.entry


def test_what_others_see_of_a_step_that_names_their_card() -> None:
    """They know their card, and are told what its player was told."""
    story = laid().when(**ana("play", card="spy"))
    entry = seen(story, "ben")
    assert dict(entry.said) == ana("play", card="spy")
    assert entry.ruling == Ruling("illegal", "rule", ("G1",), f"{GONE.format('spy')}.")
    assert seen(story, SPECTATOR).ruling.reason == NOT_SHOWN


def test_a_choice_that_does_not_fit_tells_nobody_the_hand() -> None:
    """Out of which cards a player discards is for its player."""
    more = {f"c{n}": hand("ana", AGENT) for n in range(9)}
    story = both_pass(laid(more=more, step="second_primary"))
    story.when(**ana("choose", targets=["b1"])).then_illegal("P11")
    for viewer in ("ben", SPECTATOR):
        assert "c1" not in str(seen(story, viewer))
    story.when(**ana("choose", targets=["c1"])).then_illegal("P11")
    assert "c1" not in str(seen(story, "ben"))


def test_a_hidden_target_that_a_judge_allows() -> None:
    """Nobody else learns its name, neither in the log nor in the queue."""
    story = laid().when(**ana("play", card="sweep", targets=["beta", "scout"]))
    story.then_illegal("D2").overrule(1, "legal").then_legal("G5")
    both_sees = ("ana", JUDGE)
    for viewer in ("ana", JUDGE, "ben", SPECTATOR):
        named = "scout" if viewer in both_sees else "hidden"
        (declared,) = [
            event
            for event in seen(story, viewer).events
            if type(event).__name__ == "ActionDeclared"
        ]
        assert declared.targets == ("beta", named)
        assert story.game.view(viewer=viewer)["queue"][0]["targets"] == ["beta", named]
        assert "scout" not in seen(story, viewer).ruling.reason
    both_pass(story, "ben").then_legal("E7")
    assert "scout" not in str(seen(story, "ben"))
    assert "scout" in str(seen(story, "ana").events)
    story = laid(step="advance").when(**ana("advance", agents={"scout": "b1", "alpha": "b2"}))
    story.then_illegal("P6").overrule(1, "legal").then_legal("G5")
    assert "scout" not in str((seen(story, "ben"), story.game.view(viewer="ben")["queue"]))
    both_pass(story, "ben").then_legal("E7")
    assert "scout" not in str(seen(story, "ben"))


def test_a_target_that_lay_open_stays_named() -> None:
    """It has gone to the hand since; for a new step it does not exist any more."""
    story = laid(more={"scry": hand("ana", JOLT)})
    story.when(**ana("play", card="jolt", targets=["beta"]))
    story.when(by=JUDGE, do="report", fact="move", card="beta", to="hand")
    assert story.game.view(viewer="ana")["queue"][0]["targets"] == ["beta"]
    both_pass(story, "ben").then_legal("E8")
    assert "“beta” is not there any more" in seen(story, "ana").ruling.reason
    story.when(**ana("play", card="scry", targets=["beta"])).then_illegal("G1")


def test_what_is_made_legal_and_names_nothing_hidden_is_told_whole() -> None:
    story = laid().when(**ben("pass")).then_illegal().overrule(1, "legal").then_legal("G5")
    assert seen(story, SPECTATOR).ruling == story.entry.ruling


def test_a_step_that_was_played_is_seen_as_a_legal_one() -> None:
    """And what kept it from being legal names no hidden card."""
    more = {"rift": hand("ana", {"type": "anomaly"})}
    story = laid(more=more).when(**ana("convert", card="rift"), played=True)
    assert story.entry.ruling.verdict != LEGAL
    assert story.entry.events
    entry = seen(story, "ben")
    assert dict(entry.said) == {**ana("convert", card="hidden"), "played": True}
    assert "rift" not in str(entry)
    assert seen(story, "ana") == story.entry


def test_what_he_saw_before_is_told_to_him() -> None:
    """Before or after it: a card that goes from a hand to a deck, or comes out of it."""
    story = laid().when(**ana("report", fact="move", card="scout", to="deck"))
    for viewer, card in (("ana", "scout"), ("ben", "hidden"), (SPECTATOR, "hidden")):
        entry = seen(story, viewer)
        assert entry.said["card"] == card
        assert [event.card for event in entry.events if getattr(event, "card", None)] == [card]
    story = laid().when(**ana("report", fact="move", card="scout", to="cache"))
    assert seen(story, SPECTATOR) == story.entry
    story.then_reason("“scout” goes to the cache")
    story = laid().when(**ANA_PASSES)
    assert seen(story, "ben") == story.entry


def test_the_speed_of_a_hidden_card_is_hidden() -> None:
    """That it goes back to its own in the reset step tells nobody what that is."""
    story = laid(step="second_primary").when(**ana("report", fact="speed", card="jolt", speed=1))
    both_pass(story).happened("SpeedChanged", "P11")
    for viewer, speed in (("ana", 3), ("ben", None)):
        speeds = [e.speed for e in seen(story, viewer).events if type(e).__name__ == "SpeedChanged"]
        assert speeds == [speed]
