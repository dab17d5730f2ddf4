"""Faults of a ruleset itself, which are its author's and never the players', and the sentences that say so."""

from collections.abc import Iterable
from pathlib import Path
from types import FrameType, GeneratorType, TracebackType

from domain.kernel.wording import list_in_words


class RulesetFault(Exception):
    """A ruleset is put together wrongly, or a step of it does not come to an end.

    The message has a line for each fault: which rule, event or step it is, where, and what to do.
    """


def place_of(thing: object) -> str:
    """Where a class or function is: `the_number_is_new in domain.toy.play.saying`."""
    module = getattr(thing, "__module__", "")
    name = getattr(thing, "__qualname__", None) or type(thing).__name__
    return f"{name} in {module}" if module else str(name)


def where_in(folder: str, trace: TracebackType | None) -> str:
    """The innermost place of a traceback within a folder: `play/saying.py, line 12, in say`; else empty."""
    place = ""
    while trace is not None:
        if folder in trace.tb_frame.f_code.co_filename:
            place = place_in(folder, trace.tb_frame, trace.tb_lineno)
        trace = trace.tb_next
    return place


def place_in(folder: str, frame: FrameType, line: int) -> str:
    """The place of a frame within this folder, as in `where_in`."""
    code = frame.f_code
    file = code.co_filename.partition(folder)[2].lstrip("/\\") or Path(folder).name
    return f"{file}, line {line}, in {code.co_name}"


def no_happening(name: str, entry: int, given: object) -> str:
    return (
        f"{name}: what happens with entry {entry} yields nothing and gives no happening, but "
        f"{type(given).__name__}: yield its events, and `yield from ()` where there are none"
    )


def returned_event(name: str, entry: int, event: object) -> str:
    kind = type(event).__name__
    return (
        f"{name}: entry {entry} gives {kind} back, and so it does not happen: yield it, as in "
        f"`return (yield {kind}(…))`"
    )


def endless(name: str, entry: int, newest: object, happening: object) -> str:
    return (
        f"{name}: entry {entry} does not come to an end; {type(newest).__name__} was yielded last"
        f"{_halted_in(happening)}: let `follow` see in the state that it has happened"
    )


def _halted_in(happening: object) -> str:
    """Where a generator stands, in the innermost that it yields from: `, in turn.py, line 12`; else empty."""
    inner = happening
    while isinstance(inner, GeneratorType) and isinstance(inner.gi_yieldfrom, GeneratorType):
        inner = inner.gi_yieldfrom
    frame = getattr(inner, "gi_frame", None)
    return f", in {Path(frame.f_code.co_filename).name}, line {frame.f_lineno}" if frame else ""


def calls_itself(name: str, entry: int) -> str:
    return (
        f"{name}: what happens with entry {entry} calls itself without an end: "
        "let it see in the state what has happened"
    )


def no_such_question(name: str, question: str, known: Iterable[str]) -> str:
    return f"{name}: there is no question “{question}”; expected {_one_of(known)}"


def gap_has_no_reading(name: str, question: str) -> str:
    return (
        f"{name}: the question {question} has no readings: "
        f'what depends on it is `undetermined(…, "{question}")`'
    )


def no_such_reading(name: str, question: str, reading: str, known: Iterable[str]) -> str:
    return f"{name}: “{reading}” is no reading of {question}; expected {_one_of(known)}"


def _one_of(known: Iterable[str]) -> str:
    return list_in_words([f"“{name}”" for name in known], "or") or "none, as there are none"


def no_event(name: str, entry: int, yielded: object) -> str:
    return (
        f"{name}: entry {entry} yields {type(yielded).__name__}, which is no event of this ruleset, "
        "no grounds and no refusal: derive it from Event, in a file of the ruleset"
    )
