"""Reading values of a set-up: the right kind, or a sentence that says where and what was expected."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.ruleset import SetupError
from domain.kernel.steps import shown

__all__ = [
    "SetupError",
    "a_list",
    "a_mapping",
    "a_number",
    "a_truth",
    "a_word",
    "known_keys",
    "one_of",
]


def a_mapping(path: str, value: object) -> Mapping[str, Any]:
    """A mapping of words. Raises SetupError."""
    if not isinstance(value, Mapping):
        raise SetupError(f"{path}: expected a mapping, found {shown(value)}")
    for key in value:
        if not isinstance(key, str):
            raise SetupError(f"{path}: expected words as keys, found {shown(key)}")
    return value


def a_list(path: str, value: object) -> Sequence[Any]:
    """A list. Raises SetupError."""
    if not isinstance(value, list | tuple):
        raise SetupError(f"{path}: expected a list, found {shown(value)}")
    return value


def a_number(path: str, value: object, least: int = 0) -> int:
    """A whole number, not below `least`. Raises SetupError."""
    if type(value) is int and value >= least:
        return value
    raise SetupError(f"{path}: expected a whole number from {least}, found {shown(value)}")


def a_truth(path: str, value: object) -> bool:
    """True or false. Raises SetupError."""
    if isinstance(value, bool):
        return value
    raise SetupError(f"{path}: expected true or false, found {shown(value)}")


def a_word(path: str, value: object) -> str:
    """A word. Raises SetupError."""
    if isinstance(value, str):
        return value
    raise SetupError(f"{path}: expected a word, found {shown(value)}")


def one_of(path: str, value: object, known: Sequence[str]) -> str:
    """One of the words known. Raises SetupError."""
    if isinstance(value, str) and value in known:
        return value
    raise SetupError(f"{path}: expected one of {', '.join(known)}, found {shown(value)}")


def known_keys(
    path: str, value: Mapping[str, Any], known: Sequence[str], *, all_of_them: bool = False
) -> Mapping[str, Any]:
    """A mapping with these keys and no other. Raises SetupError."""
    for key in value:
        if key not in known:
            raise SetupError(f"{path}: unknown key {shown(key)}; expected {', '.join(known)}")
    for key in known if all_of_them else ():
        if key not in value:
            raise SetupError(f"{path}: “{key}” is missing")
    return value
