"""How a game stands, for lists of games: whom it waits for and since when, and whether a judge is called."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from application.game.live_game import LiveGame
from application.game.titles import seat_in_words
from domain.kernel.history import Game, acting
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.steps import JUDGE, Said

CALL = "A judge, please"
"""The beginning of a note that calls a judge to the table."""
LOOKED_BACK = 40
"""How many of the newest entries are searched for a call, or for the beginning of the wait."""
CLOCK = ("round", "turn")


@dataclass(frozen=True, slots=True)
class GameStanding:
    """A game as a line of a list shows it."""

    game: str
    title: str
    """The title of the ruleset."""
    players: tuple[str, ...]
    """Their names, with their seats."""
    about: Mapping[str, Any]
    """What it belongs to: event, round, table."""
    entry: int
    clock: tuple[str, int] | None
    """`("round", 2)` or `("turn", 5)`; None where the ruleset counts neither."""
    waits_for: tuple[str, ...]
    over: bool
    since: int
    """When it began to wait for them, at most LOOKED_BACK entries ago: microseconds since 1970, UTC."""
    called: bool
    """Whether a player has called a judge, and no judge has taken a step since."""


def game_standing(live: LiveGame) -> GameStanding:
    """How this game stands now."""
    game = live.game
    state = game.now.state
    waits = game.to_act()
    return GameStanding(
        live.id,
        game.ruleset.title,
        tuple(seat_in_words(game.opening.names, seat) for seat in game.players),
        game.opening.about,
        game.length,
        clock_of(game),
        waits,
        game.ruleset.over(state),
        live.taken_at(_since(game, waits)),
        judge_called(game) is not None,
    )


def _since(game: Game, waits: tuple[str, ...]) -> int:
    """The entry since which it waits for these players."""
    least = max(0, game.length - LOOKED_BACK, game.known_from)
    n = game.length
    while n > least and acting(game.ruleset, game.position(n - 1)) == waits:
        n -= 1
    return n


def clock_of(game: Game) -> tuple[str, int] | None:
    """The current round or turn; see `GameStanding.clock`."""
    view = game.ruleset.view(game.now.state, SPECTATOR)
    return next(((word, view[word]) for word in CLOCK if isinstance(view.get(word), int)), None)


def judge_called(game: Game) -> int | None:
    """The newest entry that calls a judge, where no judge has taken a step since; otherwise None."""
    for n in range(game.length, max(0, game.length - LOOKED_BACK), -1):
        said = game.entry(n).said
        if said["by"] == JUDGE:
            return None
        if is_call(said):
            return n
    return None


def is_call(said: Said) -> bool:
    """Whether it is the remark that calls a judge."""
    return said["do"] == "note" and str(said.get("text", "")).startswith(CALL)
