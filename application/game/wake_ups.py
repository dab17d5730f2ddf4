"""Lets the thread that writes rows wake the event loops that wait until these are durable."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary, ref


def new_wait() -> "tuple[asyncio.Future[Any], Callable[[Any], None]]":
    """A future that the running loop awaits, and the function by which the writing thread settles it.

    asyncio's own way of awaiting a thread takes three times as long.
    """
    loop = asyncio.get_running_loop()
    waker = _wakers.get(loop)
    if waker is None:
        waker = _wakers[loop] = LoopWaker(loop)
    done: asyncio.Future[Any] = loop.create_future()
    return done, partial(waker.tell, done)


class LoopWaker:
    """Wakes one event loop once for a whole batch, however many of its steps wait."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        # Wakers are kept by their loops, which would never end if these were held here.
        self.loop = ref(loop)
        self.told: deque[tuple[asyncio.Future[Any], Any]] = deque()
        self.woken = False

    def tell(self, done: "asyncio.Future[Any]", outcome: Any) -> None:
        """Hands over the outcome for one future. Called by the thread that writes."""
        self.told.append((done, outcome))
        loop = self.loop()
        if loop is not None and not self.woken:
            self.woken = True
            with suppress(RuntimeError):  # the loop has been closed: nobody awaits it any more
                loop.call_soon_threadsafe(self.read)

    def read(self) -> None:
        """Settles every future handed over so far. Called by the loop; what comes later wakes it anew."""
        # Before anything is taken out: what comes after the last look then wakes the loop again.
        self.woken = False
        while self.told:
            done, outcome = self.told.popleft()
            if done.done():
                continue
            if isinstance(outcome, Exception):
                done.set_exception(outcome)
            else:
                done.set_result(outcome)


_wakers: "WeakKeyDictionary[asyncio.AbstractEventLoop, LoopWaker]" = WeakKeyDictionary()
