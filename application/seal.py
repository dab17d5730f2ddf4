"""A sealed game: one small file with everything a game's ruling rests on, checked without a store.

Two lines for people, then: the number of entries, two bytes of the chain for each of them, the rows
(deflated, with nothing left out), a SHA-256 over all of it, and perhaps a signature over that.
"""

import base64
import hashlib
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from application.rows import (
    AT,
    DIGEST,
    OPENED,
    PAYLOAD,
    RULED,
    UNREADABLE,
    Row,
    chained,
    read_opening,
)
from application.rows import START as BEGINNING
from application.store import Head, NoSuchGame
from application.verification import Rows, Verified, verify

FORMAT = 1
TITLE = "umpire sealed game, format "
LONGEST_HEADING = 4096
MOST_ROWS_BYTES = 256 * 1024 * 1024
"""What the rows of a game may come to unpacked; a file that says more is no game."""

PIECE = 64
COUNTS = struct.Struct(">II")
CHECK = 2
SHA = 32
SIGNATURE = 32 + 64
"""The public key and what it signed."""


class BadSeal(Exception):
    """A file that is no sealed game, or one that this program cannot read; one sentence."""


class Signs(Protocol):
    """A key that signs: public key and signature, 96 bytes."""

    def __call__(self, digest: bytes) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Seal:
    """What a sealed file says, and whether it holds."""

    game: str
    title: str
    """Ruleset, edition and players."""
    entries: int
    slip: str
    """The head of the chain, short enough for a result slip."""
    holds: bool
    entry: int | None = None
    """The first entry that does not hold; null where no entry is hit, or everything holds."""
    because: str = ""
    signed_by: str = ""
    """The fingerprint of the key that signed it; empty where it is not signed."""


def slip(digest: str) -> str:
    """The digest of a row as people write it down: four groups of four letters and digits."""
    raw = base64.urlsafe_b64decode(digest + "=")[:10]
    letters = base64.b32encode(raw).decode()
    return "-".join(letters[start : start + 4] for start in range(0, 16, 4))


def sealed(store: Rows, game: str, signs: Signs | None = None) -> bytes:
    """The sealed file of a stored game. Raises NoSuchGame, BadSeal."""
    rows = [Row(*row) for row in store.raw(game)]
    if not rows:
        raise NoSuchGame(f"there is no game “{game}” in this store")
    examined = verify(store, game)
    if not examined.holds:
        raise BadSeal(
            f"“{game}” is not sealed: entry {examined.entry} does not hold ({examined.because})"
        )
    packed = _packed(game, rows)
    body = b"".join(
        (
            _heading(game, rows, signed=signs is not None),
            COUNTS.pack(examined.entries, len(packed)),
            b"".join(_checks(rows)),
            packed,
        )
    )
    digest = hashlib.sha256(body).digest()
    return body + digest + (signs(digest) if signs is not None else b"")


def is_sealed(path: Path) -> bool:
    """Whether this file begins as a sealed game does."""
    try:
        with path.open("rb") as file:
            return file.read(len(TITLE)) == TITLE.encode()
    except OSError:
        return False


def examined(raw: bytes) -> Seal:
    """Every byte, every link and every ruling of a sealed file. Raises BadSeal where it is none."""
    file = _opened(raw)
    rows = list(file.rows())
    damage = file.damage(rows)
    game = file.game or "?"
    head = Head(rows[-1].version, rows[-1].state[DIGEST].decode()) if rows else BEGINNING
    found = Seal(
        game,
        _title(rows),
        file.entries,
        slip(head.digest) if rows else "",
        damage is None,
        signed_by=file.signer(),
    )
    if damage is not None:
        return replace(found, entry=damage[0], because=damage[1])
    again = verify(_Rows(game, rows), game)
    if not again.holds:
        return replace(found, holds=False, entry=again.entry, because=_ruled_otherwise(again))
    return found


