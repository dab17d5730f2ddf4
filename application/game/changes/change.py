"""One place of the view that differs, and the sentence that says so."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from application.answer import UNSET, Answer, UnsetType
from application.game.changes.values_in_words import Phrase, fields_in_words, value_in_words
from domain.kernel.values import field
from domain.kernel.wording import ChangeTemplate, list_in_words, plainly

MISSING: Any = object()
"""Stands for the value where the view has nothing at a path."""


class ChangedPlace(Answer):
    """A place of the table that is another one; `from` or `to` is left out where nothing was or is there."""

    path: str
    before: Any = field(default=UNSET, name="from")
    after: Any = field(default=UNSET, name="to")
    added: tuple[Any, ...] | UnsetType = UNSET
    removed: tuple[Any, ...] | UnsetType = UNSET
    since: dict[str, int] | UnsetType = UNSET
    """Of a list on a piece: word → the entry that put it there."""
    words: str = ""
    """Empty where the ruleset says nothing of it."""


@dataclass(frozen=True, slots=True)
class Change:
    """One place of the view that differs between two moments of a game."""

    path: tuple[str, ...]
    before: Any
    after: Any
    added: tuple[Any, ...] = ()
    """Of a list: what it holds now and did not hold before."""
    removed: tuple[Any, ...] = ()
    since: Mapping[str, int] | None = None
    """Of a list on a piece: word → the entry that put it there."""
    template: ChangeTemplate | None = None
    """How the ruleset says it; None where it has no words for this place."""
    names: tuple[str, ...] = ()
    """What the path has at the stars of the template's place."""

    @property
    def place(self) -> ChangedPlace:
        """The change as it is told."""
        listed = bool(self.added or self.removed)
        return ChangedPlace(
            ".".join(self.path),
            UNSET if self.before is MISSING else self.before,
            UNSET if self.after is MISSING else self.after,
            self.added if listed else UNSET,
            self.removed if listed else UNSET,
            dict(self.since) if self.since else UNSET,
            self.sentence,
        )

    @property
    def sentence(self) -> str:
        """`b1 now holds run (since entry 3)`; empty where the ruleset says nothing of it."""
        if self.template is not None and not self._is_unsaid(self.template):
            return "; ".join(filter(None, self._from_template(self.template)))
        return self._without_template()

    def _is_unsaid(self, template: ChangeTemplate) -> bool:
        """Whether the template speaks of what was added and removed, and nothing was."""
        of_a_list = isinstance(template, tuple) and "{added" in template[0]
        return of_a_list and not self.added and not self.removed

    def _without_template(self) -> str:
        what = ", ".join(name.replace("_", " ") for name in _telling_part(self.path))
        if self.added and len(self.removed) == len(self.before):
            return f"{what}: {plainly(self.before)} → {list_in_words(self._added_in_words())}"
        if self.added or self.removed:
            return f"{what}: {'; '.join(self._list_in_words())}"
        if self.before is MISSING:
            return f"{what}: new, {plainly(self.after)}"
        if self.after is MISSING:
            return f"{what}: gone (it was {plainly(self.before)})"
        return f"{what}: {plainly(self.before)} → {plainly(self.after)}"

    def _list_in_words(self) -> Iterator[str]:
        if self.added:
            yield f"now also {list_in_words(self._added_in_words())}"
        if self.removed:
            yield f"no longer {list_in_words(map(plainly, self.removed))}"
        if not self.after:
            yield "now empty"

    def _added_in_words(self) -> Iterator[str]:
        since = self.since or {}
        for one in self.added:
            known = isinstance(one, str) and one in since
            yield f"{plainly(one)} (since entry {since[one]})" if known else value_in_words(one)

    def _from_template(self, template: ChangeTemplate) -> Iterator[str]:
        before, after = (None if one is MISSING else one for one in (self.before, self.after))
        values = {"before": value_in_words(before), "after": value_in_words(after)}
        if callable(template):
            yield template(before, after)
        elif isinstance(template, Mapping):
            yield template.get(str(after), f"{', '.join(self.path)}: {values['after']}")
        elif isinstance(template, str):
            yield template.format(*self.names, **values)
        elif "{added" in template[0]:
            yield from self._from_list_template(*template)
        else:
            there = after or before
            fields = there if isinstance(there, Mapping) else {}
            words = {key: value_in_words(one) for key, one in fields.items()}
            yield template[0 if after else 1].format(*self.names, **(words | values))

    def _from_list_template(self, added: str, removed: str, each: str = "") -> Iterator[str]:
        """`each`: the template for one item, where the items are mappings."""
        if self.added:
            items = fields_in_words(each, self.added) if each else self._added_in_words()
            yield added.format(*self.names, added=Phrase(list_in_words(items)))
        if self.removed:
            gone = (
                fields_in_words(each, self.removed) if each else map(value_in_words, self.removed)
            )
            yield removed.format(*self.names, removed=Phrase(list_in_words(gone)))


def _telling_part(path: tuple[str, ...]) -> tuple[str, ...]:
    """The path without its first name where the others say enough: (b1, restrictions)."""
    return path[1:] if len(path) > 2 else path[::-1] if len(path) == 2 else path  # noqa: PLR2004
