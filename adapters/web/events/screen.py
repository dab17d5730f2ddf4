"""The screen on the wall: the round's clock and every table by its number, for everybody, without a name."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.context import context_of
from adapters.web.events.admission import checked_event, repository_of
from adapters.web.events.app_state import shared_value
from adapters.web.events.round_clock import MILLI, RoundClock, round_clock
from adapters.web.pages.render import page, page_route
from adapters.web.responses import JsonResponse
from application.event.screen import screen
from domain.kernel.values import fields_of
from domain.tournament.clocks import SECOND
from domain.tournament.tournament import Tournament

FRESH = SECOND
"""So long, in microseconds, all who look are shown the same: anybody may look."""
STATES = {"plays": 0, "waits": 1, "judge": 2, "done": 3}


class ScreenNow(RoundClock):
    """The round as the page shows it."""

    tables: list[tuple[int, int, int, int]]
    """Number, state, since when it waits, time it plays longer."""


@page_route
async def screen_page(request: Request) -> Response:
    """The page for a projector."""
    event, shown = await _screen(request)
    return page("event_screen.html", event=event, shown=shown.as_json())


@page_route
async def screen_now(request: Request) -> Response:
    """The round as it is now, as JSON for the page."""
    _, shown = await _screen(request)
    return JsonResponse(shown)


async def _screen(request: Request) -> tuple[Tournament, ScreenNow]:
    id = checked_event(request.path_params["event"])
    known: dict[str, tuple[int, Tournament, ScreenNow]] = shared_value(
        request.app.state, "screens", dict
    )
    now = context_of(request).umpire.clock()
    if id not in known or not 0 <= now - known[id][0] < FRESH:
        event = await asyncio.to_thread(repository_of(request).event, id)
        known[id] = now, event, await asyncio.to_thread(screen_now_of, event, now)
    return known[id][1:]


def screen_now_of(event: Tournament, now: int) -> ScreenNow:
    shown = screen(event, now)
    tables = [
        (
            screen_table.number,
            STATES[screen_table.state],
            screen_table.since // MILLI,
            screen_table.owed // MILLI,
        )
        for screen_table in shown.tables
    ]
    return ScreenNow(**fields_of(round_clock(shown.at, shown.now)), tables=tables)
