"""A ruleset as a transition system: steps to try, where each leads, and which states are equivalent."""
