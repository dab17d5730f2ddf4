"""The table laid out anew in some of its parts, which are named in the words of its set-up.

    {"units": {"a1": {"restrictions": ["run"]}}, "points": {"ana": 2}}

What a set-up says of pieces and players by their names, and the table keeps under the same words, can be
put right in every game; so can the zones of `blocks.zones`. A ruleset says in `corrects` how it keeps
what it keeps otherwise, and what is no part of the table, with None.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from domain.kernel.hiding import words_in
from domain.kernel.ruleset import Ruleset, SetupError
from domain.kernel.setup import Kind, check, holds_names, inside, kind_of, words_in_kind, wrong
from domain.kernel.steps import JUDGE
from domain.kernel.table_part import (
    Path,
    State,
    TablePart,
    as_said,
    held_there,
    is_marked,
    with_mark,
)
from domain.kernel.values import Value, changed, fields_of

MOST_PARTS = 100
"""How many parts may be laid out anew at once."""
ANY = "*"


class Change(Value):
    """A part with what is said of it."""

    path: Path
    words: Path
    """The path with `*` in the place of names."""
    part: TablePart
    was: Any
    said: Any

    @property
    def place(self) -> str:
        return ".".join(("parts", *self.path))


def parts_of(ruleset: Ruleset, state: State) -> dict[Path, TablePart]:
    """Every part of this table that can be laid out anew, by its words, with `*` for any name."""
    parts: dict[Path, TablePart] = {}
    if isinstance(state, Value):
        own = fields_of(state)
        for name, kind in inside(kind_of(ruleset.setup)).items():
            parts.update(_parts_held(kind, own.get(name), (name,)))
        for name, lying in own.items():
            if hasattr(lying, "parts"):
                parts.update(lying.parts(name, inside(kind_of(ruleset.setup))))
    for words, part in ruleset.corrects.items():
        parts.pop(tuple(words.split(".")), None)
        if part is not None:
            parts[tuple(words.split("."))] = part
    return parts


def _parts_held(kind: Kind, held: Any, path: Path) -> Iterator[tuple[Path, TablePart]]:
    """The parts that the table keeps as the set-up has them."""
    if isinstance(held, tuple):
        if holds_names(kind) and all(isinstance(name, str) for name in held):
            yield path, TablePart(held=held_there, kind=tuple[str, ...], pile=True)
    elif isinstance(held, Mapping):
        for of in filter(None, (inside(kind).get(name) for name in (ANY, *held))):
            for below in held.values():
                yield from _parts_held(of, below, (*path, ANY))
    elif isinstance(held, Value):
        own = fields_of(held)
        for name, of in inside(kind).items():
            if name in own:
                yield from _parts_held(of, own[name], (*path, name))
    elif len(path) > 1 and not [*_misfit(kind, as_said(held))]:
        yield path, TablePart(held=held_there)
    elif len(path) > 1 and type(held) in (int, type(None)) and not [*_misfit(kind, True)]:
        yield path, TablePart(with_mark, is_marked)


def _misfit(kind: Kind, said: Any) -> Iterator[SetupError]:
    try:
        check(kind, said, "")
    except SetupError as why:
        yield why


def changes_said(
    ruleset: Ruleset,
    state: State,
    parts: Mapping[str, Any],
    known: Mapping[Path, TablePart] | None = None,
) -> tuple[Change, ...]:
    """What is to be laid out anew, part by part. Raises SetupError, which says where it is no part.

    `known`: the parts of this table, where they were looked for already.
    """
    known = parts_of(ruleset, state) if known is None else known
    changes = tuple(_changes(ruleset, state, parts, (), (), known))
    if not changes:
        raise SetupError(f"parts: expected at least one of {_words(known)}")
    if len(changes) > MOST_PARTS:
        raise SetupError(
            f"parts: {len(changes)} are too many at once; expected {MOST_PARTS} at most"
        )
    _check_piles(changes)
    return changes


def _changes(
    ruleset: Ruleset,
    state: State,
    said: Any,
    path: Path,
    words: Path,
    known: Mapping[Path, TablePart],
) -> Iterator[Change]:
    place = ".".join(("parts", *path))
    if () in known:
        yield _change(ruleset, state, said, Change(path, words, known[()], None, None))
        return
    if not isinstance(said, Mapping):
        raise wrong(place, "a mapping", said)
    for name, value in said.items():
        word = name if any(ahead[0] == name for ahead in known) else ANY
        below = {ahead[1:]: part for ahead, part in known.items() if ahead[0] == word}
        if not isinstance(name, str) or not below:
            expected = _words({ahead[:1]: part for ahead, part in known.items()})
            raise SetupError(f"{place}: “{name}” is not put right; expected one of {expected}")
        yield from _changes(ruleset, state, value, (*path, name), (*words, word), below)


def _change(ruleset: Ruleset, state: State, said: Any, change: Change) -> Change:
    """The change with what lies there now, and with what is said. Raises SetupError."""
    path, part, place = change.path, change.part, change.place
    try:
        was = part.held(state, path) if part.held else _in_view(ruleset.view(state, JUDGE), path)
    except (KeyError, AttributeError, TypeError):
        raise SetupError(f"{place}: there is no such thing on this table") from None
    check(kind_of(part.kind) if part.kind else kind_of(ruleset.setup, path), said, place)
    if part.pile and len({*said}) < len(said):
        raise SetupError(f"{place}: a name stands there twice")
    return changed(change, was=was, said=[*said] if isinstance(said, tuple) else said)


def _in_view(view: Any, path: Path) -> Any:
    for name in path:
        view = view[name]
    return view


def _words(known: Mapping[Path, TablePart]) -> str:
    return ", ".join(dict.fromkeys(".".join(path) for path in sorted(known)))


def _check_piles(changes: tuple[Change, ...]) -> None:
    """Checks that each piece of the piles lies in one of them afterwards. Raises SetupError."""
    piles = [change for change in changes if change.part.pile]
    before = {name for change in piles for name in change.was}
    after: dict[str, str] = {}
    for change in piles:
        for name in change.said:
            if name in after:
                raise SetupError(f"{change.place}: “{name}” is said to lie in two places")
            if name not in before:
                why = f"“{name}” does not lie in what is laid out anew; say where it goes from too"
                raise SetupError(f"{change.place}: {why}")
            after[name] = change.place
    for change in piles:
        for name in change.was:
            if name not in after:
                raise SetupError(f"{change.place}: “{name}” lies there; say where it goes too")


class Lying(Value):
    """A part of the table that can be put right, and how it lies."""

    path: Path
    lies: Any
    words: tuple[str, ...]
    """What may be said of it, or of it in part, where these are words that are known."""
    may_be_nothing: bool
    """Whether nothing may lie there, as `null` says."""


def lying(ruleset: Ruleset, state: State) -> Iterator[Lying]:
    """Every part of the table that can be put right, and how it lies now."""
    view = ruleset.view(state, JUDGE)
    piles: list[Lying] = []
    for pattern, part in sorted(parts_of(ruleset, state).items()):
        for path in _paths(pattern, state, view, ()):
            with suppress(KeyError, AttributeError):
                lies = part.held(state, path) if part.held else _in_view(view, path)
                kind = kind_of(part.kind) if part.kind else kind_of(ruleset.setup, path)
                words = part.words(state, path) if part.words else words_in_kind(kind)
                lying_part = Lying(path, lies, tuple(words), not [*_misfit(kind, None)])
                if part.pile:
                    piles.append(lying_part)
                else:
                    yield lying_part
    names = tuple(name for pile in piles for name in pile.lies)
    yield from (changed(pile, words=names) for pile in piles)


def _paths(words: Path, state: State, view: Any, path: Path) -> Iterator[Path]:
    """The words with the names that there are in the place of `*`."""
    if not words:
        yield path
        return
    names: Iterable[str] = (words[0],)
    if words[0] == ANY:
        kept, seen = _value_at(held_there, state, path), _value_at(_in_view, view, path)
        names = next((names for names in (kept, seen) if isinstance(names, Mapping)), state.players)
    for name in names:
        yield from _paths(words[1:], state, view, (*path, name))


def _value_at(look: Callable[[Any, Path], Any], at: Any, path: Path) -> Any:
    """What lies at the end of the path; None where nothing does."""
    try:
        return look(at, path)
    except (KeyError, AttributeError, TypeError):
        return None


def laid_anew(ruleset: Ruleset, state: State, parts: Mapping[str, Any], entry: int) -> State:
    """The table with these parts as they are said to lie. Raises SetupError."""
    return with_changes(state, changes_said(ruleset, state, parts), entry)


def with_changes(state: State, changes: tuple[Change, ...], entry: int) -> State:
    """The table with these changes. Raises SetupError."""
    for change in changes:
        if not is_same(change.was, change.said):
            said = tuple(change.said) if isinstance(change.said, list) else change.said
            try:
                state = change.part.put(state, change.path, said, entry)
            except SetupError as why:
                told = str(why).removeprefix(f"{change.path[-1]}: ")
                raise SetupError(f"{change.place}: {told}", why.since) from None
    return state


def is_same(was: Any, said: Any) -> bool:
    return bool(was == said and type(was) is type(said))


def as_before(changes: tuple[Change, ...]) -> dict[str, Any]:
    """The same parts as they lay, nested as they are said."""
    before: dict[str, Any] = {}
    for change in changes:
        place = before
        for name in change.path[:-1]:
            place = place.setdefault(name, {})
        place[change.path[-1]] = change.was
    return before


def names_said(changes: tuple[Change, ...]) -> Iterator[str]:
    """Every word that may name a piece: of the paths, of what lies there, and of what is said."""
    for change in changes:
        yield from change.path
        yield from words_in(change.was)
        yield from words_in(change.said)
