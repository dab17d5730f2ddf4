"""Threads beside the event loop, and pools of them for longer work, in which seats take turns.

Nothing long runs in the event loop, nor on the default threads, which look up tokens and store rulings.
A pool has two threads, and a seat uses one at a time; more threads would only take the interpreter from
the event loop. All requests without a key share one more thread.
"""

import asyncio
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from adapters.web.limits import too_many

SWITCH = 0.0005
"""The interpreter's switch interval, in seconds, while a thread works beside the event loop."""
THREADS = 2
WAITING = 16
"""Most pieces of work of one seat that may wait."""
T = TypeVar("T")
Job = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class YieldingThreads(ThreadPoolExecutor):
    """Threads that hand the interpreter over to the event loop more often, as long as one of them works.

    With a busy thread beside it a step waits 20 ms; with Python's own switch interval of 5 ms it would
    be 100. When none works the usual interval is better: the thread that writes rulings interrupts the
    loop less often, and 64 clients take their steps with 0.9 of the processor's time.
    """

    _counting = threading.Lock()
    _working = 0
    _usual = 0.0

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> "Future[Any]":
        return super().submit(self._run, partial(work, *given, **named))

    @classmethod
    def _run(cls, work: Callable[[], Any]) -> Any:
        cls._count(1)
        try:
            return work()
        finally:
            cls._count(-1)

    @classmethod
    def _count(cls, change: int) -> None:
        """Counts the threads at work, of all pools; the first and the last one set the interval."""
        with cls._counting:
            before, YieldingThreads._working = cls._working, cls._working + change
            if not before:
                YieldingThreads._usual = sys.getswitchinterval()
                sys.setswitchinterval(SWITCH)
            elif not cls._working:
                sys.setswitchinterval(cls._usual)


class FairPool:
    """A queue for each seat; after one piece of work it is the next seat's turn."""

    def __init__(self, threads: int = THREADS, waiting: int = WAITING) -> None:
        self.threads = threads
        self.waiting = waiting
        self._pool = YieldingThreads(threads, "turns")
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()
        self._at_work: set[str] = set()

    async def run(self, whose: str, work: Callable[..., T], *given: Any) -> T:
        """Runs the work at the seat's turn; gives its result or raises its error. Problem if too many wait."""
        queue = self._queues.setdefault(whose, deque())
        if len(queue) >= self.waiting:
            raise too_many(f"{self.waiting} questions of this seat are waiting already", 1)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        # The work keeps the request's context variables, such as its language.
        queue.append((partial(copy_context().run, work, *given), done))
        self._begin()
        return await done

    async def close(self) -> None:
        """Cancels work that waits for its turn, then waits for running work to end."""
        while self._queues:
            for _, done in self._queues.popitem()[1]:
                done.cancel()
        await asyncio.to_thread(self._pool.shutdown)

    def _begin(self) -> None:
        while len(self._at_work) < self.threads:
            whose = next((queue for queue in self._queues if queue not in self._at_work), None)
            if whose is None:
                return
            work, done = self._queues[whose].popleft()
            # Whoever was just served stands at the end of the line.
            self._queues.move_to_end(whose)
            if not self._queues[whose]:
                del self._queues[whose]
            if done.cancelled():
                continue
            self._at_work.add(whose)
            running = asyncio.get_running_loop().run_in_executor(self._pool, work)
            running.add_done_callback(partial(self._end, whose, done))

    def _end(self, whose: str, done: "asyncio.Future[Any]", ran: "asyncio.Future[Any]") -> None:
        self._at_work.discard(whose)
        # A thread cannot be stopped: its work ends even where nobody waits for it any more.
        if not done.cancelled():
            why = ran.exception()
            if why is not None:
                done.set_exception(why)
            else:
                done.set_result(ran.result())
        self._begin()
