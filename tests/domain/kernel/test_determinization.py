"""A game as one viewer knows it: what is hidden from them is drawn, and all looks to them as it did."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from application.lab.dispute import dispute_at, game_of
from application.records.replay import replay
from domain.kernel.determinization import CannotDraw, game_as_known
from domain.kernel.hiding import entry_seen
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR, Ruleset
from domain.kernel.shared import adjudicate
from tests import wreckers
from tests.application.cases import record, records
from tests.domain.nullshapers.tables import AGENT, JOLT, hand, on, table
from tests.examples.lanterns import RULESET as LANTERNS
from tests.golden import golden_game, names
from tests.properties.play import filled, play
from tests.spec import opened


def as_ruled_today(game: Game) -> Game:
    return game_of(dispute_at(game, game.length), game.ruleset)


def played() -> Iterator[Game]:
    """Recorded and golden games of Nullshapers, at their end."""
    yield from (replay(record(path)).game for path in records("nullshapers")[::3])
    yield from (
        as_ruled_today(golden_game("nullshapers", name)) for name in names("nullshapers")[::5]
    )


def entries_seen(game: Game, viewer: str) -> list[Any]:
    hiding = game.ruleset.hiding
    assert hiding is not None
    states = [game.position(n).state for n in range(game.length + 1)]
    return [entry_seen(hiding, one, viewer, *states[one.n - 1 : one.n + 1]) for one in game.log]


def test_every_recorded_game_can_be_taken_up_by_each_of_its_players() -> None:
    """And by a spectator: in every situation, queue and windows included."""
    for game in played():
        for viewer in (*game.players, SPECTATOR):
            if not game.is_laid_open:
                found = game_as_known(game, viewer, Random(1))
                assert found.view(viewer=viewer) == game.view(viewer=viewer)
                assert found.length == game.length


HELD = {"alpha": on("ana", AGENT), "spy": hand("ben", JOLT), "own": hand("ana", JOLT)}


def test_nothing_that_is_hidden_comes_into_it() -> None:
    """Ben holds one card, and ana knows no more of it than that."""
    found = game_as_known(table(HELD).game, "ana", Random(1))
    assert set(found.opening.setup["cards"]) == {"alpha", "own", "unknown1"}
    drawn = found.opening.setup["cards"]["unknown1"]
    assert (drawn["owner"], drawn["zone"]) == ("ben", "hand")
    assert drawn["type"] in (AGENT["type"], JOLT["type"])


def test_what_has_come_to_light_is_what_it_is() -> None:
    """Ana saw ben play his card: it was in his hand all the time; what he holds beside it is drawn."""
    story = table({**HELD, "other": hand("ben", AGENT)}, turn_player="ben")
    story.when(by="ben", do="play", card="spy", targets=["alpha"]).then_legal()
    found = game_as_known(story.game, "ana", Random(1))
    assert entries_seen(found, "ana") == entries_seen(story.game, "ana")
    cards = found.opening.setup["cards"]
    assert cards["spy"] == story.game.opening.setup["cards"]["spy"]
    assert "other" not in cards and len(cards) == 4


def test_a_step_that_is_not_shown_is_one_that_they_might_have_taken() -> None:
    """Ben converted a card of his hand, and ana did not see which."""
    story = table({**HELD, "other": hand("ben", AGENT)}, turn_player="ben")
    story.when(by="ben", do="convert", card="other").then_legal()
    found = game_as_known(story.game, "ana", Random(1))
    assert entries_seen(found, "ana") == entries_seen(story.game, "ana")
    assert str(found.entry(1).said["card"]).startswith("unknown")


BIDS = {"hands": {}}


@pytest.mark.parametrize("shown", [False, True])
def test_a_choice_made_in_secret_is_drawn_until_it_is_shown(shown: bool) -> None:
    game = opened(LANTERNS, BIDS, ("ana", "ben"))
    bids = [("ben", 2), ("ana", 1)][: 2 if shown else 1]
    for by, amount in bids:
        game.take(*adjudicate(game, {"by": by, "do": "bid", "amount": amount}))
    found = [game_as_known(game, "ana", Random(n)).entry(1).said["amount"] for n in range(20)]
    assert set(found) == ({2} if shown else {0, 1, 2, 3})


def test_without_anything_to_draw_from_the_example_of_the_ruleset_is_drawn_from() -> None:
    found = game_as_known(table({"spy": hand("ben", JOLT)}).game, "ana", Random(1))
    assert list(found.opening.setup["cards"]) == ["unknown1"]


def test_what_rests_on_what_they_do_not_see_names_the_entry() -> None:
    story = table(HELD, turn_player="ben")
    slower = {"cards": {"spy": {"speed": 2}}}
    story.when(by="judge", do="correct", parts=slower, because="it lies so").then_legal()
    story.when(by="ben", do="play", card="spy", targets=["alpha"]).then_legal()
    with pytest.raises(CannotDraw) as why:
        game_as_known(story.game, "ana", Random(1))
    assert why.value.entry == 2


TABLES = [
    (LANTERNS, LANTERNS.example(("ana", "ben", "cem")) if LANTERNS.example else {}),
    (wreckers.RULESET, wreckers.SETUP),
]


@pytest.mark.parametrize(("ruleset", "setup"), TABLES, ids=["lanterns", "wreckers"])
def test_whatever_is_said_it_can_be_taken_up(ruleset: Ruleset, setup: Any) -> None:
    """Also where what comes next depends on what a hidden card is."""
    for seed in range(12):
        game = play(opened(ruleset, setup, wreckers.PLAYERS_OF), Random(seed), 25, filled).game
        for viewer in () if game.is_laid_open else (*game.players, SPECTATOR):
            found = game_as_known(game, viewer, Random(seed))
            assert found.view(viewer=viewer) == game.view(viewer=viewer)
