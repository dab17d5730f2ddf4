"""Work given to several processes, a piece at a time, and its results in order."""

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

AHEAD = 3
"""So many pieces for each process wait for it."""


def cores() -> int:
    """How many this program may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


@contextmanager
def mapping(jobs: int, begin: Callable[..., None], given: tuple[Any, ...]) -> Iterator[Any]:
    """A function (work, pieces) → results in the order of the pieces, from so many processes.

    Each process begins with `begin(*given)`. With one job all is done here, at once.
    """
    if jobs == 1:
        begin(*given)
        yield map
        return
    with ProcessPoolExecutor(jobs, process_context(), begin, given) as pool:

        def in_processes(
            work: Callable[[Piece], Result], pieces: Iterable[Piece]
        ) -> Iterator[Result]:
            rest = iter(pieces)
            running: list[Future[Result]] = [
                pool.submit(work, one) for one in islice(rest, jobs * AHEAD)
            ]
            while running:
                yield running.pop(0).result()
                running += [pool.submit(work, one) for one in islice(rest, 1)]

        yield in_processes


def process_context() -> Any:
    """Forking is quickest, and safe only while there is one thread."""
    alone = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if alone else "spawn")
