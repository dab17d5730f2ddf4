"""Lets the thread that writes rows wake the event loops that wait until these are durable."""

import asyncio
from collections import deque
from contextlib import suppress
from functools import partial
from weakref import WeakKeyDictionary, ref

from application.ledger.store import Outcome, Tell


def new_wait() -> "tuple[asyncio.Future[None], Tell]":
    """A future that the running loop awaits, and the function by which the writing thread settles it.

    asyncio's own way of awaiting a thread takes three times as long.
    """
    loop = asyncio.get_running_loop()
    waker = _wakers.get(loop)
    if waker is None:
        waker = _wakers[loop] = LoopWaker(loop)
    done: asyncio.Future[None] = loop.create_future()
    return done, partial(waker.tell, done)


class LoopWaker:
    """Wakes one event loop once for a whole batch, however many of its steps wait."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = ref(loop)
        self.told: deque[tuple[asyncio.Future[None], Outcome]] = deque()
        self.woken = False

    def tell(self, done: "asyncio.Future[None]", outcome: Outcome) -> None:
        """Hands over the outcome for one future. Called by the thread that writes."""
        self.told.append((done, outcome))
        loop = self.loop()
        if loop is not None and not self.woken:
            self.woken = True
            with suppress(RuntimeError):  # the loop has been closed: nobody awaits it any more
                loop.call_soon_threadsafe(self.read)

    def read(self) -> None:
        """Settles every future handed over so far. Called by the loop; what comes later wakes it anew."""
        self.woken = False
        while self.told:
            done, outcome = self.told.popleft()
            if done.done():
                continue
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)


_wakers: "WeakKeyDictionary[asyncio.AbstractEventLoop, LoopWaker]" = WeakKeyDictionary()
