"""Work spread over several processes, with the results in order."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, Protocol, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

AHEAD = 3
"""Pieces handed to the pool for each process: one that is worked on, and two that lie ready."""


class Map(Protocol):
    """What the built-in `map` does: the results of the work, in the order of the pieces."""

    def __call__(
        self, work: Callable[[Piece], Result], pieces: Iterable[Piece], /
    ) -> Iterator[Result]: ...


def cores() -> int:
    """How many cores this program may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


@contextmanager
def parallel_map(jobs: int, begin: Callable[..., None], given: tuple[Any, ...]) -> Iterator[Map]:
    """A `map` over so many processes, each of which begins with `begin(*given)`.

    With one job everything happens in this process, piece by piece as its result is asked for.
    """
    if jobs == 1:
        begin(*given)
        yield map
        return
    with pool_of(jobs, begin, given) as pool:

        def in_processes(
            work: Callable[[Piece], Result], pieces: Iterable[Piece]
        ) -> Iterator[Result]:
            rest = iter(pieces)
            running: list[Future[Result]] = [
                pool.submit(work, task) for task in islice(rest, jobs * AHEAD)
            ]
            while running:
                yield running.pop(0).result()
                running += [pool.submit(work, task) for task in islice(rest, 1)]

        try:
            yield in_processes
        finally:
            pool.shutdown(cancel_futures=True)


def pool_of(jobs: int, begin: Callable[..., None], given: tuple[Any, ...]) -> ProcessPoolExecutor:
    """So many processes, each of which begins with `begin(*given)` and ends with this one."""
    return ProcessPoolExecutor(jobs, _process_context(), _begin, (begin, given))


def _begin(begin: Callable[..., None], given: tuple[Any, ...]) -> None:
    end_with_parent()
    begin(*given)


def end_with_parent() -> None:
    """Stops this process as SIGTERM does when its parent is gone, which may have been killed."""
    threading.Thread(target=_await_parent, daemon=True).start()


def _await_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _process_context() -> Any:
    """How processes are started: by a fork, the quickest way, where it is safe: on Linux, with one thread."""
    alone = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if alone else "spawn")