def _ruled_otherwise(again: Verified) -> str:
    return f"the file is as it was sealed, but its entries do not follow from each other: {again.because}"


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of one game, as a store gives them."""

    game: str
    rows: Sequence[Row]

    def names(self) -> list[str]:
        return [self.game]

    def raw(self, _game: str) -> Iterator[tuple[int, str, bytes]]:
        yield from self.rows


def _heading(game: str, rows: Sequence[Row], *, signed: bool) -> bytes:
    entries = sum(row.name == RULED for row in rows)
    parts = (
        game,
        _title(rows),
        f"{entries} entries",
        slip(rows[-1].state[DIGEST].decode()),
        "signed" if signed else "not signed",
    )
    return f"{TITLE}{FORMAT}\n{' · '.join(parts)}\n".encode()


def _title(rows: Sequence[Row]) -> str:
    try:
        opening = read_opening(rows[0].state[PAYLOAD])
    except (IndexError, *UNREADABLE):
        return ""
    return f"{opening.ruleset} {opening.edition} · {', '.join(opening.players)}"


def _checks(rows: Sequence[Row]) -> Iterator[bytes]:
    """Two bytes of the chain after entry 0 and after each entry."""
    for n, row in enumerate(rows, 1):
        if n == len(rows) or rows[n].name == RULED:
            yield hashlib.sha256(row.state[DIGEST]).digest()[:CHECK]


def _packed(game: str, rows: Sequence[Row]) -> bytes:
    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    return press.compress(_text(game, rows)) + press.flush()


def _text(game: str, rows: Sequence[Row]) -> bytes:
    """The rows without what follows from the others: a line each, of an entry its time first."""
    lines = [game.encode()]
    last = 0
    for row in rows:
        payload = row.state[PAYLOAD]
        if row.name in (OPENED, RULED):
            at = int(row.state[AT])
            lines.append(b"%d%b" % (at - last, payload))
            last = at
        else:
            lines.append(row.name.encode() + payload)
    return b"\n".join(lines)


@dataclass(frozen=True, slots=True)
class _File:
    """A sealed file in its parts."""

    body: bytes
    heading: bytes
    checks: bytes
    text: bytes
    """The rows, unpacked as far as they can be."""
    digest: bytes
    signature: bytes
    entries: int

    @property
    def game(self) -> str:
        return self.text.split(b"\n", 1)[0].decode(errors="replace")

    @property
    def whole(self) -> bool:
        return hashlib.sha256(self.body).digest() == self.digest

    def rows(self) -> Iterator[Row]:
        """The rows as they were stored, as far as they can be read."""
        game, head, at = self.game, BEGINNING, 0
        for n, line in enumerate(self.text.split(b"\n")[1:]):
            front, brace, rest = line.partition(b"{")
            if not brace:
                return
            name = front.decode(errors="replace")
            if n == 0 or front[:1].isdigit() or front[:1] == b"-":
                name = RULED if n else OPENED
                try:
                    at += int(front)
                except ValueError:
                    return
            rows, head = chained(game, head, at, [(name, brace + rest)])
            yield rows[0]

    def damage(self, rows: Sequence[Row]) -> tuple[int | None, str] | None:
        """The first entry that is not as it was sealed, and what is wrong; None where all is."""
        written = [self.checks[n : n + CHECK] for n in range(0, len(self.checks), CHECK)]
        found = list(_checks(rows))
        for n in range(self.entries + 1):
            if n >= len(found) or found[n] != written[n]:
                return n, _is_hit(n)
        if len(found) != len(written):
            return len(written), _is_hit(len(written))
        if not self.whole:
            return None, "it is not as it was sealed: bytes outside of the entries were changed"
        signed = bool(self.signature)
        if self.heading != _heading(self.game, rows, signed=signed):
            return None, "its heading does not say what its entries say"
        if signed and not _signature_holds(self.digest, self.signature):
            return None, "its signature does not hold"
        return None

    def signer(self) -> str:
        return fingerprint(self.signature[:32]) if self.signature else ""


def _is_hit(entry: int) -> str:
    what = "the set-up" if entry == 0 else f"entry {entry}"
    return f"{what} is not as it was sealed"


def fingerprint(public_key: bytes) -> str:
    """A public key as people compare it."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(public_key).digest()).decode()
    return slip(digest.rstrip("="))


def _signature_holds(digest: bytes, signature: bytes) -> bool:
    from application.signing import holds

    return holds(digest, signature)


def _opened(raw: bytes) -> _File:
    if not raw.startswith(TITLE.encode()):
        raise BadSeal("it is no sealed game: its first line is not that of one")
    first = raw.find(b"\n", 0, LONGEST_HEADING)
    second = raw.find(b"\n", first + 1, LONGEST_HEADING)
    number = raw[len(TITLE) : max(first, 0)]
    if number != str(FORMAT).encode() and number.isdigit() and int(number) > FORMAT:
        raise BadSeal(
            f"it is a sealed game of format {number.decode()}; this program reads {FORMAT}"
        )
    start = second + 1
    if second < 0 or len(raw) < start + COUNTS.size + SHA:
        raise BadSeal("it is a sealed game that is cut short: not even its counts are there")
    entries, size = COUNTS.unpack_from(raw, start)
    checks = start + COUNTS.size
    packed = checks + (entries + 1) * CHECK
    end = packed + size
    rest = raw[end + SHA :]
    if end + SHA > len(raw) or len(rest) not in (0, SIGNATURE):
        raise BadSeal("it is not as it was sealed: its length is not what its counts say")
    return _File(
        raw[:end],
        raw[:start],
        raw[checks:packed],
        _unpacked(raw[packed:end]),
        raw[end : end + SHA],
        rest,
        entries,
    )


def _unpacked(packed: bytes) -> bytes:
    """The text as far as it can be unpacked: after a byte that was changed it ends or is nonsense."""
    press = zlib.decompressobj(-15)
    text = bytearray()
    for start in range(0, len(packed), PIECE):
        try:
            text += press.decompress(packed[start : start + PIECE])
        except zlib.error:
            break
        if len(text) > MOST_ROWS_BYTES:
            break
    return bytes(text)
