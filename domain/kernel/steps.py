"""Reads what somebody says into a step: no field missing, none unknown, each of the right type."""

import json
import re
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, Protocol, Union, get_args, get_origin, get_type_hints

from domain.kernel.faults import RulesetFault, place_of
from domain.kernel.values import NODEFAULT, Value, field, fields

Said = Mapping[str, Any]
"""A step as it was said: a flat mapping with `by`, `do` and the fields of that `do`."""

JUDGE = "judge"
SHARED_STEPS = frozenset(
    {
        "undo",
        "consent",
        "object",
        "withdraw",
        "rewind",
        "overrule",
        "played",
        "correct",
        "commit",
        "reveal",
        "set_aside",
        "open",
        "note",
    }
)
"""Every `do` that is common to all games; `shared` reads and rules on them."""


class Step(Value, kw_only=True):
    """What somebody attempts. The fields of each kind of step are those of its class.

    A ruleset's steps derive from this for `by`, `entry` and `forced` only. A field is said under its
    own name, or under the one in `field(name=…)`; `Annotated[…, read]` gives it a reader of its own.
    """

    by: str
    entry: int = field(default=0, name="its own entry")
    """Its own number in the log; never said, and a step may have a field that is said as “entry”."""
    forced: bool = False
    """A judge makes it legal: it happens as far as it can, without the checks."""


class Unreadable(Exception):
    """A field is missing, unknown or of the wrong kind (G1); the message is a sentence."""


Read = Callable[[Any], Any]


class Reader(Protocol):
    """(said, number of the entry, forced) → the step. Raises Unreadable."""

    def __call__(self, said: Said, entry: int = 0, forced: bool = False, /) -> Step: ...


FREE, NAMED = "free", "named"
"""Marks on a field, `Annotated[…, NAMED]`: for who reads a step in few words."""
Text = Annotated[str, FREE]
"""A field that is said in words of one's own: a remark, a reason, the name of something new."""

ENVELOPE = frozenset({"by", "entry", "forced"})
PLAYED = "played"
"""The field by which any step may say that the table carried it out, whatever the ruling."""
AT = "at"
"""The field by which any step may say when it was taken: ISO 8601, checked before it is ruled on."""
ABOUT_THE_STEP = frozenset({"by", "do", PLAYED, AT})
"""Fields that every step may have, whatever its `do`."""


def said_in(step: Step) -> dict[str, Any]:
    """Field as it is said → its value, without `by` and without fields that are None."""
    said = {name: getattr(step, attribute) for name, attribute in _said_as(type(step))}
    return {name: value for name, value in said.items() if value is not None}


@cache
def _said_as(step: type[Step]) -> tuple[tuple[str, str], ...]:
    """Each field as it is said, and its attribute."""
    return tuple(
        (info.encode_name, info.name) for info in fields(step) if info.name not in ENVELOPE
    )


def reader(step: type[Step], besides: str = "") -> Reader:
    """The function that reads steps of this class. `besides`: a field that says which class it is.

    Raises RulesetFault at once for a field whose type nothing that is said could have.
    """
    known = _field_readers(step)
    about = ABOUT_THE_STEP | {besides}
    needed = {
        info.name: info.encode_name
        for info in fields(step)
        if info.name not in ENVELOPE
        and info.default is NODEFAULT
        and info.default_factory is NODEFAULT
    }

    def read(said: Said, entry: int = 0, forced: bool = False) -> Step:
        given = {"by": said["by"], "entry": entry, "forced": forced}
        for name, value in said.items():
            if name in known:
                reading, attribute = known[name]
                given[attribute] = reading(value)
            elif name not in about:
                raise Unreadable(_unknown_field(said, name, known))
        try:
            return step(**given)
        except TypeError:
            missing = next(name for attribute, name in needed.items() if attribute not in given)
            raise Unreadable(f"“{said['do']}” needs “{missing}”") from None

    return read


def _field_readers(step: type[Step]) -> dict[str, tuple[Read, str]]:
    """Field as it is said → the reader of its value, and the attribute it is read into."""
    hints = get_type_hints(step, include_extras=True)
    readers = {}
    for info in fields(step):
        if info.name in ENVELOPE:
            continue
        reading = _reading(hints[info.name], info.encode_name)
        if reading is None:
            raise RulesetFault(
                f"the field “{info.name}” of {place_of(step)} cannot be read: make it a word, a number, true "
                "or false, a list or mapping of these, or give it a reader of its own by Annotated"
            )
        readers[info.encode_name] = (reading, info.name)
    return readers


