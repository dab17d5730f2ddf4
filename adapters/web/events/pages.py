"""The pages of an event: the hall, a table of it, and the call from a player's seat."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from adapters.web.context import context_of
from adapters.web.events.admission import (
    EventSession,
    admit_by_code,
    admit_judge_on_duty,
    admit_player,
    checked_event,
    repository_of,
)
from adapters.web.events.api import halls_of, in_a_thread, judge_at_a_game
from adapters.web.events.clocks import clocks
from adapters.web.events.cosigning import judge_cosigns, player_cosigns
from adapters.web.events.hall_stream import clock_of
from adapters.web.events.precedents import precedents
from adapters.web.events.rendered_hall import Hall
from adapters.web.events.screen import screen_now, screen_page
from adapters.web.events.table_page import judge_table, player_table
from adapters.web.limits import too_many
from adapters.web.pages.lobby.entering import no_seat_response, seat_response, token_sent
from adapters.web.pages.render import (
    admit_viewer,
    page,
    page_route,
    refuse_other_sites,
)
from adapters.web.responses import JsonResponse, Problem
from adapters.web.seat_address import (
    address_of,
    cookie_of,
    cookies_of,
    set_secret_cookie,
)
from adapters.web.texts.catalogue import LANGUAGE, text
from application.event.account import Account
from application.game.redaction import hides
from application.game.seats import as_typed
from application.game.stored_game import viewable_game
from application.ledger.streams import EVENT
from domain.kernel.steps import JUDGE
from domain.tournament.rounds import Table

DAYS = 7
MOST_TAKEN = 100
"""How often a seat is taken by a player's code: each time somebody holds one token more."""
HOUR = 3600
"""In seconds."""


def routes() -> list[BaseRoute]:
    """Every page of events."""
    at = "/events/{event}"
    table = at + "/r{round:number}/t{table:number}"
    return [
        Route("/enter/event/{event}", enter_page),
        Route("/enter/event/{event}", enter, methods=["POST"]),
        Route(at, hall),
        Route(at + "/me", me),
        Route(at + "/me", to_my_table, methods=["POST"]),
        Route(at + "/screen", screen_page),
        Route(at + "/screen/now", screen_now),
        Route(table, table_page),
        Route(table + "/now", table_now),
        Route(table + "/precedents", precedents),
        Route(table + "/desk", desk, methods=["POST"]),
        Route("/games/{game}/clocks", clocks),
        Route(at + "/cosign", judge_cosigns, methods=["GET", "POST"]),
        Route("/games/{game}/cosign", player_cosigns, methods=["GET", "POST"]),
        Route("/games/{game}/call", call_page),
        Route("/games/{game}/call/now", call_now),
    ]


@page_route
async def enter_page(request: Request) -> Response:
    """The page that a judge's link opens; a script reads the token after the #, which no server is sent."""
    return page("enter.html", game=request.path_params["event"][:60], problem="")


@page_route
async def enter(request: Request) -> Response:
    """Puts the token into a cookie, which no script can read; leads to the hall, a player to their table."""
    event = checked_event(request.path_params["event"])
    refuse_other_sites(request)
    token = as_typed(await token_sent(request))
    session = await context_of(request).holder(request, EVENT + event, token) if token else None
    if session is None or session.game != EVENT + event or session.viewer == JUDGE:
        return no_seat_response(request, event, text("enter.event.wrong"))
    now = await asyncio.to_thread(repository_of(request).event, event)
    to = f"/events/{event}/me?go" if session.viewer in now.people else f"/events/{event}"
    return seat_response(request, to, cookie_of(f"event-{event}"), token, DAYS)


@page_route
async def me(request: Request) -> Response:
    """For a player with a code for the whole event: where they play now, and the way there."""
    who, event = await admit_by_code(request)
    table = event.newest_table(who.person)
    account = Account(event, repository_of(request).keyring(event.id), text)
    against = (
        [account.name(player) for player in table.players if player != who.person] if table else []
    )
    name = account.name(who.person)
    return page("me.html", event=event, player=name, table=table, against=against)


