"""The hall as a stream: rows of tables as they change, a few kilobytes at a time."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from adapters.web.events.hall import Hall
from adapters.web.events.halls import Halls, Listener
from adapters.web.events.row_html import MILLI
from adapters.web.feed import QUIET
from adapters.web.logs import server
from adapters.web.responses import RAW, Problem, encode


@dataclass
class HallStream(Response):
    """One phone's stream, from the change after `after` on."""

    halls: Halls
    hall: Hall
    token: str
    until: int
    """When the token expires: microseconds since 1970, UTC."""
    after: int
    patience: float
    ended: Callable[[], None]

    def __post_init__(self) -> None:
        self.status_code = 200
        self.background = None

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        listener = self.halls.join(self.hall, self.token)
        gone = asyncio.create_task(hang_up(receive, listener))
        try:
            await self._begin(send)
            await self._tell(listener, send)
        except TimeoutError:
            server.info("a slow phone was let go")
        finally:
            gone.cancel()
            self.halls.leave(listener)
            self.ended()

    async def _begin(self, send: Send) -> None:
        kind = (b"content-type", b"text/event-stream; charset=utf-8")
        headers = [*RAW, kind, (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await self._send(send, b"retry: 2000\n\n" + self._round())

    async def _tell(self, listener: Listener, send: Send) -> None:
        while not listener.ended and self.halls.context.umpire.clock() < self.until:
            listener.fresh.clear()
            if self.hall.over:
                await self._send(send, b"event: again\ndata: {}\n\n")
                break
            rows = self.hall.after(self.after)
            if rows:
                self.after = rows[-1][0]
                await self._send(send, self._rows([text for _, text in rows]))
                continue
            try:
                async with asyncio.timeout(QUIET):
                    await listener.fresh.wait()
            except TimeoutError:
                await self._send(send, b": still here\n\n")
            else:
                await self._send(send, self._round())
        with suppress(OSError):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _rows(self, rows: list[str]) -> bytes:
        id = f"{self.hall.mark}-{self.after}".encode()
        return b"id: %b\nevent: rows\ndata: %b\n\n" % (id, encode(rows))

    def _round(self) -> bytes:
        return b"event: round\ndata: %b\n\n" % encode(round_clock_as_json(self.hall))

    async def _send(self, send: Send, chunk: bytes) -> None:
        async with asyncio.timeout(self.patience):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})


def round_clock_as_json(hall: Hall) -> dict[str, object]:
    """The round's clock: milliseconds, and when it ends where it runs."""
    now = hall.now
    return {
        "at": hall.at // MILLI,
        "round": now.number,
        "left": now.left // MILLI,
        "until": (hall.at + now.left) // MILLI if now.runs else None,
        "begun": now.begun,
        "ended": now.ended,
        "departures": [list(one) for one in hall.departures],
    }


async def hang_up(receive: Receive, listener: Listener) -> None:
    """Ends when the phone has gone."""
    with suppress(Problem):
        while (await receive())["type"] != "http.disconnect":
            pass
    listener.ended = True
    listener.fresh.set()
