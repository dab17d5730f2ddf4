"""Reading the values of a set-up: each of the right kind, or a SetupError that says where."""

from collections.abc import Collection, Mapping
from typing import Any

from domain.kernel.ruleset import SetupError
from domain.nullshapers.law.cards import KINDS


def shown(value: Any) -> str:
    text = f"“{value}”" if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"  # noqa: PLR2004


def wrong(path: str, expected: str, value: Any) -> SetupError:
    return SetupError(f"{path}: expected {expected}, not {shown(value)}")


MAPPINGS = (dict, Mapping)
"""A dict is known at once."""


def mapping(value: Any, path: str, known: Collection[str] | None = None) -> Mapping[str, Any]:
    """A mapping of names, with no key but these."""
    if not isinstance(value, MAPPINGS):
        raise wrong(path, "a mapping", value)
    for key in value:
        if type(key) is not str:
            raise wrong(path, "names as keys", key)
        if known is not None and key not in known:
            raise SetupError(f"{path}: unknown “{key}”; expected {', '.join(known)}")
    return value


def names(value: Any, path: str) -> tuple[str, ...]:
    """A list of different names."""
    if not isinstance(value, list | tuple) or any(type(one) is not str for one in value):
        raise wrong(path, "a list of names", value)
    if len(set(value)) != len(value):
        raise SetupError(f"{path}: a name stands there twice")
    return tuple(value)


def one_of(value: Any, path: str, words: Collection[Any]) -> Any:
    """One of these words or numbers, and of their kind."""
    for known in words:
        if value == known and type(value) is type(known):
            return value
    raise wrong(path, f"one of {', '.join(map(str, words))}", value)


def word(value: Any, path: str) -> str:
    if type(value) is not str:
        raise wrong(path, "a word", value)
    return value


def number(value: Any, path: str, least: int | None = None) -> int:
    if type(value) is not int or (least is not None and value < least):
        expected = "a whole number" if least is None else f"a whole number from {least} up"
        raise wrong(path, expected, value)
    return value


def flag(value: Any, path: str) -> bool:
    if type(value) is not bool:
        raise wrong(path, "true or false", value)
    return value


def energy(value: Any, path: str) -> dict[str, int]:
    """Kind → number."""
    return {
        kind: number(amount, f"{path}.{kind}", least=0)
        for kind, amount in mapping(value, path, KINDS).items()
    }
