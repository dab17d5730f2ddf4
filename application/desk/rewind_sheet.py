"""The rewind sheet: what to put back on the table, last first, nothing left out."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from application.answer import Answer
from application.desk.policy import Policy, fill_in
from application.game.difference import (
    MISSING,
    Change,
    Templates,
    changes,
    items_in_words,
    templates_of,
    without_brackets,
)
from application.game.line_of_play import lineage, taken_back_at
from application.game.step_words import step_in_words
from domain.kernel.events import EntryOverruled, EntryPlayed
from domain.kernel.history import Entry, Game
from domain.kernel.values import fields_of
from domain.kernel.wording import list_in_words, name_ranges, plainly

NOTHING_LIES_THERE = "nothing lies on the table for it"
TOOK_IT_BACK = "took it back already"
CHANGED_NOTHING = "and changed nothing"
NOBODY_IS_ASKED = (NOTHING_LIES_THERE, TOOK_IT_BACK, CHANGED_NOTHING)
"""How remarks end by which nothing is to be done and nobody to be asked."""


@dataclass(frozen=True, slots=True)
class RewindPath:
    """The way from where a game stands back to where it stood after an entry."""

    to: int
    fork: int
    """The newest entry that both situations rest on."""
    takes_back: tuple[int, ...]
    """Newest first."""
    brings_back: tuple[int, ...]
    """Oldest first."""


class SheetLine(Answer):
    """What to do on the table for one entry."""

    entry: int
    by: str
    step: str
    to_do: tuple[str, ...]
    remark: str = ""
    """Why there is nothing to do, where there is not."""
    again: bool = False
    """Whether the entry is to be redone, not taken back."""

    @property
    def changes_nothing(self) -> bool:
        """Whether nobody has to do or ask anything for it."""
        return not self.to_do and self.remark.endswith(NOBODY_IS_ASKED)


def way_back(game: Game, to: int) -> RewindPath:
    """The entries to take back, and those to redo where an earlier rewind had left `to` behind."""
    here, there = lineage(game, game.length), lineage(game, to)
    shared = set(here) & set(there)
    fork = max(shared, default=0)
    return RewindPath(
        to,
        fork,
        tuple(n for n in here if n > fork),
        tuple(n for n in reversed(there) if n > fork),
    )


def sheet(game: Game, policy: Policy, way: RewindPath) -> Iterator[SheetLine]:
    """A line for every entry after `way.fork`, newest first, then one for each entry to redo.

    An entry that was taken back already has a line with nothing to do on it.
    """
    gone = taken_back_at(game)
    before = dict(zip(way.takes_back, (*way.takes_back, way.fork)[1:], strict=True))
    for n in range(game.length, way.fork, -1):
        if n in before:
            yield _line(game, policy, n, before[n])
        else:
            yield _put_back_already(game, policy, n, gone.get(n))
    last = way.fork
    for n in way.brings_back:
        yield _line(game, policy, last, n, again=True)
        last = n


def _line(game: Game, policy: Policy, n: int, to: int, *, again: bool = False) -> SheetLine:
    """The line that leads from the situation after entry n to the one after entry `to`."""
    entry = game.entry(to if again else n)
    difference = changes(game.view(n), game.view(to), sets=game.ruleset.sets)
    templates = templates_of(game.ruleset)
    to_do = [] if again else list(_put_back(game, policy, entry))
    to_do += [words for change in difference for words in _in_words(policy, change, templates)]
    if to_do:
        remark = ""
    elif entry.happened:
        remark = NOTHING_LIES_THERE
    else:
        remark = _refusal_in_words(game, policy, entry)
    return SheetLine(
        entry.n,
        entry.said["by"],
        step_in_words(game.ruleset, entry.said, by=False),
        tuple(to_do),
        remark,
        again=again,
    )


def _put_back(game: Game, policy: Policy, entry: Entry) -> Iterator[str]:
    """How to undo the entry's events and its step, by the policy; newest first."""
    if not entry.happened:
        return
    said = entry.said
    first = entry.events[0] if entry.events else None
    if isinstance(first, EntryPlayed | EntryOverruled) and len(entry.events) > 1:
        said = game.entry(first.entry).said
    told: list[tuple[str, Mapping[str, Any]]] = [(policy.step(str(said["do"])).put_back, said)]
    for event in entry.events:
        known = fields_of(event)
        told.append((policy.event(event.STORED_AS).put_back, known))
    for template, given in reversed(told):
        words = fill_in(template, {name: without_brackets(value) for name, value in given.items()})
        if words:
            yield words


