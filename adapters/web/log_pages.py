"""Pages of a log: the entries that fit into one answer, and the address of the next page."""

from collections.abc import Iterable, Iterator
from urllib.parse import quote

import msgspec

from adapters.web.responses import encode
from application.game.log import LoggedEntry

PAGE = 500
"""Most entries of one page."""
NEWER = 100
"""Most entries in the answer to a step whose sender had not seen the newest ones."""
MOST = 1024 * 1024
"""Bytes after which a page ends; the entry that passes them is still included."""


def encoded_page(entries: Iterable[LoggedEntry], most: int) -> list[msgspec.Raw]:
    """The first of these entries that fit into one answer, encoded as JSON."""
    return list(_encode_some(entries, most))


def _encode_some(entries: Iterable[LoggedEntry], most: int) -> Iterator[msgspec.Raw]:
    left = MOST
    for _, entry in zip(range(most), entries, strict=False):
        raw = encode(entry)
        left -= len(raw)
        yield msgspec.Raw(raw)
        if left <= 0:
            return


def log_address(game: str, after: int, until: int | None = None, seen_as: str | None = None) -> str:
    """The path and query of the log after an entry."""
    at = "" if until is None else f"&at={until}"
    viewer = "" if seen_as is None else f"&as={quote(seen_as, safe='')}"
    return f"/api/games/{game}/log?after={after}{at}{viewer}"
