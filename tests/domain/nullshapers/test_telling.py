"""Which entries told their player something new, so that their undo asks (section “Judge, undo”)."""

from domain.kernel.steps import JUDGE
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    RIFT,
    SCRY,
    ana,
    ben,
    both_pass,
    hand,
    on,
    table,
)
from tests.spec import Story

ROT = {**SCRY, "effects": [{"do": "discard", "amount": 1, "who": "opponent"}]}
GIFT = {**SCRY, "effects": [{"do": "draw", "amount": 1, "who": "opponent"}]}
CARDS = {
    "scry": hand("ana", SCRY),
    "gift": hand("ana", GIFT),
    "rot": hand("ana", ROT),
    "rift": on("ana", RIFT),
    "spy": hand("ben", AGENT),
    "top": {**AGENT, "owner": "ana", "zone": "deck"},
    "low": {**AGENT, "owner": "ana", "zone": "deck"},
}
DECKS = {"ana": ["top", "low"]}


def laid(**setup: object) -> Story:
    return table(CARDS, **{"decks": DECKS, **setup})  # type: ignore[arg-type]


def asks(story: Story) -> bool:
    """Whether an undo of ana's newest entry waits for ben, though nobody has gone on."""
    story.when(**ana("undo")).then_legal("G4")
    return story.game.to_act() == ("ben",) and story.game.now.request is not None


def executed(card: str, **setup: object) -> Story:
    return laid(**setup).when(**ana("play", card=card)).when(**BEN_PASSES).when(**ANA_PASSES)


def test_a_card_was_drawn() -> None:
    """By either player, also from a deck that is not seen; not where there was none to draw."""
    assert asks(executed("scry"))
    assert asks(executed("gift"))
    bare = {name: card for name, card in CARDS.items() if card["zone"] != "deck"}
    assert asks(both_pass(table(bare).when(**ana("play", card="scry")), "ben"))
    story = table(bare, decks={"ana": []}).when(**ana("play", card="scry"))
    assert not asks(both_pass(story, "ben"))
    story = laid(step="refresh").when(**ana("next")).then_state(step="draw")
    assert asks(story)


def test_a_hidden_card_became_known() -> None:
    """Somebody else's, or one out of a deck; one's own that comes down tells nothing."""
    assert asks(executed("rot"))
    assert not asks(laid().when(**ana("play", card="scry")))
    assert not asks(laid().when(**ana("energy", card="rift")))
    assert not asks(laid().when(**ana("convert", card="scry")))
    drawn = {name: card for name, card in CARDS.items() if name != "low"}
    story = table(drawn).when(**ana("report", fact="move", card="top", to="hand")).then_legal()
    assert asks(story)


def test_what_the_other_learns_is_not_asked_for() -> None:
    """That ana sees ben's card tells ben nothing."""
    story = (
        laid()
        .when(**ana("play", card="scry"))
        .when(**ben("report", fact="move", card="spy", to="cache"))
    )
    story.when(**ben("undo")).then_legal("G4")
    assert story.game.now.request is None
    assert "spy" not in story.game.view()["zones"]["ben"]["cache"]
    story = laid().when(by=JUDGE, do="report", fact="move", card="spy", to="cache")
    story.when(**ana("undo")).then_illegal("G4")
