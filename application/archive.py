"""Many games put before another law at once, on all cores; what changes, told and as JSON."""

import multiprocessing
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from application.compare import Changed, Compared, Opens, Other, Source, checked_other, compared
from application.store import Store
from domain.kernel.rulebook import RuleId

Tick = Callable[[int], None]
"""Told how many games are done."""

FEW = 24
"""So many games are compared before a second process has started."""
CHUNKS_EACH, MOST_IN_A_CHUNK = 64, 16
"""Chunks for each process, and games in one: so small that the processes end together."""


@dataclass(frozen=True)
class Comparison:
    """What an archive comes to under the other law."""

    games: tuple[Compared, ...]
    """Those with something to tell, in the order they were given."""
    checked: int

    @property
    def failed(self) -> tuple[Compared, ...]:
        return tuple(one for one in self.games if one.failed)

    @property
    def changes(self) -> bool:
        """Whether any ruling or result does."""
        return any(one.changed or one.result for one in self.games)

    @property
    def by_rule(self) -> Counter[RuleId]:
        """How many rulings each rule changes."""
        return Counter(rule for one in self.games for changed in one.changed for rule in changed.by)


def compare(
    sources: Sequence[Source],
    other: Other,
    opens: Opens | None = None,
    jobs: int | None = None,
    tick: Tick = lambda _: None,
) -> Comparison:
    """Every game under the other law. `opens`: the store of those that are no files.

    Raises BadComparison where no ruleset knows the other law.
    """
    checked_other(other)
    jobs = jobs or _cores()
    if jobs == 1 or len(sources) <= FEW:
        told = list(_one_by_one(sources, other, opens, tick))
    else:
        told = _on_all_cores(sources, other, opens, jobs, tick)
    return Comparison(tuple(told), len(sources) - sum(bool(one.failed) for one in told))


def _cores() -> int:
    """Those this program may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _one_by_one(
    sources: Sequence[Source], other: Other, opens: Opens | None, tick: Tick
) -> Iterator[Compared]:
    store = opens() if opens is not None else None
    try:
        for n, source in enumerate(sources, 1):
            yield from _worth_telling(source, other, store)
            tick(n)
    finally:
        if store is not None:
            store.close()


def _worth_telling(source: Source, other: Other, store: Store | None) -> Iterator[Compared]:
    """The comparison of a game, if there is anything to tell about it."""
    found = compared(source, other, store)
    if found.failed or found.changed or found.result or found.ends_otherwise:
        yield found


def _on_all_cores(
    sources: Sequence[Source], other: Other, opens: Opens | None, jobs: int, tick: Tick
) -> list[Compared]:
    size = min(max(1, len(sources) // (jobs * CHUNKS_EACH)), MOST_IN_A_CHUNK)
    chunks = [sources[start : start + size] for start in range(0, len(sources), size)]
    found: list[list[Compared]] = [[] for _ in chunks]
    done = 0
    with ProcessPoolExecutor(jobs, _context(), _begin, (other, opens)) as pool:
        running = {pool.submit(_chunk, chunk): n for n, chunk in enumerate(chunks)}
        for future in as_completed(running):
            n = running[future]
            try:
                found[n] = future.result()
            except BrokenProcessPool:
                found[n] = [Compared(one, f"{one.name}: {ENDED}") for one in chunks[n]]
            done += len(chunks[n])
            tick(done)
    return [one for chunk in found for one in chunk]


ENDED = "the process that compared it was ended from outside, perhaps for want of memory"


def _context() -> Any:
    """Forking is quickest, and safe only while there is one thread."""
    alone = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if alone else "spawn")


_work: dict[str, Any] = {}


def _begin(other: Other, opens: Opens | None) -> None:
    _work["other"] = other
    _work["store"] = opens() if opens is not None else None


def _chunk(sources: Sequence[Source]) -> list[Compared]:
    store: Store | None = _work["store"]
    return [told for source in sources for told in _worth_telling(source, _work["other"], store)]


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


def comparison_in_words(found: Comparison, title_of: Mapping[RuleId, str]) -> Iterator[str]:
    """The comparison for people, a line each. `title_of`: rule → its title."""
    for one in found.games:
        if one.changed or one.result:
            yield one.source.name
            yield from map(_changed_in_words, one.changed)
        if one.result:
            yield f"  the result: {one.result[0]} → {one.result[1]}"
    for one in found.failed:
        yield f"not compared: {one.failed}"
    yield from _summary(found, title_of)


def _changed_in_words(changed: Changed) -> str:
    before = f"{changed.was} ({', '.join(changed.cited)})"
    after = f"{changed.becomes} ({', '.join(changed.cites)})"
    by = f"by {', '.join(changed.by)}"
    follows = f", following entry {changed.follows}" if changed.follows is not None else ""
    return f"  entry {changed.n}  {changed.step}: {before} → {after}, {by}{follows}"


def _summary(found: Comparison, title_of: Mapping[RuleId, str]) -> Iterator[str]:
    rulings = sum(len(one.changed) for one in found.games)
    games = sum(bool(one.changed) for one in found.games)
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
    for rule, number in found.by_rule.most_common():
        yield f"  {rule}  {title_of.get(rule, '')}: {_count(number, 'ruling')}"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