def _refusal_in_words(game: Game, policy: Policy, entry: Entry) -> str:
    """What to do about a refused step: it changed no state, but the players may have carried it out."""
    n, verdict = entry.n, entry.ruling.verdict
    if n in game.played:
        return f"it was {verdict} and played: it happened with entry {game.played[n]}"
    if perhaps_thrown(game, policy, entry):
        return (
            f"it was {verdict} and changed nothing here, but dice belong to it: ask whether the "
            "table did it all the same"
        )
    return f"it was {verdict} {CHANGED_NOTHING}"


def perhaps_thrown(game: Game, policy: Policy, entry: Entry) -> bool:
    """Whether dice may have been thrown for a step that did not happen: the table may have done it."""
    if entry.happened or entry.n in game.played:
        return False
    return policy.step(str(entry.said["do"])).dice and "G1" not in entry.ruling.cites


def _put_back_already(game: Game, policy: Policy, n: int, by: int | None) -> SheetLine:
    entry = game.entry(n)
    remark = f"entry {by} {TOOK_IT_BACK}"
    if not entry.happened:
        remark = _refusal_in_words(game, policy, entry)
    return SheetLine(
        n, entry.said["by"], step_in_words(game.ruleset, entry.said, by=False), (), remark
    )


def _in_words(policy: Policy, change: Change, templates: Templates) -> Iterator[str]:
    """What to do on the table for one place of the state."""
    where = change.path, templates
    place = policy.place(".".join(change.path))
    if place is None:
        return
    if change.removed:
        yield f"{place}: take away {list_in_words(items_in_words(change.removed, *where))}"
    if change.added:
        yield f"{place}: put back {list_in_words(items_in_words(change.added, *where))}"
    if change.removed or change.added:
        return
    yield f"{place}: {_contents(change.before)} → {_contents(change.after)}"


def _contents(value: Any) -> str:
    """What is there: of several fields what stands in them, `a1 assault charge b1`."""
    if isinstance(value, Mapping):
        told = (name if inner is True else plainly(inner) for name, inner in value.items() if inner)
        return " ".join(told) or "nothing"
    return "nothing" if value is MISSING else without_brackets(value)


def sheet_in_words(to: int, lines: tuple[SheetLine, ...], *, whole: bool = False) -> Iterator[str]:
    """The sheet for people, with a box to tick for each entry, and what is to be done behind it.

    Entries for which there is nothing to do are folded. Of the `whole` nothing is, and every hand has a line.
    """
    yield (
        f"Rewind sheet, to after entry {to}, last first:" if lines else "There is nothing to undo."
    )
    for plain, those in groupby(lines, lambda line: line.changes_nothing and not whole):
        if plain:
            entries = name_ranges(str(line.entry) for line in [*those][::-1])
            yield f"… nothing to do for what was entered as {list_in_words(entries)}"
        else:
            yield from _boxes(those, whole=whole)


def _boxes(lines: Iterable[SheetLine], *, whole: bool) -> Iterator[str]:
    for line in lines:
        what = "bring about again" if line.again else "entry"
        box = f"[ ] {what} {line.entry}, {line.by} {line.step}"
        details = [*line.to_do, *filter(None, (line.remark,))]
        if whole:
            yield box
            yield from (f"    {words}" for words in details)
        else:
            yield f"{box}: {' · '.join(details)}"
