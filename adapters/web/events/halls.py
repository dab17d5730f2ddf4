"""The halls that judges look at: a row for each table, rendered once for all listeners."""

import asyncio
from contextlib import suppress

from adapters.web.context import Context
from adapters.web.events.rendered_hall import Hall
from adapters.web.events.row_html import row_html
from adapters.web.polling import end, poll
from adapters.web.streams.event_stream import Listener
from adapters.web.texts.catalogue import ENGLISH, in_language, text
from application.event.hall import TableRow, newest_round, round_now, table_row, while_open
from application.event.keyring import Keyring
from application.event.moments import moments
from application.event.repository import Repository
from application.game.live_game import LiveGame
from domain.tournament.calls import calls_elsewhere, departures_at
from domain.tournament.command import Refused
from domain.tournament.context import Moment
from domain.tournament.rounds import Table
from domain.tournament.tournament import Tournament

TOGETHER = 16
"""Most tables rendered before listeners are sent them."""
LONG_AGO = 60_000_000
"""Microseconds without a listener after which calls closed meanwhile are no longer shown."""
ANY_ROW = 2**62
"""A row number higher than any game has."""


class Halls:
    """The halls of this server, brought up to date from the store while somebody looks."""

    def __init__(self, context: Context, repository: Repository) -> None:
        self.context = context
        self.repository = repository
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
                # Without listeners the hall was not brought up to date.
                if self.context.umpire.clock() - hall.at > LONG_AGO:
                    hall.heard = None
                await self._look(hall, None)
            if hall is None or hall.over:
                hall = self._halls[event, language] = Hall(event, 0, language)
                await self._look(hall, None)
            return hall

    def join(self, hall: Hall, token: str) -> Listener:
        """Adds a listener, whose event is set when rows change."""
        listener = Listener(token, ended=token in self.context.seats.ended)
        self._listeners[id(listener)] = (hall, listener)
        hall.listeners.add(id(listener))
        if self._follows is None or self._follows.done():
            self._newest = None
            problem = "the halls could not look for news"
            self._follows = asyncio.create_task(
                poll(self._follow, problem, self._listeners.__len__)
            )
        return listener

    def leave(self, listener: Listener) -> None:
        hall, _ = self._listeners.pop(id(listener))
        hall.listeners.discard(id(listener))

    async def stop(self) -> None:
        """Looks for nothing more."""
        if self._follows is not None:
            await end(self._follows)

    async def _follow(self) -> None:
        """Brings the halls up to date. Raises StoreProblem."""
        try:
            await self._catch_up()
        finally:
            for _, listener in self._listeners.values():
                gone = listener.token in self.context.seats.ended
                if gone or self.context.feeds.closed:
                    listener.end()

    async def _catch_up(self) -> None:
        store = self.context.umpire.store
        if self._newest is None:
            self._newest = int(await asyncio.to_thread(store.newest))
            changed = None
        else:
            changes, self._newest = await asyncio.to_thread(store.changed_since, self._newest)
            behind = any(hall.behind for hall, _ in self._listeners.values())
            if not changes and not behind:
                return
            changed = dict(changes)
        async with self._turn:
            for hall in {id(hall): hall for hall, _ in self._listeners.values()}.values():
                await self._look(hall, changed)

    async def _look(self, hall: Hall, changed: dict[str, int] | None) -> None:
        """Renders tables that may have changed, a few at a time, and wakes the listeners.

        `changed`: id → newest row of each log with news; None renders all tables. Raises StoreProblem.
        """
        before = hall.over, hall.now, hall.departures, hall.elsewhere
        if changed is not None:
            hall.behind |= changed
        event, tables = await asyncio.to_thread(self._differing, hall, whole=changed is None)
        if before != (hall.over, hall.now, hall.departures, hall.elsewhere):
            self._wake(hall)
        for first in range(0, len(tables), TOGETHER):
            serial = hall.serial
            part = tables[first : first + TOGETHER]
            await asyncio.to_thread(self._render, hall, event, part)
            if hall.serial != serial:
                self._wake(hall)
        if tables and hall.round:
            departed = departures_at(
                await asyncio.to_thread(self.repository.event, hall.event), hall.round
            )
            if departed != hall.departures:
                hall.departures = departed
                self._wake(hall)

    def _wake(self, hall: Hall) -> None:
        for listener in hall.listeners:
            self._listeners[listener][1].fresh.set()

    def _differing(self, hall: Hall, *, whole: bool) -> tuple[Tournament, list[Table]]:
        """The tables whose facts at the event changed, then at most TOGETHER whose games went on.

        Other games wait for the next look, so that a new call is shown before them.
        """
        event = self.repository.event(hall.event)
        now = self.context.umpire.clock()
        newest = newest_round(event)
        hall.over = bool(hall.round) and newest != hall.round
        hall.round = hall.round or newest
        hall.at = now
        if not hall.round:
            return event, []
        hall.departures = departures_at(event, hall.round)
        hall.elsewhere = calls_elsewhere(event, hall.round)
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

    def _render(self, hall: Hall, event: Tournament, tables: list[Table]) -> None:
        keyring = self.repository.keyring_at(event)
        now = self.context.umpire.clock()
        where = hall.event, hall.round
        for table in tables:
            as_it_was = [while_open(event, call) for call in hall.unheard(event, table)]
            with in_language(hall.language):
                *missed, row = (
                    row_html(self._row(hall, state, keyring, table, now), where, now)
                    for state in (*as_it_was, event)
                )
            hall.keep(table.number, row, missed)
            hall.behind.pop(table.game, None)

    def _row(
        self,
        hall: Hall,
        event: Tournament,
        keyring: Keyring,
        table: Table,
        now: int,
    ) -> TableRow:
        if not table.game:
            return table_row(event, keyring, table, None, (), now, text)
        umpire = self.context.umpire
        live = umpire.game(table.game, fresh=False)
        if live.head.version < hall.behind.get(table.game, 0):
            live = umpire.game(table.game)
        with live.lock:
            happened = self._moments(hall, live, whole=table.round in event.clocks)
            return table_row(event, keyring, table, live.game, happened, now, text)

    def _moments(self, hall: Hall, live: LiveGame, *, whole: bool) -> list[Moment]:
        """With clocks, all moments of a game, each computed once; else only the newest."""
        if not whole:
            return list(moments(live, live.game.length))
        known = hall.moments.setdefault(live.id, [])
        known.extend(moments(live, len(known)))
        return known
