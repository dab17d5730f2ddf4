"""The sealed file, format 1.

Two lines of text; the number of entries and the length of the packed rows; a check of two bytes for
the set-up and for each entry, so that damage can be traced to its entry; the rows, compressed with
DEFLATE; a SHA-256 over all of it; and, if signed, a public key with a signature over that digest.
"""

import hashlib
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Protocol

from application.ledger.fingerprints import fingerprint, short_slip
from application.ledger.rows import (
    AT,
    DIGEST,
    OPENED_BEFORE,
    PAYLOAD,
    RULED,
    START,
    Row,
    chain_rows,
    digest_in,
)
from application.ledger.rows_read import is_opening

FORMAT = 1
TITLE = "umpire sealed game, format "
LONGEST_HEADING = 4096
MOST_BYTES = 64 * 1024 * 1024
"""Most bytes of a game's rows, unpacked."""
MOST_OPENING, MOST_EACH = 2 * 1024 * 1024, 256 * 1024
"""Most bytes of unpacked rows: MOST_OPENING for the set-up plus MOST_EACH for each entry."""
ROWS, ROWS_EACH, MOST_ROWS = 1_000, 16, 500_000
"""Most rows: ROWS plus ROWS_EACH for each entry, MOST_ROWS in all; 6 for an entry is the most seen."""
MOST_FILE = 32 * 1024 * 1024
"""Most bytes of a sealed file; larger ones are refused."""

FIRST_OPENED = OPENED_BEFORE[0]
"""An opening of this name is written without it."""
COUNTS = struct.Struct(">II")
CHECK = 2
SHA = 32
KEY = 32
SIGNATURE = KEY + 64
TIME = 16
LATEST = 10**TIME
"""Times are below this: microseconds since 1970 with at most 16 digits."""
PIECE = 64
"""Bytes unpacked at a time, so that the text before a damaged byte can still be read."""


class BadSeal(Exception):
    """The file is no sealed game that this program can read, or cannot be made; one sentence."""


class Signs(Protocol):
    """A key that signs a digest: public key and signature, 96 bytes."""

    def __call__(self, digest: bytes) -> bytes: ...


def sealed_bytes(
    game: str, title: str, law: str, rows: Sequence[Row], signs: Signs | None
) -> bytes:
    """The sealed file of these rows. Raises BadSeal if they exceed the limits of a file."""
    text, checks = _text(game, law, rows), list(_checks(rows))
    entries = len(checks) - 1
    if len(text) > most_text(entries) or len(rows) > most_rows(entries):
        raise BadSeal(f"“{game}” is not sealed: it is larger than a sealed game may be")
    packed = _pack(text)
    body = b"".join(
        (
            _heading(game, title, rows, signed=signs is not None),
            COUNTS.pack(entries, len(packed)),
            *checks,
            packed,
        )
    )
    digest = hashlib.sha256(body).digest()
    return body + digest + (signs(digest) if signs is not None else b"")


def _heading(game: str, title: str, rows: Sequence[Row], *, signed: bool) -> bytes:
    entries = sum(row.name == RULED for row in rows)
    parts = (
        game,
        title,
        f"{entries} entries",
        short_slip(digest_in(rows[-1].state)),
        "signed" if signed else "not signed",
    )
    return f"{TITLE}{FORMAT}\n{' · '.join(parts)}\n".encode()


def _checks(rows: Sequence[Row]) -> Iterator[bytes]:
    """For the set-up and each entry, two bytes of a hash of the digest of its last row."""
    for n, row in enumerate(rows, 1):
        if n == len(rows) or rows[n].name == RULED:
            yield hashlib.sha256(row.state[DIGEST]).digest()[:CHECK]


def _text(game: str, law: str, rows: Sequence[Row]) -> bytes:
    """The rows, one line each, without digests; entries and openings begin with the time since the last."""
    lines = [f"{game} {law}".encode()]
    last = 0
    for row in rows:
        if row.name == RULED or is_opening(row.name):
            at = int(row.state[AT])
            name = b"" if row.name in (FIRST_OPENED, RULED) else b" %b" % row.name.encode()
            lines.append(b"%d%b%b" % (at - last, name, row.state[PAYLOAD]))
            last = at
        else:
            lines.append(row.name.encode() + row.state[PAYLOAD])
    return b"\n".join(lines)


