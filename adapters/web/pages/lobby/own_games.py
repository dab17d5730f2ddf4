"""The games at which a browser has a seat, those that wait for it first."""

from dataclasses import dataclass

from starlette.requests import Request

from adapters.web.context import Context
from adapters.web.pages.lobby.entering import seats_in_browser
from adapters.web.seat_address import address_of
from application.game.seats import Seat
from application.game.standing import GameStanding, game_standing
from application.ledger.store import StoreProblem
from application.ledger.streams import EVENT
from domain.kernel.steps import JUDGE

MOST = 24


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game at which this browser has a seat."""

    seat: str
    to: str
    stands: GameStanding

    @property
    def yours(self) -> bool:
        """Whether the game waits for this seat."""
        if self.seat == JUDGE and self.stands.called:
            return True
        return not self.stands.over and self.seat in self.stands.waits_for


def own_games(request: Request, context: Context) -> list[OwnGame]:
    """Games that wait for this browser's seat, then those that wait for others, then finished ones."""
    seats = [seat for seat in seats_in_browser(request) if not seat.game.startswith(EVENT)]
    found = [line for seat in reversed(seats[-MOST:]) for line in _line(context, seat)]
    return sorted(
        found,
        key=lambda own_game: (own_game.stands.over, not own_game.yours, -own_game.stands.since),
    )


def _line(context: Context, seat: Seat) -> list[OwnGame]:
    """A seat's game; empty if the game cannot be read, so that the first page still works."""
    try:
        stands = game_standing(context.umpire.game(seat.game))
    except StoreProblem:
        return []
    return [OwnGame(seat.viewer, address_of(seat.game, seat.viewer), stands)]
