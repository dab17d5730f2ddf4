"""The screen on the wall: the round's clock and every table by its number, for everybody, without a name."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.context import context_of
from adapters.web.events.admission import checked_event, repository_of
from adapters.web.events.app_state import shared
from adapters.web.events.as_json import clock_as_json
from adapters.web.events.row_html import MILLI
from adapters.web.pages.render import page, page_route
from adapters.web.responses import JsonResponse
from application.event.screen import screen
from domain.tournament.clocks import SECOND
from domain.tournament.tournament import Tournament

FRESH = SECOND
"""So long, in microseconds, all who look are shown the same: anybody may look."""
STATES = {"plays": 0, "waits": 1, "judge": 2, "done": 3}


@page_route
async def screen_page(request: Request) -> Response:
    """The page for a projector."""
    event, shown = await _screen(request)
    return page("event_screen.html", event=event, shown=shown)


@page_route
async def screen_now(request: Request) -> Response:
    """The round as it is now, as JSON for the page."""
    _, shown = await _screen(request)
    return JsonResponse(shown)


async def _screen(request: Request) -> tuple[Tournament, dict[str, Any]]:
    id = checked_event(request.path_params["event"])
    known: dict[str, tuple[int, Tournament, dict[str, Any]]] = shared(
        request.app.state, "screens", dict
    )
    now = context_of(request).umpire.clock()
    if id not in known or not 0 <= now - known[id][0] < FRESH:
        event = await asyncio.to_thread(repository_of(request).event, id)
        known[id] = now, event, await asyncio.to_thread(screen_as_json, event, now)
    return known[id][1:]


def screen_as_json(event: Tournament, now: int) -> dict[str, Any]:
    """Times in milliseconds; a table as [number, state, since when it waits, time it plays longer]."""
    shown = screen(event, now)
    return {
        **clock_as_json(shown.at, shown.now),
        "tables": [
            [one.number, STATES[one.state], one.since // MILLI, one.owed // MILLI]
            for one in shown.tables
        ],
    }
