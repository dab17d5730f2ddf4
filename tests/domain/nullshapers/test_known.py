"""The table as one viewer knows it, as a set-up."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.history import Game, open_game
from domain.kernel.ruleset import SetupError
from domain.kernel.steps import JUDGE
from domain.kernel.values import changed
from domain.nullshapers.hidden import may_see
from domain.nullshapers.view.known import setup_seen
from tests.application.cases import played, record, records
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    BLADE,
    RIFT,
    SCRY,
    ana,
    both_pass,
    hand,
    on,
    table,
)
from tests.spec import Story, given


def laid_out_again(game: Game, n: int, viewer: str) -> Game:
    setup = setup_seen(game.opening.setup, game.position(n).state, viewer)
    return open_game(game.ruleset, changed(game.opening, setup=setup))


def wherever_it_can_be(game: Game, viewer: str) -> Iterator[Any]:
    for n in range(game.length + 1):
        try:
            yield n, laid_out_again(game, n, viewer)
        except SetupError:
            continue


@pytest.mark.parametrize("path", records("nullshapers")[::4], ids=lambda path: path.stem)
def test_for_a_judge_it_is_the_same_table(path: Path) -> None:
    game = played("nullshapers", path.stem.partition("-")[0])
    for n, again in wherever_it_can_be(game, JUDGE):
        assert again.view() == game.view(n)


@pytest.mark.parametrize("path", records("nullshapers")[::4], ids=lambda path: path.stem)
def test_a_player_finds_nothing_in_it_that_he_may_not_know(path: Path) -> None:
    game = played("nullshapers", path.stem.partition("-")[0])
    for viewer in record(path).opening.players:
        for n, again in wherever_it_can_be(game, viewer):
            table = game.position(n).state
            hidden = {id for id in table.cards if not may_see(table, viewer, id)}
            assert not hidden & set(again.now.state.cards)
            for id, card in again.opening.setup["cards"].items():
                assert may_see(table, viewer, id)
                assert card["zone"] != "deck"


def test_a_filled_queue_cannot_be_laid_out() -> None:
    game = played("nullshapers", "01")
    with pytest.raises(SetupError, match="queue"):
        laid_out_again(game, 1, "ana")


CARDS = {
    "alpha": on("ana", AGENT, "b1", name="Alpha", fresh=True, damage=1),
    "lent": on("ben", AGENT, controller="ana", locked=True),
    "gear": on("ana", BLADE, attached_to="lent"),
    "shard": hand("ana", AGENT, mode="anomaly"),
    "spy": hand("ben", AGENT),
    "top": {**AGENT, "owner": "ana", "zone": "deck"},
    "next": {**AGENT, "owner": "ana", "zone": "deck"},
}
SETUP: dict[str, Any] = {
    "step": "attack", "turn_player": "ana", "turn": 3,
    "energy": {"ana": {"dark": 2}, "ben": {}},
    "sectors": {f"b{n}.{one}": 9 for n in (1, 2, 3) for one in ("ana", "ben")},
    "biomes": {"b1": {"lost_by": []}, "b2": {"lost_by": ["ben"]}, "b3": {"lost_by": []}},
    "decks": {"ana": ["top", "next"], "ben": []},
    "attackers": ["alpha"], "defenders": [], "against": {}, "converted": True, "anomaly_played": False,
}  # fmt: skip


def said_by(story: Story, viewer: str) -> dict[str, Any]:
    found = setup_seen(story.game.opening.setup, story.state, viewer)
    open_game(story.game.ruleset, changed(story.game.opening, setup=found))
    return found


def test_a_table_as_each_may_say_it() -> None:
    """Everything that was laid out, and of hands and decks what they may know."""
    story = given("nullshapers", {**SETUP, "cards": CARDS})
    controlled = {
        name: {"controller": "ana", **card} if card["zone"] in ("b1", "staging") else card
        for name, card in CARDS.items()
    }
    assert said_by(story, JUDGE) == {**SETUP, "cards": controlled}
    hidden = {"ana": {"spy", "top", "next"}, "ben": {"shard", "top", "next"}}
    for viewer, names in hidden.items():
        cards = {name: card for name, card in controlled.items() if name not in names}
        assert said_by(story, viewer) == {**SETUP, "decks": {"ben": []}, "cards": cards}


def unsaid(story: Story, viewer: str = JUDGE) -> str:
    with pytest.raises(SetupError) as why:
        said_by(story, viewer)
    return str(why.value)


def test_what_no_set_up_says() -> None:
    """Each in a sentence."""
    deep: dict[str, Any] = {"decks": {"ana": []}}
    scry = {"scry": hand("ana", SCRY), "spy": CARDS["spy"], "held": hand("ana", AGENT)}
    rift = {"rift": on("ana", RIFT)}
    assert unsaid(table({}).when(**ana("concede"))) == "the game is over"
    assert unsaid(table(scry).when(**ana("play", card="scry"))) == "actions wait in the queue"
    story = table(scry, **deep).when(**ana("play", card="scry")).when(**BEN_PASSES)
    assert unsaid(story.when(**ANA_PASSES)) == "a choice is waited for"
    passed = "somebody has passed in this window"
    assert unsaid(table({}).when(**ANA_PASSES)) == passed
    assert unsaid(table({}).when(**BEN_PASSES).overrule(1, "legal")) == passed
    acted = "an action was taken in this window that the set-up does not know"
    assert unsaid(table(rift).when(**ana("energy", card="rift"))) == acted
    story = table({"alpha": on("ana", AGENT)}, step="advance")
    both_pass(story.when(**ana("advance", agents={"alpha": "b1"})), "ben")
    assert unsaid(story) == "a battle action was declared in this step"


def test_what_only_some_cannot_say() -> None:
    """Of a hidden card nobody else knows what no set-up says."""
    story = table(CARDS, {"M16": "controller"})
    story.when(**ana("report", fact="speed", card="shard", speed=3))
    speed = "“shard” has another speed than the one printed on it"
    assert unsaid(story) == unsaid(story, "ana") == speed
    assert "shard" not in said_by(story, "ben")["cards"]
    story = table(CARDS, {"M16": "controller"})
    assert said_by(story, "ana")["cards"]["lent"]["controller"] == "ana"
    story.when(**ana("report", fact="damage", card="lent", amount=2)).then_legal("M16")
    assert unsaid(story, "ben") == "“lent” lies in another player's area"
