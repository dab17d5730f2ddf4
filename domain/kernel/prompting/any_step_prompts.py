"""Prompts by which any step can be said, legal or not: the long way, field by field."""

import types
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from domain.kernel.prompting.prompts import (
    ENOUGH,
    NO,
    NOTHING,
    YES,
    Answer,
    Ask,
    InputValue,
    Prompt,
    Prompts,
    StepFields,
    Tap,
    ValuePrompts,
    name_in,
    piece,
)
from domain.kernel.steps import ENVELOPE, ReaderBy, Step
from domain.kernel.values import NODEFAULT, Value, fields
from domain.kernel.wording import key_in_words

LEFT_OUT = "/left out"
Namable = Callable[[str], Iterable[str]]
"""The name of a field → the names on the table that may stand there."""


def any_step_prompts(kinds: Mapping[str, Any], namable: Namable) -> Prompts:
    """Asks for `do`, then for each of the step's fields.

    `kinds`: `do` → the class of its steps, or a `ReaderBy` where the fields depend on a further word.
    """
    do = yield Prompt("What is it?", {}, tuple(Answer(word, key_in_words(word)) for word in kinds))
    assert isinstance(do, str)
    kind: Any = kinds[do]
    said: StepFields = {"do": do}
    if isinstance(kind, ReaderBy):
        words = tuple(Answer(word, key_in_words(word)) for word in kind.steps)
        word = yield Prompt(f"{key_in_words(kind.field).capitalize()}?", said, words)
        assert isinstance(word, str)
        kind, said = kind.steps[word], {**said, kind.field: word}
    return (yield from _fields(kind, said, namable, lambda part: part))


FieldsWith = Callable[[Any], StepFields]
"""A value that is still being put together → the fields of the step with that value in its place."""


def _fields(kind: type, said: StepFields, namable: Namable, put: FieldsWith) -> Prompts:
    for name, hint, optional in _fields_asked(kind):
        value = yield from _value(
            hint, name, put(said), namable, _under(put, said, name), optional=optional
        )
        if value is not LEFT_OUT:
            said = {**said, name: value}
    return said


@cache
def _fields_asked(kind: type) -> tuple[tuple[str, Any, bool], ...]:
    """Each field as it is said, its type, and whether it may be left out."""
    # Its prompts are followed from the first field after every tap.
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (
            field.encode_name,
            hints[field.name],
            field.default is not NODEFAULT or field.default_factory is not NODEFAULT,
        )
        for field in fields(kind)
        if not (issubclass(kind, Step) and field.name in ENVELOPE)
    )


def _under(put: FieldsWith, fields: StepFields, name: str) -> FieldsWith:
    return lambda part: put({**fields, name: part})


def _value(
    hint: Any, name: str, said: StepFields, namable: Namable, put: FieldsWith, *, optional: bool
) -> ValuePrompts:
    """Asks for a value of this type; gives LEFT_OUT where an optional field is left out."""
    free = (Answer(LEFT_OUT, f"no {key_in_words(name)}", main=True),) if optional else ()
    words = f"{key_in_words(name).capitalize()}?"
    if get_origin(hint) is Annotated:
        hint, *_ = get_args(hint)
        if not optional and type(None) in get_args(hint):
            free = (Answer(NOTHING, "nothing"),)
    of_table: Iterable[str] = ()
    if get_origin(hint) in (Union, types.UnionType):
        kinds = [part for part in get_args(hint) if part is not type(None)]
        hint, of_table = kinds[0], namable(name) if str in kinds[1:] else ()
    origin, parts = get_origin(hint), get_args(hint)
    if origin is None or origin is Literal:
        if origin is Literal:
            listed = dict.fromkeys((*parts, *of_table))
            tap = yield Prompt(
                words, said, (*free, *(Answer(f"@{name}", key_in_words(name)) for name in listed))
            )
        else:
            tap = yield _single(hint, name, words, said, free, namable)
        return _read(hint, tap)
    if optional:
        say = Answer(YES, f"with {key_in_words(name)}")
        if (yield Prompt(words, said, (*free, say))) == LEFT_OUT:
            return LEFT_OUT
    if origin is tuple:
        return (yield from _list(parts[0], name, said, namable, put))
    return (yield from _mapping(parts[1], name, namable, put))


def _single(
    hint: Any, name: str, words: str, said: StepFields, free: tuple[Answer, ...], namable: Namable
) -> Prompt:
    if hint is bool:
        return Prompt(words, said, (*free, Answer(YES, "yes"), Answer(NO, "no")))
    if hint is int:
        return Prompt(words, said, free, Ask("number", key_in_words(name)))
    names = tuple(piece(known) for known in dict.fromkeys(namable(name)))
    return Prompt(words, said, (*free, *names), Ask("text", key_in_words(name)))


def _read(hint: Any, tap: Tap) -> Any:
    if isinstance(tap, InputValue):
        return tap.value
    if tap in (LEFT_OUT, NOTHING):
        return LEFT_OUT if tap == LEFT_OUT else None
    if hint is bool:
        return tap == YES
    return name_in(tap)


def _list(
    item: Any, name: str, said: StepFields, namable: Namable, put: FieldsWith
) -> ValuePrompts:
    """Asks for one item after the other; whole numbers are dice, and are filled in together."""
    if item is int:
        tap = yield Prompt(
            f"{key_in_words(name).capitalize()}?", said, (), Ask("dice", key_in_words(name))
        )
        assert isinstance(tap, InputValue)
        return tap.value
    items: list[Any] = []
    while True:
        stands = put([*items])
        more = Answer(YES, f"another of {key_in_words(name)}" if items else "one")
        enough = Answer(ENOUGH, "that is all", main=True)
        if (yield Prompt("More?", stands, (enough, more))) == ENOUGH:
            return items
        behind = _behind(put, items)
        if isinstance(item, type) and issubclass(item, Value):
            items.append((yield from _fields(item, {}, namable, behind)))
        else:
            items.append((yield from _value(item, name, stands, namable, behind, optional=False)))


def _behind(put: FieldsWith, items: list[Any]) -> FieldsWith:
    return lambda part: put([*items, part])


def _mapping(item: Any, name: str, namable: Namable, put: FieldsWith) -> ValuePrompts:
    mapping: dict[str, Any] = {}
    while True:
        stands = put({**mapping})
        enough = Answer(ENOUGH, "that is all", main=True)
        names = tuple(piece(key) for key in dict.fromkeys(namable(name)) if key not in mapping)
        tap = yield Prompt(f"{key_in_words(name).capitalize()}: whose?", stands, (enough, *names))
        if tap == ENOUGH:
            return mapping
        key = name_in(tap)
        mapping[key] = yield from _value(
            item, name, stands, namable, _under(put, mapping, key), optional=False
        )
