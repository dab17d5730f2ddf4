"""Seats: who may act in a game or watch it, shown by a token of which only the digest is stored."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from application.game.live_game import Clock, utc
from application.game.moments import DAY
from application.game.seating.seat_log import (
    Access,
    AccessKept,
    SeatLog,
    SeatTaken,
    TokenIssued,
    TokensRevoked,
)
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.steps import JUDGE

Row = Sequence[Any]
TRUSTED = 250_000
"""Microseconds after the store was last read for which a remembered seat needs no new look-up."""
LATELY = 600_000_000
"""Microseconds back to which revoked tokens are asked for: clocks of other hosts may be slow or fast."""
MOST_REMEMBERED = 2_000


@dataclass(frozen=True, slots=True)
class Seat:
    """The right to look at a game, and for a player or the judge to act in it."""

    game: str
    viewer: Viewer
    """A player, `spectator` or `judge`."""
    digest: str
    """The digest of the token; the token itself is stored nowhere."""
    issued: int
    expires: int
    revoked: int | None = None
    """All times are microseconds since 1970, UTC."""

    def holds(self, now: int) -> bool:
        return self.revoked is None and now < self.expires


def digest_of(token: str) -> str:
    """What is kept of a token in its place: SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()


def every_seat(players: Iterable[str]) -> tuple[Viewer, ...]:
    """The viewers who get a token when a game is opened."""
    return (*players, SPECTATOR, JUDGE)


def fresh_token(_viewer: Viewer) -> str:
    """256 random bits, in URL-safe base64."""
    return secrets.token_urlsafe(32)


