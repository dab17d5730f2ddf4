"""Values that every request of an application shares, made when the first one needs them."""

from collections.abc import Callable
from typing import TypeVar

from starlette.datastructures import State

T = TypeVar("T")


def shared_value(state: State, name: str, make: Callable[[], T]) -> T:
    """The value with this name in the application's state, made on first use."""
    if not hasattr(state, name):
        setattr(state, name, make())
    found: T = getattr(state, name)
    return found
