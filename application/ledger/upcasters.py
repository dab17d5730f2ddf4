"""Upcasters for events stored in an older version: one function per superseded version.

`"voidsiege/command_declared/v1": with_a_target` turns the fields of version 1 into those
of version 2; the next function, if there is one, turns these into version 3. Rows are never rewritten.
"""

from collections.abc import Callable
from typing import Any

Fields = dict[str, Any]
Upcast = Callable[[Fields], Fields]


def as_it_was(fields: Fields) -> Fields:
    """Changes nothing: the new version only adds fields with defaults."""
    return fields


def with_its_rule(fields: Fields) -> Fields:
    """Version 1 knew one binding rule; it does not say which rule a judge let through."""
    rule = "will_of_the_masters" if fields.get("binds", True) else ""
    return {**fields, "rule": rule}


UPCASTERS: dict[str, Upcast] = {
    "arcane-legions/range_reported/v1": as_it_was,
    "nullshapers/action_declared/v1": as_it_was,
    "nullshapers/choice_asked/v1": as_it_was,
    "nullshapers/choice_made/v1": as_it_was,
    "nullshapers/defenders_chosen/v1": as_it_was,
    "nullshapers/fact_reported/v1": as_it_was,
    "nullshapers/fact_reported/v2": as_it_was,
    "nullshapers/skill_entered/v1": as_it_was,
    "voidsiege/melee_fought/v1": as_it_was,
    "voidsiege/restriction_removed/v1": with_its_rule,
}


def next_version(name: str) -> str:
    """`game/opened/v2` for `game/opened/v1`."""
    stem, _, number = name.rpartition("/v")
    return f"{stem}/v{int(number) + 1}"
