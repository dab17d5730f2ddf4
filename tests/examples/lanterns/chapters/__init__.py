"""The chapters of the rulebook. Each is built on some of those after it: leaving, rounds, effects, dice, then
mirrors, stack and bidding, which need no other.
"""
