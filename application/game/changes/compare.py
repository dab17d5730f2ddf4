"""Two values compared place by place: mappings key by key, lists by what was added and removed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from application.game.changes.change import MISSING, Change

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


def _surplus(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """What the one list holds more of than the other."""
    left = list(other)
    found = []
    for item in one:
        if item in left:
            left.remove(item)
        else:
            found.append(item)
    return found


def _same(one: Any, other: Any) -> bool:
    """Whether they are equal; unlike in Python, False is not 0."""
    return bool(one == other and isinstance(one, bool) == isinstance(other, bool))
