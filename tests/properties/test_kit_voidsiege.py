"""What is asked of every ruleset (tests/kit)."""

from tests.kit import kit

TestVoidsiege = kit("voidsiege")
