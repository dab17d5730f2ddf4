"""The stored names of events: ours, never a Python path."""

import re
from functools import cache


@cache
def stored_name(event: type) -> str:
    """`voidsiege/command_declared/v1` for CommandDeclared of VoidSiege; the kernel's begin `game/`."""
    folder = event.__module__.split(".")[1]
    ruleset = "game" if folder == "kernel" else folder.replace("_", "-")
    word = re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()
    return f"{ruleset}/{word}/v{getattr(event, 'VERSION', 1)}"
