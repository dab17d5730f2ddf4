"""Texts by their key, in the language of whoever reads."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from application.event.english import ENGLISH as OF_EVENTS

ENGLISH = "en"
HERE = Path(__file__).parent
LANGUAGE: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""The language in which the current response is written."""
MOST_WISHES = 20
Text = str | Mapping[str, str]
"""A text with values in braces; or {one: …, other: …}, chosen by the value `n`."""


@cache
def languages() -> dict[str, dict[str, Text]]:
    """Language → key → text. English is complete; its sentences of events are the application's own."""
    texts = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(HERE.glob("*.json"))}
    return {**texts, ENGLISH: {**OF_EVENTS, **texts[ENGLISH]}}


@cache
def texts_in(language: str) -> Mapping[str, Text]:
    """Key → text in this language, in English where it has none."""
    return {**languages()[ENGLISH], **languages().get(language, {})}


def language_wished(header: str) -> str:
    """The language of an Accept-Language header that is preferred and has a catalogue; else English."""
    wishes = []
    for wish in header.split(",")[:MOST_WISHES]:
        name, _, weight = wish.partition(";")
        try:
            wishes.append((-float(weight.strip().removeprefix("q=") or 1), name.strip().lower()))
        except ValueError:
            continue
    known = [name.partition("-")[0] for weight, name in sorted(wishes) if weight]
    return next((name for name in known if name in languages()), ENGLISH)


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Texts made within it are in this language."""
    before = LANGUAGE.set(language)
    try:
        yield
    finally:
        LANGUAGE.reset(before)


def text(key: str, /, **values: Any) -> str:
    """The text of this key with these values, in the language of the response.

    Raises KeyError if English does not have it.
    """
    form = _form(key, values.get("n"))
    return form.format_map(values) if values else form


def has_text(key: str) -> bool:
    return key in languages()[ENGLISH]


def _form(key: str, n: Any) -> str:
    form = texts_in(LANGUAGE.get())[key]
    return form if isinstance(form, str) else form["one" if n == 1 else "other"]


def list_in_words(names: Sequence[str]) -> str:
    """`ana`, `ana and ben`, `ana, ben and cy`."""
    if len(names) < 2:  # noqa: PLR2004
        return "".join(names)
    return text("words.and", some=", ".join(names[:-1]), last=names[-1])


def text_around(key: str, /, **values: Any) -> Markup:
    """The same as markup, with each value in a `<bdi>`, as names may be written from right to left.

    Numbers, and values that are markup already, are put in as they are.
    """
    form = _form(key, values.get("n"))
    shown = {
        name: value if isinstance(value, Markup | int) else Markup("<bdi>{}</bdi>").format(value)
        for name, value in values.items()
    }
    return escape(form).format_map(shown)
