"""What changed on the table between two entries."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from application.game.redaction import effective_viewer, known_viewer
from domain.kernel.history import Game
from domain.kernel.ruleset import Ruleset, Viewer
from domain.kernel.steps import JUDGE
from domain.kernel.wording import CHANGES, Spoken, list_in_words, plainly

MISSING = object()
"""Nothing stands at this path."""

Since = Mapping[tuple[str, str], int]
"""(piece, word) → the entry that put it there."""


class NoSuchEntry(Exception):
    """An entry that the game does not have, or a looker it does not know; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Change:
    """One place of the state that differs."""

    path: tuple[str, ...]
    before: Any
    after: Any
    added: tuple[Any, ...] = ()
    """Of a list: what it holds now and did not hold."""
    removed: tuple[Any, ...] = ()
    since: Mapping[str, int] | None = None
    """For a word that lies on a piece: the entry that put it there."""
    spoken: Spoken | None = None
    """How the ruleset says it; none where it has no words for it."""
    names: tuple[str, ...] = ()
    """What stands at the stars of its path there."""

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"path": ".".join(self.path)}
        if self.before is not MISSING:
            found["from"] = self.before
        if self.after is not MISSING:
            found["to"] = self.after
        if self.added or self.removed:
            found |= {"added": list(self.added), "removed": list(self.removed)}
        if self.since:
            found["since"] = dict(self.since)
        return {**found, "words": self.sentence}

    @property
    def sentence(self) -> str:
        """The change for people: `b1 now holds run (since entry 3)`; empty where nothing is said of it."""
        if self.spoken is not None and not self._has_no_words(self.spoken):
            return "; ".join(filter(None, self._spoken(self.spoken)))
        what = ", ".join(name.replace("_", " ") for name in _telling(self.path))
        if self.added and len(self.removed) == len(self.before):
            return f"{what}: {plainly(self.before)} → {list_in_words(self._what_is_there())}"
        if self.added or self.removed:
            return f"{what}: {'; '.join(self._sentences_on_list())}"
        if self.before is MISSING:
            return f"{what}: new, {plainly(self.after)}"
        if self.after is MISSING:
            return f"{what}: gone (it was {plainly(self.before)})"
        return f"{what}: {plainly(self.before)} → {plainly(self.after)}"

    def _has_no_words(self, spoken: Spoken) -> bool:
        """A number or another order where the ruleset speaks of what came and went."""
        went = isinstance(spoken, tuple) and "{added" in spoken[0]
        return went and not self.added and not self.removed

    def _spoken(self, spoken: Spoken) -> Iterator[str]:
        before, after = (None if one is MISSING else one for one in (self.before, self.after))
        if isinstance(spoken, Mapping):
            yield spoken.get(str(after), f"{', '.join(self.path)}: {value_in_words(after)}")
            return
        values = {"before": value_in_words(before), "after": value_in_words(after)}
        if isinstance(spoken, str):
            yield spoken.format(*self.names, **values)
            return
        stands, fell, *each = spoken
        if "{added" in stands:
            if self.added:
                items = names_of_each(each[0], self.added) if each else self._what_is_there()
                yield stands.format(*self.names, added=Words(list_in_words(items)))
            if self.removed:
                gone = (
                    names_of_each(each[0], self.removed)
                    if each
                    else map(value_in_words, self.removed)
                )
                yield fell.format(*self.names, removed=Words(list_in_words(gone)))
            return
        there = after if after else before
        fields = (
            {key: value_in_words(one) for key, one in there.items()}
            if isinstance(there, Mapping)
            else {}
        )
        yield (stands if after else fell).format(*self.names, **(fields | values))

    def _what_is_there(self) -> Iterator[str]:
        since = self.since or {}
        for one in self.added:
            known = isinstance(one, str) and one in since
            yield f"{plainly(one)} (since entry {since[one]})" if known else value_in_words(one)

    def _sentences_on_list(self) -> Iterator[str]:
        if self.added:
            yield f"now also {list_in_words(self._what_is_there())}"
        if self.removed:
            yield f"no longer {list_in_words(map(plainly, self.removed))}"
        if not self.after:
            yield "now empty"


