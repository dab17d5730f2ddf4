"""What becomes of events stored in an older version: one function a superseded version.

`"voidsiege/command_declared/v1": with_a_target` makes the fields of version 2 out of those of
version 1; the next function, if there is one, makes version 3 of them. Rows are never rewritten.
"""

from collections.abc import Callable
from typing import Any

Fields = dict[str, Any]
Upcast = Callable[[Fields], Fields]

UPCASTERS: dict[str, Upcast] = {}


def next_version(name: str) -> str:
    """`game/opened/v2` for `game/opened/v1`."""
    stem, _, number = name.rpartition("/v")
    return f"{stem}/v{int(number) + 1}"
