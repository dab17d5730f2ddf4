"""The page of a book of infractions: read, and checked before it is kept with an event."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from application.named_file import CannotRead, bytes_of
from application.records.notation import Unclear, values
from application.records.odd_keys import with_plain_keys
from domain.kernel.setup import SetupError
from domain.tournament.book import book_of, check_book
from domain.tournament.command import Refused


def read_book(path: str | Path | None = None) -> dict[str, Any]:
    """The page of a book, ours without a path, as it is kept with an event. Raises Refused."""
    if path is None:
        return _ours()
    try:
        return page_of(bytes_of(path), str(path))
    except CannotRead as why:
        raise Refused(str(why)) from None


@cache
def _ours() -> dict[str, Any]:
    page = files("application.event") / "books" / "default.yaml"
    return page_of(page.read_bytes(), "our book")


def page_of(raw: bytes, name: str) -> dict[str, Any]:
    """The page that this text holds, checked. Raises Refused."""
    try:
        page = with_plain_keys(values(raw.decode()))
    except UnicodeDecodeError:
        raise Refused(f"{name}: is no text in UTF-8") from None
    except Unclear as why:
        raise Refused(f"{name}: {why}") from None
    if not isinstance(page, dict):
        raise Refused(f"{name}: a book is a mapping that begins with “book: 1”")
    try:
        check_book(book_of(page))
    except (SetupError, Refused) as why:
        raise Refused(f"{name}: {why}") from None
    return page
