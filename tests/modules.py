"""Modules that a ruleset may have, and need not: its own tables for the tests, its long game."""

from importlib import import_module
from typing import Any


def module_if_there(name: str) -> Any:
    """The module of this name; None where there is none. A fault inside it is raised."""
    try:
        return import_module(name)
    except ModuleNotFoundError as why:
        if why.name != name:
            raise
        return None


def module_of(folder: str, ruleset: str, prefix: str = "") -> Any:
    """The module of a ruleset in a folder of tests, such as `tests.benchmarks.long`; None without one."""
    return module_if_there(f"{folder}.{prefix}{ruleset.replace('-', '_')}")
