"""The public form of a head's digest: nobody can work out a hidden choice from it.

A digest is computed from the one before it and the rows between, so with few possible steps one
could try them all. Where a ruleset hides something, people see a hash of the digest and the game's
salt instead; players get the salt only once everything is laid open.
"""

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256

from application.ledger.ledger import Ledger
from application.ledger.rows import PAYLOAD, Row
from application.ledger.rows_read import UNREADABLE, is_opening, read_opening
from application.ledger.streams import is_stream

PURPOSE = b"umpire head\n"


def public_digest(digest: str, salt: str) -> str:
    """What everybody may see of the digest: the digest itself where the game has no salt."""
    if not salt:
        return digest
    blind = sha256(PURPOSE + salt.encode() + b"\n" + digest.encode()).digest()
    return urlsafe_b64encode(blind).decode().rstrip("=")


def is_public_form(shown: str, digest: str, salt: str) -> bool:
    """Whether `shown` is the public form of this digest. Older logs show the digest itself."""
    return shown in (digest, public_digest(digest, salt))


def salt_in(rows: Sequence[Row]) -> str:
    """The salt in a game's first row; empty if it has none or cannot be read."""
    if not rows or not is_opening(rows[0].name):
        return ""
    try:
        return read_opening(rows[0].state[PAYLOAD]).salt
    except UNREADABLE:
        return ""


def salt_of(ledger: Ledger, game: str) -> str:
    """The salt of a stored game; empty for a stream that is not a game. Raises StoreProblem."""
    return "" if is_stream(game) else salt_in([Row(*row) for row in ledger.rows.rows(game, 1, 1)])


def public_head(ledger: Ledger, game: str) -> tuple[int, str]:
    """The number of a game's newest row, and the public form of its digest. Raises NoSuchGame."""
    version, digest = ledger.head(game)
    return version, public_digest(digest, salt_of(ledger, game))
