"""Which rules and open questions touch one another."""

import re
from collections.abc import Mapping

from domain.kernel.rulebook import Edition, Question, Rule, RuleId
from domain.kernel.ruleset import Ruleset

Links = Mapping[RuleId, tuple[RuleId, ...]]
"""Rule or question → the questions that touch a rule, the rules that a question touches."""


def links(ruleset: Ruleset, edition: Edition) -> Links:
    """A rule and a question touch where one names the other, or where one check asks both."""
    pairs: set[tuple[RuleId, RuleId]] = set()
    texts: tuple[Rule | Question, ...] = (*edition.rules.values(), *edition.questions.values())
    for one in texts:
        pairs |= {(one.id, other) for other in re.findall(r"\b[A-Z]{1,2}\.?\w+\b", one.text)}
    for procedure in ruleset.procedures.values():
        for check in procedure.checks:
            pairs |= {(one, other) for one in check.rules for other in check.rules}
    both = {*pairs, *((other, one) for one, other in pairs)}
    found: dict[RuleId, tuple[RuleId, ...]] = {}
    for id in edition.rules:
        found[id] = tuple(one for one in edition.questions if (id, one) in both)
    for id in edition.questions:
        found[id] = tuple(one for one in edition.rules if (id, one) in both)
    return found
