"""What every route needs: the umpire, its seats and feeds, and the checks of tokens and keys."""

import asyncio
import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import monotonic

from starlette.requests import Request

from adapters.stores.defect_table import DefectTable
from adapters.stores.muster_table import MusterTable
from adapters.stores.seat_tables import Tables
from adapters.web.access_log import access_in_words
from adapters.web.credentials import bearer_token, refuse_cookie_alone, same_secret, token_in
from adapters.web.defect_keeper import DefectKeeper
from adapters.web.fair_pool import FairPool, YieldingThreads
from adapters.web.limits import (
    REPLAYS,
    REPLAYS_PER_SECOND,
    Buckets,
    Guesses,
    Pace,
    Streams,
    address_behind_proxy,
)
from adapters.web.logs import Rulings
from adapters.web.metrics import Metrics
from adapters.web.responses import Problem
from adapters.web.seat_address import address_of, seat_in_address
from adapters.web.settings import WebSettings
from adapters.web.standing_answers.giving import AnswerGiver
from adapters.web.streams.feed import Feeds
from adapters.web.webhooks.chats import ChatNotices
from adapters.web.webhooks.webhook_queue import WebhookQueue
from application.desk.defects import DefectIndex, claims_defect
from application.game.live_game import LiveGame, detached_copy
from application.game.openings import Openings, Quota
from application.game.redaction import hides
from application.game.seating.musters import Musters
from application.game.seating.public import seat_of_all
from application.game.seats import Seats, digest_of, is_typed
from application.game.stored_game import ViewableGame, viewable_game
from application.game.umpire import Umpire
from application.game.words.text_codec import PLAIN
from application.ledger.store import END, Recorded, StoreProblem
from application.records.expectations import Expectations, expectations_in
from application.seal.receipt import receipt_in
from application.seal.signing import private_key
from domain.kernel.history import Entry
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.steps import JUDGE

GAME = re.compile(r"[\w.-]{1,80}")
CHECK_HOLDS = 0.4
"""Seconds for which a successful check of the store holds."""
SOON = 0.5
"""Seconds after which a store that has not answered is not ready."""
AT_HOME = ("localhost", "127.0.0.1", "[::1]")
CHALLENGE = {"www-authenticate": "Bearer"}


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody admitted to a game, and the viewer as whom they see it."""

    game: str
    viewer: Viewer
    token: str
    """Digest of their token or key."""
    expires: int = END
    """When the token expires: microseconds since 1970, UTC."""
    called: str = ""
    """“judge” and the name of their key, as the record of their looks has it; empty with a seat's token."""
    seat: Viewer | None = None
    """The seat named in the address; None if it names only the game."""

    @property
    def here(self) -> str:
        """The path of the page from which they look at the game."""
        return address_of(self.game, self.seat)

    @property
    def judges(self) -> bool:
        return self.viewer == JUDGE

    @property
    def acts(self) -> bool:
        return self.viewer != SPECTATOR


@dataclass(frozen=True, slots=True)
class Organiser:
    """Who may open games, by a key of their own."""

    name: str
    mark: str
    """Of their key: under it the games that they open are counted."""


