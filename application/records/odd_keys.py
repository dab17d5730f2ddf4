"""Keys that YAML would read as something else than text: kept as they were written, and marked."""

from typing import Any


class OddKey(str):
    """The text of a key that YAML would read as a number, a truth value or null."""

    __slots__ = ()


def with_plain_keys(value: Any) -> Any:
    """The value with every OddKey as a plain string."""
    if isinstance(value, dict):
        return {str(key): with_plain_keys(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_plain_keys(inner) for inner in value]
    return value


def odd_key(value: Any, path: str) -> str:
    """Where an OddKey stands in the value and what to do about it, as a clause; empty if there is none."""
    odd = _odd_key_path(value, path)
    return f"{odd}: a key is a word here; put it in quotes if it is one" if odd else ""


def _odd_key_path(value: Any, path: str) -> str | None:
    """The path of the first OddKey in the value; None if there is none."""
    items = value.items() if isinstance(value, dict) else ()
    for key, inner in items:
        here = f"{path}.{key}"
        found = here if isinstance(key, OddKey) else _odd_key_path(inner, here)
        if found:
            return found
    for n, inner in enumerate(value if isinstance(value, list) else ()):
        found = _odd_key_path(inner, f"{path}[{n}]")
        if found:
            return found
    return None
