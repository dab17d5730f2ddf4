"""What every stream of server-sent events has: a listener, a start, keep-alives, an end at the disconnect."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType

from starlette.types import Message, Receive, Send

from adapters.web.responses import RAW_HEADERS, Problem

KEEP_ALIVE = 15.0
"""Seconds of silence after which a stream sends a comment."""


@dataclass(eq=False)
class Listener:
    """Somebody who listens, by the digest of their token."""

    token: str
    fresh: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there may be something new to send."""
    ended: bool = False
    """They have left, or their token was revoked."""

    def end(self) -> None:
        self.ended = True
        self.fresh.set()


class EventStream:
    """Sends events to one listener, within `async with`; calls `leave` at the end.

    `begin`, `write`, `wait` and `finish` raise TimeoutError if the client reads nothing for `patience`
    seconds.
    """

    def __init__(
        self,
        listener: Listener,
        receive: Receive,
        send: Send,
        patience: float,
        leave: Callable[[], None],
    ) -> None:
        self.listener = listener
        self.patience = patience
        self._receive = receive
        self._send = send
        self._leave = leave

    async def __aenter__(self) -> "EventStream":
        self._disconnect = asyncio.create_task(self._end_at_disconnect())
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _why: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._disconnect.cancel()
        self._leave()

    async def begin(self, first: bytes) -> None:
        """Sends the head of the response and these first lines."""
        kind = (b"content-type", b"text/event-stream; charset=utf-8")
        # Else a proxy may collect what is sent, and pass it on late.
        headers = [*RAW_HEADERS, kind, (b"x-accel-buffering", b"no")]
        await self._deliver({"type": "http.response.start", "status": 200, "headers": headers})
        await self.write(first)

    async def write(self, lines: bytes) -> None:
        await self._deliver({"type": "http.response.body", "body": lines, "more_body": True})

    async def wait(self) -> bool:
        """Waits until there is something new. False if it has sent a keep-alive comment instead."""
        try:
            async with asyncio.timeout(KEEP_ALIVE):
                await self.listener.fresh.wait()
        except TimeoutError:
            await self.write(b": still here\n\n")
            return False
        return True

    async def finish(self) -> None:
        """Ends the response, so that the client reconnects or goes."""
        with suppress(ConnectionError):
            await self._deliver({"type": "http.response.body", "body": b"", "more_body": False})

    async def _deliver(self, message: Message) -> None:
        async with asyncio.timeout(self.patience):
            await self._send(message)

    async def _end_at_disconnect(self) -> None:
        with suppress(Problem):
            while (await self._receive())["type"] != "http.disconnect":
                pass
        self.listener.end()
