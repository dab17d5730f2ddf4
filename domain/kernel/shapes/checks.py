"""Checks made of several others, and checks that report everything that is wrong at once."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from domain.kernel.rulebook import RuleId
from domain.kernel.ruling import Asks, Check, Refusal, entries, first_of, illegal

__all__ = ["all_of", "requires_all"]


def all_of(*asks: Asks, rules: tuple[RuleId, ...] = ("G1",)) -> Check:
    """One check made of several: the first that does not hold refuses."""

    def all_hold(state: Any, step: Any) -> Refusal | None:
        return first_of(ask(state, step) for ask in asks)

    return Check(rules, all_hold)


RefusalFinder = Callable[[Any, Any], Iterator[Refusal]]


def requires_all(*rules: RuleId) -> Callable[[RefusalFinder], Check]:
    """Like `requires`, for a check that yields a refusal for each thing that is wrong.

    The refusals become one, with every reason, and each rule, entry and fact once.
    """

    def check(finds: RefusalFinder) -> Check:
        @wraps(finds)
        def nothing_is_wrong(state: Any, step: Any) -> Refusal | None:
            found = tuple(finds(state, step))
            return _together(found) if found else None

        return Check(rules, nothing_is_wrong)

    return check


def _together(found: tuple[Refusal, ...]) -> Refusal:
    return illegal(
        "; ".join(one.reason for one in found),
        *dict.fromkeys(rule for one in found for rule in one.cites),
        since=entries(*(entry for one in found for entry in one.since)),
        **{name: fact for one in found for name, fact in one.facts.items()},
    )
