"""Rulesets of which something is otherwise, for tests of what looks at them."""

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

from domain.kernel.offers import Candidate
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import changed


def offering(ruleset: Ruleset, candidates: Callable[[Any, str], Iterable[Candidate]]) -> Ruleset:
    """The same ruleset, which offers these steps instead: (table, player) → steps."""
    again = changed(ruleset)
    instead: Any = copy(ruleset.offers)
    instead.candidates = candidates
    again.__dict__["offers"] = instead
    return again
