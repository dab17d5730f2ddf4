"""A connection to PostgreSQL that is closed when the server says nothing for too long, and a pool's doubt."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg.rows import Row
from psycopg_pool import ConnectionPool, PoolTimeout

SILENCE = 10.0
"""Seconds without a word from the server; it waits half of that for a lock."""
AN_HOUR = 3600.0
"""The same for what works on whole tables."""
IN_DOUBT = 0.5
"""Seconds to wait for a server that did not answer when it was asked last."""
RECONNECT = 1.0
"""Seconds for which a pool tries to connect by itself; from then on whoever asks makes it try anew."""
T = TypeVar("T")


class NoAnswer(psycopg.OperationalError):
    """The server said nothing for too long; it may still carry out what it was sent."""


class NotReplicated(NoAnswer):
    """It was committed where it was sent, and the wait for a standby to have it was broken off."""


class BoundedConnection(psycopg.Connection[Row]):
    """Ends every wait for a frozen server, which the system takes to be alive."""

    patience = SILENCE
    alone = False
    """The server has just said that it did not wait for a standby any longer."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.add_notice_handler(self._hear)

    def _hear(self, notice: psycopg.errors.Diagnostic) -> None:
        # The statement then ends as if all were well; the server has no error code for it.
        self.alone = self.alone or notice.source_function == "SyncRepWaitForLSN"

    def commit(self) -> None:
        """Checks that a commit waited for its standby; else closes the connection. Raises NotReplicated.

        A pool calls it at the end of each use, also where every statement commits by itself.
        """
        super().commit()
        if self.alone:
            self.close()
            raise NotReplicated("a standby was not waited for")

    def wait(self, gen: Any, *given: Any, **named: Any) -> Any:
        """What the generator gives. Raises NoAnswer, and then the connection is closed."""
        try:
            return super().wait(_until_silence(gen, self.patience), *given, **named)
        except NoAnswer:
            self.close()
            raise

    @contextmanager
    def waiting(self, seconds: float) -> Iterator[None]:
        """Waits this long instead."""
        before, self.patience = self.patience, seconds
        try:
            yield
        finally:
            self.patience = before


def _until_silence(gen: Generator[Any, Any, T], seconds: float) -> Generator[Any, Any, T]:
    """The generator, with NoAnswer raised where the driver had nothing to report for so long."""
    until = monotonic() + seconds
    try:
        asked = next(gen)
        while True:
            ready = yield asked
            if ready:
                until = monotonic() + seconds
            elif monotonic() > until:
                raise NoAnswer(f"no answer for {seconds:g} seconds")
            asked = gen.send(ready)
    except StopIteration as end:
        value: T = end.value
        return value


class Doubt:
    """Whether a server did not answer when it was asked last: then nobody waits for it long.

    Otherwise the waits of all who ask would add up while it is away, and go on when it is back.
    """

    def __init__(self, pool: "ConnectionPool[BoundedConnection[Any]]") -> None:
        self.pool = pool
        self.doubts = False

    @contextmanager
    def connection(self) -> Iterator[BoundedConnection[Any]]:
        """A connection of the pool. Raises PoolTimeout, and then nothing was sent; NoAnswer."""
        doubted = self.doubts
        try:
            with self.pool.connection(IN_DOUBT if doubted else None) as lent:
                if doubted:
                    _ask(lent)
                    self.doubts = False
                yield lent
        except (PoolTimeout, NoAnswer):
            self.doubts = True
            raise


def _ask(connection: BoundedConnection[Any]) -> None:
    """Checks that the server answers at once. Raises PoolTimeout."""
    try:
        with connection.waiting(IN_DOUBT):
            ConnectionPool.check_connection(connection)
    except NoAnswer:
        raise PoolTimeout("it does not answer") from None
