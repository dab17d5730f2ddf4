"""The table as one viewer knows it, as a set-up."""

from dataclasses import replace

import pytest

from domain.kernel.history import Game, open_game
from domain.kernel.ruleset import SetupError
from domain.kernel.steps import JUDGE
from domain.nullshapers.known import setup_seen
from domain.nullshapers.view import may_see
from tests.application.cases import played, record, records


def laid_out_again(game: Game, n: int, viewer: str) -> Game:
    setup = setup_seen(game.opening.setup, game.position(n).state, viewer)
    return open_game(game.ruleset, replace(game.opening, setup=setup))


def wherever_it_can_be(game: Game, viewer: str):
    for n in range(game.length + 1):
        try:
            yield n, laid_out_again(game, n, viewer)
        except SetupError:
            continue


@pytest.mark.parametrize("path", records("nullshapers")[::4], ids=lambda path: path.stem)
def test_for_a_judge_it_is_the_same_table(path):
    game = played("nullshapers", path.stem.partition("-")[0])
    for n, again in wherever_it_can_be(game, JUDGE):
        assert again.view() == game.view(n)


@pytest.mark.parametrize("path", records("nullshapers")[::4], ids=lambda path: path.stem)
def test_a_player_finds_nothing_in_it_that_he_may_not_know(path):
    game = played("nullshapers", path.stem.partition("-")[0])
    for viewer in record(path).opening.players:
        for n, again in wherever_it_can_be(game, viewer):
            table = game.position(n).state
            hidden = {id for id in table.cards if not may_see(table, viewer, id)}
            assert not hidden & set(again.now.state.cards)
            for id, card in again.opening.setup["cards"].items():
                assert may_see(table, viewer, id)
                assert card["zone"] != "deck"


def test_a_filled_queue_cannot_be_laid_out():
    game = played("nullshapers", "01")
    with pytest.raises(SetupError, match="queue"):
        laid_out_again(game, 1, "ana")
