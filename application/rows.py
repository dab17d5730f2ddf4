"""Rows of a game: frames at fixed offsets, the hash chain through them, and entries in and out.

Row 1 is `game/opened/v1`, then come the events of entry 0; each entry is one row
`game/step_ruled/v1` followed by its events. A row's state is JSON that people can read:

    {"at":1763647200000000,"h":"<digest>","e":{…}}
"""

from array import array
from binascii import b2a_base64
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from application.digests import Digests
from application.store import Damaged, Head, Stored, StoreProblem, Written
from application.stored_events import READERS, WRITERS, UnknownEvent, once, shared, write_json
from domain.kernel.history import Entry, Mode, Opening
from domain.kernel.rulebook import RULE, Basis
from domain.kernel.ruling import Ruling, Verdict
from domain.kernel.steps import Said
from domain.kernel.values import named

OPENED = "game/opened/v1"
RULED = "game/step_ruled/v1"

AT = slice(6, 22)
DIGEST = slice(28, 71)
PAYLOAD = slice(77, -1)

Fetched = Sequence[tuple[int, str, bytes]]
"""Rows as a database has them: version, name, frame."""

START = Head(0, "")
"""Before the first row of a game."""


class Row(NamedTuple):
    """One stored row: a game's version (from 1 on), the event's name, its frame."""

    version: int
    name: str
    state: bytes


