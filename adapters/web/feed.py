"""The live feed: one wake-up per game, and for each listener only the number of what it was sent last."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from adapters.web.answers import RAW, encode
from adapters.web.logs import server
from application.game.redaction import logged
from application.game.umpire import Live, Umpire
from application.ledger.store import StoreProblem
from domain.kernel.ruleset import Viewer

OFTEN = 0.2
"""Seconds between looks at what other servers have written."""
QUIET = 15.0
"""Seconds after which a silent stream says that it is still there."""
TOGETHER = 50
KEPT = 512


@dataclass
class Channel:
    """A game that somebody listens to."""

    live: Live
    listeners: set[asyncio.Event] = field(default_factory=set)
    rendered: OrderedDict[tuple[int, Viewer], bytes] = field(default_factory=OrderedDict)

    def chunk(self, after: int, viewer: Viewer) -> tuple[bytes, int]:
        """What this viewer is sent next, and the entry it goes up to."""
        last = min(after + TOGETHER, self.live.game.length)
        return b"".join(self._one(n, viewer) for n in range(after + 1, last + 1)), last

    def _one(self, n: int, viewer: Viewer) -> bytes:
        found = self.rendered.get((n, viewer))
        if found is None:
            told = encode(logged(self.live, n, viewer))
            found = b"id: %d\nevent: entry\ndata: %b\n\n" % (n, told)
            self.rendered[n, viewer] = found
            if len(self.rendered) > KEPT:
                self.rendered.popitem(last=False)
        return found


class Feeds:
    """Whoever listens, by game."""

    def __init__(self, umpire: Umpire) -> None:
        self.umpire = umpire
        self.closed = False
        self._channels: dict[str, Channel] = {}
        self._following: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def join(self, live: Live) -> tuple[Channel, asyncio.Event]:
        """A new listener, and the event that wakes it."""
        channel = self._channels.setdefault(live.id, Channel(live))
        channel.live = live
        fresh = asyncio.Event()
        channel.listeners.add(fresh)
        return channel, fresh

    def leave(self, game: str, fresh: asyncio.Event) -> None:
        channel = self._channels[game]
        channel.listeners.discard(fresh)
        if not channel.listeners:
            del self._channels[game]

    def wake(self, live: Live) -> None:
        """There is something new in this game."""
        channel = self._channels.get(live.id)
        if channel is not None:
            channel.live = live
            for fresh in channel.listeners:
                fresh.set()

    def start(self) -> None:
        """Begins to listen, in the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        self._following = asyncio.create_task(self._follow())

    def close_soon(self) -> None:
        """As `close`, from a signal or another thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.close)

    def close(self) -> None:
        """Ends every stream; its listener comes back with the number it has."""
        self.closed = True
        for channel in self._channels.values():
            for fresh in channel.listeners:
                fresh.set()

    async def stop(self) -> None:
        self.close()
        if self._following is not None:
            self._following.cancel()
            with suppress(asyncio.CancelledError):
                await self._following

    async def _follow(self) -> None:
        """Hears of what other servers write to the same store."""
        newest: int | None = None
        while True:
            await asyncio.sleep(OFTEN)
            if not self._channels:
                newest = None
                continue
            try:
                newest = await self._heard(newest)
            except StoreProblem as why:
                server.warning("the feeds could not look for news: %s", why)
                await asyncio.sleep(1)

    async def _heard(self, newest: int | None) -> int:
        if newest is None:
            at = int(await asyncio.to_thread(self.umpire.store.newest))
            changed = [(game, 1 << 62) for game in self._channels]
        else:
            changed, at = await asyncio.to_thread(self.umpire.store.changed_since, newest)
        for game, version in changed:
            channel = self._channels.get(game)
            if channel is not None and channel.live.head.version < version:
                self.wake(await self.umpire.game_soon(game))
        return at


@dataclass
class Stream(Response):
    """One listener's stream, from the entry after `after` on."""

    feeds: Feeds
    live: Live
    viewer: Viewer
    after: int
    patience: float
    ended: Callable[[], None]

    def __post_init__(self) -> None:
        self.status_code = 200
        self.background = None

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        channel, fresh = self.feeds.join(self.live)
        gone = asyncio.create_task(hang_up(receive, fresh))
        try:
            await self._begin(send)
            await self._tell(channel, fresh, gone, send)
        except TimeoutError:
            # It takes nothing in: it may come back with the number it has.
            server.info("a slow listener was let go")
        finally:
            gone.cancel()
            self.feeds.leave(self.live.id, fresh)
            self.ended()

    async def _begin(self, send: Send) -> None:
        kind = (b"content-type", b"text/event-stream; charset=utf-8")
        unbuffered = (b"x-accel-buffering", b"no")
        headers = [*RAW, kind, unbuffered]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await self._send(send, b"retry: 2000\nid: %d\n\n" % self.after)

    async def _tell(
        self, channel: Channel, fresh: asyncio.Event, gone: "asyncio.Task[None]", send: Send
    ) -> None:
        while not (gone.done() or self.feeds.closed):
            fresh.clear()
            while self.after < channel.live.game.length and not gone.done():
                chunk, self.after = channel.chunk(self.after, self.viewer)
                await self._send(send, chunk)
            try:
                async with asyncio.timeout(QUIET):
                    await fresh.wait()
            except TimeoutError:
                await self._send(send, b": still here\n\n")
        with suppress(OSError):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, chunk: bytes) -> None:
        async with asyncio.timeout(self.patience):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})


async def hang_up(receive: Receive, fresh: asyncio.Event) -> None:
    """Ends when the listener has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    fresh.set()
