"""Reads the stored rows of a game back into its opening and its entries."""

from array import array
from functools import lru_cache
from sys import intern
from typing import Any, TypeVar

import msgspec

from application.ledger.digests import Digests
from application.ledger.rows import (
    AT,
    DIGEST,
    OPENED,
    OPENED_BEFORE,
    PAYLOAD,
    RULED,
    Fetched,
    GameOpened,
    StepRuled,
    head_of,
)
from application.ledger.store import Damaged, Stored, Written
from application.ledger.stored_events import Read, UnknownEvent, reader_of
from domain.kernel.history import Entry, Opening
from domain.kernel.ruling import Ruling
from domain.kernel.steps import Said

T = TypeVar("T")

UNREADABLE = (UnknownEvent, msgspec.MsgspecError, ValueError, TypeError, KeyError, AttributeError)
"""What reading a row may raise when it is not as it was written."""


MOST_REMEMBERED = 4096
LONGEST_REMEMBERED = 512


class Remembered(dict[bytes, Any]):
    """Payload → what it says, read once: events and rulings are values, and a long game repeats many.

    A long game takes less than half the memory and loads 1.3 to 1.6 times as fast. With an
    `lru_cache`, which makes a key for each look-up, loading takes 1.15 times as long.
    """

    def __init__(self, read: Read) -> None:
        self._read = read

    def __missing__(self, payload: bytes) -> Any:
        value = self._read(payload)
        if len(payload) <= LONGEST_REMEMBERED:
            if len(self) >= MOST_REMEMBERED:
                self.clear()
            self[payload] = value
        return value


class _Readers(dict[str, Remembered]):
    def __missing__(self, name: str) -> Remembered:
        read = self[name] = Remembered(reader_of(name))
        return read


READERS = _Readers()
"""Stored name → the payloads under this name and what they say; filled as names are met."""


def decode(name: str, payload: bytes) -> Any:
    """The event of this stored name, of whatever version. Raises one of UNREADABLE."""
    return READERS[name][payload]


read_ruled = msgspec.json.Decoder(StepRuled).decode
Words = tuple[Said, Ruling, str]
"""What was said, the ruling, and the sender's key."""


class Unread(StepRuled, frozen=True):
    """An entry's row with its step left undecoded: most steps recur, so they are read from a cache."""

    said: msgspec.Raw  # type: ignore[assignment]


_read_around = msgspec.json.Decoder(Unread).decode
_said = Remembered(msgspec.json.Decoder(dict[str, Any]).decode)


def read_entry(payload: bytes) -> tuple[int, Words]:
    """The number and the contents of an entry's row. Raises msgspec.DecodeError."""
    unread = _read_around(payload)
    cites, reason, because = _same(unread.cites), intern(unread.reason), _same(unread.because)
    ruling = Ruling(unread.verdict, unread.basis, cites, reason, because, unread.facts)
    return unread.n, (_said[bytes(unread.said)], ruling, unread.key)


@lru_cache(4096)
def _same(numbers: tuple[T, ...]) -> tuple[T, ...]:
    """One shared tuple for all equal ones; with `intern` for words, an open game
    takes 0.6 to 0.8 of the memory."""
    return numbers


_read_opened = msgspec.json.Decoder(GameOpened).decode


def is_opening(name: str) -> bool:
    """Whether a row of this name is an opening, of whatever version."""
    return name == OPENED or name in OPENED_BEFORE


def read_opening(payload: bytes) -> Opening:
    """The opening in a row, of whatever version: newer ones only have more fields."""
    game_opened = _read_opened(payload)
    return Opening(
        game_opened.ruleset,
        game_opened.edition,
        game_opened.readings,
        game_opened.mode,
        game_opened.players,
        game_opened.setup,
        game_opened.origin,
        game_opened.names,
        game_opened.about,
        game_opened.salt,
        game_opened.edition_page,
        game_opened.law,
    )


def stored_game(game: str, rows: Fetched) -> Stored:
    """The whole game. Raises Damaged."""
    version, name, first = rows[0]
    if version != 1 or not is_opening(name):
        raise Damaged(f"the first rows of “{game}” are missing", 0)
    try:
        opening = read_opening(first[PAYLOAD])
        at = int(first[AT])
    except UNREADABLE as why:
        raise Damaged(f"the opening of “{game}” cannot be read: {why}", 0) from None
    end = 1
    while end < len(rows) and rows[end][1] != RULED:
        end += 1
    opened = _opening_events(game, rows[1:end])
    entries = written_in(game, rows[end:], end, 1)
    return Stored(opening, at, opened, entries, head_of(rows[-1]))


def _opening_events(game: str, rows: Fetched) -> tuple[Any, ...]:
    """The events of entry 0."""
    events = []
    for version, (found, name, state) in enumerate(rows, 2):
        if found != version:
            raise Damaged(f"row {version} of “{game}” is missing", 0)
        try:
            events.append(READERS[name][state[PAYLOAD]])
        except UNREADABLE as why:
            raise Damaged(f"row {version} of “{game}” (entry 0) cannot be read: {why}", 0) from None
    return tuple(events)


def written_in(game: str, rows: Fetched, version: int, first: int = 0) -> Written:
    """The entries of these rows, which follow the row of this version. Raises Damaged.

    `first` is the number the first entry must have; 0 accepts the number in its row, before which a
    damaged row belongs to no entry that is known.
    """
    n = first - 1
    readers = READERS
    ruled: list[Words] = []
    happened: list[list[Any]] = []
    before: list[bytes] = []
    events: list[Any] = []
    last = b""
    try:
        for found, name, state in rows:
            version += 1
            if found != version:
                raise Damaged(f"row {version} of “{game}” is missing", n if n >= 0 else None)
            if name == RULED:
                if n >= 0:
                    n += 1
                number, words = read_entry(state[PAYLOAD])
                if n < 0:
                    n = number
                elif number != n:
                    raise Damaged(f"entry {n} of “{game}” is missing: {number} stands there", n)
                ruled.append(words)
                events = []
                happened.append(events)
                before.append(last)
            else:
                events.append(readers[name][state[PAYLOAD]])
            last = state
        return _in_columns(n, ruled, happened, [*before[1:], last])
    except UNREADABLE as why:
        entry, which = (n, f" (entry {n})") if n >= 0 else (None, "")
        raise Damaged(f"row {version} of “{game}”{which} cannot be read: {why}", entry) from None


def _in_columns(
    n: int, ruled: list[Words], happened: list[list[Any]], ends: list[bytes]
) -> Written:
    """The entries up to number n; `ends` holds the last row of each."""
    numbers = range(n - len(ruled) + 1, n + 1)
    log = [
        Entry(n, said, ruling, tuple(events))
        for n, (said, ruling, _), events in zip(numbers, ruled, happened, strict=True)
    ]
    if not log:
        return Written()
    times = array("q", [int(end[AT]) for end in ends])
    digests = Digests(b"".join([end[DIGEST] for end in ends]))
    sent = {n: key for n, (_, _, key) in zip(numbers, ruled, strict=True) if key}
    return Written(log, times, digests, sent)
