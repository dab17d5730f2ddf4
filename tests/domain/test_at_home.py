"""Every rule of a rulebook is cited, and at home in one file: whoever looks a rule up opens that one."""

import pytest

from application.rulesets import FOLDERS, OURS, ruleset
from tests.kit import code


@pytest.mark.parametrize("name", OURS)
def test_every_rule_is_cited_and_has_one_home(name: str) -> None:
    module = FOLDERS[name]
    assert code.uncited(ruleset(name), module) == []
    assert code.homeless(ruleset(name), module) == []
    assert code.forgotten(module) == []
