"""Which rules and open questions touch one another."""

import re
from collections.abc import Mapping
from functools import cache

from domain.kernel.rulebook import Edition, Question, Rule, RuleId
from domain.kernel.ruleset import Ruleset

Links = Mapping[RuleId, tuple[RuleId, ...]]
"""Rule or question → the questions that touch a rule, the rules that a question touches."""


def links(ruleset: Ruleset, edition: Edition, *only: RuleId) -> Links:
    """A rule and a question touch where one names the other, or where one check asks both.

    `only`: the rules and questions whose links are wanted; all, where none is named.
    """
    texts: Mapping[RuleId, Rule | Question] = {**edition.rules, **edition.questions}
    wanted = [id for id in only or texts if id in texts]
    asked: dict[RuleId, set[RuleId]] = {id: set() for id in wanted}
    for procedure in ruleset.procedures.values():
        for check in procedure.checks:
            for id in asked.keys() & check.rules:
                asked[id].update(check.rules)

    @cache
    def named(id: RuleId) -> frozenset[RuleId]:
        return frozenset(re.findall(r"\b[A-Z]{1,2}\.?\w+\b", texts[id].text))

    def touch(id: RuleId, other: RuleId) -> bool:
        return other in asked[id] or other in named(id) or id in named(other)

    return {
        id: tuple(
            other
            for other in (edition.questions if id in edition.rules else edition.rules)
            if touch(id, other)
        )
        for id in wanted
    }
