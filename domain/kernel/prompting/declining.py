"""What a standing answer may say for a player: that they let it go by, and nothing else."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.steps import Unreadable
from domain.kernel.values import Value

State = Any


class Declining(Value):
    """How players let something go by in a ruleset, and what ends their saying so beforehand."""

    step: str
    """The word of `do`: a step of no fields, which pays nothing, chooses nothing and reports nothing."""
    spans: Callable[[State], Mapping[str, Any]]
    """What is under way, the shortest first: its word (`command`) → what tells it from the next one."""
    own: Callable[[State, str], Iterable[str]]
    """(state, player) → what of theirs can be aimed at, as far as they see it."""
    aims: Callable[[State], Iterable[tuple[str, str, Any]]]
    """Who aims at what now, and what tells this aim from the next: (player, name, mark)."""

    def aimed_at(self, state: State, player: str) -> frozenset[tuple[str, Any]]:
        """What of this player's somebody else aims at, with the mark of each aim."""
        own = frozenset(self.own(state, player))
        found = ((name, mark) for by, name, mark in self.aims(state) if by != player)
        return frozenset((name, mark) for name, mark in found if name in own)


def faults_of(declining: Declining, procedures: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with it beside the ruleset's steps, a sentence each."""
    word = declining.step
    if word not in procedures:
        yield f"a standing answer says “{word}”, and there is no such step: give `procedures` one"
        return
    try:
        procedures[word].read({"by": "", "do": word})
    except Unreadable as why:
        yield f"a standing answer says “{word}” and nothing else: {why}"
