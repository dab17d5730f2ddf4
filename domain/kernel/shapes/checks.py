"""Checks that several chapters put together."""

from typing import Any

from domain.kernel.rulebook import RuleId
from domain.kernel.ruling import Asks, Check, Refusal

__all__ = ["all_of"]


def all_of(*asks: Asks, rules: tuple[RuleId, ...] = ("G1",)) -> Check:
    """One check of several: the first that does not hold refuses."""

    def all_hold(state: Any, step: Any) -> Refusal | None:
        refusals = (ask(state, step) for ask in asks)
        return next((refusal for refusal in refusals if refusal is not None), None)

    return Check(rules, all_hold)
