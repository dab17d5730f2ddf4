"""Frozen values that are replaced, never changed. Only this file and the set-ups' know msgspec."""

from collections.abc import Callable, Mapping
from functools import cache
from threading import Lock
from typing import Any, ClassVar, TypeVar, dataclass_transform

from msgspec import NODEFAULT, Struct, field
from msgspec.json import Decoder
from msgspec.structs import FieldInfo, force_setattr
from msgspec.structs import asdict as fields_of
from msgspec.structs import fields as fields_worked_out
from msgspec.structs import replace as changed

__all__ = [
    "ENTRY_FIELDS",
    "NODEFAULT",
    "SINCE",
    "Event",
    "Value",
    "changed",
    "cites",
    "field",
    "fields",
    "fields_of",
    "fill_in",
    "made_of",
    "named_fields",
    "prepared_kind",
    "stored_as",
    "without_item",
]

ENTRY_FIELDS = frozenset({"entry", "since"})
"""What fields are called that hold the number of the entry that made something so."""
SINCE = "_since"
"""How the names of others end that do."""

K = TypeVar("K")
V = TypeVar("V")


_PREPARED: set[Any] = set()
_PREPARING = Lock()


def prepared_kind(kind: K) -> K:
    """The kind of value, ready to be read in several threads.

    The library finds out about a kind's fields when one is first read, and two threads that do so
    at the same time bring the whole process down.
    """
    if kind not in _PREPARED:
        with _PREPARING:
            Decoder(kind)
            _PREPARED.add(kind)
    return kind


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True, gc=False):
    """A value of named fields, equal to another with the same ones.

    No value is part of a circle, so the garbage collector need not look at it: a long game takes 0.95 of the
    time. One with `dict=True, gc=True` may have cached properties, and `changed` leaves behind what they hold.
    """


@cache
def fields(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    """The fields of a kind of value, in their order. The library works them out anew each time."""
    return fields_worked_out(kind)


class Event(Value, omit_defaults=True):
    """Something that is ruled to have happened; its field `rules` says by which rules."""

    STORED_AS: ClassVar[str]
    """Its name in the log; see `stored_as`."""
    SAYS: ClassVar[str] = ""
    """What it says to people, its fields in braces, and `event` for what it knows of itself.

    Without it its docstring, with its fields behind.
    """
    TELLS_STEP: ClassVar[bool] = True
    """Whether, as the first of its entry, it says what the step and its ruling say already."""
    REVEALS: ClassVar[bool] = False
    """Whether it tells something new, such as dice or a card drawn: it is taken back only with consent (G4)."""
    OF_THE_GAME: ClassVar[bool] = False
    """Whether it is about the game as a whole, not the table of its ruleset: a `GameEvent`."""

    def after(self, table: Any, entry: int) -> Any:
        """The table after it. `entry`: the number of the entry with which it happens.

        No check and no decision: what happened has happened.
        """
        raise NotImplementedError


E = TypeVar("E", bound=Event)


def stored_as(name: str) -> Callable[[type[E]], type[E]]:
    """Names an event for the log: `voidsiege/command_declared/v1`.

    The name stays, whatever becomes of the class and its file; changed fields are a new version.
    """

    def with_name(kind: type[E]) -> type[E]:
        kind.STORED_AS = name
        return kind

    return with_name


def cites(*rules: str) -> tuple[str, ...]:
    """The rules of an event that gives none.

    No plain default: those are left out where an event is written, and what it rested on is to be
    told by its row alone, whatever becomes of the code.
    """
    cited: tuple[str, ...] = field(default_factory=lambda: rules)
    return cited


def fill_in(value: Struct, **made: Any) -> None:
    """Sets fields of a value while it is made, in `__post_init__`: what follows from its other fields."""
    for name, one in made.items():
        force_setattr(value, name, one)


def without_item(mapping: Mapping[K, V], key: K) -> Mapping[K, V]:
    """A copy of the mapping without this key."""
    return {k: v for k, v in mapping.items() if k != key}


S = TypeVar("S", bound=Struct)


def made_of(kind: type[S], source: Struct, **own: Any) -> S:
    """A value of this kind that has every field of the source of the same name, and these of its own."""
    shared = {name: getattr(source, name) for name in _names_in_both(kind, type(source))}
    return kind(**{**shared, **own})


@cache
def _names_in_both(kind: type[Struct], other: type[Struct]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name in other.__struct_fields__)


def named_fields(value: Struct, *names: str) -> dict[str, Any]:
    """These fields of a value by their names, as a view shows them."""
    return {name: getattr(value, name) for name in names}
