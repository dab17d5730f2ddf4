"""Every rule of a rulebook is at home in one file: whoever looks a rule up opens that one."""

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

import domain
from application.rulesets import FOLDERS, ruleset

ROOT = Path(domain.__file__).parents[1]
SHARED = re.compile(r"G\d")


def homes(name: str) -> dict[Path, tuple[str, ...]]:
    """File → the rules it says it decides."""
    folder = ROOT / FOLDERS[name].replace(".", "/")
    found = {}
    for path in folder.rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if path.name != "__init__.py" and "DECIDES" in path.read_text(encoding="utf-8"):
            found[path] = import_module(module).DECIDES
    return found


@pytest.mark.parametrize("name", FOLDERS)
def test_every_rule_has_one_home(name: str) -> None:
    rules = ruleset(name).edition().rules.items()
    decided = {id for id, rule in rules if not rule.not_adjudicated and not SHARED.match(id)}
    counted = Counter(rule for rules in homes(name).values() for rule in rules)
    assert {"no home": decided - set(counted), "unknown": set(counted) - decided} == {
        "no home": set(),
        "unknown": set(),
    }
    assert [rule for rule, files in counted.items() if files > 1] == []


@pytest.mark.parametrize("name", FOLDERS)
def test_a_home_speaks_of_its_rules(name: str) -> None:
    """A rule stands in its home besides in the list: in a check, an event or a sentence."""
    for path, rules in homes(name).items():
        text = re.sub(r"^DECIDES = (\([^)]*\))?", "", path.read_text(encoding="utf-8"), flags=re.M)
        assert [rule for rule in rules if not re.search(rf"\b{re.escape(rule)}\b", text)] == [], (
            path
        )
