"""What is wrong with a ruleset itself: a fault of whoever wrote it, never of the players."""

from pathlib import Path
from types import TracebackType

__all__ = ["RulesetFault", "place_of", "where_in"]


class RulesetFault(Exception):
    """A ruleset is put together wrongly, or does not come to an end; a sentence for each fault.

    Each says which rule, event or step is meant, where it stands, and what to do.
    """


def place_of(found: object) -> str:
    """Where a class or function stands: `domain.toy.play.saying, the_number_is_new`."""
    module = getattr(found, "__module__", "")
    name = getattr(found, "__qualname__", None) or type(found).__name__
    return f"{name} in {module}" if module else str(name)


def where_in(folder: str, trace: TracebackType | None) -> str:
    """The innermost line of a folder's files in a traceback: `play/saying.py, line 12, in say`."""
    found = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if folder in code.co_filename:
            file = code.co_filename.partition(folder)[2].lstrip("/\\") or Path(folder).name
            found = f"{file}, line {trace.tb_lineno}, in {code.co_name}"
        trace = trace.tb_next
    return found
