"""Reading a set-up: each value knows where it stands, so that what is wrong is told with its place."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from domain.kernel.ruleset import SetupError
from domain.kernel.steps import quoted_value

__all__ = ["Given", "SetupError"]


class Given:
    """A value somebody gave, and its path: `setup.units.a1.owner`. Every reader raises SetupError."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str = "setup") -> None:
        self.value = value
        self.path = path

    def wrong(self, expected: str) -> SetupError:
        """`setup.points.ana: expected a whole number from 0, found “three”`."""
        return SetupError(f"{self.path}: expected {expected}, found {quoted_value(self.value)}")

    def refused(self, why: str) -> SetupError:
        """The same for what no kind of value would mend."""
        return SetupError(f"{self.path}: {why}")

    def mapping(self, *known: str, needs: Collection[str] = ()) -> Mapping[str, Any]:
        """A mapping of words; with keys named here, of no others."""
        if not isinstance(self.value, Mapping):
            raise self.wrong("a mapping")
        for key in self.value:
            if not isinstance(key, str):
                raise self.refused(f"expected words as keys, found {quoted_value(key)}")
            if known and key not in known:
                raise self.refused(f"unknown key {quoted_value(key)}; expected {', '.join(known)}")
        for key in needs:
            if key not in self.value:
                raise self.refused(f"“{key}” is missing")
        return self.value

    def __getitem__(self, key: str) -> "Given":
        """The value under this key of a mapping, which has to be there."""
        return Given(self.mapping(needs=(key,))[key], f"{self.path}.{key}")

    def get(self, key: str, default: Any) -> "Given":
        """The value under this key, or what stands for one that is left out."""
        return Given(self.mapping().get(key, default), f"{self.path}.{key}")

    def __contains__(self, key: str) -> bool:
        return key in self.mapping()

    def items(self, *known: str) -> Iterator[tuple[str, "Given"]]:
        """Each key of a mapping with its value; with words given, keys are among them."""
        for key, value in self.mapping().items():
            if known and key not in known:
                raise self.refused(f"expected one of {', '.join(known)}, found {quoted_value(key)}")
            yield key, Given(value, f"{self.path}.{key}")

    def list(self) -> tuple["Given", ...]:
        """The items of a list, in order."""
        if not isinstance(self.value, list | tuple):
            raise self.wrong("a list")
        return tuple(Given(one, f"{self.path}[{n}]") for n, one in enumerate(self.value))

    def words(self, *known: str) -> tuple[str, ...]:
        """A list of words; with words given, of no others."""
        return tuple(one.one_of(*known) if known else one.word() for one in self.list())

    def word(self) -> str:
        if isinstance(self.value, str):
            return self.value
        raise self.wrong("a word")

    def one_of(self, *known: str) -> str:
        """One of these words."""
        if isinstance(self.value, str) and self.value in known:
            return self.value
        raise self.wrong(f"one of {', '.join(known)}" if len(known) > 1 else known[0])

    def number(self, least: int = 0, most: int | None = None) -> int:
        """A whole number within these bounds."""
        if type(self.value) is int and least <= self.value and (most is None or self.value <= most):
            return self.value
        to = "" if most is None else f" to {most}"
        raise self.wrong(f"a whole number from {least}{to}")

    def truth(self) -> bool:
        if isinstance(self.value, bool):
            return self.value
        raise self.wrong("true or false")
