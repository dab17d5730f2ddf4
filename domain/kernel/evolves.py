"""Which function says what an event does to the table: declared where it stands, and collected."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from domain.kernel.values import changed

F = TypeVar("F", bound=Callable[..., Any])


class Evolves(dict[type, Callable[[Any, Any, int], Any]]):
    """Event type → (state, event, entry number) → the state after it.

    `@evolves(UnitMoved)` above a function adds it; a file that collects others' begins with theirs.
    Where always the same comes of an event, `evolves.sets(ChanceGiven, choice=None)` says it.
    """

    def __init__(self, *others: Mapping[type, Callable[[Any, Any, int], Any]]) -> None:
        for other in others:
            self.update(other)

    def __call__(self, *events: type) -> Callable[[F], F]:
        """Declares what becomes of the table with each of these events. Raises TypeError for a second one."""

        def of(function: F) -> F:
            for event in events:
                if event in self:
                    raise TypeError(f"{event.__name__} has two functions that say what it does")
                self[event] = function
            return function

        return of

    def sets(self, *events: type, **fields: Any) -> None:
        """Declares that each of these events sets these fields; without any, that it changes nothing."""
        self(*events)(lambda state, _event, _entry: changed(state, **fields) if fields else state)
