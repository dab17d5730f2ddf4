"""When two tables are alike: every step thought of at the one is ruled on as its like at the other.

A table is written down as a text, without what no ruling depends on, every entry's number as a bare
mark. Names that the set-up does not tell apart (two units of one player, with nothing to choose between
them) are exchanged in every way, and the first text by the alphabet stands for all of them. The ruleset
says which fields are numbers of entries and which are left out (`Lab.since`, `Lab.aside`); whether it
says so rightly is what `explore --sound` asks.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from itertools import permutations, product
from typing import Any, NamedTuple

from domain.kernel.history import Opening
from domain.kernel.lab import Lab
from domain.kernel.steps import Said

Renaming = Mapping[str, str]

MOST_RENAMINGS = 48
MOST_REMEMBERED = 100_000
ONLY_SINCE = "_since"
"""How a field is called that says only since which entry something is so: it is always left out."""
SIZE = 16
"""Bytes of a fingerprint: of ten million tables no two have the same by chance."""


class Form(NamedTuple):
    """The text that stands for a table and all its like, and what its names are in it."""

    text: str
    names: Renaming
    numbers: Mapping[str, str]
    """Number of an entry in a name → which of those numbers it is, counted from one."""

    @property
    def fingerprint(self) -> bytes:
        return blake2b(self.text.encode(), digest_size=SIZE).digest()


class Likeness:
    """Writes down the tables of one game so that like tables are written alike."""

    def __init__(self, lab: Lab, opening: Opening, *, exchanging: bool = True) -> None:
        """`exchanging`: whether names that the set-up does not tell apart may stand for each other."""
        ways = exchanges(opening.setup) if exchanging else ({},)
        self._writers = [_Writer(lab, names) for names in ways]
        self._entry_names = re.compile(lab.entry_names) if lab.entry_names else None

    def form(self, state: Any) -> Form:
        """What stands for this table."""
        return min((self._form(writer, state) for writer in self._writers), key=_text)

    def fingerprint(self, state: Any) -> bytes:
        """The same, shortened."""
        return self.form(state).fingerprint

    def step_in_form(self, said: Said, form: Form) -> str:
        """A step at a table of this form, in the names of the form."""
        text = repr(with_names(said, form.names))
        return (
            text
            if self._entry_names is None
            else _with_numbers_counted(text, self._entry_names, form.numbers)
        )

    def _form(self, writer: "_Writer", state: Any) -> Form:
        text = _with_places_counted(writer.text(state))
        if self._entry_names is None:
            return Form(text, writer.names, {})
        found = sorted({int(one[1]) for one in self._entry_names.finditer(text)})
        numbers = {str(number): str(n) for n, number in enumerate(found, 1)}
        return Form(_with_numbers_counted(text, self._entry_names, numbers), writer.names, numbers)


def _text(form: Form) -> str:
    return form.text


def _with_numbers_counted(text: str, names: re.Pattern[str], numbers: Mapping[str, str]) -> str:
    """With the names made of entries' numbers counted from one."""

    def count(found: re.Match[str]) -> str:
        (start, end), at = found.span(1), found.start()
        return f"{found[0][: start - at]}{numbers.get(found[1], found[1])}{found[0][end - at :]}"

    return names.sub(count, text) if numbers else text


PLACE = re.compile(r"@(\d+)")


def _with_places_counted(text: str) -> str:
    """With places in a row counted from one."""
    found = sorted({int(number) for number in PLACE.findall(text)})
    rank = {str(place): f"@{n}" for n, place in enumerate(found, 1)}
    return PLACE.sub(lambda place: rank[place[1]], text) if found else text


