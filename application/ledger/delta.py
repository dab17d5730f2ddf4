"""The difference between two values of one type, as JSON; and the newer value rebuilt from it.

A table is made of values, mappings and tuples. Two tables of one game are mostly alike: the law,
the text of the cards. Types are read from the hints of the fields, never from what is stored.
"""

import types
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.kernel.values import Value, changed

Delta = Mapping[str, Any]
"""`{"is": value}`, or `{"parts": {name: Delta}}` where most is unchanged.

The delta of a mapping also has `"gone": [key]`.
"""


def delta(was: Any, now: Any) -> Delta:
    """The delta from `was` to `now`, ready to be written as JSON."""
    return _delta(was, now) or {"parts": {}}


def _delta(was: Any, now: Any) -> Delta | None:
    """None where nothing changed: neither a value nor the order of a mapping's keys."""
    if was is now:
        return None
    if isinstance(now, Value) and type(was) is type(now):
        names = now.__struct_fields__
        pairs = ((name, getattr(was, name), getattr(now, name)) for name in names)
        parts = _parts(pairs)
        return {"parts": parts} if parts else None
    if isinstance(was, Mapping) and isinstance(now, Mapping) and _in_order(was, now):
        parts = _parts((key, was[key], new) for key, new in now.items() if key in was)
        parts |= {key: {"is": new} for key, new in now.items() if key not in was}
        gone = [key for key in was if key not in now]
        return {"parts": parts, "gone": gone} if parts or gone else None
    return None if was == now and not isinstance(now, Mapping) else {"is": now}


def _parts(pairs: Iterable[tuple[Any, Any, Any]]) -> dict[Any, Delta]:
    deltas = ((name, _delta(was, now)) for name, was, now in pairs)
    return {name: delta for name, delta in deltas if delta is not None}


def _in_order(was: Mapping[Any, Any], now: Mapping[Any, Any]) -> bool:
    """Whether the keys that stayed come first, in their old order: a delta can express no other."""
    kept = [key for key in was if key in now]
    return kept == list(now)[: len(kept)]


def patch(was: Any, kind: Any, by: Any) -> Any:
    """`was` with the delta `by` applied, as a value of type `kind`. Raises MISREAD if it does not fit."""
    if "is" in by:
        return msgspec.convert(by["is"], kind, str_keys=True)
    parts = by["parts"]
    if isinstance(was, Value):
        hints = _hints(was.__class__)
        new = {name: patch(getattr(was, name), hints[name], parts[name]) for name in parts}
        return changed(was, **new)
    if not isinstance(was, Mapping):
        raise TypeError(f"{kind} has no parts")
    names, values = _of_mapping(kind)
    patched = dict(was)
    for name in msgspec.convert(by["gone"], list[names]):  # type: ignore[valid-type]
        del patched[name]
    for written, part in parts.items():
        name = msgspec.convert(written, names, strict=False)
        patched[name] = patch(patched.get(name), values, part)
    return patched


MISREAD = (
    msgspec.MsgspecError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    RecursionError,
)
"""What `patch` may raise for a delta that `delta` did not write: one that was tampered with."""


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


@cache
def _of_mapping(kind: Any) -> tuple[Any, Any]:
    """The types of a mapping's keys and values. Raises TypeError if `kind` is not a mapping."""
    kinds = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    for option in kinds:
        parts = get_args(option)
        if len(parts) == 2:  # noqa: PLR2004
            return parts[0], parts[1]
    raise TypeError(f"{kind} is no mapping")
