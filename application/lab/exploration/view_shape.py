"""Whether a view has the shape that its ruleset declares (`Lab.view_shape`)."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.lab import Shape
from domain.kernel.steps import quoted_value


def shape_errors(value: Any, shape: Shape, path: str = "state") -> Iterator[str]:
    """Where the value does not have this shape: a sentence for each place, which begins with its path."""
    if isinstance(shape, tuple):
        if all(any(shape_errors(value, option)) for option in shape):
            yield f"{path} is {quoted_value(value)}, none of {len(shape)} things it may be"
    elif isinstance(shape, list):
        yield from _errors_in_list(value, shape[0], path)
    elif isinstance(shape, Mapping):
        yield from _errors_in_mapping(value, shape, path)
    elif shape is None or isinstance(shape, str):
        if value != shape:
            yield f"{path} is {quoted_value(value)}, not {quoted_value(shape)}"
    elif type(value) is not shape:
        yield f"{path} is {quoted_value(value)}, not of the kind {shape.__name__}"


def _errors_in_list(value: Any, shape: Shape, path: str) -> Iterator[str]:
    if not isinstance(value, list | tuple):
        yield f"{path} is {quoted_value(value)}, not a list"
        return
    for n, item in enumerate(value):
        yield from shape_errors(item, shape, f"{path}[{n}]")


def _errors_in_mapping(value: Any, shape: Mapping[Any, Shape], path: str) -> Iterator[str]:
    if not isinstance(value, Mapping):
        yield f"{path} is {quoted_value(value)}, not a mapping"
        return
    by_name = shape.get(str)
    for key in shape:
        if key is not str and key not in value:
            yield f"{path} has no “{key}”"
    for key, inner in value.items():
        wanted = shape.get(key, by_name)
        if type(key) is not str:
            yield f"{path} has {quoted_value(key)} as a key, which is no word"
        elif wanted is not None or key in shape:
            yield from shape_errors(inner, wanted, f"{path}.{key}")
