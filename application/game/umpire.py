"""Opens games, rules on their steps, and keeps the games that are being played in memory."""

import asyncio
import threading
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from application.editions import rules_of
from application.game.checked_step import NotAStep, check_times, checked_step
from application.game.live_game import (
    Clock,
    GameLimits,
    LiveGame,
    first_game,
    live_game,
    origin_in,
    utc,
)
from application.game.open_chance import reveals_too_early
from application.game.opening import fresh_salt, new_id, storable
from application.game.wake_ups import new_wait
from application.game.words.text_codec import PLAIN, TextCodec
from application.ledger.snapshots import snapshot_due, snapshot_name
from application.ledger.store import (
    Conflict,
    GameExists,
    Head,
    Listed,
    MakesSnapshot,
    Recorded,
    Store,
    Tell,
)
from domain.kernel.history import Entry, Game, Opening, Position, open_game
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate, adjudicate_once
from domain.kernel.steps import JUDGE, Said
from domain.kernel.taking_back import asked_too_often
from domain.kernel.values import Value

KEY_HOLDS = 24 * 60 * 60 * 1_000_000
"""How long an idempotency key holds, in microseconds: what is asked for again under it is not done again."""
TOGETHER = 64
"""How many steps of a record share a commit."""


class MovedOn(Exception):
    """The sender has seen another entry as the newest: an older one, or one that is not there yet."""

    def __init__(self, newest: int, seen: int) -> None:
        gone_on = f"the game has moved on to entry {newest}"
        ahead = f"no entry {seen} is there yet: the newest is {newest}"
        super().__init__(gone_on if seen < newest else ahead)
        self.newest = newest


class TakesNoMore(Exception):
    """The game takes no more steps; the message is a sentence without a full stop."""

    kind = ""
    """What that is, for programs."""


class GameFull(TakesNoMore):
    """The game holds as many entries as are kept of one."""

    kind = "full"


class GameClosed(TakesNoMore):
    """The game is over for the event at whose table it is played."""

    kind = "closed"


STILL_SAID = frozenset({"note", "open"})
"""What players may still do in a game that is closed."""


class Ruled(Value):
    """A step that was ruled on and is not stored yet."""

    entry: Entry
    position: Position
    """The one after it."""
    snapshot: MakesSnapshot | None


def ruled_ahead(game: Game, steps: Iterable[Said]) -> list[Ruled]:
    """Rules on these steps in turn and adds each to the game."""
    ruled = []
    for said in steps:
        entry, position = adjudicate(game, said)
        game.take(entry, position)
        ruled.append(Ruled(entry, position, snapshot_due(game, entry.n, position)))
    return ruled


def overrules(entry: Entry) -> bool:
    """Whether a judge has put another verdict in the place of one given."""
    return entry.said["do"] == "overrule" and entry.ruling.verdict == LEGAL


class TournamentTables:
    """What an umpire heeds at the tables of tournaments; this one knows of none."""

    def codec_of(self, live: LiveGame) -> TextCodec:  # noqa: ARG002
        """How the texts that people write in this game are stored."""
        return PLAIN

    def why_closed(self, live: LiveGame) -> str:  # noqa: ARG002
        """Why players take no more steps at this table; empty where they do. Raises StoreProblem."""
        return ""

    def overruled(self, umpire: "Umpire", live: LiveGame) -> None:
        """Hears of a game in which a judge has overruled an entry, once that is durable."""


