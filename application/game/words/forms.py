"""The forms of a game's steps: which fields each kind has, as read from the classes of its steps."""

import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from domain.kernel.ruleset import Procedure, Ruleset
from domain.kernel.shared import STEPS
from domain.kernel.steps import ENVELOPE, FREE, NAMED, ReaderBy, Step, is_marked
from domain.kernel.values import NODEFAULT, Value, fields

Kind = Literal["word", "name", "number", "flag", "text", "names", "numbers", "mapping", "value"]
"""`word`: one of a few; `name`: of something on the table; `text`: in the player's own words."""


class Slot(Value):
    """A field of a step."""

    name: str
    kind: Kind
    words: tuple[str, ...] = ()
    """The words it may be, for the kind `word`."""
    needed: bool = False
    named: bool = False
    """Whether its name is said before its value, which would not be clear alone."""


class Form(Value):
    """A kind of step, or of report: the fields that are always the same, and those that are filled in."""

    fixed: Mapping[str, str]
    """`{do: declare}`, `{do: report, fact: destroyed}`."""
    slots: tuple[Slot, ...]
    about: str
    """What the step is, in a sentence."""

    @property
    def do(self) -> str:
        return self.fixed["do"]

    def slot(self, name: str) -> Slot | None:
        """The field of this name; None where there is none."""
        return next((slot for slot in self.slots if slot.name == name), None)


def forms(ruleset: Ruleset) -> tuple[Form, ...]:
    """Every kind of step that can be said in this game, the ruleset's own first."""
    own = (form for do, one in ruleset.procedures.items() for form in _forms_of(do, one))
    shared = (_form({"do": do}, step) for do, step in STEPS.items())
    return (*own, *shared)


def _forms_of(do: str, procedure: Procedure) -> Iterator[Form]:
    if not isinstance(procedure.reads, ReaderBy):
        yield _form({"do": do}, procedure.step)
        return
    for word, step in procedure.reads.steps.items():
        yield _form({"do": do, procedure.reads.field: word}, step)


def _form(fixed: Mapping[str, str], step: type[Step]) -> Form:
    return Form(fixed, _slots(step), (step.__doc__ or "").partition("\n")[0])


@cache
def _slots(step: type[Step]) -> tuple[Slot, ...]:
    """The fields of a class of steps. Cached, as reading its hints takes longer than a ruling."""
    hints = get_type_hints(step, include_extras=True)
    slots = []
    for one in fields(step):
        if one.name not in ENVELOPE:
            needed = one.default is NODEFAULT and one.default_factory is NODEFAULT
            hint = hints[one.name]
            kind, words = _kind(hint)
            named = is_marked(hint, NAMED) or (not needed and kind in BARE)
            slots.append(Slot(one.encode_name, kind, words, needed, named))
    return tuple(slots)


def _kind(hint: Any) -> tuple[Kind, tuple[str, ...]]:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        kind, words = _kind(parts[0])
        # What has a reader of its own need not be a name of the table: a row, a card or null.
        if is_marked(hint, NAMED) or kind != "name":
            return kind, words
        return ("text" if is_marked(hint, FREE) else "value"), ()
    if origin in (Union, types.UnionType):
        return _kind(next(part for part in parts if part is not type(None)))
    if origin is Literal:
        return "word", parts
    if origin is tuple:
        return LISTS.get(parts[0], "value"), ()
    if origin is not None and issubclass(origin, Mapping):
        return "mapping", ()
    return PLAIN.get(hint, "value"), ()


BARE: frozenset[Kind] = frozenset({"number", "numbers", "mapping"})
LISTS: Mapping[Any, Kind] = {str: "names", int: "numbers"}
PLAIN: Mapping[Any, Kind] = {str: "name", int: "number", bool: "flag"}
