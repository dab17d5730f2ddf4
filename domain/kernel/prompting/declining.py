"""What a ruleset declares for standing answers: how a player declines, and what ends saying so beforehand."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.steps import Unreadable
from domain.kernel.values import Value

State = Any


class Declining(Value):
    """How players decline in a ruleset, and what ends a standing answer."""

    step: str
    """Its `do`: a step without fields, which pays nothing, chooses nothing and reports nothing."""
    spans: Callable[[State], Mapping[str, Any]]
    """State → the spans that are under way, the shortest first: its word (`command`) → a mark that differs
    from that of the next span of this word."""
    own: Callable[[State, str], Iterable[str]]
    """(state, player) → the names of what is theirs and can be aimed at, as far as they see it."""
    aims: Callable[[State], Iterable[tuple[str, str, Any]]]
    """State → the aims taken now: (player who aims, name aimed at, a mark that differs from the next aim's)."""

    def aimed_at(self, state: State, player: str) -> frozenset[tuple[str, Any]]:
        """What is this player's and somebody else aims at: (name, mark) of each aim."""
        own = frozenset(self.own(state, player))
        found = ((name, mark) for by, name, mark in self.aims(state) if by != player)
        return frozenset((name, mark) for name, mark in found if name in own)


def faults_of(declining: Declining, procedures: Mapping[str, Any]) -> Iterator[str]:
    """What does not fit the ruleset's steps, a sentence each."""
    word = declining.step
    if word not in procedures:
        yield f"a standing answer says “{word}”, and there is no such step: give `procedures` one"
        return
    try:
        procedures[word].read({"by": "", "do": word})
    except Unreadable as why:
        yield f"a standing answer says “{word}” and nothing else: {why}"
