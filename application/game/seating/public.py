"""A public game: whoever has its address watches it, without any link of their own.

It is a spectator's token that everybody can work out, given, chained and ended like any other: what
it shows is what a spectator may see, and it holds as long as theirs.
"""

from application.game.seats import Seat, Seats, digest_of
from domain.kernel.ruleset import SPECTATOR

MOST_TIMES = 20
"""So often a game is made public."""


class TooOften(Exception):
    """A game was made public and private again too often; one sentence."""


def seat_of_all(seats: Seats, game: str) -> Seat | None:
    """The seat of whoever has none; none where the game is not public. Raises StoreProblem."""
    for token in _tokens(game):
        found = seats.holder(token)
        if found is not None or seats.find_seat(digest_of(token)) is None:
            return found
    return None


def make_public(seats: Seats, game: str) -> None:
    """From now on, for as long as a token holds. Raises TooOften, StoreProblem."""
    if seat_of_all(seats, game) is not None:
        return
    for token in _tokens(game):
        if seats.find_seat(digest_of(token)) is None:
            seats.give(game, {SPECTATOR: token})
            return
    raise TooOften(f"“{game}” was made public {MOST_TIMES} times: give spectators a link instead")


def make_private(seats: Seats, game: str) -> None:
    """Ends it, and every link of a spectator with it. Raises StoreProblem."""
    seats.revoke(game, SPECTATOR)


def _tokens(game: str) -> list[str]:
    """One after the other: what was revoked is never good again."""
    return [f"public {n} {game}" for n in range(MOST_TIMES)]
