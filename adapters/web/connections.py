"""Connections: how many an address may hold, and how long each may keep the server waiting.

A request must arrive within bounds before anything of it is looked at, and whoever does not take what
they are sent is let go. uvicorn bounds neither the head of a request (httptools has no limit at all,
and joins a growing header anew with each piece) nor its time, nor a line that takes nothing in.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

import uvicorn

from adapters.web.answers import Problem
from adapters.web.limits import network_of
from adapters.web.logs import server

if TYPE_CHECKING:
    from uvicorn.server import ServerState

HEAD = 32 * 1024
"""Bytes of a request before its body: line and headers, cookies of a few hundred games among them."""
SLOWEST = 1024
"""Bytes a second that whoever is sent much must take in."""
AHEAD = 100
"""Requests that may wait on a line while an earlier one is answered."""
LOOK = 0.5
"""Seconds between looks at connections that have waited too long."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What connections are held to."""

    body: int
    """Bytes of a request after its head, as they come over the line."""
    patience: float
    """Seconds in which a head must have arrived, or something that was sent be taken."""
    most: int
    """Connections of a worker."""
    each: int
    """Connections of an address."""
    here: int
    """The same for this machine's own, where a proxy stands for many."""


class Config(uvicorn.Config):
    """uvicorn's settings, with ours for connections."""

    def __init__(self, app: Any, bounds: Bounds, **settings: Any) -> None:
        super().__init__(app, http=Connection, h11_max_incomplete_event_size=HEAD, **settings)
        self.bounds = bounds


class Connections:
    """Every connection of a worker."""

    def __init__(self, bounds: Bounds, loop: asyncio.AbstractEventLoop) -> None:
        self.bounds = bounds
        self.loop = loop
        self.open: dict[Watched, str] = {}
        """Each with its address, in the order in which they came."""
        self.of_address: Counter[str] = Counter()
        self.closed: Counter[str] = Counter()
        """Why, since the last look."""
        self._looking: asyncio.TimerHandle | None = None

    def enter(self, connection: "Watched", address: str) -> bool:
        """One more, if there is room for it."""
        most = self.bounds.here if is_here(address) else self.bounds.each
        if self.of_address[address] >= most and not self._made_room(address):
            self.closed["too many of one address"] += 1
            return False
        if len(self.open) >= self.bounds.most and not self._made_room():
            self.closed["too many in all"] += 1
            return False
        self.open[connection] = address
        self.of_address[address] += 1
        if self._looking is None:
            self._looking = self.loop.call_later(LOOK, self._look)
        return True

    def leave(self, connection: "Watched") -> None:
        address = self.open.pop(connection, None)
        if address is not None:
            self.of_address[address] -= 1
            if not self.of_address[address]:
                del self.of_address[address]

    def _made_room(self, address: str | None = None) -> bool:
        """Lets go of the oldest that waits for a request, in all or of an address."""
        idle = (one for one, whose in self.open.items() if one.waits and address in (None, whose))
        oldest = next(idle, None)
        if oldest is None:
            return False
        self.leave(oldest)
        oldest.let_go("room was needed")
        return True

    def _look(self) -> None:
        now = self.loop.time()
        for connection in list(self.open):
            why = connection.overdue(now)
            if why:
                connection.let_go(why)
        if self.closed:
            told = ", ".join(f"{number} ({why})" for why, number in self.closed.items())
            server.warning("connections closed: %s", told)
            self.closed.clear()
        self._looking = self.loop.call_later(LOOK, self._look) if self.open else None


KNOWN: "WeakKeyDictionary[ServerState, Connections]" = WeakKeyDictionary()


class Cycle(Protocol):
    """A request and its answer, as uvicorn's protocols keep them."""

    scope: Any
    more_body: bool
    response_started: bool
    response_complete: bool


