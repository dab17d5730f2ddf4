"""A step in as few words as say it, in the form that `records.short_steps` reads."""

import re
from collections.abc import Iterator
from typing import Any

from application.game.words.forms import Form, Slot
from domain.kernel.steps import ABOUT_THE_STEP, Said

PLAIN = re.compile(r"[^\s\"'=,\[\]{}]+")
"""Matches a value that needs no quotation marks."""
NUMBERS = re.compile(r"\d+(,\d+)*")
QUOTABLE = re.compile(r"[^\"\\\n=]*\s[^\"\\\n=]*")
"""Matches a text with a space in it that can be put between quotation marks."""


def short_form(said: Said, forms: tuple[Form, ...], *, verb: bool = False) -> str:
    """`a1 assault charge b1`: the step without who takes it. `verb`: whether `do` is always said."""
    form = next((form for form in forms if form.fixed.items() <= said.items()), None)
    if form is None:
        return " ".join(f"{key}={_as_yaml(value)}" for key, value in said.items() if key != "by")
    does = form.fixed.values() if verb else _verb(form, said)
    return " ".join((*does, *_fields(form, said)))


def _verb(form: Form, said: Said) -> Iterator[str]:
    """The words for what is done, where no other word of the step says it."""
    facts = [word for name, word in form.fixed.items() if name != "do"]
    if facts:
        yield from form.fixed.values()
    elif not any(slot.kind == "word" and slot.needed and slot.name in said for slot in form.slots):
        yield form.do


def _fields(form: Form, said: Said) -> Iterator[str]:
    for slot in form.slots:
        if slot.name in said:
            yield from _field(slot, said[slot.name])
    known = {*form.fixed, *ABOUT_THE_STEP, *(slot.name for slot in form.slots)}
    yield from (f"{key}={_as_yaml(value)}" for key, value in said.items() if key not in known)


def _field(slot: Slot, value: Any) -> Iterator[str]:
    words = list(_words(slot, value))
    if slot.kind == "text" and isinstance(value, str) and QUOTABLE.fullmatch(value):
        yield f'"{value}"'
        return
    if (
        not words
        or slot.kind == "value"
        or not all((PLAIN.fullmatch(word) or slot.kind == "numbers") and word for word in words)
    ):
        yield f"{slot.name}={_as_yaml(value)}"
        return
    if slot.named:
        yield slot.name
    yield from words


def _words(slot: Slot, value: Any) -> Iterator[str]:
    if slot.kind == "flag":
        yield from (slot.name,) if value else ("not", slot.name)
    elif slot.kind == "mapping" and isinstance(value, dict):
        for name, inner in value.items():
            if isinstance(inner, str | int):
                yield from (name, str(inner))
    elif slot.kind == "numbers" and isinstance(value, list | tuple):
        yield ",".join(map(str, value))
    elif slot.kind == "names" and isinstance(value, list | tuple):
        yield from map(str, value)
    elif isinstance(value, str | int):
        yield str(value)


def _as_yaml(value: Any) -> str:
    """A value as in `key=value`: YAML on one line."""
    import json

    text = json.dumps(value, ensure_ascii=False)
    return value if isinstance(value, str) and PLAIN.fullmatch(value) else text
