"""The live feed: a new entry wakes a game's listeners; each feed knows only the last entry it sent."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from adapters.web.logs import server
from adapters.web.polling import AFTER_A_PROBLEM, OFTEN, end, poll
from adapters.web.responses import Problem, encode
from adapters.web.streams.event_stream import EventStream, Listener
from application.game.live_game import LiveGame
from application.game.log import log_entry
from application.game.seats import Seats
from application.game.umpire import Umpire
from application.game.words.text_codec import PLAIN, TextCodec
from application.ledger.store import StoreProblem
from domain.kernel.ruleset import Viewer

TOGETHER = 50
"""Most entries sent at once, so that encoding them does not hold up the event loop."""
MOST = 500
"""Most past entries that one stream sends; it then ends with the address at which to go on."""
MOST_CACHED = 512
"""Most messages of a game that are kept encoded."""
AT_ONCE = 4
"""Most games read at once because others have written to them; some threads stay for those who play."""
ANY_ROW = 2**62
"""A row number higher than any game has."""
EncodeEntries = Callable[[int, int], Awaitable[list[msgspec.Raw]]]
"""(after, until) → the encoded entries between, or the first of them, when it is this seat's turn."""


@dataclass
class Channel:
    """A game that somebody listens to."""

    live: LiveGame
    listeners: set[Listener] = field(default_factory=set)
    rendered: OrderedDict[tuple[int, int, Viewer], bytes] = field(default_factory=OrderedDict)
    """By the game's length too: a later entry overrules an earlier one, or lays it open."""

    def chunk(self, after: int, viewer: Viewer) -> tuple[bytes, int]:
        """The next messages for this viewer, and the number of the last entry in them."""
        length = self.live.game.length
        last = min(after + TOGETHER, length)
        return b"".join(self._one(length, n, viewer) for n in range(after + 1, last + 1)), last

    def _one(self, length: int, n: int, viewer: Viewer) -> bytes:
        rendered = self.rendered.get((length, n, viewer))
        return rendered or self._keep(length, n, viewer, encode(log_entry(self.live, n, viewer)))

    def _keep(self, length: int, n: int, viewer: Viewer, encoded: bytes) -> bytes:
        framed = self.rendered[length, n, viewer] = message(n, encoded)
        if len(self.rendered) > MOST_CACHED:
            self.rendered.popitem(last=False)
        return framed

    def hides_words(self, after: int, words: TextCodec) -> bool:
        """Whether words have to be looked up for what is sent next."""
        if words is PLAIN:
            return False
        return any(words.is_hidden(entry.said) for entry in self.live.game.log[after:])

    async def past_messages(
        self, after: int, viewer: Viewer, encode_entries: EncodeEntries
    ) -> list[bytes]:
        """At most TOGETHER past entries as messages, encoded at the seat's turn unless all are cached."""
        length = self.live.game.length
        until = min(after + TOGETHER, length)
        numbers = range(after + 1, until + 1)
        if all((length, n, viewer) in self.rendered for n in numbers):
            return [self.rendered[length, n, viewer] for n in numbers]
        encoded = await encode_entries(after, until)
        pairs = zip(numbers, encoded, strict=False)
        return [self._keep(length, n, viewer, bytes(raw)) for n, raw in pairs]


def message(n: int, encoded: bytes) -> bytes:
    """An entry as a server-sent event."""
    return b"id: %d\nevent: entry\ndata: %b\n\n" % (n, encoded)


