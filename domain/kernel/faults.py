"""Faults of a ruleset itself, which are its author's and never the players', and the sentences that say so."""

from pathlib import Path
from types import TracebackType


class RulesetFault(Exception):
    """A ruleset is put together wrongly, or a step of it does not come to an end.

    The message has a line for each fault: which rule, event or step it is, where, and what to do.
    """


def place_of(found: object) -> str:
    """Where a class or function is: `the_number_is_new in domain.toy.play.saying`."""
    module = getattr(found, "__module__", "")
    name = getattr(found, "__qualname__", None) or type(found).__name__
    return f"{name} in {module}" if module else str(name)


def where_in(folder: str, trace: TracebackType | None) -> str:
    """The innermost place of a traceback within a folder: `play/saying.py, line 12, in say`; else empty."""
    found = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if folder in code.co_filename:
            file = code.co_filename.partition(folder)[2].lstrip("/\\") or Path(folder).name
            found = f"{file}, line {trace.tb_lineno}, in {code.co_name}"
        trace = trace.tb_next
    return found


def no_happening(name: str, entry: int, found: object) -> str:
    return (
        f"{name}: what happens with entry {entry} yields nothing and gives no happening, but "
        f"{type(found).__name__}: yield its events, and `yield from ()` where there are none"
    )


def returned_event(name: str, entry: int, event: object) -> str:
    kind = type(event).__name__
    return (
        f"{name}: entry {entry} gives {kind} back, and so it does not happen: yield it, as in "
        f"`return (yield {kind}(…))`"
    )


def endless(name: str, entry: int, newest: object) -> str:
    return (
        f"{name}: entry {entry} does not come to an end; {type(newest).__name__} was yielded last: "
        "let `follow` see in the state that it has happened"
    )


def no_event(name: str, entry: int, yielded: object) -> str:
    return (
        f"{name}: entry {entry} yields {type(yielded).__name__}, which is no event of this ruleset, "
        "no grounds and no refusal: declare what it does with @evolves"
    )
