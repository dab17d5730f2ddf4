"""The log of a game's tokens and looks: a stream of its own, chained like the game's.

The tables of seats serve quick look-ups. Whoever adds a seat to them, or removes a look, is found out by
comparing them with this log.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from application.ledger.rows import START
from application.ledger.store import Conflict, Damaged, Head, NoSuchGame
from application.ledger.stored_events import write_json
from application.ledger.streams import SEATS, RowSink, RowSource, extend, rows_after
from domain.kernel.ruleset import Viewer
from domain.kernel.values import Value


@dataclass(frozen=True, slots=True)
class Access:
    """A look at what is hidden from others; everybody reads of it when the game is over."""

    game: str
    at: int
    viewer: Viewer
    what: str


class TokenIssued(Value, omit_defaults=True):
    """Somebody was given a token for a seat."""

    viewer: str
    """The seat: a player, `spectator`, `judge`, or a judge's number at an event."""
    token: str
    """The digest of the token; the token itself is kept nowhere."""
    expires: int
    """Until when it is good; microseconds since 1970, UTC."""


class SeatTaken(Value, omit_defaults=True):
    """Somebody whom another key names took a seat that has no name."""

    token: str
    """The digest of the token that they were given for it."""
    by: str
    """Who they are: `judge j2`, by their number at the event."""


class TokensRevoked(Value, omit_defaults=True):
    """Every token of a seat ended."""

    viewer: str
    """The seat."""


class AccessKept(Value, omit_defaults=True):
    """Somebody looked at what is hidden from others."""

    viewer: str
    """Who: the judge, with their name where their key has one."""
    what: str
    """What they asked for, in words."""


SeatEvent = TokenIssued | SeatTaken | TokensRevoked | AccessKept
NAMES: dict[str, type[Value]] = {
    "seats/token_issued/v1": TokenIssued,
    "seats/seat_taken/v1": SeatTaken,
    "seats/tokens_revoked/v1": TokensRevoked,
    "seats/look_kept/v1": AccessKept,
}
STORED = {kind: name for name, kind in NAMES.items()}
READERS: dict[str, Any] = {name: msgspec.json.Decoder(kind).decode for name, kind in NAMES.items()}


class SeatLedger(RowSink, Protocol):
    """The part of a ledger that the log needs."""

    @property
    def rows(self) -> RowSource: ...
    def head(self, game: str) -> Head: ...
    def close(self) -> None: ...


class SeatLog:
    """The logs of seats and looks of all games. Every method may raise StoreProblem."""

    def __init__(self, ledger: SeatLedger, *, own: bool = False) -> None:
        """`own`: whether the ledger is used for this log alone, and so is closed with it."""
        self.ledger = ledger
        self.own = own

    def close(self) -> None:
        if self.own:
            self.ledger.close()

    def keep(self, game: str, at: int, events: Sequence[SeatEvent]) -> None:
        """Appends the events to the game's log; durable on return. `at`: microseconds since 1970, UTC."""
        written = [(STORED[type(event)], write_json(event)) for event in events]
        while written:
            try:
                extend(self.ledger, SEATS + game, self._head(game), at, written)
            except Conflict:
                continue
            return

    def _head(self, game: str) -> Head:
        try:
            return self.ledger.head(SEATS + game)
        except NoSuchGame:
            return START

    def events(self, game: str) -> Iterator[tuple[int, SeatEvent]]:
        """(time, event), oldest first; the chain is checked. Raises Damaged."""
        for row in rows_after(self.ledger.rows, SEATS + game):
            if row.name not in READERS:
                raise Damaged(f"row {row.version} of the seats of “{game}” is of a newer umpire")
            yield row.at, READERS[row.name](row.payload)

    def good_tokens(self, game: str, viewer: Viewer) -> set[str]:
        """The digests of the seat's tokens that were issued since the log last says that all had ended."""
        good: set[str] = set()
        for _, event in self.events(game):
            if isinstance(event, TokenIssued) and event.viewer == viewer:
                good.add(event.token)
            elif isinstance(event, TokensRevoked) and event.viewer == viewer:
                good.clear()
        return good

    def taken_by(self, game: str, token: str) -> str:
        """The name under which the seat of this digest was taken; empty where it has none."""
        events = (event for _, event in self.events(game) if isinstance(event, SeatTaken))
        return next((event.by for event in events if event.token == token), "")

    def has_taken(self, game: str, by: str) -> bool:
        """Whether a seat of this game was ever taken under this name."""
        return any(
            isinstance(event, SeatTaken) and event.by == by for _, event in self.events(game)
        )

    def accesses_to(self, game: str) -> list[Access]:
        """Who looked at what is hidden, oldest first."""
        return [
            Access(game, at, event.viewer, event.what)
            for at, event in self.events(game)
            if isinstance(event, AccessKept)
        ]
