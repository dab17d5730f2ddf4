"""Public games, which anybody who has the address may watch.

A public game has a spectator's token that everybody can work out. It is issued, logged and revoked like
any other: it shows what a spectator may see, and expires as theirs do.
"""

from application.game.seats import Seat, Seats, digest_of
from domain.kernel.ruleset import SPECTATOR

MOST_TIMES = 20
"""How often one game can be made public."""


class TooOften(Exception):
    """A game was made public and private again too often; one sentence."""


def seat_of_all(seats: Seats, game: str) -> Seat | None:
    """The seat of anybody without a token of their own; None unless the game is public. Raises StoreProblem."""
    for token in _tokens(game):
        seat = seats.holder(token)
        if seat is not None or seats.find_seat(digest_of(token)) is None:
            return seat
    return None


def make_public(seats: Seats, game: str) -> None:
    """Makes the game public until the token expires. Raises TooOften, StoreProblem."""
    for token in _tokens(game):
        seat = seats.find_seat(digest_of(token))
        if seat is None:
            # Of two who ask at once both give this one, which is stored once.
            seats.give(game, {SPECTATOR: token})
            return
        if seat.holds(seats.clock()):
            return
    raise TooOften(f"“{game}” was made public {MOST_TIMES} times: give spectators a link instead")


def make_private(seats: Seats, game: str) -> None:
    """Makes the game private, and ends every spectator's link with that. Raises StoreProblem."""
    seats.revoke(game, SPECTATOR)


def _tokens(game: str) -> list[str]:
    """The tokens in the order in which they are used: one that was revoked never holds again."""
    return [f"public {n} {game}" for n in range(MOST_TIMES)]
