"""Connections: how many an address may hold, and how long each may keep the server waiting.

A request must arrive within limits of size and time before it is handled, and a client that does not
read its answer is disconnected. uvicorn limits neither a head's size (httptools has no limit and copies
a growing header with each piece), nor the time a head takes, nor clients that stop reading.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl

from adapters.web.body_limits import ARRIVED
from adapters.web.limits import network_of
from adapters.web.logs import server
from adapters.web.responses import Problem

if TYPE_CHECKING:
    from uvicorn.server import ServerState

HEAD = 32 * 1024
"""Largest head of a request, in bytes: room for the cookies of a few hundred games."""
SLOWEST = 1024
"""Slowest rate, in bytes per second, at which a client may read an answer."""
PIECE = 4 * 1024
"""Bytes parsed at once: so many requests at most begin before those ahead of them are answered."""
LOOK = 0.5
"""Seconds between checks for overdue connections."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of connections."""

    body: int
    """Largest body in bytes, with the overhead of chunked encoding."""
    patience: float
    """Seconds for a head to arrive, or for a client to read part of its answer."""
    most: int
    """Most connections of a worker."""
    each: int
    """Most connections of one remote address."""
    here: int
    """The same for loopback addresses, where one proxy stands for many clients."""


class Config(uvicorn.Config):
    """uvicorn's configuration, with our limits for connections."""

    def __init__(self, app: Any, bounds: Bounds, **settings: Any) -> None:
        super().__init__(app, http=Connection, h11_max_incomplete_event_size=HEAD, **settings)
        self.bounds = bounds


class Connections:
    """The open connections of a worker."""

    def __init__(self, bounds: Bounds, loop: asyncio.AbstractEventLoop) -> None:
        self.bounds = bounds
        self.loop = loop
        self.open: dict[Watched, str] = {}
        """Connection → remote address, oldest first."""
        self.of_address: Counter[str] = Counter()
        self.closed: Counter[str] = Counter()
        """Reason → connections closed for it since the last check."""
        self._looking: asyncio.TimerHandle | None = None

    def enter(self, connection: "Watched", address: str) -> bool:
        """Adds a connection; False if there is no room for it."""
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
        """Closes the oldest idle connection (of this address, if given); False if there is none."""
        idle = (
            watched
            for watched, whose in self.open.items()
            if watched.waits and address in (None, whose)
        )
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
            counts = ", ".join(f"{number} ({why})" for why, number in self.closed.items())
            server.warning("connections closed: %s", counts)
            self.closed.clear()
        self._looking = self.loop.call_later(LOOK, self._look) if self.open else None


KNOWN: "WeakKeyDictionary[ServerState, Connections]" = WeakKeyDictionary()


class Cycle(Protocol):
    """One request and its response, as uvicorn's protocols represent them."""

    scope: Any
    more_body: bool
    response_started: bool
    response_complete: bool
    disconnected: bool
    message_event: asyncio.Event


class Flow(FlowControl):
    """uvicorn's flow control, which reads nothing more while bytes are held back."""

    holds = False

    def hold(self, holds: bool) -> None:
        changed, self.holds = holds != self.holds, holds
        if holds:
            self.pause_reading()
        elif changed:
            self.resume_reading()

    def resume_reading(self) -> None:
        if not self.holds:
            super().resume_reading()