class Umpire:
    """Rules on the steps of the games of one store. Safe to call from several threads."""

    def __init__(
        self,
        store: Store,
        clock: Clock = utc,
        most_live: int = 256,
        salt: Callable[[], str] = fresh_salt,
        tables: TournamentTables | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.salt = salt
        self.most_live = most_live
        self.tables = tables or TournamentTables()
        self.limits: GameLimits | None = None
        """How much is kept of one game; None sets no limit."""
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._lock = threading.Lock()
        self._loading: dict[str, asyncio.Future[LiveGame]] = {}
        self._named: set[str] = set()
        """The rulesets whose snapshot name is worked out, or is being."""

    def open(self, opening: Opening, id: str | None = None, said: Iterable[Any] = ()) -> str:
        """Opens a game, with its first steps if any, all or nothing, and gives its id.

        Raises SetupError, NotAStep, GameExists.
        """
        rules = rules_of(opening)
        opening = storable(opening, self.salt() if rules.hiding is not None else "")
        game = open_game(rules, opening)
        steps = [checked_step(step, game.players, on_record=True) for step in said]
        check_times((), steps)
        entries = ruled_ahead(game.at(0), steps)
        at = self.clock()
        while True:
            name = id or new_id()
            try:
                heads = self.store.create(name, opening, game.opened, at, *_to_store(entries))
            except GameExists:
                if id is not None:
                    raise
                continue
            live = LiveGame(
                name, game, heads[0], array("q", (at,)), first=self._first_game(opening)
            )
            self._take(live, entries, at, "", heads[1:])
            self._remember(live)
            return name

    def game(self, id: str, *, fresh: bool = True) -> LiveGame:
        """The game as it stands now. With `fresh`, entries that another process has written since are read.

        Raises NoSuchGame, Damaged.
        """
        with self._lock:
            live = self._live.get(id)
            if live is not None:
                self._live.move_to_end(id)
        if live is None:
            stored = self.store.load(id)
            return self._remember(live_game(id, stored, self._first_game(stored.opening)))
        if fresh:
            self._catch_up(live)
        return live

    def holds(self, id: str) -> bool:
        """Whether the game is in memory here."""
        with self._lock:
            return id in self._live

    async def game_soon(self, id: str) -> LiveGame:
        """As `game`, for an event loop; it waits for the step of this game that is being written there."""
        live = await self._live_soon(id)
        async with live.turn:
            await asyncio.to_thread(self._catch_up, live)
        return live

    def step(
        self, id: str, said: Any, *, key: str = "", expected_entry: int | None = None
    ) -> Recorded:
        """Rules on a step and stores it with its ruling, whatever the verdict. Durable on return.

        `key`: the sender's idempotency key; one that was used before gives its entry again.
        `expected_entry`: the newest entry that the sender has seen. Raises NotAStep, MovedOn, TakesNoMore,
        StoreProblem.
        """
        live = self.game(id, fresh=False)
        said, closed = checked_step(said, live.game.players), ""
        if (codec := self.tables.codec_of(live)) is not PLAIN:
            said, closed = self._at_table(codec, live, said)
        if live.is_behind(expected_entry):
            self._catch_up(live)
        (recorded,) = self._write(
            live, lambda: self._rule(live, said, key, expected_entry, closed), key
        )
        return recorded

    def steps(self, id: str, said: Iterable[Any]) -> list[Recorded]:
        """Rules on the steps of a record in turn and stores them in one commit, all or none.

        Durable on return. Raises NotAStep, StoreProblem.
        """
        live = self.game(id, fresh=False)
        codec = self.tables.codec_of(live)
        checked = (checked_step(step, live.game.players, on_record=True) for step in said)
        steps = [codec.to_keep(live, step) for step in checked]

        def rule() -> list[Ruled]:
            check_times(live.game.log, steps)
            # On a copy: what cannot be stored must leave nothing behind in the game.
            return ruled_ahead(live.game.at(live.game.length), steps)

        return self._write(live, rule)

    async def step_soon(
        self, id: str, said: Any, *, key: str = "", expected_entry: int | None = None
    ) -> Recorded:
        """As `step`, for an event loop: steps of many games share a commit."""
        live = await self._live_soon(id)
        self._name_snapshots_soon(live.game.ruleset.name)
        said, closed = checked_step(said, live.game.players), ""
        if (codec := self.tables.codec_of(live)) is not PLAIN:
            said, closed = await asyncio.to_thread(self._at_table, codec, live, said)
        async with live.turn:
            if live.is_behind(expected_entry):
                await asyncio.to_thread(self._catch_up, live)
            while True:
                # A thread may catch up with other writers at any moment, but not in here.
                with live.lock:
                    entries = self._rule(live, said, key, expected_entry, closed)
                    if isinstance(entries, Recorded):
                        return entries
                    durable, tell = new_wait()
                    at, heads = self._append(live, entries, key, tell)
                try:
                    await durable
                except Conflict:
                    await asyncio.to_thread(self._catch_up, live)
                    continue
                (recorded,) = self._take(live, entries, at, key, heads)
                if overrules(recorded.entry):
                    await asyncio.to_thread(self.tables.overruled, self, live)
                return recorded

    def games(self) -> list[Listed]:
        """All games of the store, newest first."""
        return list(self.store.games())

    async def _live_soon(self, id: str) -> LiveGame:
        with self._lock:
            live = self._live.get(id)
            if live is not None:
                self._live.move_to_end(id)
        if live is not None:
            return live
        loading = self._loading.get(id)
        if loading is None:
            # However many ask for it at once, a long game is folded once.
            load = asyncio.to_thread(self.game, id, fresh=False)
            loading = self._loading[id] = asyncio.ensure_future(load)
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    def _name_snapshots_soon(self, ruleset: str) -> None:
        """Works out the snapshot name on a thread: hashing all code that rules takes longer than a step may."""
        if ruleset not in self._named:
            self._named.add(ruleset)
            asyncio.get_running_loop().run_in_executor(None, snapshot_name, ruleset)

    def _at_table(self, codec: TextCodec, live: LiveGame, said: Said) -> tuple[Said, str]:
        """The step as a tournament stores it, and why it is not taken at this table; empty where it is."""
        is_ended_by_closing = said["by"] != JUDGE and said["do"] not in STILL_SAID
        closed = self.tables.why_closed(live) if is_ended_by_closing else ""
        return codec.to_keep(live, said), closed

    def _rule(
        self, live: LiveGame, said: Said, key: str, expected_entry: int | None, closed: str
    ) -> list[Ruled] | Recorded:
        """The ruling on this step, not stored yet; the entry of an earlier one that had this key.

        Raises MovedOn, NotAStep, TakesNoMore where it is not to be ruled on.
        """
        game = live.game
        # First of all: by a step that is sent once more the game itself has moved on, or is full.
        if (n := self.entry_under(key, live)) is not None:
            return live.entry_as_written(n)
        if closed:
            raise GameClosed(closed)
        if expected_entry is not None and expected_entry != game.length:
            raise MovedOn(game.length, expected_entry)
        if self.limits is not None:
            self._check_limits(live, self.limits, said)
        entry, position = adjudicate_once(game, said)
        if why := asked_too_often(game, entry) or reveals_too_early(game, entry):
            raise NotAStep(why)
        return [Ruled(entry, position, snapshot_due(game, entry.n, position))]

    def entry_under(self, key: str, live: LiveGame) -> int | None:
        """The entry that was made under this idempotency key; None without one, or once it holds no more."""
        n = live.keys.get(key)
        # A copy knows the keys that have come since, and not their entries.
        if n is None or n >= len(live.times):
            return None
        return n if self.clock() - live.times[n] < KEY_HOLDS else None

    def _append(
        self, live: LiveGame, entries: Sequence[Ruled], key: str = "", tell: Tell | None = None
    ) -> tuple[int, list[Head]]:
        """Stores the entries, never earlier than the last, even when the clock jumps back. Raises Conflict.

        Gives their time, and the head after each.
        """
        at = max(self.clock(), live.times[-1])
        heads = self.store.append(live.id, live.head, at, *_to_store(entries), key=key, tell=tell)
        return at, heads

    def _write(
        self, live: LiveGame, rule: Callable[[], list[Ruled] | Recorded], key: str = ""
    ) -> list[Recorded]:
        """Stores what `rule` gives, in one commit; durable on return."""
        while True:
            with live.lock:
                entries = rule()
                if isinstance(entries, Recorded):
                    return [entries]
                try:
                    at, heads = self._append(live, entries, key)
                except Conflict:
                    self._catch_up(live)
                    continue
                recorded = self._take(live, entries, at, key, heads)
            if any(overrules(one.entry) for one in recorded):
                self.tables.overruled(self, live)
            return recorded

    def _take(
        self, live: LiveGame, entries: Sequence[Ruled], at: int, key: str, heads: Sequence[Head]
    ) -> list[Recorded]:
        """Adds entries that are durable by now to the game in memory."""
        recorded = []
        with live.lock:
            for ruled, head in zip(entries, heads, strict=True):
                recorded.append(Recorded(ruled.entry, at, key, head.digest))
                # Once they are durable, another thread may have read them from the store already.
                if live.head.version < head.version:
                    live.take(recorded[-1], ruled.position)
                    live.head = head
        return recorded

    def _check_limits(self, live: LiveGame, limits: GameLimits, said: Said) -> None:
        """Checks that the game takes one more entry; some are set aside for judges. Raises GameFull."""
        entries, length = limits.entries, live.game.length
        if said["by"] == JUDGE:
            entries += limits.for_judges
        elif live.weight() >= limits.said:
            entries = 0
        if length >= entries:
            raise GameFull(
                f"the game holds {length} entries, as much as is kept of one here; "
                "a judge may still rule, and it can be taken up again as a fork"
            )

    def _first_game(self, opening: Opening) -> str:
        return first_game(opening.origin, partial(origin_in, self.store))

    def _catch_up(self, live: LiveGame) -> None:
        """Adds what others have written. The lock is free while the store is asked: event loops wait for it."""
        while True:
            before = live.head
            newer, head = self.store.since(live.id, before)
            with live.lock:
                if live.head == before:
                    for recorded in newer:
                        live.take(recorded)
                    live.head = head
                if live.head.version >= head.version:
                    return

    def _remember(self, live: LiveGame) -> LiveGame:
        with self._lock:
            kept = self._live.setdefault(live.id, live)
            self._live.move_to_end(live.id)
            while len(self._live) > self.most_live:
                self._live.popitem(last=False)
            return kept


def _to_store(
    entries: Sequence[Ruled],
) -> tuple[list[Entry], list[MakesSnapshot | None]]:
    return [ruled.entry for ruled in entries], [ruled.snapshot for ruled in entries]
