"""Entries of a log in pages: as many as one answer holds, and where the next begins."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from adapters.web.answers import encode

PAGE = 500
"""Entries of an answer."""
NEWER = 100
"""Of the answer to whoever had not seen the newest."""
MOST = 1024 * 1024
"""Bytes of them: the last one is whole."""


def a_page(entries: Iterable[dict[str, Any]], most: int) -> list[msgspec.Raw]:
    """The first of these that fit into an answer, written."""
    return list(_encode_some(entries, most))


def _encode_some(entries: Iterable[dict[str, Any]], most: int) -> Iterator[msgspec.Raw]:
    left = MOST
    for _, entry in zip(range(most), entries, strict=False):
        raw = encode(entry)
        left -= len(raw)
        yield msgspec.Raw(raw)
        if left <= 0:
            return


def log_from(game: str, after: int, until: int | None = None, seen_as: str | None = None) -> str:
    """Where the log goes on after an entry."""
    to = "" if until is None else f"&at={until}"
    eyes = "" if seen_as is None else f"&as={seen_as}"
    return f"/api/games/{game}/log?after={after}{to}{eyes}"
