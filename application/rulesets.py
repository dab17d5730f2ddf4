"""The rulesets we rule on: one line each. They are imported when first asked for."""

from functools import cache
from importlib import import_module

from domain.kernel.ruleset import Ruleset, SetupError

FOLDERS = {
    "voidsiege": "domain.voidsiege",
    "arcane-legions": "domain.arcane_legions",
    "nullshapers": "domain.nullshapers",
}


class NoRuleset(KeyError, SetupError):
    """No ruleset has this name."""

    def __str__(self) -> str:
        return f"there is no ruleset “{self.args[0]}”; expected {', '.join(FOLDERS)}"


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset of this name. Raises NoRuleset."""
    if name not in FOLDERS:
        raise NoRuleset(name)
    found: Ruleset = import_module(FOLDERS[name]).RULESET
    return found


def rulesets() -> tuple[Ruleset, ...]:
    """All of them, in the order of the list."""
    return tuple(ruleset(name) for name in FOLDERS)