@page_route
async def to_my_table(request: Request) -> Response:
    """Gives a player their seat at the table at which they were paired last, and leads there."""
    refuse_other_sites(request)
    who, event = await admit_by_code(request)
    table = event.newest_table(who.person)
    if table is None:
        raise Problem(409, "not-paired", text("me.unpaired"))
    seat = next(place.seat for place in table.places if place.player == who.person)
    to, cookie = address_of(table.game, seat), cookie_of(table.game, seat)
    seats, kept = context_of(request).seats, cookies_of(request).get(cookie, "")
    held = await asyncio.to_thread(seats.holder, kept) if kept else None
    if held is None or (held.game, held.viewer) != (table.game, seat):
        given = await asyncio.to_thread(seats.of, table.game)
        if sum(one.viewer == seat and one.revoked is None for one in given) >= MOST_TAKEN:
            raise too_many("your seat was taken too often: ask a judge for a new link", HOUR)
        kept = await asyncio.to_thread(seats.give_by_name, table.game, seat, who.person)
    return seat_response(request, to, cookie, kept, DAYS)


@page_route
async def hall(request: Request) -> Response:
    """All tables of the round that is played, for a judge's phone."""
    who, event = await admit_judge_on_duty(request, request.path_params["event"])
    rendered = await halls_of(request).hall(who.event, LANGUAGE.get())
    judge = (
        repository_of(request).keyring(who.event).reveal(who.person, event.judges[who.person].name)
    )
    head = event.judge(who.person).head
    values = {"judge": judge, "judge_id": who.person, "head": head, **hall_values(rendered)}
    return page("event_hall.html", event=event, **values)


def hall_values(rendered: Hall) -> dict[str, Any]:
    rows = [text for _, text in (rendered.rows[number] for number in sorted(rendered.rows))]
    return {
        "round": rendered.round,
        "rows": rows,
        "clock": clock_of(rendered).as_json(),
        "seen": f"{rendered.mark}-{rendered.serial}",
    }


@page_route
async def table_page(request: Request) -> Response:
    """A table for a judge: who sits there, the call, what may be done."""
    return page("event_table.html", **await _table(request))


@page_route
async def table_now(request: Request) -> Response:
    """The parts of a judge's table page that change, as they are now."""
    return page("_event_table.html", **await _table(request))


async def _table(request: Request) -> dict[str, Any]:
    who, event = await admit_judge_on_duty(request, request.path_params["event"])
    key = request.path_params["round"], request.path_params["table"]
    umpire, repository = context_of(request).umpire, repository_of(request)
    # A proposal for a penalty tells of what is hidden at the table.
    await _keep_look(request, who, await in_a_thread(lambda: event.table(*key)), "the table")
    return await in_a_thread(lambda: judge_table(umpire, repository, event, who.person, *key))


async def _keep_look(request: Request, who: EventSession, table: Table, what: str) -> None:
    """Records a judge's look at a table where something is hidden; `what` names what they looked at."""
    context = context_of(request)
    if table.game and hides(
        await context.short.run(who.token, viewable_game, context.umpire, table.game)
    ):
        look = f"{what} at “{who.event}”"
        await asyncio.to_thread(
            context.seats.note_access, table.game, f"{JUDGE} {who.person}", look
        )


@page_route
async def desk(request: Request) -> Response:
    """Gives a judge of the event the judge's seat at a table's game, and leads to its desk.

    Their looks there are recorded under their number at the event.
    """
    refuse_other_sites(request)
    who, _, table = await judge_at_a_game(request)
    await _keep_look(request, who, table, "the desk")
    give, called = context_of(request).seats.give_by_name, f"{JUDGE} {who.person}"
    token = await asyncio.to_thread(give, table.game, JUDGE, called)
    answer = JsonResponse({"to": address_of(table.game, JUDGE)})
    set_secret_cookie(request, answer, cookie_of(table.game, JUDGE), token, DAYS)
    return answer


@page_route
async def call_page(request: Request) -> Response:
    """For a player: a page to call a judge, say what happened and read the ruling."""
    return page("game_call.html", **await _call(request))


@page_route
async def call_now(request: Request) -> Response:
    """The parts of the call page that change, as they are now."""
    return page("_game_call.html", **await _call(request))


async def _call(request: Request) -> dict[str, Any]:
    event, who = await admit_player(request, request.path_params["game"])
    _, seen, live = await admit_viewer(request)
    seated = await asyncio.to_thread(player_table, repository_of(request), event, who, live)
    return {"here": seen.here, **seated}
