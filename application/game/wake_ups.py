"""A loop is told what a thread has made durable."""

import asyncio
from collections import deque
from contextlib import suppress
from functools import partial
from weakref import WeakKeyDictionary, ref

from application.ledger.store import Outcome, Told


def new_wait() -> "tuple[asyncio.Future[None], Told]":
    """What the running loop awaits, and what a thread tells its outcome to.

    asyncio's own way of awaiting a thread takes three times as long.
    """
    loop = asyncio.get_running_loop()
    mailbox = _mailboxes.get(loop)
    if mailbox is None:
        mailbox = _mailboxes[loop] = Mailbox(loop)
    done: asyncio.Future[None] = loop.create_future()
    return done, partial(mailbox.tell, done)


class Mailbox:
    """Wakes a loop once for all that a thread has written together."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = ref(loop)
        self.told: deque[tuple[asyncio.Future[None], Outcome]] = deque()
        self.woken = False

    def tell(self, done: "asyncio.Future[None]", outcome: Outcome) -> None:
        """Called by the thread that writes."""
        self.told.append((done, outcome))
        loop = self.loop()
        if loop is not None and not self.woken:
            self.woken = True
            with suppress(RuntimeError):  # the loop has been closed: nobody awaits it any more
                loop.call_soon_threadsafe(self.read)

    def read(self) -> None:
        """Called by the loop. What is told from here on wakes it again."""
        self.woken = False
        while self.told:
            done, outcome = self.told.popleft()
            if done.done():
                continue
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)


_mailboxes: "WeakKeyDictionary[asyncio.AbstractEventLoop, Mailbox]" = WeakKeyDictionary()
