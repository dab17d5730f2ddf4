"""Steps that a player might think of: while the game goes on, and not too many."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from domain.kernel.ruleset import Candidate

MOST = 300

CandidateSource = Callable[[Any, str], Iterator[Candidate]]
"""(state, player) → what they might do, the most pressing first."""


def bounded(thinks: CandidateSource) -> CandidateSource:
    """The first few hundred of these; none once the game is over."""

    def candidates(state: Any, player: str) -> Iterator[Candidate]:
        return iter(()) if state.over else islice(thinks(state, player), MOST)

    return candidates