class ReaderBy:
    """A reader for steps whose other fields depend on the word in `field`."""

    def __init__(self, field: str, steps: Mapping[str, type[Step]]) -> None:
        self.field = field
        self.steps = steps
        self._readers = {word: reader(step, field) for word, step in steps.items()}

    def __call__(self, said: Said, entry: int = 0, forced: bool = False, /) -> Step:
        field = self.field
        if field not in said:
            raise Unreadable(f"“{said['do']}” needs “{field}”")
        word = said[field]
        if not isinstance(word, str) or word not in self._readers:
            known = ", ".join(self._readers)
            raise Unreadable(f"“{field}” is one of {known}, not {quoted_value(word)}")
        return self._readers[word](said, entry, forced)


def reader_by(field: str, steps: Mapping[str, type[Step]]) -> ReaderBy:
    """A reader for steps whose other fields depend on the word in `field`, as a report's on its fact."""
    return ReaderBy(field, steps)


def _unknown_field(said: Said, name: str, known: Mapping[str, Any]) -> str:
    fields_known = ", ".join(known) or "no field"
    return f"“{said['do']}” does not know “{name}”: it takes {fields_known}"


def _reading(hint: Any, name: str) -> Read | None:
    """The reader for a value of this type; None where nothing that is said could have it."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        own = next((part for part in hint.__metadata__ if callable(part)), None)
        return own or _reading(parts[0], name)
    if origin in (Union, types.UnionType):
        kinds = [part for part in parts if part is not type(None)]
        if str in kinds and all(kind is str or get_origin(kind) is Literal for kind in kinds):
            return _exactly(str, name)  # words of the rulebook, or others of this table
        return _reading(kinds[0], name) if len(kinds) == 1 else None
    if origin is Literal:
        return _one_of(parts, name)
    if origin is tuple:
        item = _reading(parts[0], name)
        return item and _list_of(item, name)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        item = _reading(parts[1], name)
        return item and _mapping_of(item, name)
    if hint is Any:
        return lambda value: value
    return _exactly(hint, name) if hint in KINDS else None


def is_marked(hint: Any, mark: str) -> bool:
    """Whether the type of a field has this mark, FREE or NAMED."""
    return get_origin(hint) is Annotated and any(part is mark for part in hint.__metadata__)


def fitting(name: str, expected: str, fits: Callable[[Any], bool]) -> Read:
    """A reader for the field of this name that takes what fits as it is. `expected`: what fits, in words."""

    def read(value: Any) -> Any:
        if fits(value):
            return value
        raise Unreadable(f"“{name}” is {expected}, not {quoted_value(value)}")

    return read


KINDS = {str: "a word", int: "a whole number", bool: "true or false"}


def _exactly(kind: type, name: str) -> Read:
    def read(value: Any) -> Any:
        # Not isinstance, for which true and false are whole numbers.
        if type(value) is kind:
            return value
        raise Unreadable(f"“{name}” is {expected_kind(kind, value)}, not {quoted_value(value)}")

    return read


def _one_of(words: tuple[str, ...], name: str) -> Read:
    def read(value: Any) -> Any:
        if type(value) is str and value in words:
            return value
        raise Unreadable(f"“{name}” is one of {', '.join(words)}, not {quoted_value(value)}")

    return read


LISTS = (list, tuple)


def _list_of(item: Read, name: str) -> Read:
    def read(value: Any) -> Any:
        if isinstance(value, LISTS):
            return tuple(map(item, value))
        raise Unreadable(f"“{name}” is a list, not {quoted_value(value)}")

    return read


def _mapping_of(item: Read, name: str) -> Read:
    def read(value: Any) -> Any:
        if isinstance(value, Mapping) and all(type(key) is str for key in value):
            return {key: item(value) for key, value in value.items()}
        raise Unreadable(f"“{name}” is a mapping of names, not {quoted_value(value)}")

    return read


def speaker(by: str) -> str:
    """Whoever took a step, as a sentence begins with them: `ana`, `the judge`."""
    return "the judge" if by == JUDGE else by


def expected_kind(kind: type, found: Any) -> str:
    """What a value of this kind is, for people, where this was found instead."""
    if kind is int and isinstance(found, str) and LARGE.fullmatch(found):
        return f"{KINDS[kind]} of at most 15 digits"
    return KINDS[kind]


LARGE = re.compile(r"-?\d{16,}")
"""Matches a number that is too large for every program to read alike: it is read as a text."""


def quoted_value(value: Any) -> str:
    """A value inside a sentence as JSON has it, in at most 60 characters; a word in our quotes."""
    if value is None:
        return "nothing"
    text = (
        f"“{value}”"
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False, default=str)
    )
    return text if len(text) <= 60 else f"{text[:57]}…"  # noqa: PLR2004