def with_names(value: Any, names: Renaming) -> Any:
    """The value with these names exchanged, as keys too."""
    if not names:
        return value
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {names.get(key, key): with_names(one, names) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [with_names(one, names) for one in value]
    return value


def exchanges(setup: Mapping[str, Any]) -> Iterator[Renaming]:
    """Every way to exchange names that leaves the set-up as it is, none at all first."""
    groups = list(_like_names(setup))
    ways = 1
    kept = []
    for group in groups:
        ways *= len(list(permutations(group)))
        if ways <= MOST_RENAMINGS:
            kept.append(group)
    for orders in product(*(permutations(group) for group in kept)):
        pairs = (
            pair
            for group, order in zip(kept, orders, strict=True)
            for pair in zip(group, order, strict=True)
        )
        yield {was: new for was, new in pairs if was != new}


def _like_names(setup: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Names of pieces that are set up alike, wherever the set-up names them."""
    whole = _plain(setup)
    for group in _equal_neighbours(setup):
        first = group[0]
        like = [
            name
            for name in group[1:]
            if _plain(with_names(setup, {first: name, name: first})) == whole
        ]
        if like:
            yield (first, *like)


def _equal_neighbours(value: Any) -> Iterator[Sequence[str]]:
    """Keys of one mapping that have equal mappings as their values."""
    if not isinstance(value, Mapping):
        return
    by_value: dict[str, list[str]] = {}
    for key, one in value.items():
        if isinstance(one, Mapping):
            by_value.setdefault(repr(_plain(one)), []).append(key)
        yield from _equal_neighbours(one)
    yield from (names for names in by_value.values() if len(names) > 1)


def _plain(value: Any) -> Any:
    """The value as one can compare it: tuples as lists, mappings in any order."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in sorted(value.items())}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


@cache
def fields_of(kind: type) -> tuple[str, ...]:
    """The names of the fields of a value of this kind; none where it has none."""
    for attribute in ("__struct_fields__", "_fields"):
        if hasattr(kind, attribute):
            return tuple(getattr(kind, attribute))
    return tuple(getattr(kind, "__dataclass_fields__", ()))


class _Writer:
    """Writes values down under one renaming; what has been written is remembered by identity."""

    def __init__(self, lab: Lab, names: Renaming) -> None:
        self.lab, self.names = lab, names
        self.plans: dict[type, tuple[tuple[str, Callable[[Any], str]], ...]] = {}
        self.known: dict[int, tuple[Any, str]] = {}

    def text(self, value: Any) -> str:
        kind = value.__class__
        if kind is str:
            return repr(self.names.get(value, value))
        if kind is int or kind is bool or value is None or kind is float:
            return repr(value)
        known = self.known.get(id(value))
        if known is not None and known[0] is value:
            return known[1]
        text = self._canonical(value, kind)
        if len(self.known) > MOST_REMEMBERED:
            self.known.clear()
        self.known[id(value)] = (value, text)
        return text

    def _canonical(self, value: Any, kind: type) -> str:
        if isinstance(value, Mapping):
            pairs = sorted(f"{self.text(key)}:{self.text(one)}" for key, one in value.items())
            return f"{{{','.join(pairs)}}}"
        if isinstance(value, frozenset | set):
            return f"<{','.join(sorted(map(self.text, value)))}>"
        if fields_of(kind):
            parts = [write(getattr(value, name)) for name, write in self._plan(kind)]
            return f"{kind.__name__}({','.join(parts)})"
        return f"[{','.join(map(self.text, value))}]"

    def _plan(self, kind: type) -> tuple[tuple[str, Callable[[Any], str]], ...]:
        """The fields that count, each with how it is written."""
        plan = self.plans.get(kind)
        if plan is None:
            spelt = ((name, {name, f"{kind.__name__}.{name}"}) for name in fields_of(kind))
            kept = ((name, names) for name, names in spelt if not name.endswith(ONLY_SINCE))
            counts = ((name, names) for name, names in kept if not names & self.lab.aside)
            plan = tuple((name, self._way(names)) for name, names in counts)
            self.plans[kind] = plan
        return plan

    def _way(self, names: set[str]) -> Callable[[Any], str]:
        if names & self.lab.since:
            return self._mark
        return self._place if names & self.lab.order else self.text

    def _place(self, value: Any) -> str:
        """A place in a row."""
        return f"@{value}" if type(value) is int else self.text(value)

    def _mark(self, value: Any) -> str:
        """A number of an entry as a bare mark, none as 0; in a mapping by names the names still count."""
        if type(value) is int:
            return "#" if value else "0"
        if isinstance(value, Mapping):
            pairs = sorted(f"{self.text(key)}:{self._mark(one)}" for key, one in value.items())
            return f"{{{','.join(pairs)}}}"
        if isinstance(value, tuple) and not fields_of(type(value)):
            return f"[{','.join(map(self._mark, value))}]"
        return self.text(value)
