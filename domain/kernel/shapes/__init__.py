"""Shapes that rulesets have in common; each takes what it needs and knows no ruleset."""
