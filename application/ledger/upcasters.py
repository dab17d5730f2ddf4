"""What becomes of events stored in an older version: one function a superseded version.

`"voidsiege/command_declared/v1": with_a_target` makes the fields of version 2 out of those of
version 1; the next function, if there is one, makes version 3 of them. Rows are never rewritten.
"""

from collections.abc import Callable
from typing import Any

Fields = dict[str, Any]
Upcast = Callable[[Fields], Fields]


def as_it_was(fields: Fields) -> Fields:
    """The new version has a new field with a default."""
    return fields


def with_its_rule(fields: Fields) -> Fields:
    """Version 1 knew one special rule, which binds; which one a judge let through it does not say."""
    rule = "will_of_the_masters" if fields.get("binds", True) else ""
    return {**fields, "rule": rule}


UPCASTERS: dict[str, Upcast] = {
    "arcane-legions/range_reported/v1": as_it_was,
    "nullshapers/choice_asked/v1": as_it_was,
    "nullshapers/choice_made/v1": as_it_was,
    "nullshapers/fact_reported/v1": as_it_was,
    "nullshapers/skill_entered/v1": as_it_was,
    "voidsiege/melee_fought/v1": as_it_was,
    "voidsiege/restriction_removed/v1": with_its_rule,
}


def next_version(name: str) -> str:
    """`game/opened/v2` for `game/opened/v1`."""
    stem, _, number = name.rpartition("/v")
    return f"{stem}/v{int(number) + 1}"
