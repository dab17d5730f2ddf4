"""A book of infractions as data: kinds of offences, and the ladder of penalties for each."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec

from application.event.state import Refused
from application.records.notation import Unclear, values
from application.records.odd_keys import with_plain_keys
from domain.kernel.setup import SetupError, read
from domain.kernel.values import prepared

CountedOver = Literal["event", "day", "round"]


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"together": "with"}):
    """A kind of offence."""

    title: str
    ladder: tuple[str, ...]
    """The penalty of the first, the second, …; the last goes on."""
    together: str = ""
    """Kinds with the same word are counted together."""
    classes: tuple[str, ...] = ()
    """The classes of error, as audits name them, for which this kind is proposed."""
    counted_over: CountedOver | None = None
    """How long an offence of it counts; as the book says where it is left out."""

    def penalty(self, count: int) -> str:
        """The penalty for the count-th offence of this kind, counted from 1."""
        return self.ladder[min(count, len(self.ladder)) - 1]


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A book of infractions."""

    book: Literal[1]
    title: str
    penalties: dict[str, str]
    """Penalty → what it is called; from the lightest to the gravest."""
    kinds: dict[str, Kind]
    counted_over: CountedOver = "event"
    names_kept_for: int = 0
    """Days after the end of the event in which names and words are kept."""
    head_judge_from: str = ""
    """This penalty and graver ones are the head judge's to give; empty for none."""

    def gravity(self, penalty: str) -> int:
        """How grave the penalty is: 0 for the lightest. Raises Refused where the book has none of this name."""
        names = list(self.penalties)
        if penalty not in names:
            raise Refused(f"“{penalty}” is no penalty of this book; expected {', '.join(names)}")
        return names.index(penalty)

    def kind(self, id: str) -> Kind:
        """The kind with this id. Raises Refused where the book has none."""
        if id not in self.kinds:
            raise Refused(f"“{id}” is no infraction of this book; expected {', '.join(self.kinds)}")
        return self.kinds[id]

    def head_judge_only(self, penalty: str) -> bool:
        """Whether this penalty is the head judge's to give."""
        first = self.head_judge_from
        return bool(first) and self.gravity(penalty) >= self.gravity(first)

    def counted_with(self, id: str) -> frozenset[str]:
        """The ids of the kinds whose offences count for this one, its own among them."""
        together = self.kind(id).together
        if not together:
            return frozenset({id})
        return frozenset(other for other, one in self.kinds.items() if one.together == together)

    def span(self, id: str) -> CountedOver:
        """How long an offence of this kind counts for the next one."""
        return self.kind(id).counted_over or self.counted_over

    def kind_of_error(self, error_class: str) -> str:
        """The id of the kind that is proposed for this class of error; empty where none is."""
        return next((id for id, one in self.kinds.items() if error_class in one.classes), "")


def read_book(path: str | Path | None = None) -> dict[str, Any]:
    """The page of a book, ours without a path, as it is kept with an event. Raises Refused."""
    if path is None:
        return _ours()
    try:
        return page_of(Path(path).read_bytes(), str(path))
    except OSError as why:
        raise Refused(f"{path}: cannot be read: {why.strerror}") from None


@cache
def _ours() -> dict[str, Any]:
    return page_of(
        (files("application.event.floor") / "books" / "default.yaml").read_bytes(), "our book"
    )


def page_of(raw: bytes, name: str) -> dict[str, Any]:
    """The page that this text holds, checked. Raises Refused."""
    try:
        found = with_plain_keys(values(raw.decode()))
    except UnicodeDecodeError:
        raise Refused(f"{name}: is no text in UTF-8") from None
    except Unclear as why:
        raise Refused(f"{name}: {why}") from None
    if not isinstance(found, dict):
        raise Refused(f"{name}: a book is a mapping that begins with “book: 1”")
    try:
        _check(read(Book, found, "book"))
    except (SetupError, Refused) as why:
        raise Refused(f"{name}: {str(why).removeprefix('book.')}") from None
    return found


MOST_READ = 16
_read: list[tuple[Any, Book]] = []
"""Pages, which never change, and the books on them: an event asks for its own again and again."""


def book_of(page: Any) -> Book:
    """The book on this page. Raises msgspec.ValidationError."""
    for known, book in _read:
        if known is page:
            return book
    found: Book = msgspec.convert(page, prepared(Book))
    _read[MOST_READ - 1 :] = []
    _read.insert(0, (page, found))
    return found


def _check(book: Book) -> None:
    """Raises Refused where a word stands for nothing."""
    for name, part in (("penalties", book.penalties), ("kinds", book.kinds)):
        if not part:
            raise Refused(f"{name}: it is empty; expected one at least")
    if book.head_judge_from:
        book.gravity(book.head_judge_from)
    for id, kind in book.kinds.items():
        if not kind.ladder:
            raise Refused(f"kinds.{id}.ladder: it is empty; expected the penalty of the first")
        grave = [book.gravity(one) for one in kind.ladder]
        if grave != sorted(grave):
            raise Refused(f"kinds.{id}.ladder: it steps down; expected the gravest at the end")
