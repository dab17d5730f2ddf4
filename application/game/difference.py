"""Everything that changed on the table between two entries, as one viewer may see it, in words."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from application.answer import UNSET, Answer, At, UnsetType
from application.game.redaction import effective_viewer, no_viewer
from domain.kernel.history import Game
from domain.kernel.ruleset import Ruleset, Viewer
from domain.kernel.steps import JUDGE
from domain.kernel.values import field
from domain.kernel.wording import CHANGES, ChangeTemplate, list_in_words, no_entry, plainly


class Phrase(str):
    """Text for a template. Formatted with `:words` it is a key of ours, shown without its underscores."""

    def __format__(self, spec: str) -> str:
        return self.replace("_", " ") if spec == "words" else str(self)


def value_in_words(value: Any) -> Phrase:
    """A value as people say it. Fields of a mapping that are empty, zero, no or none are left out."""
    if isinstance(value, Mapping):
        return Phrase(plainly({name: value_in_words(part) for name, part in value.items() if part}))
    if isinstance(value, list | tuple):
        return Phrase(plainly([value_in_words(item) for item in value]))
    return Phrase(plainly(value))


def without_brackets(value: Any) -> str:
    """A value as people say it; a mapping without the brackets around it."""
    words = value_in_words(value)
    return words[1:-1] if isinstance(value, Mapping) and words.startswith("(") else words


def fields_in_words(template: str, items: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Each item as the template makes it of its fields; a field that it does not have is empty."""
    for item in items:
        fields = {name: value_in_words(value) for name, value in item.items()}
        yield template.format_map(defaultdict(str, fields))


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
        for word in self.added:
            known = isinstance(word, str) and word in since
            yield f"{plainly(word)} (since entry {since[word]})" if known else value_in_words(word)

    def _from_template(self, template: ChangeTemplate) -> Iterator[str]:
        before, after = (None if side is MISSING else side for side in (self.before, self.after))
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
            words = {key: value_in_words(value) for key, value in fields.items()}
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


MarkEntries = Mapping[tuple[str, str], int]
"""(piece, word on it) → the entry that put it there."""


def changes(
    before: Any,
    after: Any,
    path: tuple[str, ...] = (),
    *,
    sets: frozenset[str] = frozenset(),
    since: MarkEntries | None = None,
    any_order: bool = False,
) -> Iterator[Change]:
    """Every place where two views differ, in the order of their keys.

    `sets`: keys whose lists count as equal in any order. `path` and `any_order` are those of the values
    given: an empty path and False for whole views.
    """
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            yield from changes(
                before.get(key, MISSING),
                after.get(key, MISSING),
                (*path, str(key)),
                sets=sets,
                since=since,
                any_order=any_order or key in sets,
            )
    elif _is_list(before) and _is_list(after):
        added, removed = _surplus(after, before), _surplus(before, after)
        if added or removed or (not any_order and list(before) != list(after)):
            entries = _since(path, added, since or {})
            yield Change(path, list(before), list(after), tuple(added), tuple(removed), entries)
    elif before is MISSING or after is MISSING or not _same(before, after):
        yield Change(path, before, after)


def _since(path: tuple[str, ...], added: list[Any], since: MarkEntries) -> Mapping[str, int] | None:
    """The entries that put the added words on a piece of this path; None where none is known."""
    entries = {
        word: since[piece, word]
        for word in added
        if isinstance(word, str)
        for piece in path
        if (piece, word) in since
    }
    return entries or None


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _surplus(ours: Sequence[Any], theirs: Sequence[Any]) -> list[Any]:
    """What the one list holds more of than the other."""
    left = list(theirs)
    more = []
    for item in ours:
        if item in left:
            left.remove(item)
        else:
            more.append(item)
    return more


def _same(one: Any, other: Any) -> bool:
    """Whether they are equal; unlike in Python, False is not 0."""
    return bool(one == other and isinstance(one, bool) == isinstance(other, bool))


Templates = Mapping[str, ChangeTemplate]
"""Place in the view, with stars for any name (`units.*.destroyed`) → the template for its changes."""


def templates_of(ruleset: Ruleset) -> Templates:
    """The templates for the view of this ruleset, those that every ruleset has included."""
    return {**CHANGES, **ruleset.changes}


def with_template(change: Change, templates: Templates) -> Change:
    """The change with the template of its place; as it is where there is none."""
    for place, template in templates.items():
        names = _names_at(place, change.path)
        if names is not None:
            return replace(change, template=template, names=names)
    return change


def items_in_words(
    items: Iterable[Any], path: Sequence[str], templates: Templates
) -> Iterator[str]:
    """What each item of the list at this path is called: by the template for one item, where there is one."""
    template = next(
        (template for place, template in templates.items() if _names_at(place, path) is not None),
        None,
    )
    each = template[2] if isinstance(template, tuple) and len(template) == 3 else None  # noqa: PLR2004
    for item in items:
        if each and isinstance(item, Mapping):
            yield from fields_in_words(each, [item])
        else:
            yield without_brackets(item)


def _names_at(place: str, path: Sequence[str]) -> tuple[str, ...] | None:
    """What the path has at the stars of the place; None where it is another place."""
    parts = place.split(".")
    if len(parts) != len(path) or any(a not in ("*", b) for a, b in zip(parts, path, strict=True)):
        return None
    return tuple(b for a, b in zip(parts, path, strict=True) if a == "*")


class NoSuchEntry(Exception):
    """The game has no such entry, or nobody of that name looks at it; the message is a clause."""


class Difference(Answer):
    """Everything that differs between the table after entry n and after entry m."""

    n: At = field(name="from")
    m: At = field(name="to")
    changes: tuple[ChangedPlace, ...]

    def sentences(self) -> Iterator[str]:
        """The changes for people, without those of which the ruleset says nothing."""
        yield from filter(None, (change.words for change in self.changes))

    def lines(self) -> Iterator[str]:
        """The difference for people, a line each, under a heading."""
        if not self.changes:
            yield f"Nothing on the table differs between entry {self.n} and entry {self.m}."
            return
        yield f"From entry {self.n} to entry {self.m}:"
        yield from (f"  {sentence}" for sentence in self.sentences())


def difference(game: Game, n: int, m: int, viewer: Viewer = JUDGE) -> Difference:
    """What changed from after entry n to after entry m, as this viewer may see it.

    Raises NoSuchEntry.
    """
    refusals = no_viewer(game, viewer), no_entry(n, game.length), no_entry(m, game.length)
    if why := next(filter(None, refusals), ""):
        raise NoSuchEntry(why)
    viewer = effective_viewer(game, viewer)
    since = {
        (piece.id, mark.word): mark.since
        for group in game.ruleset.board(game.position(m).state, viewer)
        for piece in group.pieces
        for mark in piece.marks
        if mark.since is not None
    }
    changed = changes(
        game.view(n, viewer), game.view(m, viewer), sets=game.ruleset.sets, since=since
    )
    templates = templates_of(game.ruleset)
    return Difference(n, m, tuple(with_template(change, templates).place for change in changed))
