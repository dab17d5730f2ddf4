"""A connection to PostgreSQL that is closed when the server says nothing for too long."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg.rows import Row

SILENCE = 10.0
"""Seconds without a word from the server; it waits half of that for a lock."""
AN_HOUR = 3600.0
"""The same for what works on whole tables."""
T = TypeVar("T")


class NoAnswer(psycopg.OperationalError):
    """The server said nothing for too long; it may still carry out what it was sent."""


class BoundedConnection(psycopg.Connection[Row]):
    """Ends every wait for a frozen server, which the system takes to be alive."""

    patience = SILENCE

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
        found: T = end.value
        return found