class Feeds:
    """The games that somebody listens to, each with its listeners."""

    def __init__(self, umpire: Umpire, seats: Seats) -> None:
        self.umpire = umpire
        self.seats = seats
        self.closed = False
        self.on_told: Callable[[float], None] = lambda _seconds: None
        """Hears how long after its ruling an entry was sent to a listener."""
        self._channels: dict[str, Channel] = {}
        self._behind: dict[str, int] = {}
        """Game → a row of it in the store of which its listeners may not have heard."""
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._few = asyncio.Semaphore(AT_ONCE)
        self._following: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._newest: int | None = None
        """The newest notification heard of; None while nobody listens."""

    def join(self, live: LiveGame, token: str) -> tuple[Channel, Listener]:
        """Adds a listener, whose event is set when there is something new.

        What others wrote after `live` was read and before it joined is looked for at the next check.
        """
        channel = self._channels.setdefault(live.id, Channel(live))
        channel.live = live
        self._behind[live.id] = ANY_ROW
        listener = Listener(token, ended=token in self.seats.ended)
        channel.listeners.add(listener)
        return channel, listener

    def leave(self, game: str, listener: Listener) -> None:
        channel = self._channels[game]
        channel.listeners.discard(listener)
        if not channel.listeners:
            del self._channels[game]
            self._behind.pop(game, None)

    def end_revoked(self) -> None:
        """Ends the streams whose token was revoked."""
        for channel in self._channels.values():
            for listener in channel.listeners:
                if listener.token in self.seats.ended:
                    listener.end()

    def wake(self, live: LiveGame) -> None:
        """Wakes the game's listeners: it has a new entry."""
        channel = self._channels.get(live.id)
        if channel is not None:
            channel.live = live
            for listener in channel.listeners:
                listener.fresh.set()

    def start(self) -> None:
        """Starts to follow other servers, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._following = [
            asyncio.create_task(poll(self._follow, "the feeds could not look for news")),
            asyncio.create_task(poll(self._hear, "it cannot be heard which tokens were revoked")),
        ]

    def close_soon(self) -> None:
        """As `close`, but callable from a signal or another thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.close)

    def close(self) -> None:
        """Ends every stream; clients reconnect with the last number they have."""
        self.closed = True
        for channel in self._channels.values():
            for listener in channel.listeners:
                listener.fresh.set()

    async def stop(self) -> None:
        self.close()
        for following in (*self._following, *self._reading.values()):
            await end(following)

    async def _hear(self) -> None:
        """Ends streams of revoked tokens. If the store fails, each token is looked up whenever it is shown."""
        if await asyncio.to_thread(self.seats.refresh_revoked):
            self.end_revoked()

    async def _follow(self) -> None:
        """Wakes listeners of games to which other servers have written. Raises StoreProblem.

        No game waits for another one, which may be held up by a step under way.
        """
        if not self._channels:
            self._newest = None
            return
        store = self.umpire.store
        if self._newest is None:
            self._newest = await asyncio.to_thread(store.newest)
            changed = [(game, ANY_ROW) for game in self._channels]
        else:
            changed, self._newest = await asyncio.to_thread(store.changed_since, self._newest)
        for game, version in changed:
            if game in self._channels:
                self._behind[game] = max(version, self._behind.get(game, 0))
        for game in self._behind.keys() - self._reading.keys():
            reading = self._reading[game] = asyncio.create_task(self._read(game), name=game)
            reading.add_done_callback(lambda done: self._reading.pop(done.get_name()))

    async def _read(self, game: str) -> None:
        """Wakes a game's listeners with what others wrote; what cannot be read stays for the next check."""
        channel, wanted = self._channels.get(game), self._behind.get(game, 0)
        if channel is None:
            return
        live = channel.live
        try:
            if live.head.version < wanted:
                async with self._few:
                    live = await self.umpire.game_soon(game)
        except StoreProblem as why:
            server.warning("the feed of %s could not look for news: %s", game, why)
            await asyncio.sleep(AFTER_A_PROBLEM)
            return
        self.wake(live)
        # A newer row may have been noted while the game was read: that one is still to come.
        if self._behind.get(game) == wanted:
            del self._behind[game]


@dataclass
class Feed(Response):
    """One listener's feed of a game, from the entry after `after` on."""

    feeds: Feeds
    live: LiveGame
    viewer: Viewer
    token: str
    expires: int
    """When the token expires: microseconds since 1970, UTC."""
    after: int
    patience: float
    ended: Callable[[], None]
    encode_entries: EncodeEntries

    def __post_init__(self) -> None:
        self.status_code = 200
        self.background = None

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        channel, listener = self.feeds.join(self.live, self.token)
        try:
            async with EventStream(
                listener, receive, send, self.patience, partial(self._leave, listener)
            ) as stream:
                await stream.begin(b"retry: 2000\nid: %d\n\n" % self.after)
                if await self._send_past(channel, stream):
                    await self._send_new(channel, stream)
                await stream.finish()
        except TimeoutError:
            # The client does not read: it may reconnect with the last number it has.
            server.info("a slow listener was let go")

    def _leave(self, listener: Listener) -> None:
        self.feeds.leave(self.live.id, listener)
        self.ended()

    async def _send_past(self, channel: Channel, stream: EventStream) -> bool:
        """Sends past entries. False if there were too many, and the client was told where to go on."""
        begun = self.after
        words = self.feeds.umpire.tables.codec_of(self.live)
        while self._goes_on(stream.listener) and (
            channel.live.game.length - self.after > TOGETHER
            or channel.hides_words(self.after, words)
        ):
            if self.after - begun >= MOST:
                there = f"/api/games/{self.live.id}/feed?after={self.after}"
                await stream.write(b'event: next\ndata: {"next":"%b"}\n\n' % there.encode())
                return False
            try:
                chunk = await channel.past_messages(self.after, self.viewer, self.encode_entries)
            except Problem:
                # Too many streams of this token reconnected at the same moment: try again.
                await asyncio.sleep(OFTEN)
                continue
            self.after += len(chunk)
            await stream.write(b"".join(chunk))
        return True

    async def _send_new(self, channel: Channel, stream: EventStream) -> None:
        joined = channel.live.game.length
        while self._goes_on(stream.listener):
            # Before the look: what comes after it sets it again, and nothing is missed.
            stream.listener.fresh.clear()
            if not await self._send_past(channel, stream):
                break
            while self.after < channel.live.game.length and self._goes_on(stream.listener):
                chunk, self.after = channel.chunk(self.after, self.viewer)
                await stream.write(chunk)
                if self.after > joined:
                    ruled = channel.live.times[self.after]
                    self.feeds.on_told(max(0, self.feeds.umpire.clock() - ruled) / 1e6)
            await stream.wait()

    def _goes_on(self, listener: Listener) -> bool:
        over = listener.ended or self.feeds.closed
        return not over and self.feeds.seats.clock() < self.expires