@dataclass
class Context:
    """The umpire with its seats, feeds, limits and numbers.

    Raises BadKey if the key that signs receipts cannot be read.
    """

    umpire: Umpire
    seats: Seats
    settings: WebSettings
    feeds: Feeds
    metrics: Metrics = field(default_factory=Metrics)
    rulings: Rulings = field(default_factory=Rulings)
    pace: Pace = field(init=False)
    streams: Streams = field(init=False)
    guesses: Guesses = field(default_factory=Guesses)
    replays: Buckets = field(default_factory=lambda: Buckets(REPLAYS_PER_SECOND, REPLAYS))
    """Rate limit of each address for replaying files without a key."""
    short: FairPool = field(default_factory=FairPool)
    """Threads for looking at a game."""
    long: FairPool = field(default_factory=FairPool)
    """Threads for what takes a second or two: questions at the desk, forks, records."""
    strangers: FairPool = field(default_factory=lambda: FairPool(threads=1))
    """A thread for files replayed without a key, so that they never occupy those of the seats."""

    _tries: YieldingThreads = field(default_factory=lambda: YieldingThreads(1, "ready"))
    _trying: "asyncio.Future[StoreProblem | None] | None" = None
    _tried: float = -CHECK_HOLDS

    def __post_init__(self) -> None:
        self.pace = Pace(self.settings.pace)
        self.streams = Streams(self.settings.streams_per_token)
        self._judges = self.settings.judges
        self._keys = {
            key: Organiser(name, digest_of(f"opens games: {key}")[:16])
            for name, key in self.settings.organisers
        }
        self.metrics.streams = lambda: self.streams.open
        self.feeds.on_told = self.metrics.count_told
        self.metrics.folder = self.settings.numbers
        path = self.settings.receipt_key
        self._signs = None if path is None else private_key(path)

    def receipt(self, live: LiveGame, recorded: Recorded) -> str:
        """The receipt handed out with a ruling, which proves later what the ruling was."""
        return receipt_in(live, recorded, self._signs)

    def receipt_at(self, live: LiveGame, n: int) -> str:
        """The receipt of entry n, made again; empty for entry 0, the set-up."""
        return self.receipt(live, live.entry_as_written(n)) if n else ""

    @property
    def tables(self) -> Tables:
        """The tables beside the log."""
        assert isinstance(self.seats.tables, Tables)
        return self.seats.tables

    @cached_property
    def openings(self) -> Openings:
        """The games opened here and by whose key, with their limits."""
        quota = Quota(self.settings.most_games, self.settings.most_forks)
        return Openings(self.seats.tables, self.umpire.store, quota)

    @cached_property
    def musters(self) -> Musters:
        """The games that wait for their sides."""
        return Musters(MusterTable(self.tables))

    @cached_property
    def expectations(self) -> Expectations:
        """The rulings and states that records of imported games expect."""
        return expectations_in(self.umpire.store)

    @cached_property
    def chats(self) -> ChatNotices:
        """The webhooks that tell chats whose turn it is."""
        return ChatNotices(self.settings, self.seats.tables)

    @cached_property
    def call_webhook(self) -> WebhookQueue:
        """What the operator's webhook is to be told of calls at events."""
        return WebhookQueue()

    @cached_property
    def answer_giver(self) -> AnswerGiver:
        """Takes the steps of the seats' standing answers."""
        return AnswerGiver(self.umpire, self.seats, self.announce)

    @cached_property
    def defects(self) -> DefectIndex:
        """The rulings of this store that judges call wrong."""
        return DefectIndex(self.umpire, DefectTable(self.tables))

    @cached_property
    def defect_keeper(self) -> DefectKeeper:
        """Takes in the defects that judges speak of."""
        return DefectKeeper(self.long, self._take_in_defects)

    def _take_in_defects(self, game: str) -> None:
        # The tables are looked for here, on a thread, and not in the event loop.
        self.defects.take_in(game)

    def announce_ruled(
        self, live: LiveGame, recorded: Recorded, since: int, seconds: float = 0.0
    ) -> None:
        """Announces the entry of a step that came at this time; to the feeds alone where it was sent again."""
        if recorded.at >= since:
            self.announce(live, recorded.entry, seconds)
        else:
            # Those who listen may miss nothing, also when the clock has just been set back.
            self.feeds.wake(live)

    def announce(self, live: LiveGame, entry: Entry, seconds: float = 0.0) -> None:
        """Announces an entry to the feeds, chats and standing answers, the server's log and its metrics."""
        self.feeds.wake(live)
        self.chats.entry_made(live, entry.n)
        self.answer_giver.look(live.id)
        if claims_defect(entry.said):
            self.defect_keeper.take_in(live.id)
        self.rulings.note(live.id, entry, live.times[entry.n], seconds)
        self.metrics.count_ruling(live.game.opening.ruleset, entry.ruling.verdict, seconds)

    async def admit(self, request: Request, game: str) -> Session:
        """Who asks, by their token. Raises Problem: 401 without a valid one, 403 with another game's."""
        check_name(game)
        token, by_cookie = token_in(request, game)
        if not token:
            session = await self.stranger(request, game)
            if session is None:
                raise Problem(401, "who", "no token", "Authorization", "Bearer TOKEN", CHALLENGE)
            return session
        if by_cookie:
            refuse_cookie_alone(request)
        session = await self.holder(request, game, token)
        if session is None and by_cookie:
            session = await self.stranger(request, game)
        if session is None:
            raise Problem(
                401, "who", "the token is unknown, has expired or was revoked", headers=CHALLENGE
            )
        if session.game != game:
            raise Problem(403, "not-yours", "the token is another game's", "Authorization")
        seat = seat_in_address(request)
        if seat is not None:
            if seat != session.viewer:
                raise Problem(
                    403, "not-yours", "the token is another seat's", "path", session.viewer
                )
            session = replace(session, seat=seat)
        if session.judges:
            await self.keep_access(request, session)
        return session

    async def stranger(self, request: Request, game: str) -> Session | None:
        """A spectator without a token, reading a public game; None for any other request."""
        if request.method not in ("GET", "HEAD") or seat_in_address(request) is not None:
            return None
        seat = await asyncio.to_thread(seat_of_all, self.seats, game)
        if seat is None:
            return None
        return Session(seat.game, seat.viewer, seat.digest, seat.expires)

    async def keep_access(self, request: Request, who: Session) -> None:
        """Records that a judge asks for hidden things, whatever the answer will be."""
        what = access_in_words(request)
        if what and hides(await self.look_at(who)):
            await asyncio.to_thread(self._note_access, who, what)

    def _note_access(self, who: Session, what: str) -> None:
        called = who.called or self.seats.called(who.game, who.viewer, who.token)
        self.seats.note_access(who.game, called, what)

    async def holder(self, request: Request, game: str, token: str) -> Session | None:
        """Who holds this token, at any game; None if it is no seat's.

        Raises Problem if their address has tried too many wrong ones.
        """
        if self._judges and not self.guesses.wait(address_behind_proxy(request)):
            for name, key in self._judges:
                if same_secret(token, key):
                    called = f"{JUDGE} {name}".rstrip()
                    return Session(game, JUDGE, digest_of(token), called=called)
        seat = self.seats.remembered_holder(token) or await asyncio.to_thread(
            self.seats.holder, token
        )
        if seat is not None:
            return Session(seat.game, seat.viewer, seat.digest, seat.expires)
        # A token that has expired or was revoked is no guess at a key, or at a code.
        guessed = bool(self._judges) or is_typed(token)
        if guessed and not await asyncio.to_thread(self.seats.was_given, token):
            self.guesses.wrong(address_behind_proxy(request))
        return None

    def opens(self, request: Request, shown: str) -> "Organiser | None":
        """The organiser whose key is shown; None if it is wrong or unchecked (too many wrong ones)."""
        if self.guesses.wait(address_behind_proxy(request)):
            return None
        secret = shown.rpartition(":")[2]  # before it may stand the name, as in UMPIRE_KEY
        organisers = [
            organiser for key, organiser in self._keys.items() if same_secret(secret, key)
        ]
        return organisers[0] if organisers else None

    def is_own(self, mark: str, game: str) -> bool:
        """Whether no other organiser than the one of this mark opened the game, or what it was forked from."""
        if self.settings.organisers_share or len(self._keys) <= 1:
            return True
        opener = self.openings.opener(game)
        return not opener or opener == mark

    def check_own(self, organiser: "Organiser", game: str) -> None:
        """Checks that no other organiser opened the game, or what it was forked from. Raises Problem."""
        if not self.is_own(organiser.mark, game):
            raise Problem(403, "not-yours", "another organiser opened it", "Authorization")

    def mark_of(self, key: str) -> str:
        """The mark of an organiser's key; empty for none."""
        return self._keys[key].mark if key in self._keys else ""

    def operator(self, request: Request, shown: str | None = None) -> str:
        """The mark of the operator's key; empty for this machine's own users if no key is set.

        Raises Problem if it is not the operator who asks.
        """
        if not self._keys:
            self._from_this_machine(request)
            return ""
        key = bearer_token(request) if shown is None else shown
        organiser = self.opens(request, key)
        if organiser is not None:
            return organiser.mark
        if key:
            self.guesses.wrong(address_behind_proxy(request))
        raise Problem(
            401,
            "who",
            "the operator's key is asked for here",
            "Authorization",
            "Bearer KEY",
            CHALLENGE,
        )

    def _from_this_machine(self, request: Request) -> None:
        # A site may let its own name lead to this machine, and so send requests from its pages.
        name = request.headers.get("host", "").lower()
        if name.rpartition(":")[0] not in AT_HOME and name not in AT_HOME:
            raise Problem(
                403,
                "not-yours",
                "without a key set, only this machine is served here",
                "Host",
                "localhost or 127.0.0.1",
            )

    async def ready(self) -> None:
        """Checks, at most once in `CHECK_HOLDS`, that the store can be read and written. Raises StoreProblem.

        It is tried on a thread of its own, one try at a time, and waited for only as long as `SOON`.
        """
        if monotonic() - self._tried < CHECK_HOLDS:
            return
        if self._trying is None or self._trying.done():
            loop = asyncio.get_running_loop()
            self._trying = loop.run_in_executor(self._tries, self._try_the_store)
        done, _ = await asyncio.wait({self._trying}, timeout=SOON)
        if not done:
            raise StoreProblem(f"it does not answer within {SOON:g} seconds")
        if problem := self._trying.result():
            raise problem

    def _try_the_store(self) -> StoreProblem | None:
        """What is wrong with it, given and not raised: nobody may be waiting for it any more."""
        try:
            self.umpire.store.newest()
            self.seats.try_a_write()
        except StoreProblem as why:
            return why
        self._tried = monotonic()
        return None

    async def close(self) -> None:
        """Ends the threads, once what they are at is done."""
        for pool in (self.short, self.long, self.strangers):
            await pool.close()
        await asyncio.to_thread(self._tries.shutdown)

    def close_store(self) -> None:
        """Closes the store and the tables beside it."""
        self.seats.close()
        self.umpire.store.close()

    async def live(self, who: Session) -> LiveGame:
        """A copy of the game as it stands now; later steps do not change it.

        Raises StoreProblem.
        """
        live = await self.umpire.game_soon(who.game)
        async with live.turn:
            copy = detached_copy(live)
        codec = self.umpire.tables.codec_of(copy)
        return copy if codec is PLAIN else await asyncio.to_thread(codec.readable, copy)

    async def look_at(self, who: Session) -> ViewableGame:
        """The game as it stands now, read-only; it is not loaded into memory for that. Raises StoreProblem."""
        if self.umpire.holds(who.game):
            return (await self.live(who)).game
        return await self.short.run(who.token, viewable_game, self.umpire, who.game)


def check_name(game: str) -> None:
    """Checks that a game may be called so; no store is asked for anything else. Raises Problem."""
    if not GAME.fullmatch(game):
        raise Problem(404, "not-here", "no game has such a name", "path")


def context_of(request: Request) -> Context:
    """The context of the application that serves this request."""
    context: Context = request.app.state.context
    return context