class Watched(asyncio.Protocol):
    """Beside a protocol of uvicorn's: counts what comes, and keeps since when it is waited for."""

    config: Config
    server_state: "ServerState"
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    cycle: Cycle | None
    all: Connections
    waits_since: float
    """When the head, or the body behind it, began to be waited for."""
    head = 0
    """Bytes of a head that is not whole yet."""
    body = 0
    stalled: tuple[float, int] | None = None
    """Since when, and with how many bytes left, nothing more can be sent."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        known = KNOWN.get(self.server_state)
        if known is None:
            known = KNOWN[self.server_state] = Connections(self.config.bounds, self.loop)
        self.all = known
        self.waits_since = self.loop.time()
        if not known.enter(self, peer_of(transport)):
            self.refuse(Problem(429, "too-many", "your address has too many connections open"))

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # In pieces: of 256 KiB of headers the first are looked at, and no more parsed.
        for start in range(0, len(data), HEAD):
            if self.transport.is_closing():
                return
            self._receive(data[start : start + HEAD])

    def _receive(self, data: bytes) -> None:
        before = self.cycle
        of_a_body = before is not None and before.more_body
        super().data_received(data)
        cycle = self.cycle
        if cycle is not before and cycle is not None:
            begun = self.head + len(data)
            self.head, self.body, self.waits_since = 0, len(data), self.loop.time()
            if begun > HEAD and whole_head(cycle) > HEAD:
                self.too_long()
        elif of_a_body:
            self.body += len(data)
            if self.body > self.all.bounds.body:
                self.let_go("a body too long")
        else:
            if not self.head:
                self.waits_since = self.loop.time()
            self.head += len(data)
            if self.head > HEAD:
                self.too_long()

    def pause_writing(self) -> None:
        self.stalled = self.loop.time(), self.transport.get_write_buffer_size()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.stalled = None
        super().resume_writing()

    @property
    def waits(self) -> bool:
        """No request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def overdue(self, now: float) -> str:
        """Why it has been waited for long enough; empty where it has not."""
        patience = self.all.bounds.patience
        if self.stalled is not None:
            since, left = self.stalled
            taken = left - self.transport.get_write_buffer_size()
            return "nothing was taken in" if now - since > patience + taken / SLOWEST else ""
        if self.transport.is_closing():
            self.stalled = now, self.transport.get_write_buffer_size()
        if self.cycle is None or self.head:
            return "a head too slow" if now - self.waits_since > patience else ""
        if self.cycle.more_body and self.cycle.response_complete:
            return "a body that nobody waits for" if now - self.waits_since > patience else ""
        return ""

    def too_long(self) -> None:
        if self.cycle is not None and self.cycle.response_started:
            self.let_go("a head too long")
            return
        self.all.closed["a head too long"] += 1
        self.refuse(Problem(431, "too-long", f"it is longer than {HEAD} bytes", "headers"))

    def refuse(self, problem: Problem) -> None:
        """An answer that no request was read for, and the end."""
        answer = problem.answer()
        lines = [b"HTTP/1.1 %d Refused" % problem.status, b"connection: close"]
        lines += [b"%b: %b" % header for header in answer.raw_headers]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(answer.body)]))
        self.transport.close()

    def let_go(self, why: str) -> None:
        """The end. What was sent may still be taken in, unless that is what was waited for."""
        self.all.closed[why] += 1
        if self.stalled is None:
            self.transport.close()
        else:
            self.transport.abort()


def peer_of(transport: asyncio.BaseTransport) -> str:
    """Whose connection it is; empty where that is not known."""
    peer = transport.get_extra_info("peername")
    return network_of(str(peer[0])) if isinstance(peer, tuple) else ""


def is_here(address: str) -> bool:
    """This machine's own, or a socket that is no network's."""
    return not address or ip_address(address).is_loopback


def whole_head(cycle: Cycle) -> int:
    """Bytes of a head that came whole."""
    scope = cycle.scope
    headers = sum(len(name) + len(value) for name, value in scope["headers"])
    return headers + len(scope["raw_path"]) + len(scope["query_string"])


if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as Http
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as Http


class Connection(Watched, Http):  # type: ignore[misc]
    """httptools where it is installed: with these bounds around it nothing speaks for the slower h11."""

    def data_received(self, data: bytes) -> None:
        """uvicorn reads on after each answer, however many requests it has read already."""
        super().data_received(data)
        waiting = getattr(self, "pipeline", None)
        if waiting is None:
            if len(self.conn.trailing_data[0]) > HEAD:
                self.let_go("too much sent ahead")
        elif len(waiting) > AHEAD:
            waiting.clear()
            self.let_go("too much sent ahead")

    def on_message_complete(self) -> None:
        """uvicorn forgets that a body came whole where the answer was there before it."""
        super().on_message_complete()  # type: ignore[misc]
        if self.cycle is not None:
            self.cycle.more_body = False
