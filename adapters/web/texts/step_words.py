"""A step in words, without the keys and brackets of a record."""

from collections.abc import Mapping
from typing import Any

from application.game.transcript import NOT_TOLD, json_in_words
from domain.kernel.steps import Said
from domain.kernel.wording import list_in_words

OURS = frozenset({"command", "rule", "fact", "special", "until"})
"""Fields that hold words of the rulebook; others may hold names, whose underscores are kept."""


def step_in_words(said: Said) -> str:
    """`ana: react unit a2, command snap fire`; `ben: roll attack 6, 3 and 3`."""
    rest = ", ".join(_field(key, value) for key, value in said.items() if key not in NOT_TOLD)
    return f"{said['by']}: {_words(json_in_words(said['do']))} {rest}".rstrip()


def _field(key: str, value: Any) -> str:
    if value is True:
        return _words(key)
    shown = _value(value)
    return f"{_words(key)} {_words(shown) if key in OURS else shown}"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return list_in_words(f"{name}: {_value(one)}" for name, one in value.items()) or "none"
    if isinstance(value, list | tuple):
        return list_in_words(map(_value, value)) or "none"
    return json_in_words(value)


def _words(key: str) -> str:
    return key.replace("_", " ")
