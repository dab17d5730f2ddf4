"""Rows of a game: frames at fixed offsets, the hash chain through them, how entries are written.

Row 1 is `game/opened/v3`, then come the events of entry 0; each entry is one row
`game/step_ruled/v1` followed by its events. A row's state is JSON that people can read:

    {"at":1763647200000000,"h":"<digest>","e":{…}}
"""

from binascii import b2a_base64
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from application.ledger.store import Damaged, Head, StoreProblem
from application.ledger.stored_events import UNSTORABLE, write_json
from domain.kernel.history import Entry, Mode, Opening
from domain.kernel.rulebook import RULE, Basis
from domain.kernel.ruling import Verdict

OPENED = "game/opened/v3"
OPENED_BEFORE = ("game/opened/v1", "game/opened/v2")
"""Names of older openings, which have some of the same fields."""
RULED = "game/step_ruled/v1"

AT = slice(6, 22)
TIMES = range(-(10**15) + 1, 10**16)
"""The times that fit into a row, in microseconds since 1970, UTC: until 20 November 2286."""
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
    names: dict[str, str] = {}
    """What the seats are called before people, where that was said."""
    about: dict[str, Any] = {}
    """Event, round, table, title, date: words for people and lists."""
    salt: str = ""
    """128 random bits, where something is hidden: a digest of the game cannot be guessed back to it."""
    edition_page: dict[str, Any] = {}
    """An organiser's own edition, as its page has it."""
    law: str = ""
    """The fingerprint of the law as it stood then: the edition, and the code that rules by it."""


URL_SAFE = bytes.maketrans(b"+/", b"-_")


def chain_rows(
    game: str, head: Head, at: int, written: Iterable[tuple[str, bytes]]
) -> tuple[Fetched, Head]:
    """The rows for these names and payloads, chained to the head; and the new head.

    Raises StoreProblem for a time that does not fit into a row.
    """
    if at not in TIMES:
        raise StoreProblem(
            "this machine's clock stands after 20 November 2286, or decades before 1970: set it, and try again"
        )
    return link_rows(game, head, b"%16d" % at, written)


def link_rows(
    game: str, head: Head, at: bytes, written: Iterable[tuple[str, bytes]]
) -> tuple[Fetched, Head]:
    """Chains rows: each digest is SHA-256, in base64url, over the previous digest and the row.

    Hashed of a row: id, version, name, time, payload. Only the payload, which comes last, may
    hold a line break, so two different rows are never hashed alike.
    """
    version, digest = head.version, head.digest.encode()
    id, begins = game.encode(), b'{"at":%b,"h":"' % at
    rows = []
    for name, payload in written:
        version += 1
        link = b"\n".join((digest, id, b"%d" % version, name.encode(), at, payload))
        digest = b2a_base64(sha256(link).digest(), newline=False)[:-1].translate(URL_SAFE)
        rows.append((version, name, b"".join((begins, digest, b'","e":', payload, b"}"))))
    return rows, Head(version, digest.decode())


def link_row_anew(game: str, head: Head, name: str, state: bytes) -> tuple[bytes, Head]:
    """The frame this row should have, given its own time and payload; and the head after it."""
    ((_, _, expected),), leads_to = link_rows(game, head, state[AT], [(name, state[PAYLOAD])])
    return expected, leads_to


def opening_rows(
    game: str, opening: Opening, opened: tuple[Any, ...], at: int
) -> tuple[Fetched, Head]:
    """The rows of entry 0. Raises StoreProblem if JSON cannot hold the set-up."""
    try:
        written = _names_and_payloads(OPENED, game_opened(opening), opened)
    except UNSTORABLE as why:
        raise _unstorable(f"the set-up of “{game}”", why) from None
    return chain_rows(game, START, at, written)


def game_opened(opening: Opening) -> GameOpened:
    """The first row of a game."""
    return GameOpened(
        opening.ruleset,
        opening.edition,
        opening.mode,
        opening.players,
        opening.setup,  # type: ignore[arg-type]
        opening.readings,  # type: ignore[arg-type]
        opening.origin,
        opening.names,  # type: ignore[arg-type]
        opening.about,  # type: ignore[arg-type]
        opening.salt,
        opening.edition_page,  # type: ignore[arg-type]
        opening.law,
    )


def rows_of_all(
    game: str, head: Head, entries: Sequence[Entry], at: int, key: str = ""
) -> tuple[Fetched, list[Head]]:
    """The rows of consecutive entries, and the head after each. `key`: of the first one.

    Raises StoreProblem if JSON cannot hold them.
    """
    written: list[tuple[str, bytes]] = []
    ends = []
    for entry in entries:
        written += _of_entry(game, entry, "" if written else key)
        ends.append(len(written))
    rows, _ = chain_rows(game, head, at, written)
    last = [rows[end - 1] for end in ends]
    return rows, [Head(version, state[DIGEST].decode()) for version, _, state in last]


def _of_entry(game: str, entry: Entry, key: str) -> list[tuple[str, bytes]]:
    try:
        return _names_and_payloads(RULED, step_ruled(entry, key), entry.events)
    except UNSTORABLE as why:
        raise _unstorable(f"entry {entry.n} of “{game}”", why) from None


def step_ruled(entry: Entry, key: str = "") -> StepRuled:
    """The first row of an entry."""
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


def _names_and_payloads(name: str, first: Any, events: tuple[Any, ...]) -> list[tuple[str, bytes]]:
    """Name and payload of the first row, then of a row per event. Raises UNSTORABLE."""
    return [(name, write_json(first)), *[(event.STORED_AS, write_json(event)) for event in events]]


def _unstorable(what: str, why: Exception) -> StoreProblem:
    return StoreProblem(f"{what} holds what cannot be stored as JSON: {why}")


def digest_in(state: bytes) -> str:
    """The digest that a row carries. Raises Damaged if the stored frame is not bytes."""
    if not isinstance(state, bytes):
        raise Damaged("a newest row is not as it was written: verify the game")
    return state[DIGEST].decode(errors="replace")


def head_of(row: tuple[int, str, bytes]) -> Head:
    """The head that the game has where this row is its newest."""
    version, _, state = row
    return Head(version, digest_in(state))