class StepRuled(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step was put before the rules, and this is the ruling it got; what happened follows it."""

    n: int
    """The number of the entry."""
    said: dict[str, Any]
    """The step as it was said."""
    verdict: Verdict
    """The ruling; events follow only what is legal."""
    basis: Basis = RULE
    """What the ruling rests on: the rules, a reading of an open question, or an inferred rule."""
    cites: tuple[str, ...] = ()
    """The rules cited."""
    reason: str = ""
    """One or two plain sentences."""
    because: tuple[int, ...] = ()
    """The earlier entries that made the situation."""
    facts: dict[str, Any] = {}
    """What was looked at, by name."""
    key: str = ""
    """The sender's own key, under which a repetition gets the same entry."""


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
    said, (verdict, basis, cites, reason, since, facts), known = words
    since = since if because is None else because
    ruling = named(Ruling, (verdict, basis, cites, reason, since, facts))
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


class GameOpened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game was opened: who plays what, under which law, from which set-up."""

    ruleset: str
    """The ruleset's name."""
    edition: str
    """Its edition; the game is pinned to it."""
    mode: Mode
    """In a tournament players take nothing back."""
    players: tuple[str, ...]
    """Seats in turn order."""
    setup: dict[str, Any]
    """The table at the start, in the ruleset's own words."""
    readings: dict[str, str] = {}
    """The readings this table chose itself; the others are the edition's."""
    origin: str = ""
    """For a fork: the game and entry it was taken from."""


_read_opened = msgspec.json.Decoder(GameOpened).decode


def read_opening(payload: bytes) -> Opening:
    found = _read_opened(payload)
    return Opening(
        found.ruleset,
        found.edition,
        found.readings,
        found.mode,
        found.players,
        found.setup,
        found.origin,
    )


URL_SAFE = bytes.maketrans(b"+/", b"-_")


def chained(
    game: str, head: Head, at: int, named: Iterable[tuple[str, bytes]]
) -> tuple[Fetched, Head]:
    """Rows for these names and payloads, linked to the head; and the new head."""
    return linked(game, head, b"%16d" % at, named)


def linked(
    game: str, head: Head, at: bytes, named: Iterable[tuple[str, bytes]]
) -> tuple[Fetched, Head]:
    """The chain: SHA-256 over the digest before, id, version, name, time and payload; base64url.

    Nothing but the payload may hold a line break, so no two rows are hashed alike.
    """
    version, digest = head.version, head.digest.encode()
    id, begins = game.encode(), b'{"at":%b,"h":"' % at
    rows = []
    for name, payload in named:
        version += 1
        link = b"%b\n%b\n%d\n%b\n%b\n%b" % (digest, id, version, name.encode(), at, payload)
        digest = b2a_base64(sha256(link).digest(), newline=False).translate(URL_SAFE)[:43]
        rows.append((version, name, b"".join((begins, digest, b'","e":', payload, b"}"))))
    return rows, Head(version, digest.decode())


def linked_anew(game: str, head: Head, name: str, state: bytes) -> tuple[bytes, Head]:
    """A row as it has to be, by what it says itself, and the head with it."""
    ((_, _, expected),), leads_to = linked(game, head, state[AT], [(name, state[PAYLOAD])])
    return expected, leads_to


def opening_rows(
    game: str, opening: Opening, opened: tuple[Any, ...], at: int
) -> tuple[Fetched, Head]:
    """The rows of entry 0."""
    try:
        named = _named(OPENED, game_opened(opening), opened)
    except UNSTORABLE as why:
        raise _unstorable(f"the set-up of “{game}”", why) from None
    return chained(game, START, at, named)


def game_opened(opening: Opening) -> GameOpened:
    return GameOpened(
        opening.ruleset,
        opening.edition,
        opening.mode,
        opening.players,
        opening.setup,  # type: ignore[arg-type]
        opening.readings,  # type: ignore[arg-type]
        opening.origin,
    )


def entry_rows(game: str, head: Head, entry: Entry, at: int, key: str = "") -> tuple[Fetched, Head]:
    """The rows of an entry."""
    try:
        named = _named(RULED, step_ruled(entry, key), entry.events)
    except UNSTORABLE as why:
        raise _unstorable(f"entry {entry.n} of “{game}”", why) from None
    return chained(game, head, at, named)


def rows_of_all(
    game: str, head: Head, entries: Sequence[Entry], at: int
) -> tuple[Fetched, list[Head]]:
    """The rows of entries that follow each other, and the head after each."""
    rows: list[tuple[int, str, bytes]] = []
    heads = []
    for entry in entries:
        found, head = entry_rows(game, head, entry, at)
        rows += found
        heads.append(head)
    return rows, heads


def step_ruled(entry: Entry, key: str = "") -> StepRuled:
    ruling = entry.ruling
    return StepRuled(
        entry.n,
        entry.said,  # type: ignore[arg-type]
        ruling.verdict,
        ruling.basis,
        ruling.cites,
        ruling.reason,
        ruling.because,
        ruling.facts,  # type: ignore[arg-type]
        key,
    )


UNSTORABLE = (TypeError, ValueError, OverflowError, RecursionError)
"""What writing JSON raises where a value is none."""


def _named(name: str, first: Any, events: tuple[Any, ...]) -> list[tuple[str, bytes]]:
    """Names and payloads: the row that leads, then an event each. Raises UNSTORABLE."""
    named = [(name, write_json(first))]
    for event in events:
        found, write = WRITERS[type(event)]
        named.append((found, write(event)))
    return named


def _unstorable(what: str, why: Exception) -> StoreProblem:
    return StoreProblem(f"{what} holds what cannot be stored as JSON: {why}")


def digest_in(state: bytes) -> str:
    """The digest a row carries. Raises Damaged where there is no row to speak of."""
    if not isinstance(state, bytes):
        raise Damaged("a newest row is not as it was written: verify the game")
    return state[DIGEST].decode(errors="replace")


def head_of(row: Row) -> Head:
    return Head(row.version, digest_in(row.state))


UNREADABLE = (UnknownEvent, msgspec.MsgspecError, ValueError, TypeError, KeyError, AttributeError)
"""What reading a row may raise when it is not as it was written."""


def stored_game(game: str, rows: Fetched) -> Stored:
    """The whole game. Raises Damaged."""
    version, name, first = rows[0]
    if version != 1 or name != OPENED:
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
        named(Entry, (n, said, ruling, tuple(events)))
        for n, (said, ruling, _), events in zip(numbers, ruled, happened, strict=True)
    ]
    if not log:
        return Written()
    times = array("q", [int(end[AT]) for end in ends])
    digests = Digests(b"".join([end[DIGEST] for end in ends]))
    sent = {n: key for n, (_, _, key) in zip(numbers, ruled, strict=True) if key}
    return Written(log, times, digests, sent)
