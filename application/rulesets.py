"""The registry of rulesets: our own, and those of installed packages.

A ruleset is imported when it is first asked for. Rows, records and sealed files hold only its name,
so they cannot name code to run; another ruleset comes in only by installing a package.
"""

import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import TracebackType
from typing import Any

from domain.kernel.faults import RulesetFault, where_in
from domain.kernel.ruleset import Ruleset, SetupError

GROUP = "umpire.rulesets"
"""The entry point group for rulesets of packages: name → the module that has its RULESET."""


class Folders(dict[str, str]):
    """Name → module. Installed packages are searched only for a name that is not ours, or for all names.

    A package never replaces a ruleset of ours. The search takes a tenth of a second, which commands
    about a ruleset of ours are spared.
    """

    looked = False

    def look(self) -> None:
        if not self.looked:
            self.looked = True
            for name, module in sorted(installed_rulesets()):
                self.setdefault(name, module)

    def __contains__(self, name: object) -> bool:
        if not super().__contains__(name):
            self.look()
        return super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        self.look()
        return super().__iter__()

    def __missing__(self, name: str) -> str:
        self.look()
        if super().__contains__(name):
            return self[name]
        raise KeyError(name)


def installed_rulesets() -> Iterator[tuple[str, str]]:
    """Name and module of each ruleset that installed packages offer."""
    from importlib.metadata import entry_points

    for one in entry_points(group=GROUP):
        yield one.name, one.module


FOLDERS = Folders(
    {
        "voidsiege": "domain.voidsiege",
        "arcane-legions": "domain.arcane_legions",
        "nullshapers": "domain.nullshapers",
    }
)
OURS = tuple(dict.keys(FOLDERS))


class NoRuleset(KeyError, SetupError):
    """No ruleset has this name."""

    def __str__(self) -> str:
        return f"there is no ruleset “{self.args[0]}”; expected {', '.join(FOLDERS)}"


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset of this name. Raises NoRuleset; RulesetFault if a package's ruleset cannot be used."""
    if name not in FOLDERS:
        raise NoRuleset(name)
    module = FOLDERS[name]
    if name in OURS:
        found: Ruleset = import_module(module).RULESET
        return found
    try:
        offered: Any = getattr(import_module(module), "RULESET", None)
    except RulesetFault:
        raise
    except Exception as why:  # somebody else's code: it may fail in any way as it is imported
        raise RulesetFault(f"{name}: {module} cannot be imported: {why}") from why
    if offered is None:
        raise RulesetFault(f"{name}: {module} has no RULESET")
    if not isinstance(offered, Ruleset) or offered.name != name:
        raise RulesetFault(f"{name}: RULESET in {module} is no ruleset of this name")
    return offered


def rulesets() -> tuple[Ruleset, ...]:
    """All rulesets, ours first; those of packages that cannot be used are left out."""
    return tuple(_usable())


def _usable() -> Iterator[Ruleset]:
    for name in FOLDERS:
        try:
            yield ruleset(name)
        except RulesetFault:
            if name in OURS:
                raise


def place_in_a_ruleset(trace: TracebackType | None) -> str:
    """The innermost line of a ruleset's own files in a traceback: `toy: play.py, line 12, in say`."""
    for name in FOLDERS:
        if FOLDERS[name] in sys.modules:
            found = where_in(folder_of(name), trace)
            if found:
                return f"{name}: {found}"
    return ""


def folder_of(name: str) -> str:
    """The path of a ruleset's folder, or of its file if it is a single module."""
    from pathlib import Path

    file = import_module(FOLDERS[name]).__file__
    assert file is not None
    path = Path(file)
    return str(path.parent if path.name == "__init__.py" else path)
