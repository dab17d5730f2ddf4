"""The registry of rulesets: our own, and those of installed packages.

A ruleset is imported when it is first asked for. Rows, records and sealed files hold only its name,
so they cannot name code to run; another ruleset comes in only by installing a package.
"""

import importlib
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType, TracebackType
from typing import Any

from domain.kernel.faults import RulesetFault, where_in
from domain.kernel.ruleset import Ruleset, SetupError

GROUP = "umpire.rulesets"
"""The entry point group for rulesets of packages: name → the module that has its RULESET."""


class Folders(dict[str, str]):
    """Name → module. Installed packages are searched only for a name that is not ours, or for all names.

    A package never replaces a ruleset of ours, and of two packages none has a name that both take. The
    search takes a tenth of a second, which commands about a ruleset of ours are spared; what it finds
    wrong is logged as a warning, once.
    """

    looked = False

    def __init__(self, ours: Mapping[str, str]) -> None:
        super().__init__(ours)
        self.ours = frozenset(ours)
        self.taken_twice: dict[str, str] = {}
        """Name that two packages take → a sentence that says so."""

    def look(self) -> None:
        if not self.looked:
            self.looked = True
            by: dict[str, str] = {}
            for name, package, module in sorted(installed_rulesets()):
                if name in self.ours:
                    _warn(
                        f"{package} has a ruleset “{name}”, as umpire itself does, whose own is used: "
                        f"uninstall {package}, or give its ruleset another name"
                    )
                elif name in by:
                    self.taken_twice[name] = (
                        f"{by[name]} and {package} both have a ruleset “{name}”, so neither is used: "
                        "uninstall one of them"
                    )
                    _warn(self.taken_twice[name])
                else:
                    by[name] = package
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


def _warn(sentence: str) -> None:
    """On standard error, where nobody has said otherwise."""
    import logging

    logging.getLogger("umpire.rulesets").warning("umpire: %s.", sentence)


def installed_rulesets() -> Iterator[tuple[str, str, str]]:
    """Name, package and module of each ruleset that installed packages offer."""
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        yield point.name, point.dist.name if point.dist else point.module, point.module


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
        known: Ruleset = import_module(module).RULESET
        return known
    if name in FOLDERS.taken_twice:
        raise RulesetFault(FOLDERS.taken_twice[name])
    try:
        imported = import_module(module)
    except RulesetFault:
        raise
    except Exception as why:  # somebody else's code: it may fail in any way as it is imported
        raise RulesetFault(f"{name}: {module} cannot be imported: {why}{_line_of(why)}") from why
    offered: Any = getattr(imported, "RULESET", None)
    if offered is None:
        raise RulesetFault(f"{name}: {module} has no RULESET{_hidden_by_folder(imported)}")
    if not isinstance(offered, Ruleset) or offered.name != name:
        raise RulesetFault(f"{name}: RULESET in {module} is no ruleset of this name")
    return offered


def _line_of(why: Exception) -> str:
    """The file and line that raised it, where some of the module was run; else empty."""
    import traceback

    frames = traceback.extract_tb(why.__traceback__)
    run = [frame for frame in frames if not frame.filename.startswith("<frozen")]
    ours = len([frame for frame in run if frame.filename in (__file__, importlib.__file__)])
    return f" ({run[-1].filename}, line {run[-1].lineno})" if len(run) > ours else ""


def _hidden_by_folder(module: ModuleType) -> str:
    """What hides the module, where a mere folder of its name was found; else empty."""
    if getattr(module, "__file__", None) is not None:
        return ""
    folder = next(iter(module.__path__), "")
    return f", but is the folder {folder}: install the package in it with “pip install -e”"


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
            place = where_in(folder_of(name), trace)
            if place:
                return f"{name}: {place}"
    return ""


def folder_of(name: str) -> str:
    """The path of a ruleset's folder, or of its file if it is a single module."""
    from pathlib import Path

    file = import_module(FOLDERS[name]).__file__
    assert file is not None
    path = Path(file)
    return str(path.parent if path.name == "__init__.py" else path)
