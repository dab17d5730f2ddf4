"""Appends that wait together share one durable commit."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from application.positions import Kept
from application.rows import Fetched
from application.store import Head, StoreProblem

MOST_TOGETHER = 256


@dataclass(frozen=True, slots=True)
class Append:
    """Rows of one game that follow a head, to be written all or none."""

    game: str
    head: Head
    rows: Fetched
    leads_to: Head
    beside: Sequence[Kept] = ()
    """What is kept beside the log with them."""


Outcome = Exception | None
"""Of one append of a batch: None once it is durable."""
Commit = Callable[[Sequence[Append]], Sequence[Outcome]]
"""Writes a batch in one transaction; raises when none of it was written."""


@dataclass(slots=True)
class Waiting:
    append: Append
    future: "Future[Head]" = field(default_factory=Future)


class GroupCommit:
    """One writer at a time. Who comes first writes at once; who comes meanwhile is written together."""

    def __init__(self, commit: Commit) -> None:
        self._commit = commit
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._writing = threading.Lock()
        self._starting = threading.Lock()
        self._writer: threading.Thread | None = None
        self._closed = False

    def append(self, append: Append) -> Head:
        """Durable on return. Raises what the commit gives for this append."""
        if not self._queue.empty() or not self._writing.acquire(blocking=False):
            return self.submit(append).result()
        try:
            (outcome,) = self._commit((append,))
        finally:
            self._writing.release()
        if outcome is not None:
            raise outcome
        return append.leads_to

    def submit(self, append: Append) -> "Future[Head]":
        """Resolved once the append is durable."""
        if self._closed:
            raise StoreProblem("the store is closed")
        waiting = Waiting(append)
        self._queue.put(waiting)
        if self._writer is None:
            self._start()
        return waiting.future

    def close(self) -> None:
        """Writes what waits, then ends."""
        self._closed = True
        if self._writer is not None:
            self._queue.put(None)
            self._writer.join()
            self._writer = None

    def _start(self) -> None:
        with self._starting:
            if self._writer is None:
                self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
                self._writer.start()

    def _write(self) -> None:
        going_on = True
        while going_on:
            batch = [self._queue.get()]
            with self._writing:
                batch += self._more()
                going_on = None not in batch
                self._written([one for one in batch if one is not None])

    def _more(self) -> "list[Waiting | None]":
        found: list[Waiting | None] = []
        try:
            while len(found) < MOST_TOGETHER:
                found.append(self._queue.get_nowait())
        except Empty:
            pass
        return found

    def _written(self, batch: list[Waiting]) -> None:
        batch = [one for one in batch if one.future.set_running_or_notify_cancel()]
        if not batch:
            return
        try:
            outcomes = self._commit([one.append for one in batch])
        except Exception as why:
            outcomes = [why] * len(batch)
        for one, outcome in zip(batch, outcomes, strict=True):
            if outcome is None:
                one.future.set_result(one.append.leads_to)
            else:
                one.future.set_exception(outcome)
