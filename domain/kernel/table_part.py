"""A part of the table that can be laid out anew when the table is put right, as a ruleset declares it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.kernel.values import Value, changed

State = Any
Path = tuple[str, ...]
"""The words that lead to a part: `("units", "a1", "restrictions")`."""


def as_said(held: Any) -> Any:
    """What is held as it is said: JSON values only."""
    if isinstance(held, frozenset):
        return sorted(held)
    return list(held) if isinstance(held, tuple) else held


def held_there(state: State, path: Path) -> Any:
    """What the table keeps under these words. Raises KeyError, AttributeError."""
    for name in path:
        state = state[name] if isinstance(state, Mapping) else getattr(state, name)
    return as_said(state)


def with_part(held: Any, path: Path, said: Any, entry: int) -> Any:
    """What is held, with this in the place of what lies at the end of the path."""
    if not path:
        return frozenset(said) if isinstance(held, frozenset) else said
    name, *rest = path
    if isinstance(held, Mapping):
        return {**held, name: with_part(held[name], tuple(rest), said, entry)}
    return changed(held, **{name: with_part(getattr(held, name), tuple(rest), said, entry)})


def with_mark(table: Any, path: Path, said: bool, entry: int) -> Any:
    """The table with this entry, or none, where it keeps since when something is so."""
    return with_part(table, path, entry if said else None, entry)


def is_marked(table: State, path: Path) -> bool:
    """Whether something is so: then the table keeps since when."""
    return held_there(table, path) is not None


class TablePart(Value):
    """What is said of a part, and how it is laid out anew."""

    put: Callable[[State, Path, Any, int], State] = with_part
    """(table, path, what is said, entry) → the table with it; lists come as tuples. Raises SetupError.

    By default it stands in the place of what the table keeps under the same words."""
    held: Callable[[State, Path], Any] | None = None
    """(table, path) → how it lies now, as it is said; without it, what the view has there."""
    kind: Any = None
    """The type of what may be said; without it, what the set-up has there."""
    words: Callable[[State, Path], Iterable[str]] | None = None
    """(table, path) → the words or names that may stand there, where its kind does not say."""
    pile: bool = False
    """Whether it is a pile of pieces: none of them goes when piles are laid out anew, and none is added."""
