"""Many games put before another law at once, on all cores; what changes, told and as JSON."""

import multiprocessing
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from application.desk.batch.journal import Journal, NoJournal
from application.desk.batch.sources import Source
from application.desk.compare import (
    Changed,
    Compared,
    Opens,
    Other,
    checked_other,
    compared,
)
from application.ledger.store import Store
from domain.kernel.rulebook import RuleId

NOTHING = NoJournal()
Tick = Callable[[int], None]
"""Told how many games are done."""

FEW = 24
"""So many games are compared before a second process has started."""
MOST_TWICE = 20
"""Games that are the same as another: so many are named."""
CHUNKS_EACH, MOST_IN_A_CHUNK = 64, 16
"""Chunks for each process, and games in one: so small that the processes end together."""


@dataclass(frozen=True)
class Comparison:
    """What an archive comes to under the other law."""

    games: tuple[Compared, ...]
    """In the order they were given."""

    @property
    def checked(self) -> int:
        """How many could be compared."""
        return len(self.games) - len(self.failed)

    @property
    def twice(self) -> list[tuple[str, str]]:
        """Games that are the same as one before them, with that one."""
        first: dict[str, str] = {}
        digests = [(one.source.name, one.digest) for one in self.games if one.digest]
        pairs = [(name, first.setdefault(digest, name)) for name, digest in digests]
        return [(name, same) for name, same in pairs if name != same]

    @property
    def failed(self) -> tuple[Compared, ...]:
        return tuple(one for one in self.games if one.failed)

    @property
    def changes(self) -> bool:
        """Whether any ruling or result does."""
        return any(one.rulings or one.result for one in self.games)

    @property
    def by_rule(self) -> Counter[RuleId]:
        """How many rulings each rule changes."""
        found: Counter[RuleId] = Counter()
        for one in self.games:
            found.update(one.by_rule)
        return found


def compare(
    sources: Sequence[Source],
    other: Other,
    opens: Opens | None = None,
    jobs: int | None = None,
    tick: Tick = lambda _: None,
    *,
    in_words: bool = False,
    journal: Journal | NoJournal = NOTHING,
) -> Comparison:
    """Every game under the other law. `opens`: the store of those that are no files.

    `in_words`: what changes is wanted as `comparison_in_words` tells it, and in no other way.
    `journal`: what was found before a run was broken off. Raises BadComparison where no ruleset knows
    the other law.
    """
    checked_other(other)
    jobs = jobs or _cores()
    found = {n: one for n, source in enumerate(sources) if (one := _noted(journal, source))}
    left = [source for n, source in enumerate(sources) if n not in found]
    tick(len(found))

    def count(done: int) -> None:
        tick(len(found) + done)

    work = _Work(other, opens, in_words)
    if jobs == 1 or len(left) <= FEW:
        told = list(_one_by_one(left, work, count, journal))
    else:
        told = _on_all_cores(left, work, jobs, count, journal)
    anew = iter(told)
    return Comparison(tuple(found.get(n) or next(anew) for n in range(len(sources))))


def _noted(journal: Journal | NoJournal, source: Source) -> Compared | None:
    """What was found of it before."""
    known = journal.known(source)
    return None if known is None else msgspec.convert(known, Compared)


def _note(journal: Journal | NoJournal, one: Compared) -> None:
    journal.note(one.source, msgspec.to_builtins(one))


