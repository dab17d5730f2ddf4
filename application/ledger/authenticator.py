"""A secret of this installation, with which snapshots are marked: one from elsewhere counts for nothing.

Whoever can write to the database could otherwise put any table beside a row that holds.
"""

import hmac
import secrets
from hashlib import sha256

LENGTH = 32
_secret = [secrets.token_bytes(LENGTH)]
"""Of this process alone, until a lasting one is given."""


def use_secret(secret: bytes) -> None:
    """Marks with this secret from now on."""
    _secret[0] = secret


def mark(*parts: bytes) -> str:
    """The mark of these parts, which nobody without the secret can make."""
    whole = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return hmac.new(_secret[0], whole, sha256).hexdigest()


def is_marked(told: str, *parts: bytes) -> bool:
    return hmac.compare_digest(told, mark(*parts))
