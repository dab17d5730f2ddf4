"""What a command may look up: the time, people's words under their keys, the games of the tables."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from domain.kernel.values import Value

Cipher = str
"""Somebody's name or words, under their key; base64. Where words name others, under theirs too: `p2 j1:…`."""


class Words(Protocol):
    """Names and words of an event's people, under their keys."""

    def hide_name(self, person: str, name: str) -> Cipher:
        """A name under its bearer's key, who gets one where they have none."""

    def hide_names(self, names: Mapping[str, str]) -> Mapping[str, Cipher]:
        """As `hide_name`, for all of these: person → name. They get their keys at once."""

    def hide(self, by: str, words: str, what: str) -> Cipher:
        """Words under the keys of who says them and of all whom they name.

        `what`: what the words are. Raises Refused for none or too many.
        """

    def reveal(self, person: str, cipher: Cipher) -> str:
        """Somebody's name or words; “(forgotten)” once a key is gone."""


class Moment(NamedTuple):
    """Who is to act after an entry."""

    at: int
    """When the entry was written: microseconds since 1970, UTC."""
    to_act: tuple[str, ...]
    """Seats; nobody while a request is open or the game is over."""
    by: str = ""
    """Whose entry it is."""
    back: bool = False
    """The entry takes the game back to an earlier position."""


class Outcome(NamedTuple):
    """How a game ended."""

    winner: str | None
    """A seat; None where nobody has won."""
    points: Mapping[str, int]
    """Seat → victory points, where the game counts them."""


class Games(Protocol):
    """What commands ask of the games of tables."""

    def newest_entry(self, game: str) -> int:
        """The number of its newest entry; 0 before the first, and without a game."""

    def newest_refused(self, game: str) -> int:
        """The number of the newest entry that was ruled illegal; 0 where there is none."""

    def head_of(self, game: str) -> tuple[int, str]:
        """The number and the digest of its newest row."""

    def moments(self, game: str) -> Sequence[Moment]:
        """Its moments, from the set-up on; none without a game."""

    def outcome(self, game: str) -> Outcome | None:
        """How it ended; None while it goes on, and without a game."""


class EarlierRuling(NamedTuple):
    """A ruling at another event, or in any game of the store."""

    place: str
    """`autumn-open call 3`, `tare-mivu-40 entry 5`."""
    told: str
    """The ruling with its judge and reason, in a sentence."""


class Context(Value):
    """When a command is given, and what it may look up."""

    now: int
    """Microseconds since 1970, UTC."""
    words: Words
    games: Games
    key: str = ""
    """The idempotency key that was sent with the command; empty without one."""
    elsewhere: tuple[EarlierRuling, ...] = ()
    """Rulings outside the event's calls from which the ruling that is given departs."""
    check_rules: Callable[[Any, Collection[str]], None] = lambda _played, _cites: None
    """(law that is played, rules cited) raises Refused for a rule that is not in it."""

    def said_before(self, by: str, words: str, before: str, cipher: Cipher) -> bool:
        """Whether the same person sends the same words again."""
        return by == before and self.words.reveal(before, cipher) == words.strip()