class Watched(asyncio.Protocol):
    """Mixin for uvicorn's protocols: counts the bytes received and notes since when more are awaited."""

    config: Config
    server_state: "ServerState"
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    cycle: Cycle | None
    flow: Flow
    all: Connections
    waits_since: float
    """When waiting for the head, or for the body after it, began: the loop's time, in seconds."""
    head = 0
    """Bytes received of an incomplete head."""
    body = 0
    held: bytearray
    """Bytes of later requests, held back until those before them are answered."""
    unanswered: list[Cycle]
    """The requests that have begun, oldest first; those that are answered go when the next begins."""
    stalled: tuple[float, int] | None = None
    """When writing was paused (the loop's time, in seconds), and the bytes unsent then; None if it is not."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.flow = Flow(self.transport)
        self.held, self.unanswered = bytearray(), []
        known = KNOWN.get(self.server_state)
        if known is None:
            known = KNOWN[self.server_state] = Connections(self.config.bounds, self.loop)
        self.all = known
        self.waits_since = self.loop.time()
        if not known.enter(self, peer_of(transport)):
            self.refuse(Problem(429, "too-many", "your address has too many connections open"))

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.leave(self)
        self._give_up()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.held += data
        self._go_on()

    def _go_on(self) -> None:
        """Parses what is held, in pieces, until a whole request waits for its answer.

        So whatever was sent ahead is answered in turn, and of 256 KiB of headers only the first is parsed.
        """
        while self.held and not self.ahead and not self.transport.is_closing():
            piece = bytes(self.held[:PIECE])
            del self.held[:PIECE]
            self._receive(piece)
        if self.transport.is_closing():
            self._give_up()
        if self.held or self.flow.holds:
            self.flow.hold(bool(self.held))

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
        """Whether the connection is idle: no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def ahead(self) -> bool:
        """Whether the newest request is here as a whole, and not answered: more would be another's."""
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def overdue(self, now: float) -> str:
        """Why the connection is to be closed at this time; empty if it is not."""
        patience = self.all.bounds.patience
        if self.stalled is not None:
            since, left = self.stalled
            taken = left - self.transport.get_write_buffer_size()
            return "nothing was taken in" if now - since > patience + taken / SLOWEST else ""
        # It closes once all is sent: whoever takes in nothing of that must not hold it open.
        if self.transport.is_closing():
            self.stalled = now, self.transport.get_write_buffer_size()
        if self.cycle is None or (self.head and not self.ahead):
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
        """Sends a problem without reading a request, and closes the connection."""
        response = problem.response()
        lines = [b"HTTP/1.1 %d Refused" % problem.status, b"connection: close"]
        lines += [b"%b: %b" % header for header in response.raw_headers]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(response.body)]))
        self.transport.close()
        self._give_up()

    def let_go(self, why: str) -> None:
        """Closes the connection; what is unsent is still delivered, unless the client has stopped reading."""
        self.all.closed[why] += 1
        if self.stalled is None:
            self.transport.close()
        else:
            self.transport.abort()
        self._give_up()

    def _give_up(self) -> None:
        """Lets every request know that its answer is not heard; uvicorn tells only the newest one."""
        self.held.clear()
        for cycle in (*self.unanswered, self.cycle):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
        self.unanswered.clear()


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The remote address, an IPv6 one by its /64 network; empty if it is not known."""
    peer = transport.get_extra_info("peername")
    return network_of(str(peer[0])) if isinstance(peer, tuple) else ""


def is_here(address: str) -> bool:
    """Whether the address is loopback, or empty, as for a Unix socket."""
    return not address or ip_address(address).is_loopback


def whole_head(cycle: Cycle) -> int:
    """The size of a complete head, in bytes."""
    scope = cycle.scope
    headers = sum(len(name) + len(value) for name, value in scope["headers"])
    return headers + len(scope["raw_path"]) + len(scope["query_string"])


if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as Http
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as Http


class Connection(Watched, Http):  # type: ignore[misc]
    """uvicorn's own choice: httptools if installed, which these limits make as safe as the slower h11."""

    def on_headers_complete(self) -> None:
        """Ends the headers; uvicorn would add lines after the body (trailers), such as a key or an address."""
        super().on_headers_complete()  # type: ignore[misc]
        self.headers = []
        self.unanswered = [cycle for cycle in self.unanswered if not cycle.response_complete]
        if self.cycle is not None:
            self.unanswered.append(self.cycle)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.waits_since = self.loop.time()
        if self.held:
            self._go_on()

    def on_message_complete(self) -> None:
        """Notes that the body is complete; uvicorn does not if the answer came before its end."""
        super().on_message_complete()  # type: ignore[misc]
        if self.cycle is not None:
            self.cycle.more_body = False
            self.cycle.scope[ARRIVED] = True
