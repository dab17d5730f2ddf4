"""A part of the table that can be laid out anew when the table is put right, as a ruleset declares it."""

from collections.abc import Callable
from typing import Any

from domain.kernel.values import Value

State = Any
Path = tuple[str, ...]
"""The words that lead to a part: `("units", "a1", "restrictions")`."""


class TablePart(Value):
    """What is said of a part, and how it is laid out anew."""

    put: Callable[[State, Path, Any, int], State]
    """(table, path, what is said, entry) → the table with it; lists come as tuples. Raises SetupError."""
    held: Callable[[State, Path], Any] | None = None
    """(table, path) → how it lies now, as it is said; without it, what the view has there."""
    kind: Any = None
    """The type of what may be said; without it, what the set-up has there."""
    pile: bool = False
    """Whether it is a pile of pieces: none of them goes when piles are laid out anew, and none is added."""
