"""Rulesets with one fault planted in them, and what an exploration of their small tables finds."""

from collections.abc import Callable, Generator
from typing import Any

from adapters.stores.exploration_file import ExplorationFile
from application.lab.exploration.exploration import Exploration, ExplorationResult
from application.lab.exploration.explore import explore
from application.rulesets import ruleset
from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import Ruleset
from domain.kernel.ruling import Check, Refusal, illegal, requires
from domain.kernel.values import Event, changed

VOIDSIEGE = ruleset("voidsiege")


def small(name: str, of: Ruleset = VOIDSIEGE) -> SmallTable:
    """The small table of this name."""
    return next(table for table in of.lab.tables if table.name == name)


def explored(
    faulty: Ruleset = VOIDSIEGE, table: str = "duel", most: int | None = None, **how: Any
) -> ExplorationResult:
    """What is found on a small table, by one process."""
    return explore(
        Exploration(faulty.name, small(table, faulty), **how),
        ExplorationFile,
        ruleset=faulty,
        most=most,
    )


def never(sentence: str, when: Callable[[Any], bool] = lambda _table: True) -> Check:
    """A check that refuses, always or at some tables."""

    @requires("G1")
    def refuses(table: Any, _step: Any) -> Refusal | None:
        return illegal(sentence) if when(table) else None

    return refuses


def refusing(*steps: str, when: Callable[[Any], bool] = lambda _table: True) -> Ruleset:
    """VoidSiege, where these steps are refused."""
    procedures = dict(VOIDSIEGE.procedures)
    for do in steps:
        old = procedures[do]
        procedures[do] = changed(old, checks=(*old.checks, never(f"{do} is not to be", when)))
    return changed(VOIDSIEGE, procedures=procedures)


def event(name: str) -> type[Event]:
    """VoidSiege's event of this name."""
    return next(kind for kind in VOIDSIEGE.events if kind.__name__ == name)


def silent(table: Any, _step: Any) -> Generator[Any, Any, Any]:
    """What happens when nothing does."""
    yield from ()
    return table


def happening(do: str, happens: Callable[[Any, Any], Any]) -> Ruleset:
    """VoidSiege, where something else happens with this step."""
    old = VOIDSIEGE.procedures[do]
    return changed(
        VOIDSIEGE, procedures={**VOIDSIEGE.procedures, do: changed(old, happens=happens)}
    )


def leaving_aside(*fields: str) -> Ruleset:
    """VoidSiege, where tables are called alike although these fields differ."""
    lab = changed(VOIDSIEGE.lab, ignored_fields=VOIDSIEGE.lab.ignored_fields | set(fields))
    return changed(VOIDSIEGE, lab=lab)