TYPED = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that nobody takes for one another."""
LETTERS, GROUP = 12, 4
"""How many of them a typed token has, and how many stand together."""


def typed_token() -> str:
    """59 random bits that can be typed: abcd-efgh-jkmn. Whoever guesses has a try in two seconds."""
    return _in_groups("".join(secrets.choice(TYPED) for _ in range(LETTERS)))


def as_typed(text: str) -> str:
    """A typed token as it was made, whatever stands between its letters; another text unchanged."""
    letters = _letters_typed(text)
    return _in_groups(letters) if letters else text


def is_typed(token: str) -> bool:
    """Whether it has as few letters as a typed token, so that guessing has to be slowed."""
    return bool(_letters_typed(token))


def _letters_typed(text: str) -> str:
    letters = "".join(letter for letter in text.lower() if letter.isalnum())
    return letters if len(letters) == LETTERS and set(letters) <= set(TYPED) else ""


def _in_groups(letters: str) -> str:
    return "-".join(letters[n : n + GROUP] for n in range(0, LETTERS, GROUP))


def derived_token(key: str, salt: str, viewer: Viewer) -> str:
    """The token of a seat that follows from a key, so that whoever has the key can get it again.

    The salt, which is stored, gives nothing away without the key; stretching makes short keys costly to guess.
    """
    stretched = hashlib.scrypt(key.encode(), salt=salt.encode(), n=2**12, r=8, p=1, dklen=32)
    made = hmac.new(stretched, viewer.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def tokens_for(viewers: Iterable[Viewer], key: str = "", salt: str = "") -> dict[Viewer, str]:
    """A token for each of these viewers: a new one, or with `key` the one that follows from it."""
    make = partial(derived_token, key, salt) if key else fresh_token
    return {viewer: make(viewer) for viewer in viewers}


class SeatStore(Protocol):
    """The port to the tables of seats, openings and looks. Every method may raise StoreProblem."""

    def add_seats(self, rows: Sequence[Row]) -> None: ...
    def seat(self, digest: str) -> Row | None: ...
    def seats_of(self, game: str) -> Sequence[Row]: ...
    def revoke(self, game: str, viewer: str, at: int) -> int: ...
    def revoked_since(self, at: int) -> Sequence[Row]: ...
    def reserve(
        self, key: str, game: str, salt: str, asked: str, at: int, holds_from: int
    ) -> Row: ...
    def add_opened(self, game: str, caller: str, at: int) -> None: ...
    def count_opened(self, caller: str, since: int) -> int: ...
    def opener(self, game: str) -> str | None: ...
    def try_a_write(self, at: int) -> None: ...
    def add_access(self, game: str, at: int, viewer: str, what: str) -> None: ...
    def accesses_to(self, game: str) -> Sequence[Row]: ...
    def add_webhook(self, game: str, url: str) -> None: ...
    def webhook(self, game: str) -> str: ...
    def close(self) -> None: ...


class Seats:
    """Issues, finds and revokes the tokens of seats. Safe for several threads; raises StoreProblem only."""

    def __init__(
        self, tables: SeatStore, clock: Clock = utc, days: int = 90, log: SeatLog | None = None
    ) -> None:
        self.tables = tables
        self.log = log
        """The hash-chained log of tokens and looks; None where only the tables are kept."""
        self.clock = clock
        self.lasts = days * DAY
        self._known: dict[str, tuple[int, Seat]] = {}
        self._heard = 0
        """When the store was last asked what has been revoked."""
        self._called: dict[str, str] = {}
        """Digest of a token → the name under which its seat was taken; empty where it was taken without one."""
        self.ended: frozenset[str] = frozenset()
        """Digests of the tokens that were revoked lately, here or by another server."""

    def issue(
        self, game: str, viewers: Sequence[Viewer], key: str = "", salt: str = "", by: str = ""
    ) -> dict[Viewer, str]:
        """The tokens of `tokens_for`, which hold from now on. `by`: see `give`."""
        tokens = tokens_for(viewers, key, salt)
        self.give(game, tokens, by)
        return tokens

    def give(self, game: str, tokens: Mapping[Viewer, str], by: str = "") -> None:
        """Lets these tokens hold from now on. One that was given before keeps its times.

        `by`: the person who takes these seats, whom a key of their own names; empty for whoever has the token.
        """
        self.give_by_digest(game, {token: digest_of(tokens[token]) for token in tokens}, by)

    def give_by_digest(self, game: str, digests: Mapping[Viewer, str], by: str = "") -> None:
        """As `give`, by the digests of tokens that were handed out before the game was open."""
        now = self.clock()
        if self.log is not None:
            new = {
                digest: viewer
                for viewer, digest in digests.items()
                if self.tables.seat(digest) is None
            }
            taken = [SeatTaken(digest, by) for digest in new if by]
            issued = [
                TokenIssued(viewer, digest, now + self.lasts) for digest, viewer in new.items()
            ]
            # The log first: a token that stood in the table alone would pass for a forged one.
            self.log.keep(game, now, [*taken, *issued])
        self.tables.add_seats(
            [(digest, game, viewer, now, now + self.lasts) for viewer, digest in digests.items()]
        )

    def give_by_name(self, game: str, viewer: Viewer, by: str) -> str:
        """A new token for this seat, noted as taken by this person, who showed a key of their own."""
        return self.issue(game, [viewer], by=by)[viewer]

    def called(self, game: str, viewer: Viewer, digest: str) -> str:
        """What the log calls whoever shows this token: the name they took the seat by, or else the seat."""
        if digest not in self._called:
            if len(self._called) >= MOST_REMEMBERED:
                self._called.clear()
            self._called[digest] = self.log.taken_by(game, digest) if self.log is not None else ""
        return self._called[digest] or viewer

    def holder(self, token: str) -> Seat | None:
        """The seat that this token holds now; None where it is unknown, revoked or expired."""
        seat = self.remembered_holder(token)
        return seat or self._valid(self.find_seat(digest_of(token)), token, self.clock())

    def was_given(self, token: str) -> bool:
        """Whether this token was ever issued, even if it has expired or was revoked."""
        return self.find_seat(digest_of(token)) is not None

    def remembered_holder(self, token: str) -> Seat | None:
        """The seat from memory, without asking the store; None where that is older than TRUSTED."""
        digest = digest_of(token)
        known = self._known.get(digest)
        if known is None or digest in self.ended:
            return None
        now = self.clock()
        if not 0 <= now - max(known[0], self._heard) <= TRUSTED:
            return None
        return self._valid(known[1], token, now)

    def refresh_revoked(self) -> bool:
        """Asks the store what any server has revoked lately; whether that is more than was known."""
        now = self.clock()
        ended = frozenset(row[0] for row in self.tables.revoked_since(now - LATELY))
        if not 0 <= now - self._heard <= LATELY // 2:
            self._known.clear()
        for digest in ended:
            self._known.pop(digest, None)
        news = not ended <= self.ended
        self.ended, self._heard = ended, now
        return news

    def _valid(self, seat: Seat | None, token: str, now: int) -> Seat | None:
        if seat is None or not hmac.compare_digest(seat.digest, digest_of(token)):
            return None
        return seat if seat.holds(now) else None

    def find_seat(self, digest: str) -> Seat | None:
        """The seat of the token of this digest, from the store, whether it still holds or not."""
        # Taken before the look-up: what that finds may be out of date from this moment on.
        asked = self.clock()
        row = self.tables.seat(digest)
        if row is None:
            return None
        seat = Seat(*row)
        if len(self._known) >= MOST_REMEMBERED:
            self._known.clear()
        self._known[digest] = (asked, seat)
        return seat

    def of(self, game: str) -> list[Seat]:
        """All seats of a game, oldest first."""
        return [Seat(*row) for row in self.tables.seats_of(game)]

    def newer_token_at(self, game: str, digest: str) -> int | None:
        """When the seat's newest token that holds was issued, if that was after this one; otherwise None."""
        seats, now = self.of(game), self.clock()
        own = next((seat for seat in seats if seat.digest == digest), None)
        if own is None:
            return None
        given = (seat for seat in seats if seat.viewer == own.viewer and seat.holds(now))
        return max((seat.issued for seat in given if seat.issued > own.issued), default=None)

    def revoke(self, game: str, viewer: Viewer) -> int:
        """Revokes every token of this seat; gives how many ended.

        Said again after a StoreProblem, it counts those that ended then and were not logged.
        """
        now = self.clock()
        # The table first: what the log calls ended must not be good any more.
        ended = self.tables.revoke(game, viewer, now) or self._ended_unlogged(game, viewer)
        self.refresh_revoked()
        if self.log is not None and ended:
            self.log.keep(game, now, [TokensRevoked(viewer)])
        return ended

    def _ended_unlogged(self, game: str, viewer: Viewer) -> int:
        """How many tokens of this seat were revoked without a word of it in the log."""
        good = self.log.good_tokens(game, viewer) if self.log is not None else ()
        return sum(seat.revoked is not None and seat.digest in good for seat in self.of(game))

    def revoke_taken(self, game: str, viewer: Viewer, by: str) -> int:
        """Revokes every token of a seat that somebody took by this name; gives how many ended.

        The tokens of others end with it, and they have to take the seat again: the log knows the end of a
        seat, not of one token.
        """
        taken = self.log is not None and self.log.has_taken(game, by)
        return self.revoke(game, viewer) if taken else 0

    def try_a_write(self) -> None:
        """Writes a row, to see whether it can be done now. Raises StoreProblem, as on a full disk."""
        self.tables.try_a_write(self.clock())

    def note_access(self, game: str, viewer: Viewer, what: str) -> None:
        """Notes that somebody looked at what is hidden; durable on return."""
        if self.log is not None:
            self.log.keep(game, self.clock(), [AccessKept(viewer, what)])
        else:
            self.tables.add_access(game, self.clock(), viewer, what)

    def accesses_to(self, game: str) -> list[Access]:
        """Who looked at what is hidden, oldest first."""
        before = [Access(*row) for row in self.tables.accesses_to(game)]
        return before + (self.log.accesses_to(game) if self.log is not None else [])

    def close(self) -> None:
        if self.log is not None:
            self.log.close()
        self.tables.close()