def _telling(path: tuple[str, ...]) -> tuple[str, ...]:
    """The path without its first word where the others say enough: `units.b1.restrictions`."""
    return path[1:] if len(path) > 2 else path[::-1] if len(path) == 2 else path  # noqa: PLR2004


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that differs between the table after one entry and after another."""

    n: int
    m: int
    changes: tuple[Change, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "from": self.n,
            "to": self.m,
            "changes": [change.as_json() for change in self.changes],
        }

    def sentences(self) -> Iterator[str]:
        """What people say of it."""
        yield from filter(None, (change.sentence for change in self.changes))

    def lines(self) -> Iterator[str]:
        """The difference for people, a line each."""
        if not self.changes:
            yield f"Nothing on the table differs between entry {self.n} and entry {self.m}."
            return
        yield f"From entry {self.n} to entry {self.m}:"
        yield from (f"  {sentence}" for sentence in self.sentences())


def difference(game: Game, n: int, m: int, viewer: Viewer = JUDGE) -> Difference:
    """What changed from after entry n to after entry m, as this viewer may see it.

    Raises NoSuchEntry.
    """
    if not known_viewer(game, viewer):
        seats = ", ".join(game.players)
        raise NoSuchEntry(f"nobody called “{viewer}” looks at this game; its players are {seats}")
    for number in (n, m):
        if not 0 <= number <= game.length:
            raise NoSuchEntry(f"there is no entry {number}; the newest is {game.length}")
    viewer = effective_viewer(game, viewer)
    since = {
        (piece.id, mark.word): mark.since
        for group in game.ruleset.board(game.position(m).state, viewer)
        for piece in group.pieces
        for mark in piece.marks
        if mark.since is not None
    }
    before, after = game.view(n, viewer), game.view(m, viewer)
    found = changes(before, after, sets=game.ruleset.sets, since=since)
    spoken = words_of(game.ruleset)
    return Difference(n, m, tuple(with_words(one, spoken) for one in found))


def words_of(ruleset: Ruleset) -> Mapping[str, Spoken]:
    """What is said of a change, by the place in the view."""
    return {**CHANGES, **ruleset.changes}


def with_words(change: Change, spoken: Mapping[str, Spoken]) -> Change:
    """The change as a ruleset says it."""
    for place, words in spoken.items():
        names = names_at(place, change.path)
        if names is not None:
            return replace(change, spoken=words, names=names)
    return change


def names_at(place: str, path: Sequence[str]) -> tuple[str, ...] | None:
    """What stands at the stars of a place such as `units.*.destroyed`; none for another path."""
    parts = place.split(".")
    if len(parts) != len(path) or any(a not in ("*", b) for a, b in zip(parts, path, strict=True)):
        return None
    return tuple(b for a, b in zip(parts, path, strict=True) if a == "*")


def items_in_words(
    items: Iterable[Any], path: Sequence[str], spoken: Mapping[str, Spoken]
) -> Iterator[str]:
    """What each of a list at this place is called: as the ruleset says it, else without brackets."""
    words = next((one for place, one in spoken.items() if names_at(place, path) is not None), None)
    each = words[2] if isinstance(words, tuple) and len(words) == 3 else None  # noqa: PLR2004
    for one in items:
        if each and isinstance(one, Mapping):
            yield from names_of_each(each, [one])
        else:
            yield bare(one)


def bare(value: Any) -> str:
    """A value of the view with no brackets around it."""
    words = value_in_words(value)
    return words[1:-1] if isinstance(value, Mapping) and words.startswith("(") else words


def value_in_words(value: Any) -> "Words":
    """A value of the view as people say it; what is none, no or nothing is left out."""
    if isinstance(value, Mapping):
        return Words(plainly({name: value_in_words(one) for name, one in value.items() if one}))
    if isinstance(value, list | tuple):
        return Words(plainly([value_in_words(one) for one in value]))
    return Words(plainly(value))


def names_of_each(each: str, items: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What each is called by its fields; a field that it does not have says nothing."""
    for one in items:
        fields = {name: value_in_words(value) for name, value in one.items()}
        yield each.format_map(defaultdict(str, fields))


class Words(str):
    """A value in a sentence; with `:words` a key of ours, without its underlines."""

    def __format__(self, spec: str) -> str:
        return self.replace("_", " ") if spec == "words" else str(self)


def changes(
    before: Any,
    after: Any,
    path: tuple[str, ...] = (),
    *,
    sets: frozenset[str] = frozenset(),
    since: Since | None = None,
    any_order: bool = False,
) -> Iterator[Change]:
    """Where two states differ: mappings key by key, lists by what came and went."""
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
        added, removed = _beyond(after, before), _beyond(before, after)
        if added or removed or (not any_order and list(before) != list(after)):
            words = _since(path, added, since or {})
            yield Change(path, list(before), list(after), tuple(added), tuple(removed), words)
    elif before is MISSING or after is MISSING or not _same(before, after):
        yield Change(path, before, after)


def _since(path: tuple[str, ...], added: list[Any], since: Since) -> Mapping[str, int] | None:
    found = {
        one: since[piece, one]
        for one in added
        if isinstance(one, str)
        for piece in path
        if (piece, one) in since
    }
    return found or None


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _beyond(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """What the first holds more of than the second."""
    left = list(other)
    found = []
    for item in one:
        if item in left:
            left.remove(item)
        else:
            found.append(item)
    return found


def _same(one: Any, other: Any) -> bool:
    return bool(one == other and isinstance(one, bool) == isinstance(other, bool))
