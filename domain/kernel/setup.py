"""Reading a set-up: a ruleset declares its shape; what does not fit is told with its place."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, ValidationError, convert
from msgspec import inspect as kinds

from domain.kernel.ruleset import SetupError
from domain.kernel.steps import expected_kind, quoted_value
from domain.kernel.values import Value, fields_of, prepared_kind

__all__ = [
    "UNSET",
    "FromOne",
    "FromZero",
    "Kind",
    "Meta",
    "SetupError",
    "Shape",
    "UnsetType",
    "among",
    "check",
    "holds_names",
    "inside",
    "kind_of",
    "one_of",
    "read",
    "said_in",
    "words_in_kind",
    "wrong",
]

FromZero = Annotated[int, Meta(ge=0)]
FromOne = Annotated[int, Meta(ge=1)]
"""Whole numbers with the least that they may be."""


class Shape(Value, forbid_unknown_fields=True):
    """What a set-up may hold, field by field, and of which kind; the JSON Schema is made from it."""


Kind = kinds.Type
"""Of which kind a value has to be, where a set-up may hold it."""
S = TypeVar("S", bound=Struct)


def read(shape: type[S], said: Any, path: str = "setup") -> S:
    """What was said, as a value of this shape. `path`: where it stands; empty for a page of its own.

    Raises SetupError: `setup.points.ana: expected a whole number from 0, found “three”`.
    """
    try:
        return convert(said, prepared_kind(shape))
    except ValidationError:
        misfit = next(_misfits(kind_of(shape), said, path), None)
        raise misfit or wrong(path, "something else", said) from None


def kind_of(shape: Any, path: Collection[str] = ()) -> Kind:
    """The kind of a type, such as the shape of a set-up, or of what it holds under these words."""
    kind = kinds.AnyType() if shape is None else _kind_of_type(shape)
    for name in path:
        within = inside(kind)
        kind = within.get(name) or within.get("*") or kinds.AnyType()
    return kind


@cache
def _kind_of_type(shape: Any) -> Kind:
    # To look for what makes a step legal takes 1.2 times as long without it where a table was put right: each
    # of its rulings asks for it. And to make a disputed game small tries thousands of set-ups that do not fit.
    return kinds.type_info(shape)


def inside(kind: Kind) -> Mapping[str, Kind]:
    """What a mapping of this kind holds: word → the kind of what stands there, `*` for any name."""
    if isinstance(kind, kinds.UnionType):
        return next((within for option in kind.types if (within := inside(option))), {})
    if isinstance(kind, kinds.StructType):
        return {field.encode_name: field.type for field in kind.fields}
    if isinstance(kind, kinds.DictType):
        names = kind.key_type.values if isinstance(kind.key_type, kinds.LiteralType) else ("*",)
        return {str(name): kind.value_type for name in names}
    return {}


def holds_names(kind: Kind) -> bool:
    """Whether a value of this kind is a list of words, or says something of each name."""
    if isinstance(kind, kinds.VarTupleType):
        return isinstance(kind.item_type, kinds.StrType)
    return "*" in inside(kind)


def words_in_kind(kind: Kind) -> tuple[str, ...]:
    """The words that a value of this kind, or each item of it, may be; none where it may be anything."""
    if isinstance(kind, kinds.VarTupleType):
        return words_in_kind(kind.item_type)
    return tuple(map(str, kind.values)) if isinstance(kind, kinds.LiteralType) else ()


def check(kind: Kind, said: Any, path: str) -> None:
    """Checks that what is said is of this kind. Raises SetupError."""
    for misfit in _misfits(kind, said, path):
        raise misfit


def said_in(shape: Shape) -> dict[str, Any]:
    """The fields of a shape that were given, or have a default."""
    return {name: field for name, field in fields_of(shape).items() if field is not UNSET}


def wrong(path: str, expected: str, found: Any) -> SetupError:
    """`setup.units.a1.owner: expected one of ana, ben, found “dan”`."""
    return _fault(path, f"expected {expected}, found {quoted_value(found)}")


def _fault(path: str, what: str) -> SetupError:
    return SetupError(f"{path}: {what}" if path else what)


def _inside(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def among(known: Collection[str], said: Collection[str], path: str, *, all: bool = False) -> None:
    """Checks that every key is one of these, and with `all` that none of them is missing. Raises SetupError."""
    for name in said:
        if name not in known:
            raise _fault(path, f"unknown key “{name}”; expected {', '.join(known) or 'none'}")
    for name in known if all else ():
        if name not in said:
            raise _fault(path, f"“{name}” is missing")


def one_of(known: Collection[str], said: str, path: str) -> str:
    """One of these words. Raises SetupError."""
    if said in known:
        return said
    raise wrong(path, _words(known), said)


def _words(known: Collection[str]) -> str:
    return f"one of {', '.join(known)}" if len(known) > 1 else next(iter(known), "none at all")


def _misfits(kind: kinds.Type, said: Any, path: str) -> Iterator[SetupError]:
    """What of this does not fit its kind, in order. Only run when something does not."""
    match kind:
        case kinds.StructType():
            yield from _in_a_struct(kind, said, path)
        case kinds.DictType():
            yield from _in_a_mapping(kind, said, path)
        case kinds.VarTupleType():
            if not isinstance(said, list | tuple):
                yield wrong(path, "a list", said)
                return
            for n, item in enumerate(said):
                yield from _misfits(kind.item_type, item, f"{path}[{n}]")
        case kinds.TupleType():
            if not isinstance(said, list | tuple) or len(said) != len(kind.item_types):
                yield wrong(path, f"a list of {len(kind.item_types)}", said)
                return
            for n, (item_type, item) in enumerate(zip(kind.item_types, said, strict=True)):
                yield from _misfits(item_type, item, f"{path}[{n}]")
        case kinds.UnionType():
            meant = [option for option in kind.types if _is_like(option, said)] or kind.types
            tried = [list(_misfits(option, said, path)) for option in meant]
            yield from min(tried, key=len)
        case _:
            expected = _misfit(kind, said)
            if expected:
                yield wrong(path, expected, said)


def _is_like(kind: kinds.Type, said: Any) -> bool:
    """Whether somebody who says this means an alternative of this kind."""
    if isinstance(said, Mapping):
        return isinstance(kind, kinds.DictType | kinds.StructType)
    return isinstance(said, list | tuple) and isinstance(kind, kinds.VarTupleType)


def _in_a_struct(kind: kinds.StructType, said: Any, path: str) -> Iterator[SetupError]:
    if not isinstance(said, Mapping):
        yield wrong(path, "a mapping", said)
        return
    known = {info.encode_name: info.type for info in kind.fields}
    yield from _keys(said, path, known)
    for field in kind.fields:
        if field.required and field.encode_name not in said:
            yield _fault(path, f"“{field.encode_name}” is missing")
    for name, of in known.items():
        if name in said:
            yield from _misfits(of, said[name], _inside(path, name))


def _in_a_mapping(kind: kinds.DictType, said: Any, path: str) -> Iterator[SetupError]:
    if not isinstance(said, Mapping):
        yield wrong(path, "a mapping", said)
        return
    known = kind.key_type.values if isinstance(kind.key_type, kinds.LiteralType) else ()
    yield from _keys(said, path, known)
    for name, value in said.items():
        yield from _misfits(kind.value_type, value, _inside(path, str(name)))


def _keys(said: Mapping[Any, Any], path: str, known: Collection[Any]) -> Iterator[SetupError]:
    for key in said:
        if not isinstance(key, str):
            yield _fault(path, f"expected words as keys, found {quoted_value(key)}")
        elif known and key not in known:
            expected = ", ".join(known)
            yield _fault(path, f"unknown key {quoted_value(key)}; expected {expected}")


def _misfit(kind: kinds.Type, said: Any) -> str:
    """What is expected of a single value; nothing where this one fits."""
    match kind:
        case kinds.LiteralType():
            fits = any(said == value and type(said) is type(value) for value in kind.values)
            return "" if fits else _words([str(value) for value in kind.values])
        case kinds.IntType():
            return (
                _number(kind.ge or 0, kind.le, said) if kind.ge is not None else _exactly(int, said)
            )
        case kinds.StrType():
            return _exactly(str, said)
        case kinds.BoolType():
            return _exactly(bool, said)
        case kinds.NoneType():
            return "" if said is None else "nothing"
    return ""


def _number(least: int, most: int | None, said: Any) -> str:
    if type(said) is int and least <= said and (most is None or said <= most):
        return ""
    return f"{expected_kind(int, said)} from {least}" + ("" if most is None else f" to {most}")


def _exactly(kind: type, said: Any) -> str:
    return "" if type(said) is kind else expected_kind(kind, said)
