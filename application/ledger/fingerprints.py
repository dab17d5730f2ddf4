"""Digests as people write them down and compare them."""

import base64
import hashlib

SHORT = 19
"""Letters of a short slip: four groups of four, with hyphens between."""


def slip(digest: str) -> str:
    """The digest of a row as people write it down: 128 bits, in groups of four letters and digits."""
    letters = base64.b32encode(base64.urlsafe_b64decode(digest + "=")[:16]).decode().rstrip("=")
    return "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))


def short_slip(digest: str) -> str:
    """Its first 80 bits, as the heading of a sealed file has them, and slips that older versions printed.

    Whoever makes both games finds two that end alike in 2^40 tries.
    """
    return slip(digest)[:SHORT]


def fingerprint(content: bytes) -> str:
    """The digest of a key or a law, in the short form, for people to compare."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode()
    return short_slip(digest.rstrip("="))