def _cores() -> int:
    """Those this program may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


@dataclass(frozen=True)
class _Work:
    """What every process has to know."""

    other: Other
    opens: Opens | None
    in_words: bool
    """What changes is put into words at once: less to pass on, and nothing left to do at the end."""

    def told(self, source: Source, store: Store | None) -> Compared:
        """The comparison of a game."""
        found = compared(source, self.other, store)
        words = "\n".join(_in_words(found)) if self.in_words else ""
        return replace(found, words=words, changed=()) if words else found


def _one_by_one(
    sources: Sequence[Source], work: _Work, tick: Tick, journal: Journal | NoJournal
) -> Iterator[Compared]:
    store = work.opens() if work.opens is not None else None
    try:
        for n, source in enumerate(sources, 1):
            one = work.told(source, store)
            _note(journal, one)
            yield one
            tick(n)
    finally:
        if store is not None:
            store.close()


def _on_all_cores(
    sources: Sequence[Source], work: _Work, jobs: int, tick: Tick, journal: Journal | NoJournal
) -> list[Compared]:
    size = min(max(1, len(sources) // (jobs * CHUNKS_EACH)), MOST_IN_A_CHUNK)
    chunks = [sources[start : start + size] for start in range(0, len(sources), size)]
    found: list[list[Compared]] = [[] for _ in chunks]
    done = 0
    with ProcessPoolExecutor(jobs, _context(), _begin, (work,)) as pool:
        running = {pool.submit(_chunk, chunk): n for n, chunk in enumerate(chunks)}
        for future in as_completed(running):
            n = running[future]
            try:
                found[n] = future.result()
            except BrokenProcessPool:
                found[n] = [Compared(one, f"{one.name}: {ENDED}") for one in chunks[n]]
            else:
                for one in found[n]:
                    _note(journal, one)
            done += len(chunks[n])
            tick(done)
    return [one for chunk in found for one in chunk]


ENDED = "the process that compared it was ended from outside, perhaps for want of memory"


def _context() -> Any:
    """Forking is quickest, and safe only while there is one thread."""
    alone = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if alone else "spawn")


_at_work: list[tuple[_Work, Store | None]] = []
"""In a process of the pool: what it has to know, and its store."""


def _begin(work: _Work) -> None:
    _at_work.append((work, work.opens() if work.opens is not None else None))


def _chunk(sources: Sequence[Source]) -> list[Compared]:
    work, store = _at_work[-1]
    return [work.told(source, store) for source in sources]


def comparison_as_json(found: Comparison) -> dict[str, Any]:
    """The comparison for a program to read."""
    return {
        "checked": found.checked,
        "failed": [{one.source.key: one.source.name, "why": one.failed} for one in found.failed],
        "changed": [
            {one.source.key: one.source.name, **_changed_as_json(changed)}
            for one in found.games
            for changed in one.changed
        ],
        "results": [
            {one.source.key: one.source.name, "from": one.result[0], "to": one.result[1]}
            for one in found.games
            if one.result
        ],
        "ends_otherwise": [one.source.name for one in found.games if one.ends_otherwise],
        "by_rule": dict(found.by_rule.most_common()),
        "twice": [{"name": name, "same_as": first} for name, first in found.twice],
    }


def _changed_as_json(changed: Changed) -> dict[str, Any]:
    return {
        "n": changed.n,
        "from": changed.was,
        "to": changed.becomes,
        "cites_from": list(changed.cited),
        "cites_to": list(changed.cites),
        "by": list(changed.by),
        "follows": changed.follows,
        "step": changed.step,
    }


Titles = Mapping[tuple[str, RuleId], str]
"""(ruleset, rule) → its title: rulesets number alike what is not alike."""


def comparison_in_words(found: Comparison, title_of: Titles) -> Iterator[str]:
    """The comparison for people: the lines of each game, then the summary."""
    for one in found.games:
        told = one.words or "\n".join(_in_words(one))
        if told:
            yield told
    for one in found.failed:
        yield f"not compared: {one.failed}"
    yield from _summary(found, title_of)


def _in_words(one: Compared) -> Iterator[str]:
    if one.failed:
        return
    yield f"{_outcome(one)}  {one.source.name}"
    yield from map(_changed_in_words, one.changed)
    if one.result:
        yield f"  the result: {one.result[0]} → {one.result[1]}"


def _outcome(one: Compared) -> str:
    if one.changed or one.result:
        return "changed"
    return "ends otherwise" if one.ends_otherwise else "as before"


def _changed_in_words(changed: Changed) -> str:
    before = f"{changed.was} ({', '.join(changed.cited)})"
    after = f"{changed.becomes} ({', '.join(changed.cites)})"
    by = f"by {', '.join(changed.by)}"
    follows = f", following entry {changed.follows}" if changed.follows is not None else ""
    return f"  entry {changed.n}  {changed.step}: {before} → {after}, {by}{follows}"


def _summary(found: Comparison, title_of: Titles) -> Iterator[str]:
    rulings = sum(one.rulings for one in found.games)
    games = sum(bool(one.rulings) for one in found.games)
    results = sum(bool(one.result) for one in found.games)
    yield f"{_count(found.checked, 'game')} compared, {len(found.failed)} could not be."
    if rulings:
        yield f"{_count(rulings, 'ruling')} changed, in {_count(games, 'game')}."
        yield f"{_count(results, 'result')} changed." if results else "No result changes."
    else:
        yield "No ruling changes."
    otherwise = sum(one.ends_otherwise for one in found.games)
    if otherwise:
        yield f"In {_count(otherwise, 'game')} the table at the end is another one."
    by_rule: Counter[tuple[str, RuleId]] = Counter()
    for one in found.games:
        by_rule.update({(one.ruleset, rule): number for rule, number in one.by_rule.items()})
    several = len({ruleset for ruleset, _ in by_rule}) > 1
    for (ruleset, rule), number in by_rule.most_common():
        whose = f"{ruleset} " if several else ""
        title = title_of.get((ruleset, rule), "")
        yield f"  {whose}{rule}  {title}: {_count(number, 'ruling')}"
    twice = found.twice
    if twice:
        yield "The same game twice:"
        yield from (f"  {name} is {first}" for name, first in twice[:MOST_TWICE])
    if len(twice) > MOST_TWICE:
        yield f"  and {len(twice) - MOST_TWICE:,} more"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
