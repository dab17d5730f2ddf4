"""What is asked of every ruleset (tests/kit), of each in the list."""

from application.rulesets import OURS
from tests.kit import kit

# As names of this module: pytest looks for classes nowhere else.
globals().update({asked.__name__: asked for asked in map(kit, OURS)})
