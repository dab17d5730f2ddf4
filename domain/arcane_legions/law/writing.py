"""How a rule is written down."""

from domain.kernel.rulebook import Rule, RuleId

INFERRED = "inf"


def rule(id: RuleId, title: str, text: str, source: str) -> Rule:
    return Rule(id, title, text, source, source == INFERRED)
