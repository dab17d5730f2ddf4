"""The players' clocks of a table, as the page of a seat and the judge's desk show them."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.events.admission import at_no_table, repository_of
from adapters.web.events.round_clock import MILLI
from adapters.web.events.table_page import strip_at_event
from adapters.web.pages.render import admit_viewer, page_route
from adapters.web.responses import JsonResponse
from application.event.game_words import found_table
from application.event.moments import moments
from application.event.repository import Repository
from application.game.live_game import LiveGame
from application.game.titles import seat_in_words
from domain.tournament.clocks import clocks_of


@page_route
async def clocks(request: Request) -> Response:
    """Each player's clock, in milliseconds; `until` is when a running one ends. Empty without clocks.

    `says` is another word whenever the table says something else of its event.
    """
    context, who, live = await admit_viewer(request)
    repository = repository_of(request)
    shown = await context.short.run(who.token, clocks_at, repository, live)
    strip = await context.short.run(who.token, strip_at_event, repository, live, who.viewer)
    return JsonResponse({**shown, "says": strip["mark"] if strip else ""})


def clocks_at(repository: Repository, live: LiveGame) -> dict[str, Any]:
    """The time now and the clocks, as JSON. Raises Problem if the game is at no table of an event."""
    found = found_table(repository, live.id)
    if found is None:
        raise at_no_table()
    (event, table), now = found, repository.clock()
    readings = clocks_of(event, table, moments(live), now) if table.round in event.clocks else {}
    shown = [
        {
            "name": seat_in_words(live.names, seat),
            "left": clock_reading.left // MILLI,
            "until": (now + clock_reading.left) // MILLI if clock_reading.runs else None,
            "out": clock_reading.fell is not None,
        }
        for seat, clock_reading in readings.items()
    ]
    return {"at": now // MILLI, "clocks": shown}
