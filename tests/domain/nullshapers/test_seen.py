"""Who may see what (section “State” of the page)."""

from typing import Any

from domain.kernel.history import Entry
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.shared import adjudicate, options
from domain.kernel.steps import JUDGE
from domain.nullshapers import RULESET
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    CHOIR,
    JOLT,
    QUAKE,
    SCRY,
    ana,
    ben,
    hand,
    on,
    table,
)
from tests.spec import Story

CARDS = {
    "scout": hand("ana", AGENT),
    "quake": hand("ana", QUAKE),
    "spy": hand("ben", AGENT),
    "beta": on("ben", AGENT),
    "scry": hand("ana", SCRY),
    "top": {**AGENT, "owner": "ana", "zone": "deck"},
}
DECKS = {"ana": ["top"]}


def seen(story: Story, viewer: str) -> Entry:
    """The newest entry as this viewer may see it."""
    game = story.game
    assert RULESET.entry_seen is not None
    before = game.position(game.length - 1).state
    entry: Entry = RULESET.entry_seen(game.log[-1], viewer, before, story.state)
    return entry


def test_hands_and_decks() -> None:
    """A hand: its owner; a deck: nobody its cards, everybody its number."""
    game = table(CARDS, decks=DECKS).game
    for viewer, hands in (
        ("ana", (["quake", "scout", "scry"], 1)),
        ("ben", (3, ["spy"])),
        (SPECTATOR, (3, 1)),
        (JUDGE, (["quake", "scout", "scry"], ["spy"])),
    ):
        zones = game.view(viewer=viewer)["zones"]
        assert (zones["ana"]["hand"], zones["ben"]["hand"]) == hands
        assert zones["ana"]["deck"] == 1
        assert zones["ben"]["deck"] is None
    assert sorted(game.view(viewer="ben")["cards"]) == ["beta", "spy"]
    assert sorted(game.view(viewer="ana")["cards"]) == ["beta", "quake", "scout", "scry"]
    assert "top" in game.view(viewer=JUDGE)["cards"]


def test_a_refused_step_that_names_a_hidden_card() -> None:
    """Its player and the judge; others see that a step of that kind was refused."""
    story = table(CARDS).when(**ben("play", card="spy")).then_illegal("T6")
    for viewer in ("ana", SPECTATOR):
        entry = seen(story, viewer)
        assert dict(entry.said) == {"by": "ben", "do": "play"}
        assert "spy" not in str(entry)
        assert entry.ruling.cites == ()
    assert seen(story, "ben") == seen(story, JUDGE) == story.entry


def test_a_card_that_is_called_as_a_zone_is_hidden_too() -> None:
    cards = {"hand": hand("ben", AGENT), "scout": on("ana", AGENT)}
    story = table(cards).when(**ben("play", card="hand")).then_illegal("T6")
    assert dict(seen(story, "ana").said) == {"by": "ben", "do": "play"}
    story.when(**ana("report", fact="move", card="scout", to="hand")).then_legal()
    assert seen(story, "ben").said["to"] == "hand"


def test_a_card_he_may_not_see_is_for_him_as_one_that_does_not_exist() -> None:
    """Naming the other's cards on the off chance teaches nothing."""

    def told(name: str) -> Any:
        story = table(CARDS).when(**ana("convert", card=name)).then_illegal()
        ruling = seen(story, "ana").ruling
        return (
            ruling.verdict,
            ruling.basis,
            ruling.cites,
            ruling.reason.replace(name, "…"),
            ruling.facts,
        )

    assert told("spy") == told("ghost")


def test_which_card_was_converted_is_not_seen() -> None:
    """That it was used is public, which card it was is not, until it comes down."""
    story = table(CARDS).when(**ana("convert", card="scout")).then_legal()
    entry = seen(story, "ben")
    assert "scout" not in str(entry)
    assert story.game.view(viewer="ben")["converted"] is True
    assert "scout" in str(seen(story, "ana"))
    story.when(**ana("anomaly", card="scout"))
    assert "scout" in str(seen(story, "ben"))


def test_a_drawn_card() -> None:
    """Who drew it sees it."""
    story = table(CARDS, decks=DECKS).when(**ana("play", card="scry"))
    story.when(**BEN_PASSES).when(**ANA_PASSES).then_state(zones__ana__deck=0)
    assert "top" in str(seen(story, "ana").events)
    assert "top" not in str(seen(story, "ben").events).replace("top of", "")


def test_what_may_be_discarded() -> None:
    """`choice.from` of a discard: its player."""
    cards = {f"c{n}": hand("ana", AGENT) for n in range(9)}
    story = table(cards, step="second_primary").when(**ANA_PASSES).when(**BEN_PASSES)
    assert story.game.view(viewer="ana")["choice"]["from"] == sorted(cards)
    assert story.game.view(viewer="ben")["choice"]["from"] == 9
    assert "c1" not in str(seen(story, "ben"))
    assert "c1" not in str(list(RULESET.in_words(story.state, "ben")))


