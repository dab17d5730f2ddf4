"""Chance made together at an event: who has not revealed in the book's time, so that a judge decides (G8)."""

from application.game.live_game import LiveGame
from domain.tournament.book import Book
from domain.tournament.clocks import SECOND


def seats_unrevealed(book: Book, live: LiveGame, now: int) -> tuple[str, ...]:
    """Who should have revealed by now, in seat order; `now` in microseconds since 1970, UTC.

    They have the book's `reveal_waits` from the last word of another: the last commitment, or a reveal.
    """
    chance = live.game.now.chance
    if chance is None or not chance.is_revealing:
        return ()
    since = now - live.taken_at(chance.entries[-1])
    return chance.waiting if since >= SECOND * book.reveal_waits else ()
