"""Limits on the size and arrival time of request bodies, on every route, before any key is checked."""

import asyncio
import re

from starlette.types import Message, Receive, Scope

from adapters.web.responses import Problem
from adapters.web.settings import WebSettings

FORMS = frozenset({"/start", "/replay/open"})
REPLAY = 512 * 1024
"""Largest form body, in bytes, for replaying a file without a key."""
ENTER = re.compile(r"/enter/[^/]*")
SEAT = 4096
"""Largest form body, in bytes, for taking a seat with its token."""


def largest_body(scope: Scope, settings: WebSettings) -> int:
    """The largest body, in bytes, that this request's route accepts."""
    path = scope["path"]
    if path == "/api/games":
        return settings.most_record
    if path in FORMS:
        return settings.most_form
    if path == "/replay":
        return most_replayed(settings)
    return SEAT if ENTER.fullmatch(path) else settings.most_step


def most_replayed(settings: WebSettings) -> int:
    """The largest form, in bytes, with a file that is replayed."""
    return min(REPLAY, settings.most_form)


ARRIVED = "umpire.arrived"
"""The key of the ASGI scope that is there once the connection has received the whole body."""


class LimitedReceive:
    """An ASGI `receive` that raises Problem when the body is too long, too slow or cut off."""

    __slots__ = ("deadline", "left", "length", "most", "patience", "receive", "scope")

    def __init__(
        self, scope: Scope, receive: Receive, most: int, patience: float, length: int = 0
    ) -> None:
        self.scope = scope
        self.receive = receive
        self.most = most
        self.left = most
        self.length = length
        """The Content-Length in bytes; 0 when none was sent."""
        self.patience = patience
        self.deadline: float | None = None
        """The deadline for the body in the loop's time, in seconds; None before the first read."""

    async def __call__(self) -> Message:
        if self.left < 0:
            return await self.receive()
        if self.length > self.most:
            raise too_long(self.most)
        message = await (self.receive() if ARRIVED in self.scope else self._in_time())
        if message["type"] == "http.disconnect":
            raise Problem(400, "unreadable", "the connection ended before the body did")
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            raise too_long(self.most)
        if not message.get("more_body"):
            self.left = WHOLE
        return message

    async def _in_time(self) -> Message:
        if self.deadline is None:
            self.deadline = asyncio.get_running_loop().time() + self.patience
        try:
            async with asyncio.timeout_at(self.deadline):
                return await self.receive()
        except TimeoutError:
            raise Problem(
                408, "too-slow", f"it took longer than {self.patience:g} seconds"
            ) from None


WHOLE = -1
"""Value of `left` once the body is complete: the only message still to come is the disconnect."""


def limited_receive(scope: Scope, receive: Receive, settings: WebSettings) -> LimitedReceive:
    """The request's `receive`, with the limits of its route."""
    header = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    length = int(header) if header.isdigit() else 0
    return LimitedReceive(scope, receive, largest_body(scope, settings), settings.patience, length)


def too_long(most: int) -> Problem:
    return Problem(413, "too-long", f"it is longer than {most} bytes", "body")
