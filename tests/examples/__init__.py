"""Rulesets that are only examples."""
