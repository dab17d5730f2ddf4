"""Reading rows: what was written of a game, opening and entries, in columns."""

from array import array
from typing import Any

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
    Row,
    StepRuled,
    head_of,
)
from application.ledger.store import Damaged, Stored, Written
from application.ledger.stored_events import READERS, UnknownEvent, once, shared
from domain.kernel.history import Entry, Opening
from domain.kernel.ruling import Ruling
from domain.kernel.steps import Said
from domain.kernel.values import changed

UNREADABLE = (UnknownEvent, msgspec.MsgspecError, ValueError, TypeError, KeyError, AttributeError)
"""What reading a row may raise when it is not as it was written."""


read_ruled = msgspec.json.Decoder(StepRuled).decode
NUMBERED = b'{"n":'
BECAUSE, KEY = b',"because":[', b',"key":"'
Words = tuple[Said, Ruling, str]
"""What was said, the ruling, and the sender's key."""


def read_entry(payload: bytes) -> tuple[int, Words]:
    """The number of an entry and what stands in its row. Raises as msgspec does.

    Entries differ in their number, and often only in the entries they rest on and in their key:
    these stand at either end, and what stands between them is read once.
    """
    comma = payload.find(b",")
    number = payload[len(NUMBERED) : comma]
    if not payload.startswith(NUMBERED) or not number.isdigit():
        return read_ruled(payload).n, _words(payload)
    rest, key, because = payload[comma:-1], "", None
    if rest[-1:] == b'"':
        rest, key = _without_key(rest)
    if rest[-1:] == b"]":
        rest, because = _without_because(rest)
    words = _between(rest + payload[-1:])
    if not key and because is None:
        return int(number), words
    said, ruling, known = words
    if because is not None:
        ruling = changed(ruling, because=because)
    return int(number), (said, ruling, key or known)


def _without_key(rest: bytes) -> tuple[bytes, str]:
    """Before the closing brace: a string without quotes in it can only be the last of the fields."""
    begins = rest.rfind(KEY)
    word = rest[begins + len(KEY) : -1]
    if begins < 0 or b'"' in word or b"\\" in word:
        return rest, ""
    return rest[:begins], _read_word(b'"%b"' % word)


def _without_because(rest: bytes) -> tuple[bytes, tuple[int, ...] | None]:
    """The same with a list of numbers."""
    begins = rest.rfind(BECAUSE)
    numbers = rest[begins + len(BECAUSE) - 1 :]
    if begins < 0 or not numbers[1:-1].replace(b",", b"").isdigit():
        return rest, None
    return rest[:begins], _read_numbers(numbers)


_read_word = msgspec.json.Decoder(str).decode
_read_numbers = msgspec.json.Decoder(tuple[int, ...]).decode


class Unread(StepRuled, frozen=True):
    """An entry's row with its step still as it stands there: most steps are said again and again."""

    said: msgspec.Raw  # type: ignore[assignment]


_read_around = msgspec.json.Decoder(Unread).decode
_read_said = once(msgspec.json.Decoder(dict[str, Any]).decode)


def _words(payload: bytes) -> Words:
    found = _read_around(payload)
    cites, reason, because = shared(found.cites), shared(found.reason), shared(found.because)
    ruling = Ruling(found.verdict, found.basis, cites, reason, because, shared(found.facts))
    return _read_said(bytes(found.said)), ruling, found.key


_between = once(lambda rest: _words(b'{"n":0%b' % rest))


_read_opened = msgspec.json.Decoder(GameOpened).decode


def is_opening(name: str) -> bool:
    """Whether a row of this name is an opening, of whatever version."""
    return name == OPENED or name in OPENED_BEFORE


def read_opening(payload: bytes) -> Opening:
    """The opening in a row, of whatever version: newer ones only have more fields."""
    found = _read_opened(payload)
    return Opening(
        found.ruleset,
        found.edition,
        found.readings,
        found.mode,
        found.players,
        found.setup,
        found.origin,
        found.names,
        found.about,
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
    opened = _opened(game, rows[1:end])
    entries = written_in(game, rows[end:], end, 1)
    return Stored(opening, at, opened, entries, head_of(Row(*rows[-1])))


def _opened(game: str, rows: Fetched) -> tuple[Any, ...]:
    """The events of entry 0."""
    events = []
    for version, (found, name, state) in enumerate(rows, 2):
        if found != version:
            raise Damaged(f"row {version} of “{game}” is missing", 0)
        try:
            events.append(READERS[name](state[PAYLOAD]))
        except UNREADABLE as why:
            raise Damaged(f"row {version} of “{game}” (entry 0) cannot be read: {why}", 0) from None
    return tuple(events)


def written_in(game: str, rows: Fetched, version: int, first: int = 0) -> Written:
    """The entries of these rows, which follow the row of this version. Raises Damaged.

    `first` is the number of the first of them; without it, it is the one that stands there.
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
                raise Damaged(f"row {version} of “{game}” is missing", n)
            if name == RULED:
                number, words = read_entry(state[PAYLOAD])
                n = n + 1 if n >= 0 else number
                if number != n:
                    raise Damaged(f"entry {n} of “{game}” is missing: {number} stands there", n)
                ruled.append(words)
                events = []
                happened.append(events)
                before.append(last)
            else:
                events.append(readers[name](state[PAYLOAD]))
            last = state
        return _in_columns(n, ruled, happened, [*before[1:], last])
    except UNREADABLE as why:
        raise Damaged(f"row {version} of “{game}” (entry {n}) cannot be read: {why}", n) from None


def _in_columns(
    n: int, ruled: list[Words], happened: list[list[Any]], ends: list[bytes]
) -> Written:
    """Entries up to n; `ends`: the last row of each."""
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
