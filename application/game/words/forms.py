"""The forms of a game's steps: which fields each kind has, as read from the classes of its steps."""

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from domain.kernel.fields import what_fits
from domain.kernel.ruleset import Procedure, Ruleset
from domain.kernel.shared import STEPS
from domain.kernel.steps import ENVELOPE, FREE, NAMED, ReaderBy, Step, is_marked
from domain.kernel.values import NODEFAULT, Value, changed, fields

Kind = Literal["word", "name", "number", "flag", "text", "names", "numbers", "mapping", "value"]
"""`word`: one of a few; `name`: of something on the table; `text`: in the player's own words."""


class Slot(Value):
    """A field of a step."""

    name: str
    kind: Kind
    words: tuple[str, ...] = ()
    """The words it may be, for the kind `word`."""
    open: bool = False
    """Whether a table may have further words for it."""
    needed: bool = False
    named: bool = False
    """Whether its name is said before its value, which would not be clear alone."""
    what: str = ""
    """What may stand in it, for people: “a unit of one's own”; empty where its type says all."""
    behind: Kind = "value"
    """What is said of each name, for the kind `mapping`: a number, a name, or names."""

    @property
    def in_words(self) -> str:
        """Its name, and what may stand in it: `“damage” (a unit that is damaged)`."""
        return f"“{self.name}” ({self.what})" if self.what else f"“{self.name}”"


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
        for slot in self.slots:
            if slot.name == name:
                return slot
        return None


def forms(
    ruleset: Ruleset, of_table: Callable[[str], Iterable[str]] | None = None
) -> tuple[Form, ...]:
    """Every kind of step that can be said in this game, the ruleset's own first.

    `of_table`: the name of a field → the words that a table has for it.
    """
    own = (
        form for do, procedure in ruleset.procedures.items() for form in _forms_of(do, procedure)
    )
    shared = (_form({"do": do}, step) for do, step in STEPS.items())
    if of_table is None:
        return (*own, *shared)
    return (*(_at_table(form, of_table) for form in own), *shared)


def _at_table(form: Form, of_table: Callable[[str], Iterable[str]]) -> Form:
    """The form with the words that this table has for its fields."""
    if not any(slot.open for slot in form.slots):
        return form
    slots = (
        changed(slot, words=tuple(dict.fromkeys((*slot.words, *of_table(slot.name)))))
        if slot.open
        else slot
        for slot in form.slots
    )
    return changed(form, slots=tuple(slots))


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
    for field in fields(step):
        if field.name not in ENVELOPE:
            needed = field.default is NODEFAULT and field.default_factory is NODEFAULT
            hint = hints[field.name]
            kind, words = _kind(hint)
            named = is_marked(hint, NAMED) or (not needed and kind in BARE)
            open_ones = kind == "word" and _is_open(hint)
            what = what_fits(hint)
            behind = _behind(hint) if kind == "mapping" else "value"
            slots.append(
                Slot(field.encode_name, kind, words, open_ones, needed, named, what, behind)
            )
    return tuple(slots)


def _behind(hint: Any) -> Kind:
    """What kind of value a mapping has."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Annotated, Union, types.UnionType):
        return _behind(next(part for part in parts if part is not type(None)))
    return _kind(parts[1])[0] if origin is not None and parts[1:] else "value"


def _is_open(hint: Any) -> bool:
    """Whether its words are some of those that it may be: `Literal["run"] | str`."""
    inside = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return str in get_args(inside)


def _kind(hint: Any) -> tuple[Kind, tuple[str, ...]]:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        kind, words = _kind(parts[0])
        if kind != "name":
            return kind, words
        if is_marked(hint, FREE):
            return "text", ()
        # What has a reader of its own need not be a name of the table: a row, a card or null.
        return ("value" if any(map(callable, hint.__metadata__)) else kind), ()
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
