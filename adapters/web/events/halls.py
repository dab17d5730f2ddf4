"""The halls that somebody looks at: a row for each table, rendered once for all who look."""

import asyncio
import secrets
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from adapters.web.context import Context
from adapters.web.events.hall_rows import row_html
from adapters.web.logs import server
from adapters.web.texts.catalogue import ENGLISH
from application.event.clocks.player_clocks import Moment, moments
from application.event.floor.departures import departures_at
from application.event.hall import RoundNow, TableRow, newest_round, round_now, table_row
from application.event.office import Office
from application.event.people import Keyring
from application.event.state import Event, Refused, Table
from application.game.live_game import Live
from application.ledger.store import StoreProblem

OFTEN = 0.1
"""Seconds between looks at what is new in the store."""
MOST_BYTES = 4_200
"""Of rows in one message; what does not fit comes in the next."""
TOGETHER = 16
"""Tables that are rendered before who looks is told."""
ANY_ROW = 2**62
"""More than any game has."""


@dataclass
class Listener:
    """Who looks, by the digest of their token."""

    token: str
    fresh: asyncio.Event = field(default_factory=asyncio.Event)
    ended: bool = False


@dataclass
class Hall:
    """A round of an event as it was rendered last."""

    event: str
    round: int
    language: str = ENGLISH
    mark: str = field(default_factory=lambda: secrets.token_hex(4))
    """Of this very hall: numbers of another one say nothing here."""
    serial: int = 0
    rows: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Table → the number of its last change, and how it looks."""
    now: RoundNow = field(default_factory=lambda: RoundNow(0, 0, False, False, False))
    at: int = 0
    """When it was looked at: microseconds since 1970, UTC."""
    departures: tuple[tuple[int, int], ...] = ()
    """(call, table) of every ruling that departs from others and that the head judge has still to see."""
    over: bool = False
    """Another round is played now."""
    listeners: set[int] = field(default_factory=set)
    moments: dict[str, list[Moment]] = field(default_factory=dict)
    known: Event | None = None
    """The event as it was looked at last."""
    facts: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    behind: dict[str, int] = field(default_factory=dict)
    """Game → its newest row, of tables whose rows are still to be rendered anew; who waits longest first."""
    keyring: Keyring | None = None
    people: tuple[Any, ...] = ()
    """Whose names the keyring knows."""
    about: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """Table → what the event said of it when it was looked at last."""

    def differs(self, event: Event, table: Table) -> bool:
        """Whether the event says something else of this table than when it was looked at last."""
        before = self.about.get(table.number)
        if event is not self.known:
            self.known, self.facts = event, facts_of(event, self.round)
        self.about[table.number] = now = self.facts[table.number]
        return before is None or before != now

    def names(self, office: Office, event: Event) -> Keyring:
        """The keys of the event's people: read again when somebody came, went, or was forgotten."""
        people = event.people, event.judges, event.forgotten
        if self.keyring is None or any(
            a is not b for a, b in zip(people, self.people, strict=True)
        ):
            self.keyring, self.people = office.keyring(event.id), people
        return self.keyring

    def after(self, serial: int) -> list[tuple[int, str]]:
        """Rows that have changed since, oldest change first, as many as go into a message."""
        found: list[tuple[int, str]] = []
        size = 0
        for changed, text in sorted(row for row in self.rows.values() if row[0] > serial):
            size += len(text.encode())
            if found and size > MOST_BYTES:
                break
            found.append((changed, text))
        return found


