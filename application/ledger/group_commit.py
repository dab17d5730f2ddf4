"""Group commit: appends that wait at the same time share one durable commit."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from application.ledger.rows import Fetched
from application.ledger.store import Head, Outcome, StoredSnapshot, StoreProblem, Tell

MOST_TOGETHER = 256
"""Most appends written in one commit."""


@dataclass(frozen=True, slots=True)
class Append:
    """Rows of one game to be written after a head, all or none."""

    game: str
    head: Head
    rows: Fetched
    leads_to: Head
    snapshots: Sequence[StoredSnapshot] = ()
    """Snapshots to store with the rows."""


Commit = Callable[[Sequence[Append]], Sequence[Outcome]]
"""Writes a batch and gives an outcome for each append; raises where it is the same for all of them."""


QueuedAppend = tuple[Append, Tell]


class GroupCommit:
    """Commits one batch at a time.

    An append that finds nobody writing is committed at once, in its own thread. The others queue
    for the writer thread, which commits all that are waiting together.
    """

    def __init__(self, commit: Commit) -> None:
        self._commit = commit
        self._queue: SimpleQueue[QueuedAppend | None] = SimpleQueue()
        self._writing = threading.Lock()
        self._starting = threading.Lock()
        self._writer: threading.Thread | None = None
        self._closed = False

    def append(self, append: Append) -> Head:
        """Writes rows; durable on return. Raises the outcome if this append failed."""
        if not self._queue.empty() or not self._writing.acquire(blocking=False):
            return self._waited_for(append)
        try:
            (outcome,) = self._commit((append,))
        finally:
            self._writing.release()
        if outcome is not None:
            raise outcome
        return append.leads_to

    def submit(self, append: Append, tell: Tell) -> None:
        """Queues rows for the writer thread, which calls `tell`. Raises StoreProblem once closed."""
        if self._closed:
            raise StoreProblem("the store is closed")
        self._queue.put((append, tell))
        if self._writer is None:
            self._start()

    def _waited_for(self, append: Append) -> Head:
        heard: SimpleQueue[Outcome] = SimpleQueue()
        self.submit(append, heard.put)
        outcome = heard.get()
        if outcome is not None:
            raise outcome
        return append.leads_to

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
                self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
                self._writer.start()

    def _write(self) -> None:
        going_on = True
        while going_on:
            batch = [self._queue.get()]
            with self._writing:
                batch += self._more(MOST_TOGETHER - 1)
                going_on = None not in batch
                self._write_batch([one for one in batch if one is not None])

    def _more(self, most: int) -> "list[QueuedAppend | None]":
        found: list[QueuedAppend | None] = []
        try:
            while len(found) < most:
                found.append(self._queue.get_nowait())
        except Empty:
            pass
        return found

    def _write_batch(self, batch: list[QueuedAppend]) -> None:
        if not batch:
            return
        try:
            outcomes = self._commit([append for append, _ in batch])
        except (
            Exception
        ) as why:  # whatever it is, those who wait hear of it, and the writer goes on
            outcomes = [why] * len(batch)
        for (_, tell), outcome in zip(batch, outcomes, strict=True):
            tell(outcome)
