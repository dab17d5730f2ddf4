"""Examines a stored game or event whole: its rows and rulings, its seats and looks, and its record."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from application.game.seating.seat_log import SeatLog, TokenIssued, TokensRevoked
from application.ledger.ledger import Ledger
from application.ledger.store import Damaged
from application.ledger.streams import RECORD, SEATS, game_beside, is_stream, rows_after
from application.ledger.verified import CHANGED, CUT_SHORT, VerifiedGame

Row = Sequence[Any]


class SeatTables(Protocol):
    """The port to the tables of seats and looks."""

    def seats_of(self, game: str) -> Sequence[Row]: ...
    def accesses_to(self, game: str) -> Sequence[Row]: ...


def names_to_examine(ledger: Ledger) -> list[str]:
    """The names to examine: games and events, and streams beside a game that is missing."""
    names = ledger.rows.names()
    there = set(names)
    return [name for name in names if game_beside(name) not in there]


def examine(ledger: Ledger, tables: SeatTables, name: str) -> VerifiedGame:
    """The result for a game or event, its seats and its record included. Raises NoSuchGame."""
    verified_game = ledger.verify(name)
    if game_beside(name):
        left = "a log of its seats" if name.startswith(SEATS) else "what its record expects"
        gone = f"there is {left}, and no game “{game_beside(name)}”"
        return replace(verified_game, holds=False, entry=None, because=gone, fault=CUT_SHORT)
    if not verified_game.holds:
        return verified_game
    try:
        chained = is_stream(name) or bool(ledger.load(name, until=1).opening.law)
        because = tables_differ(SeatLog(ledger), name, tables.seats_of(name), chained=chained)
        if chained and not because and tables.accesses_to(name):
            because = "there is a look that is in no log"
        rows_after(ledger.rows, RECORD + name)
    except Damaged as why:
        because = str(why)
    if not because:
        return verified_game
    return replace(verified_game, holds=False, because=because, fault=CHANGED)


def tables_differ(log: SeatLog, game: str, rows: Sequence[Row], *, chained: bool) -> str:
    """Where the tables of seats differ from their log, as a clause; empty where they agree.

    `chained`: whether the log was there from the opening on. If it was not, tokens issued before it began
    are not compared. Raises Damaged.
    """
    issued: dict[str, list[TokenIssued]] = {}
    first: dict[str, int] = {}
    ended: dict[str, int] = {}
    began: int | None = None
    for n, (at, event) in enumerate(log.events(game)):
        if isinstance(event, TokenIssued):
            # Two servers that are asked at once under one key both keep the token that it makes.
            issued.setdefault(event.token, []).append(event)
            first.setdefault(event.token, n)
            began = at if began is None else began
        elif isinstance(event, TokensRevoked):
            ended[event.viewer] = n
    for _, viewer, token, at, expires, revoked in rows:
        if token in issued:
            given = issued[token]
            if all(
                (viewer, expires) != (token_issued.viewer, token_issued.expires)
                for token_issued in given
            ):
                return f"a token of “{given[0].viewer}” is not as it was given"
            if revoked is None and ended.get(viewer, -1) > first[token]:
                return f"a token of “{viewer}” is good again that was revoked"
        elif chained or (began is not None and at >= began):
            return f"there is a token for “{viewer}” that nobody was given"
    return ""