class Halls:
    """Kept up by what the store says is new, while somebody looks."""

    def __init__(self, context: Context, office: Office) -> None:
        self.context = context
        self.office = office
        self._halls: dict[tuple[str, str], Hall] = {}
        self._listeners: dict[int, tuple[Hall, Listener]] = {}
        self._follows: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self._newest: int | None = None

    async def hall(self, event: str, language: str = ENGLISH) -> Hall:
        """The hall of an event as it stands now, in this language. Raises StoreProblem."""
        async with self._turn:
            hall = self._halls.get((event, language))
            if hall is not None and not hall.listeners:
                # Nobody looked: it was not kept up.
                await self._look(hall, None)
            if hall is None or hall.over:
                hall = self._halls[event, language] = Hall(event, 0, language)
                await self._look(hall, None)
            return hall

    def join(self, hall: Hall, token: str) -> Listener:
        """Somebody looks from now on."""
        listener = Listener(token, ended=token in self.context.seats.ended)
        self._listeners[id(listener)] = (hall, listener)
        hall.listeners.add(id(listener))
        if self._follows is None or self._follows.done():
            self._newest = None
            self._follows = asyncio.create_task(self._follow())
        return listener

    def leave(self, listener: Listener) -> None:
        hall, _ = self._listeners.pop(id(listener))
        hall.listeners.discard(id(listener))

    async def _follow(self) -> None:
        """Until nobody looks any longer, or the server is told to stop."""
        while self._listeners:
            await asyncio.sleep(OFTEN)
            try:
                await self._catch_up()
            except StoreProblem as why:
                server.warning("the halls could not look for news: %s", why)
                await asyncio.sleep(1)
            for _, listener in self._listeners.values():
                gone = listener.token in self.context.seats.ended
                if gone or self.context.feeds.closed:
                    listener.ended = True
                    listener.fresh.set()

    async def _catch_up(self) -> None:
        store = self.context.umpire.store
        if self._newest is None:
            self._newest = int(await asyncio.to_thread(store.newest))
            changed = None
        else:
            found, self._newest = await asyncio.to_thread(store.changed_since, self._newest)
            behind = any(hall.behind for hall, _ in self._listeners.values())
            if not found and not behind:
                return
            changed = dict(found)
        async with self._turn:
            for hall in {id(hall): hall for hall, _ in self._listeners.values()}.values():
                await self._look(hall, changed)

    async def _look(self, hall: Hall, changed: dict[str, int] | None) -> None:
        """Renders what may have changed, a few tables at a time, and wakes who looks.

        `changed`: id → newest row, of what is new in the store; all of it without. Raises StoreProblem.
        """
        before = hall.over, hall.now, hall.departures
        if changed is not None:
            hall.behind |= changed
        event, tables = await asyncio.to_thread(self._differing, hall, whole=changed is None)
        if before != (hall.over, hall.now, hall.departures):
            self._wake(hall)
        for first in range(0, len(tables), TOGETHER):
            serial = hall.serial
            part = tables[first : first + TOGETHER]
            await asyncio.to_thread(self._render, hall, event, part)
            if hall.serial != serial:
                self._wake(hall)

    def _wake(self, hall: Hall) -> None:
        for one in hall.listeners:
            self._listeners[one][1].fresh.set()

    def _differing(self, hall: Hall, *, whole: bool) -> tuple[Event, list[Table]]:
        """The tables of which the event says something new, and then a few whose games went on.

        The others of those wait for the next look: a call is on the screens before all of them.
        """
        event = self.office.event(hall.event)
        now = self.context.umpire.clock()
        newest = newest_round(event)
        hall.over = bool(hall.round) and newest != hall.round
        hall.round = hall.round or newest
        hall.at = now
        if not hall.round:
            return event, []
        hall.departures = departures_at(event, hall.round)
        with suppress(Refused):
            hall.now = round_now(event, hall.round, now)
        tables = {table.game or str(table.number): table for table in event.of_round(hall.round)}
        differing = [table for table in tables.values() if hall.differs(event, table)]
        if whole:
            # What was written before anybody looked may have come from another process.
            hall.behind = dict.fromkeys(tables, ANY_ROW)
            return event, list(tables.values())
        hall.behind = {game: row for game, row in hall.behind.items() if game in tables}
        moved = [tables[game] for game in hall.behind if tables[game] not in differing]
        return event, differing + moved[:TOGETHER]

    def _render(self, hall: Hall, event: Event, tables: list[Table]) -> None:
        keyring = hall.names(self.office, event)
        now = self.context.umpire.clock()
        where = hall.event, hall.round
        for table in tables:
            text = row_html(self._row(hall, event, keyring, table, now), where, hall.language, now)
            if hall.rows.get(table.number, (0, ""))[1] != text:
                hall.serial += 1
                hall.rows[table.number] = (hall.serial, text)
            hall.behind.pop(table.game, None)

    def _row(
        self,
        hall: Hall,
        event: Event,
        keyring: Keyring,
        table: Table,
        now: int,
    ) -> TableRow:
        if not table.game:
            return table_row(event, keyring, table, None, (), now)
        umpire = self.context.umpire
        live = umpire.game(table.game, fresh=False)
        if live.head.version < hall.behind.get(table.game, 0):
            live = umpire.game(table.game)
        with live.lock:
            happened = self._moments(hall, live, whole=table.round in event.clocks)
            return table_row(event, keyring, table, live.game, happened, now)

    def _moments(self, hall: Hall, live: Live, *, whole: bool) -> list[Moment]:
        """All of a game with clocks, each worked out once; of others the newest will do."""
        if not whole:
            return list(moments(live, live.game.length))
        known = hall.moments.setdefault(live.id, [])
        known.extend(moments(live, len(known)))
        return known


def facts_of(event: Event, round: int) -> dict[int, tuple[Any, ...]]:
    """Table → all that the event says of it, to be compared: most of it are the very same values."""
    calls: defaultdict[int, list[Any]] = defaultdict(list)
    for call in event.calls.values():
        if call.made.round == round:
            calls[call.made.table].append(call)
    offences: defaultdict[str, list[Any]] = defaultdict(list)
    for one in event.offences.values():
        offences[one.given.player].append(one)
    of_all = event.rounds[round], event.judges, event.forgotten, event.clocks.get(round)
    return {
        table.number: (
            table,
            calls[table.number],
            [offences[player] for player in table.players],
            event.given.get(table.key),
            event.adjusted.get(table.key),
            of_all,
        )
        for table in event.of_round(round)
    }
