"""The canonical form of a state: equal for two states exactly when the lab treats them as one.

The form leaves out what no ruling depends on and replaces every entry's number by a bare mark. Of the
forms under all symmetries of the set-up it is the first in alphabetical order. The ruleset declares
which fields count (`domain.kernel.lab.Lab`); `explore --sound` checks that it declares them rightly.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple

from application.lab.model.symmetry import Renaming, symmetries, with_names_exchanged
from domain.kernel.history import Opening
from domain.kernel.lab import Lab
from domain.kernel.steps import Said
from domain.kernel.values import SINCE

SIZE = 16
"""Bytes of a fingerprint: enough that no two of ten million states share one by chance."""
MOST_REMEMBERED = 100_000
"""Values of which the text is remembered, for one renaming."""
RANK = re.compile(r"@(\d+)")


class CanonicalForm(NamedTuple):
    """The text that stands for a state and all that are equivalent to it."""

    text: str
    names: Renaming
    """The renaming that turned the state's names into those of the text."""
    numbers: Mapping[str, str]
    """Entry's number within a name of the state → the number in its place, counted from one."""

    @property
    def fingerprint(self) -> bytes:
        """A hash of the text, SIZE bytes long."""
        return blake2b(self.text.encode(), digest_size=SIZE).digest()


class Canonicalizer:
    """Gives the canonical forms of the states of one game."""

    def __init__(self, lab: Lab, opening: Opening, *, up_to_symmetry: bool = True) -> None:
        """`up_to_symmetry`: whether states are equivalent that differ by a symmetry of the set-up."""
        renamings = symmetries(opening.setup) if up_to_symmetry else ({},)
        self._writers = [_Writer(lab, names) for names in renamings]
        self._entry_names = re.compile(lab.entry_names) if lab.entry_names else None

    def form(self, state: Any) -> CanonicalForm:
        """The canonical form of this state."""
        forms = (self._form(writer, state) for writer in self._writers)
        return min(forms, key=lambda form: form.text)

    def fingerprint(self, state: Any) -> bytes:
        """The fingerprint of the state's canonical form."""
        return self.form(state).fingerprint

    def step_in_form(self, said: Said, form: CanonicalForm) -> str:
        """The step, tried at a state of this form, written with the form's names and numbers."""
        text = repr(with_names_exchanged(said, form.names))
        if self._entry_names is None:
            return text
        return _with_numbers(text, self._entry_names, form.numbers)

    def _form(self, writer: "_Writer", state: Any) -> CanonicalForm:
        text = _with_ranks_counted(writer.text(state))
        if self._entry_names is None:
            return CanonicalForm(text, writer.names, {})
        entries = sorted({int(match[1]) for match in self._entry_names.finditer(text)})
        numbers = {str(number): str(n) for n, number in enumerate(entries, 1)}
        text = _with_numbers(text, self._entry_names, numbers)
        return CanonicalForm(text, writer.names, numbers)


def _with_numbers(text: str, names: re.Pattern[str], numbers: Mapping[str, str]) -> str:
    """The text with these numbers in its names; the first group of `names` is the number."""

    def replacement(match: re.Match[str]) -> str:
        (start, end), at = match.span(1), match.start()
        return f"{match[0][: start - at]}{numbers.get(match[1], match[1])}{match[0][end - at :]}"

    return names.sub(replacement, text) if numbers else text


def _with_ranks_counted(text: str) -> str:
    """The text with its ranks (`@7`) counted from one, in the same order."""
    ranks = sorted({int(number) for number in RANK.findall(text)})
    counted = {str(rank): f"@{n}" for n, rank in enumerate(ranks, 1)}
    return RANK.sub(lambda rank: counted[rank[1]], text) if ranks else text


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    """The names of the fields of a struct, named tuple or dataclass; none for any other type."""
    for attribute in ("__struct_fields__", "_fields"):
        if hasattr(kind, attribute):
            return tuple(getattr(kind, attribute))
    return tuple(getattr(kind, "__dataclass_fields__", ()))


Write = Callable[[Any], str]


class _Writer:
    """Writes values down under one renaming.

    What was written is remembered by identity: a state shares most of its values with the one before.
    """

    def __init__(self, lab: Lab, names: Renaming) -> None:
        self.lab, self.names = lab, names
        self.plans: dict[type, tuple[tuple[str, Write], ...]] = {}
        self.remembered: dict[int, tuple[Any, str]] = {}

    def text(self, value: Any) -> str:
        """The value as a text: equal for equal values, in whatever order sets and mappings hold them."""
        kind = value.__class__
        if kind is str:
            return repr(self.names.get(value, value))
        if kind is int or kind is bool or value is None or kind is float:
            return repr(value)
        known = self.remembered.get(id(value))
        if known is not None and known[0] is value:
            return known[1]
        text = self._compound(value, kind)
        if len(self.remembered) > MOST_REMEMBERED:
            self.remembered.clear()
        self.remembered[id(value)] = (value, text)
        return text

    def _compound(self, value: Any, kind: type) -> str:
        if isinstance(value, Mapping):
            return self._mapping(value, self.text)
        if isinstance(value, frozenset | set):
            return f"<{','.join(sorted(map(self.text, value)))}>"
        if _fields_of(kind):
            parts = [write(getattr(value, name)) for name, write in self._plan(kind)]
            return f"{kind.__name__}({','.join(parts)})"
        return f"[{','.join(map(self.text, value))}]"

    def _mapping(self, value: Mapping[Any, Any], write: Write) -> str:
        pairs = sorted(f"{self.text(key)}:{write(inner)}" for key, inner in value.items())
        return f"{{{','.join(pairs)}}}"

    def _plan(self, kind: type) -> tuple[tuple[str, Write], ...]:
        """The fields of this type that count, each with how it is written."""
        plan = self.plans.get(kind)
        if plan is None:
            spelt = ((name, {name, f"{kind.__name__}.{name}"}) for name in _fields_of(kind))
            plan = self.plans[kind] = tuple(
                (name, self._writing(names))
                for name, names in spelt
                if not name.endswith(SINCE) and not names & self.lab.ignored_fields
            )
        return plan

    def _writing(self, names: set[str]) -> Write:
        if names & self.lab.entry_fields:
            return self._entry
        return self._rank if names & self.lab.rank_fields else self.text

    def _rank(self, value: Any) -> str:
        return f"@{value}" if type(value) is int else self.text(value)

    def _entry(self, value: Any) -> str:
        """An entry's number as `#`, no entry as `0`; in a mapping or tuple each value so."""
        if type(value) is int:
            return "#" if value else "0"
        if isinstance(value, Mapping):
            return self._mapping(value, self._entry)
        if isinstance(value, tuple) and not _fields_of(type(value)):
            return f"[{','.join(map(self._entry, value))}]"
        return self.text(value)
