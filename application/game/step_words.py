"""A step told in words: in one function, by who reads it."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from domain.kernel.steps import AT, PLAYED, Said
from domain.kernel.wording import key_in_words, list_in_words, plainly


class Reader(Enum):
    """Who reads of a step."""

    TABLE = "table"
    """Whoever might type it again: its words as a record has them, after who takes it."""
    DESK = "desk"
    """Whoever goes over a game, and has who took it in a column of its own."""
    PAGE = "page"
    """Whoever looks at a page: no key of ours, no brackets."""


NOT_TOLD = frozenset({"by", "do", AT})
"""Fields of a step that are shown elsewhere in its line."""
OURS = frozenset({"command", "rule", "fact", "special", "until"})
"""Fields that hold words of the rulebook; others may hold names, whose underscores are kept."""


def step_in_words(said: Said, reader: Reader = Reader.TABLE) -> str:
    """`ana: declare unit a1, command assault, charge, target b1`; at the desk without who takes it."""
    told = [
        _field(key, value, reader)
        for key, value in said.items()
        if key not in NOT_TOLD and (reader is not Reader.DESK or key != PLAYED)
    ]
    if reader is Reader.DESK:
        told += [PLAYED] if said.get(PLAYED) is True else []
        return f"{said['do']} {', '.join(told)}".rstrip()
    do = json_in_words(said["do"])
    words = key_in_words(do) if reader is Reader.PAGE else do
    return f"{said['by']}: {words} {', '.join(told)}".rstrip()


def _field(key: str, value: Any, reader: Reader) -> str:
    if reader is Reader.DESK:
        return f"{key} {plainly(value)}"
    if reader is Reader.TABLE:
        return key if value is True else f"{key} {json_in_words(value)}"
    if value is True:
        return key_in_words(key)
    shown = _on_page(value)
    return f"{key_in_words(key)} {key_in_words(shown) if key in OURS else shown}"


def _on_page(value: Any) -> str:
    if isinstance(value, Mapping):
        return list_in_words(f"{name}: {_on_page(one)}" for name, one in value.items()) or "none"
    if isinstance(value, list | tuple):
        return list_in_words(map(_on_page, value)) or "none"
    return json_in_words(value)


def json_in_words(value: Any) -> str:
    """A JSON value inside a sentence."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {json_in_words(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(json_in_words(one) for one in value) + "]"
    text = str(value)
    return f"“{text}”" if " " in text or not text else text
