"""Many games compared under another law, in parallel on all cores."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace

import msgspec

from application.desk.batch.comparison import Comparison, game_in_words
from application.desk.batch.journal import Journal, NoJournal
from application.desk.batch.sources import Source
from application.desk.compare import ComparedGame, OpenStore, checked_other, comparison_of
from application.lab.processes import cores, pool_of
from application.law.law_spec import LawSpec
from application.ledger.store import Store

NOTHING = NoJournal()
Tick = Callable[[int], None]
"""A progress callback: it is given the number of games done so far."""

FEW = 24
"""Up to this many games one process is faster than starting a second."""
CHUNKS_EACH, MOST_IN_A_CHUNK = 64, 16
"""Chunks per process, and the most games in a chunk: small, so that all processes end together."""


def compare(
    sources: Sequence[Source],
    other: LawSpec,
    opens: OpenStore | None = None,
    jobs: int | None = None,
    tick: Tick = lambda _: None,
    *,
    in_words: bool = False,
    journal: Journal | NoJournal = NOTHING,
) -> Comparison:
    """Compares every game with what it comes to under the other law.

    `opens`: opens the store, for games that are not files. `in_words`: only what `comparison_in_words`
    prints is wanted. `journal`: what an earlier run found before it was broken off. Raises
    BadComparison where no ruleset knows the other law.
    """
    checked_other(other)
    jobs = jobs or cores()
    known = {
        n: game for n, source in enumerate(sources) if (game := _found_before(journal, source))
    }
    left = [source for n, source in enumerate(sources) if n not in known]
    tick(len(known))

    def count(done: int) -> None:
        tick(len(known) + done)

    work = _Work(other, opens, in_words)
    if jobs == 1 or len(left) <= FEW:
        told = list(_one_by_one(left, work, count, journal))
    else:
        told = _on_all_cores(left, work, jobs, count, journal)
    anew = iter(told)
    return Comparison(tuple(known.get(n) or next(anew) for n in range(len(sources))))


def _found_before(journal: Journal | NoJournal, source: Source) -> ComparedGame | None:
    """The comparison of this game in the journal, from an earlier run; None where there is none."""
    known = journal.notes_on(source)
    return None if known is None else msgspec.convert(known, ComparedGame)


def _note(journal: Journal | NoJournal, game: ComparedGame) -> None:
    journal.note(game.source, msgspec.to_builtins(game))


@dataclass(frozen=True)
class _Work:
    """What every worker process needs."""

    other: LawSpec
    opens: OpenStore | None
    in_words: bool
    """What changes is put into words at once: less to pass on, and nothing left to do at the end."""

    def comparison_of(self, source: Source, store: Store | None) -> ComparedGame:
        """The comparison of a game."""
        game = comparison_of(source, self.other, store)
        words = "\n".join(game_in_words(game)) if self.in_words else ""
        return replace(game, words=words, changed=()) if words else game


def _one_by_one(
    sources: Sequence[Source], work: _Work, tick: Tick, journal: Journal | NoJournal
) -> Iterator[ComparedGame]:
    store = work.opens() if work.opens is not None else None
    try:
        for n, source in enumerate(sources, 1):
            game = work.comparison_of(source, store)
            _note(journal, game)
            yield game
            tick(n)
    finally:
        if store is not None:
            store.close()


def _on_all_cores(
    sources: Sequence[Source], work: _Work, jobs: int, tick: Tick, journal: Journal | NoJournal
) -> list[ComparedGame]:
    size = min(max(1, len(sources) // (jobs * CHUNKS_EACH)), MOST_IN_A_CHUNK)
    chunks = [sources[start : start + size] for start in range(0, len(sources), size)]
    compared: list[list[ComparedGame]] = [[] for _ in chunks]
    done = 0
    with pool_of(jobs, _begin, (work,)) as pool:
        running = {pool.submit(_chunk, chunk): n for n, chunk in enumerate(chunks)}
        for future in as_completed(running):
            n = running[future]
            try:
                compared[n] = future.result()
            except BrokenProcessPool:
                compared[n] = [
                    ComparedGame(source, f"{source.name}: {ENDED}") for source in chunks[n]
                ]
            else:
                for game in compared[n]:
                    _note(journal, game)
            done += len(chunks[n])
            tick(done)
    return [game for chunk in compared for game in chunk]


ENDED = "the process that compared it was ended from outside, perhaps for want of memory"


_at_work: list[tuple[_Work, Store | None]] = []
"""In a worker process: its work, and its own store."""


def _begin(work: _Work) -> None:
    _at_work.append((work, work.opens() if work.opens is not None else None))


def _chunk(sources: Sequence[Source]) -> list[ComparedGame]:
    work, store = _at_work[-1]
    return [work.comparison_of(source, store) for source in sources]
