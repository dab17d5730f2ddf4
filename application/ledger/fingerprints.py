"""Digests as people write them down and compare them."""

import base64
import hashlib


def slip(digest: str) -> str:
    """The digest of a row as people write it down: four groups of four letters and digits."""
    raw = base64.urlsafe_b64decode(digest + "=")[:10]
    letters = base64.b32encode(raw).decode()
    return "-".join(letters[start : start + 4] for start in range(0, 16, 4))


def fingerprint(content: bytes) -> str:
    """The digest of a key or a law, in the same form, for people to compare."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode()
    return slip(digest.rstrip("="))
