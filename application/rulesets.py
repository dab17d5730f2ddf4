"""The rulesets we rule on: one line each. They are imported when first asked for."""

from functools import cache
from importlib import import_module

from domain.kernel.ruleset import Ruleset

FOLDERS = {
    "voidsiege": "domain.voidsiege",
    "arcane-legions": "domain.arcane_legions",
    "nullshapers": "domain.nullshapers",
}


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset of this name. KeyError when there is none."""
    found: Ruleset = import_module(FOLDERS[name]).RULESET
    return found


def rulesets() -> tuple[Ruleset, ...]:
    """All of them, in the order of the list."""
    return tuple(ruleset(name) for name in FOLDERS)
