"""What an audit of a table's game makes of an offence: whose, of which kind, on what grounds."""

from dataclasses import dataclass

from application.desk.audit import audit
from application.event.policy import policy_of
from application.game.step_words import step_in_words
from domain.kernel.events import EntryPlayed
from domain.kernel.history import Game
from domain.kernel.ruling import ILLEGAL
from domain.tournament.book import book_of
from domain.tournament.offences import ladder_penalty
from domain.tournament.rounds import Table
from domain.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Proposal:
    """An offence that a judge might give."""

    player: str
    kind: str
    penalty: str
    count: int
    entry: int
    grounds: str
    """One sentence, with the entry and its rules."""


def was_played(game: Game, entry: int) -> bool:
    """Whether a refused entry happened all the same, because the table had played it."""
    return any(
        isinstance(event, EntryPlayed) and event.entry == entry
        for later in game.log[entry - 1 :]
        for event in later.events
    )


def proposal(
    event: Tournament, table: Table, game: Game, at: int, entry: int | None
) -> Proposal | None:
    """The offence that an audit finds at the point of error, or at the entry named.

    None where the game has no error, it was refused and nobody played it, a judge made it, or the book
    has no kind for it.
    """
    point = audit(game, policy_of(event, table.ruleset), entry).point
    if point is None or point.by not in {place.seat for place in table.places}:
        return None
    if game.entry(point.entry).ruling.verdict == ILLEGAL and not was_played(game, point.entry):
        return None
    kind = book_of(event.book).kind_of_error(point.error_class)
    if not kind:
        return None
    player = table.player_at(point.by)
    penalty, count = ladder_penalty(event, player, kind, table.round, at)
    rules = f" ({', '.join(point.cites)})" if point.cites else ""
    step = step_in_words(game.ruleset, game.entry(point.entry).said)
    grounds = f"entry {point.entry}, {step}: {point.reason.rstrip('.')}{rules}"
    return Proposal(player, kind, penalty, count, point.entry, grounds)