def test_a_report_of_a_hidden_card() -> None:
    """It goes from the deck to the hand, and the other sees only that."""
    story = table(CARDS).when(**ana("report", fact="move", card="top", to="hand")).then_legal()
    assert "top" not in str(seen(story, "ben"))
    assert "top" in str(seen(story, "ana"))


def test_nothing_opens_by_itself_when_the_game_is_over() -> None:
    story = table(CARDS, decks=DECKS).when(**ben("concede"))
    assert story.game.view(viewer="ben")["zones"]["ana"]["hand"] == 3
    story.when(**ana("open")).when(**ben("open"))
    assert story.game.is_laid_open


def test_options_say_why_not() -> None:
    """Every card and skill of the player, playable or not, judged by the checks themselves."""
    story = table({**CARDS, "slow": hand("ana", AGENT)}, energy={"ana": {"void": 1}})
    found = {
        str(one.candidate.said.get("card")): one.ruling
        for one in options(story.game, "ana")
        if one.candidate.said["do"] == "play"
    }
    assert found["scry"].verdict == "legal"
    assert found["slow"].cites == ("D7",)
    assert found["quake"].cites == ("D7",)
    assert "spy" not in found


def test_a_step_that_is_only_tried_shows_nothing_it_would_uncover() -> None:
    """Seen with the table before it: neither the card that would be drawn nor those discarded."""
    rot = {**SCRY, "effects": [*SCRY["effects"], {"do": "discard", "amount": 9, "who": "opponent"}]}
    story = table({**CARDS, "scry": hand("ana", rot)}, decks=DECKS).when(**ana("play", card="scry"))
    game = story.when(**BEN_PASSES).game
    tried, leads_to = adjudicate(game, ANA_PASSES)
    assert RULESET.entry_seen is not None
    before = game.now.state
    for after, told in ((leads_to.state, True), (before, False)):
        entry = str(RULESET.entry_seen(tried, "ana", before, after))
        assert ("“spy”" in entry) == ("'top'" in entry) == told


def test_a_hidden_agent_that_a_judge_let_advance_takes_no_part_unnamed() -> None:
    """E7: the other player is told of it as of any card of the hand."""
    story = table({**CARDS, "alpha": on("ana", AGENT)}, step="advance")
    story.when(**ana("advance", agents={"alpha": "b1", "scout": "b1"})).overrule(1, "legal")
    story.when(**BEN_PASSES).when(**ANA_PASSES).then_legal("E6", "E7")
    story.then_reason("a card is not on the planet any more, and takes no part.")
    assert "scout" in str(seen(story, "ana"))
    assert "scout" not in str(seen(story, "ben"))


def test_a_hidden_target_that_a_judge_let_be_named_is_not_told() -> None:
    """D2: whoever it is told."""
    story = table({**CARDS, "jolt": hand("ana", JOLT)})
    story.when(**ana("play", card="jolt", targets=["scout"])).then_illegal("D2").overrule(
        1, "legal"
    )
    story.then_reason("aiming at a card.")
    assert "scout" not in str(seen(story, "ben"))


OPEN = {**CARDS, "alpha": on("ana", AGENT), "one": on("ana", CHOIR)}


def test_a_refused_step_that_names_what_lies_open_is_told_whole() -> None:
    """Cards and skills on the planet, biomes and areas."""
    for said in (
        ana("choose", targets=["one/amplify"]),
        ana("attack", agents={"alpha": "b1"}),
        ana("report", fact="move", card="alpha", to="b1"),
        ana("report", fact="attach", card="alpha", to="alpha"),
    ):
        story = table(OPEN, biomes={"b1": {"lost_by": ["ben"]}}).when(**said).then_illegal()
        for viewer in ("ben", SPECTATOR):
            assert seen(story, viewer) == story.entry


def test_a_refused_step_does_not_tell_a_hidden_card_wherever_it_is_named() -> None:
    """Besides others that lie open, too; nor a skill of it."""
    for said in (
        ana("choose", targets=["one/amplify", "scout"]),
        ana("attack", agents={"alpha": "b1", "scout": "b2"}),
        ana("defend", agents={"alpha": "b1"}, against={"beta": ["scout"]}),
        ana("report", fact="attach", card="alpha", to="scout"),
        ana("report", fact="damage", card="alpha", amount=1, scout=2),
        ana("activate", card="scout", skill="amplify"),
    ):
        story = table(OPEN).when(**said).then_illegal()
        assert dict(seen(story, "ben").said) == {"by": "ana", "do": said["do"]}
        assert "scout" not in str(seen(story, "ben"))
