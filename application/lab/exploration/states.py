"""The port to the states that an exploration has reached."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from domain.kernel.steps import Said


class NotThisExploration(Exception):
    """The file is of another exploration, or of none at all; one sentence."""


class FrontierState(NamedTuple):
    """A state that is reached and not yet expanded."""

    id: int
    """Its number, from 1 on, in the order in which states were reached."""
    depth: int
    """Steps of the shortest game to it."""
    state: bytes
    """The state, packed."""


class States(Protocol):
    """States in the order in which they were reached, so that the way noted to each is a shortest one."""

    newest: int
    """The number of the newest state."""

    def close(self) -> None: ...
    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def counts(self) -> tuple[int, int]: ...
    def set_counts(self, done: int, adjudications: int) -> None: ...
    def add(
        self, fingerprint: bytes, parent: int, depth: int, said: Said | None, state: bytes
    ) -> bool: ...
    def frontier(self, after: int, most: int) -> list[FrontierState]: ...
    def set_expanded(self, id: int, behaviour: bytes) -> None: ...
    def add_equivalent(
        self, fingerprint: bytes, behaviour: bytes, parent: int, said: Said
    ) -> None: ...
    def unsound(self) -> Iterable[tuple[int, Said]]: ...
    def add_met(self, kind: str, what: str, at: int, said: Said | None) -> None: ...
    def met(self, kind: str) -> Iterable[tuple[str, int, Said | None]]: ...
    def add_violation(self, kind: str, words: str, at: int, said: Said | None) -> None: ...
    def violations(self) -> Iterable[tuple[str, str, int, Said | None, int]]: ...
    def trace_to(self, id: int) -> tuple[Said, ...]: ...
    def count(self) -> int: ...
    def depth_searched(self, done: int) -> int: ...


OpensStates = Callable[[Path | None, Mapping[str, Any]], States]
"""Opens the states of an exploration, in a file or in memory, for what it is about, as plain JSON.

Raises NotThisExploration where the file holds something else.
"""
