"""What a situation rests on, past undos and rewinds."""

from random import Random

import pytest

from application.game.line_of_play import lineage, taken_back_at
from domain.kernel.history import Game, open_game
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said
from tests.archive import opening
from tests.spec import named


def rewound(chance: Random) -> Game:
    """A game of remarks in which a judge often goes back, also to what was left behind."""
    game = open_game(named("voidsiege"), opening("voidsiege", chance))
    for _ in range(chance.randrange(1, 40)):
        said: Said = {"by": game.players[0], "do": "note", "text": "hm"}
        if chance.random() < 0.4:
            to = chance.randrange(game.length + 1)
            said = {"by": JUDGE, "do": "rewind", "to": to, "because": "so it was"}
        game.take(*adjudicate(game, said))
    return game


@pytest.mark.parametrize("seed", range(20))
def test_an_entry_was_taken_back_by_the_first_with_which_the_game_did_not_rest_on_it(
    seed: int,
) -> None:
    game = rewound(Random(seed))
    lines = {m: set(lineage(game, m)) for m in range(1, game.length + 1)}
    found = taken_back_at(game)
    for n in lines:
        after = [m for m in range(n + 1, game.length + 1) if n not in lines[m]]
        assert found.get(n) == (after[0] if n not in lines[game.length] else None)
