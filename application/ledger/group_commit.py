"""Group commit: what waits to be written at the same time shares one durable commit."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from application.ledger.rows import Fetched
from application.ledger.store import Head, StoredSnapshot, StoreProblem

MOST_TOGETHER = 256
"""Most pieces of work written in one commit."""


@dataclass(frozen=True, slots=True)
class Append:
    """Rows of one game to be written after a head, all or none."""

    game: str
    head: Head
    rows: Fetched
    leads_to: Head
    snapshots: Sequence[StoredSnapshot] = ()
    """Snapshots to store with the rows."""


Work = TypeVar("Work")
Result = TypeVar("Result")


class GroupCommit(Generic[Work, Result]):
    """Commits one batch at a time.

    Work that finds nobody writing is committed at once, in its own thread. The rest queues for the
    writer thread, which commits all that is waiting together.
    """

    def __init__(self, commit: Callable[[Sequence[Work]], Sequence[Result | Exception]]) -> None:
        """`commit` writes a batch and gives what came of each; it raises what is the same for all."""
        self._commit = commit
        self._queue: SimpleQueue[tuple[Work, Callable[[Result | Exception], None]] | None] = (
            SimpleQueue()
        )
        self._writing = threading.Lock()
        self._starting = threading.Lock()
        self._writer: threading.Thread | None = None
        self._closed = False

    def write(self, work: Work) -> Result:
        """Writes it; durable on return. Raises what came of it where that is an error."""
        # A command commits one step and ends: it needs no thread for that.
        if self._queue.empty() and self._writing.acquire(blocking=False):
            try:
                (result,) = self._commit((work,))
            finally:
                self._writing.release()
        else:
            heard: SimpleQueue[Result | Exception] = SimpleQueue()
            self.submit(work, heard.put)
            result = heard.get()
        if isinstance(result, Exception):
            raise result
        return result

    def submit(self, work: Work, tell: Callable[[Result | Exception], None]) -> None:
        """Queues it for the writer thread, which tells what came of it. Raises StoreProblem once closed."""
        if self._closed:
            raise StoreProblem("the store is closed")
        self._queue.put((work, tell))
        if self._writer is None:
            self._start()

    def close(self) -> None:
        """Writes what is still waiting, then stops the writer thread."""
        self._closed = True
        if self._writer is not None:
            self._queue.put(None)
            self._writer.join()
            self._writer = None

    def _start(self) -> None:
        with self._starting:
            if self._writer is None:
                self._writer = threading.Thread(target=self._write_on, name="writer", daemon=True)
                self._writer.start()

    def _write_on(self) -> None:
        going_on = True
        while going_on:
            # Without the lock: as long as nothing waits, whoever comes may commit in their own thread.
            queued = [self._queue.get()]
            with self._writing:
                # Only now: all that came while somebody else was committing goes along.
                try:
                    while len(queued) < MOST_TOGETHER:
                        queued.append(self._queue.get_nowait())
                except Empty:
                    pass
                going_on = None not in queued
                batch = [one for one in queued if one is not None]
                results: Sequence[Result | Exception] = ()
                try:
                    results = self._commit([work for work, _ in batch]) if batch else ()
                except Exception as why:  # whatever it is, those who wait hear of it
                    results = [why] * len(batch)
                for (_, tell), result in zip(batch, results, strict=True):
                    tell(result)
