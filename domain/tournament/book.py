"""The book of an event: what its refusals rest on, kinds of offences, and the penalties for each."""

from collections.abc import Mapping
from typing import Any, Literal

from domain.kernel.setup import read
from domain.kernel.values import Value
from domain.tournament.command import Refused

CountedOver = Literal["event", "day", "round"]
CALL_KINDS: Mapping[str, str] = {
    "rules": "A question of the rules",
    "dispute": "What happened is disputed",
    "slow_play": "Slow play",
    "other": "Something else",
}
"""What a judge may be called for → title, where a book has no kinds of its own."""
RULES: Mapping[str, str] = {
    "P1": "Everybody has one name, written one way",
    "P2": "Who is appointed judges, until they are let go",
    "P3": "What is the head judge's",
    "P4": "A closed event stays as it is",
    "R1": "A round begins, pauses and ends, in this order",
    "R2": "A round ends with every result",
    "R3": "Who enters a result, and until when",
    "R4": "Everybody sits at one table of a round",
    "R5": "Whoever has left, or was put out, is not paired",
    "R6": "Pairing is changed until somebody has played",
    "C1": "A table has one call at a time",
    "C2": "Both sides are heard",
    "C3": "Who took the call rules on it",
    "C4": "Like cases are ruled alike, or the ruling says why not",
    "C5": "A ruling may be appealed once, while the round lasts",
    "O1": "The ladder of penalties",
    "O2": "A penalty may be contested once",
    "T1": "Players' clocks are set before the round",
    "T2": "Time that is given has bounds",
    "T3": "A clock that ran out is ruled on once",
}
"""Rule → title, of those that our commands cite; a book may word them in its own way."""


class Infraction(Value, forbid_unknown_fields=True, rename={"together": "with"}):
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


class Book(Value, forbid_unknown_fields=True):
    """A book of infractions."""

    book: Literal[1]
    title: str
    penalties: dict[str, str]
    """Penalty → what it is called; from the lightest to the gravest."""
    kinds: dict[str, Infraction]
    counted_over: CountedOver = "event"
    names_kept_for: int = 0
    """Days after the end of the event in which names and words are kept."""
    head_judge_from: str = ""
    """This penalty and graver ones are the head judge's to give; empty for none."""
    calls: dict[str, str] = {}  # noqa: RUF012 - msgspec makes a new one each time
    """Kinds of its own, with their titles; ours where there are none."""
    call_waits: tuple[int, int] = (180, 420)
    """Seconds after which a call that nobody takes is the next judge's, and then the head judge's."""
    reveal_waits: int = 120
    """Seconds to reveal what one committed to, where chance is made together; then a judge decides (G8)."""
    match_points: tuple[int, int] = (3, 1)
    """What a win or a bye counts in the standings, and a draw."""
    out_from: str = ""
    """This penalty and graver ones put a player out of the event; without it “disqualification” does."""
    rules: dict[str, str] = {}  # noqa: RUF012 - msgspec makes a new one each time
    """Rule → title, of the rules of procedure that it words in its own way."""

    def rule(self, id: str) -> str:
        """What a rule of procedure is called: “C2 Both sides are heard”."""
        return f"{id} {self.rules.get(id, RULES[id])}"

    @property
    def call_kinds(self) -> Mapping[str, str]:
        """What a judge may be called for → title."""
        return self.calls or CALL_KINDS

    def call_title(self, kind: str) -> str:
        """What a call of this kind is for, in words. Raises Refused where the book has no such kind."""
        kinds = self.call_kinds
        if kind not in kinds:
            raise Refused(f"no judge is called for “{kind}”; expected {', '.join(kinds)}", "C1")
        return kinds[kind]

    def gravity(self, penalty: str) -> int:
        """How grave the penalty is: 0 for the lightest. Raises Refused where the book has none of this name."""
        names = list(self.penalties)
        if penalty not in names:
            raise Refused(
                f"“{penalty}” is no penalty of this book; expected {', '.join(names)}", "O1"
            )
        return names.index(penalty)

    def kind(self, id: str) -> Infraction:
        """The kind with this id. Raises Refused where the book has none."""
        if id not in self.kinds:
            raise Refused(
                f"“{id}” is no infraction of this book; expected {', '.join(self.kinds)}", "O1"
            )
        return self.kinds[id]

    def head_judge_only(self, penalty: str) -> bool:
        """Whether this penalty is the head judge's to give."""
        first = self.head_judge_from
        return bool(first) and self.gravity(penalty) >= self.gravity(first)

    def puts_out(self, penalty: str) -> bool:
        """Whether whoever gets this penalty plays no more, until the head judge says otherwise."""
        first = self.out_from or "disqualification"
        # A book may have no disqualification and name no other: then nobody is ever put out.
        return first in self.penalties and self.gravity(penalty) >= self.gravity(first)

    def counted_with(self, id: str) -> frozenset[str]:
        """The ids of the kinds whose offences count for this one, its own among them."""
        together = self.kind(id).together
        if not together:
            return frozenset({id})
        return frozenset(
            other for other, infraction in self.kinds.items() if infraction.together == together
        )

    def span(self, id: str) -> CountedOver:
        """How long an offence of this kind counts for the next one."""
        return self.kind(id).counted_over or self.counted_over

    def kind_of_error(self, error_class: str) -> str:
        """The id of the kind that is proposed for this class of error; empty where none is."""
        return next(
            (id for id, infraction in self.kinds.items() if error_class in infraction.classes), ""
        )


MOST_READ = 16
_read: list[tuple[Any, Book]] = []
"""Pages, which never change, and the books on them: an event asks for its own again and again."""


def book_of(page: Any) -> Book:
    """The book on this page. Raises SetupError."""
    for known, book in _read:
        if known is page:
            return book
    book = read(Book, page, "")
    _read[MOST_READ - 1 :] = []
    _read.insert(0, (page, book))
    return book


def check_book(book: Book) -> None:
    """Checks that every word of the book stands for something. Raises Refused."""
    for rule in book.rules:
        if rule not in RULES:
            raise Refused(f"rules.{rule}: there is no such rule; expected {', '.join(RULES)}")
    for name, part in (("penalties", book.penalties), ("kinds", book.kinds)):
        if not part:
            raise Refused(f"{name}: it is empty; expected one at least")
    _check_numbers(book)
    for name in ("head_judge_from", "out_from"):
        if getattr(book, name):
            gravity_at(book, name, getattr(book, name))
    for id, kind in book.kinds.items():
        if not kind.ladder:
            raise Refused(f"kinds.{id}.ladder: it is empty; expected the penalty of the first")
        grave = [gravity_at(book, f"kinds.{id}.ladder", penalty) for penalty in kind.ladder]
        if grave != sorted(grave):
            raise Refused(f"kinds.{id}.ladder: it steps down; expected the gravest at the end")


def _check_numbers(book: Book) -> None:
    if not 0 < book.call_waits[0] <= book.call_waits[1]:
        raise Refused("call_waits: expected two numbers of seconds, the later one last")
    if book.reveal_waits < 1:
        raise Refused("reveal_waits: expected a number of seconds, from 1")
    if not 0 <= book.match_points[1] <= book.match_points[0]:
        raise Refused(
            "match_points: expected those of a win, then those of a draw, which are no more"
        )
    if book.names_kept_for < 0:
        raise Refused("names_kept_for: expected a number of days, from 0")


def gravity_at(book: Book, where: str, penalty: str) -> int:
    """How grave the penalty is that the book names there. Raises Refused, which says where."""
    try:
        return book.gravity(penalty)
    except Refused as why:
        raise Refused(f"{where}: {why}") from None