@dataclass(frozen=True, slots=True)
class SealedFile:
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
        return self._first[0]

    @property
    def law(self) -> str:
        """The fingerprint of the law when it was sealed."""
        return self._first[2]

    @property
    def _first(self) -> tuple[str, str, str]:
        return self.text.split(b"\n", 1)[0].decode(errors="replace").rpartition(" ")

    @property
    def signed_by(self) -> str:
        return fingerprint(self.signature[:KEY]) if self.signature else ""

    def rows(self) -> Iterator[Row]:
        """The rows as they were stored, as far as they can be read."""
        game, head, at = self.game, START, 0
        for n, line in enumerate(self._lines()):
            front, brace, rest = line.partition(b"{")
            if not brace:
                return
            name = front.decode(errors="replace")
            if n == 0 or front[:1].isdigit():
                front, _, named = front.partition(b" ")
                name = named.decode(errors="replace") or (RULED if n else FIRST_OPENED)
                at += int(front) if front.isdigit() and len(front) <= TIME else LATEST
                if at >= LATEST:
                    return
            rows, head = chain_rows(game, head, at, [(name, brace + rest)])
            yield Row(*rows[0])

    def _lines(self) -> Iterator[bytes]:
        """The lines of rows, at most `most_rows`: the file is not verified yet."""
        end = self.text.find(b"\n")
        for _ in range(most_rows(self.entries)):
            if end < 0:
                return
            start, end = end + 1, self.text.find(b"\n", end + 1)
            yield self.text[start : end if end >= 0 else None]

    def damage(self, title: str, rows: Sequence[Row]) -> tuple[int | None, str] | None:
        """(first damaged entry, what is wrong), without an entry for other damage; None if all is intact."""
        checks = b"".join(_checks(rows))
        if checks != self.checks:
            pairs = range(0, max(len(checks), len(self.checks)), CHECK)
            hit = next(
                n for n in pairs if checks[n : n + CHECK] != self.checks[n : n + CHECK]
            )  # fmt: skip
            return hit // CHECK, "it is not as it was sealed"
        if hashlib.sha256(self.body).digest() != self.digest:
            return None, "it is not as it was sealed: bytes outside of the entries were changed"
        if self.heading != _heading(self.game, title, rows, signed=bool(self.signature)):
            return None, "its heading does not say what its entries say"
        if self.signature and not _holds(self.digest, self.signature):
            return None, "its signature does not hold"
        return None


def most_text(entries: int) -> int:
    """Most bytes of the unpacked rows of a game with so many entries."""
    return min(MOST_BYTES, MOST_OPENING + entries * MOST_EACH)


def most_rows(entries: int) -> int:
    """Most rows of a game with so many entries."""
    return min(MOST_ROWS, ROWS + ROWS_EACH * entries)


def _holds(digest: bytes, signature: bytes) -> bool:
    from application.seal.signing import holds

    return holds(digest, signature)


def read_sealed(raw: bytes) -> SealedFile:
    """The file in its parts. Raises BadSeal."""
    if len(raw) > MOST_FILE:
        raise BadSeal(f"it is no sealed game: it is longer than {MOST_FILE // 1024**2} MiB")
    start = _after_heading(raw)
    if len(raw) < start + COUNTS.size + SHA:
        raise BadSeal("it is a sealed game that is cut short: not even its counts are there")
    entries, size = COUNTS.unpack_from(raw, start)
    checks = start + COUNTS.size
    packed = checks + (entries + 1) * CHECK
    end = packed + size
    signature = raw[end + SHA :]
    if end + SHA > len(raw) or len(signature) not in (0, SIGNATURE):
        raise BadSeal("it is not as it was sealed: its length is not what its counts say")
    text = _unpack(raw[packed:end], most_text(entries))
    digest = raw[end : end + SHA]
    return SealedFile(raw[:end], raw[:start], raw[checks:packed], text, digest, signature, entries)


def _after_heading(raw: bytes) -> int:
    if not raw.startswith(TITLE.encode()):
        raise BadSeal("it is no sealed game: its first line is not that of one")
    first = raw.find(b"\n", 0, LONGEST_HEADING)
    second = raw.find(b"\n", first + 1, LONGEST_HEADING)
    number = raw[len(TITLE) : max(first, 0)]
    if number.isdigit() and int(number) > FORMAT:
        raise BadSeal(f"it is of format {number.decode()}, and this program reads {FORMAT}")
    if second < 0:
        raise BadSeal("it is no sealed game: its second line is missing")
    return second + 1


@cache
def preset_words() -> bytes:
    """The preset dictionary for DEFLATE: what rows often hold, so that short games pack small."""
    return (files("application.seal") / "sealed_words_1.txt").read_bytes()


def _pack(text: bytes) -> bytes:
    press = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, preset_words())
    return press.compress(text) + press.flush()


def _unpack(packed: bytes, most: int) -> bytes:
    """The text as far as it can be unpacked: after a damaged byte it ends or is garbage.

    Raises BadSeal if it is longer than `most` bytes.
    """
    press = zlib.decompressobj(-15, preset_words())
    text = bytearray()
    for start in range(0, len(packed), PIECE):
        # One byte more than there may be is enough: a small file can unpack to gigabytes.
        try:
            text += press.decompress(packed[start : start + PIECE], most + 1 - len(text))
        except zlib.error:
            break
        if len(text) > most:
            raise BadSeal("it is no sealed game: it unpacks to more than its entries can be")
    return bytes(text)
