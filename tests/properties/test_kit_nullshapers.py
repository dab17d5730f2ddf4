"""What is asked of every ruleset (tests/kit)."""

from tests.kit import kit

TestNullshapers = kit("nullshapers")
