"""Work that takes its time: on threads of its own, where seats take turns.

Nothing long runs in the event loop, nor on the threads on which everybody's tokens are looked up and
rulings are kept. Two threads, one for each seat: more of them would only take from the loop its share
of the interpreter. Whoever has no key gets one more, for all of them.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from adapters.web.limits import too_many

THREADS = 2
WAITING = 16
"""Pieces of work of one seat that may wait."""
T = TypeVar("T")
Job = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class Turns:
    """A queue for each seat; after one piece of work it is the next seat's turn."""

    def __init__(self, threads: int = THREADS, waiting: int = WAITING) -> None:
        self.threads = threads
        self.waiting = waiting
        self._pool = ThreadPoolExecutor(threads, "turns")
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()
        self._at_work: set[str] = set()

    async def take(self, whose: str, work: Callable[..., T], *given: Any) -> T:
        """What the work gives, when it was their turn. Raises what it raises; Problem when too much waits."""
        queue = self._queues.setdefault(whose, deque())
        if len(queue) >= self.waiting:
            raise too_many(f"{self.waiting} questions of this seat are waiting already", 1)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        # What is worked on keeps what is known of the request, such as its language.
        queue.append((partial(copy_context().run, work, *given), done))
        self._begin()
        return await done

    async def close(self) -> None:
        """Nothing new is begun; what is worked on comes to its end."""
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)

    def _begin(self) -> None:
        while len(self._at_work) < self.threads:
            whose = next((one for one in self._queues if one not in self._at_work), None)
            if whose is None:
                return
            work, done = self._queues[whose].popleft()
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
        if not done.cancelled():
            why = ran.exception()
            if why is not None:
                done.set_exception(why)
            else:
                done.set_result(ran.result())
        self._begin()
