"""The hall as a stream: rows of tables as they change, a few kilobytes at a time."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from adapters.web.events.halls import Halls
from adapters.web.events.rendered_hall import Hall
from adapters.web.events.round_clock import RoundClock, round_clock
from adapters.web.logs import server
from adapters.web.responses import encode
from adapters.web.streams.event_stream import EventStream, Listener
from domain.kernel.values import fields_of


@dataclass
class HallStream(Response):
    """One phone's stream, from the change after `after` on."""

    halls: Halls
    hall: Hall
    token: str
    expires: int
    """When the token expires: microseconds since 1970, UTC."""
    after: int
    patience: float
    ended: Callable[[], None]

    def __post_init__(self) -> None:
        self.status_code = 200
        self.background = None

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        listener = self.halls.join(self.hall, self.token)
        try:
            async with EventStream(
                listener, receive, send, self.patience, partial(self._leave, listener)
            ) as stream:
                await stream.begin(b"retry: 2000\n\n" + self._round())
                await self._send_changes(stream)
                await stream.finish()
        except TimeoutError:
            server.info("a slow phone was let go")

    def _leave(self, listener: Listener) -> None:
        self.halls.leave(listener)
        self.ended()

    async def _send_changes(self, stream: EventStream) -> None:
        while not stream.listener.ended and self.halls.context.umpire.clock() < self.expires:
            stream.listener.fresh.clear()
            if self.hall.over:
                await stream.write(b"event: again\ndata: {}\n\n")
                break
            rows = self.hall.after(self.after)
            if rows:
                self.after = rows[-1][0]
                await stream.write(self._rows([text for _, text in rows]))
            elif await stream.wait():
                await stream.write(self._round())

    def _rows(self, rows: list[str]) -> bytes:
        id = f"{self.hall.mark}-{self.after}".encode()
        return b"id: %b\nevent: rows\ndata: %b\n\n" % (id, encode(rows))

    def _round(self) -> bytes:
        return b"event: round\ndata: %b\n\n" % encode(clock_of(self.hall))


class HallClockNow(RoundClock):
    """The round's clock, the departures that the head judge has not seen, and other rounds' calls."""

    departures: tuple[tuple[int, int], ...]
    """(call, table) of each."""
    elsewhere: tuple[tuple[int, int, bool], ...]
    """(round, table, whether a judge has taken it) of each."""


def clock_of(hall: Hall) -> HallClockNow:
    clock = fields_of(round_clock(hall.at, hall.now))
    return HallClockNow(**clock, departures=hall.departures, elsewhere=hall.elsewhere)
