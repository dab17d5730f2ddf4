"""Taking a seat by its link, and finding the seats whose tokens a browser keeps."""

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from adapters.web.bodies import form_in, json_in
from adapters.web.context import check_name, context_of
from adapters.web.credentials import bearer_token
from adapters.web.pages import table
from adapters.web.pages.lobby.mustering import muster_in, waiting_page
from adapters.web.pages.render import (
    PAGE_HEADERS,
    page,
    page_route,
    refuse_other_sites,
    wants_json,
)
from adapters.web.responses import JsonResponse, Problem
from adapters.web.seat_address import (
    address_of,
    cookie_of,
    cookie_tokens,
    cookies_of,
    seat_in_address,
    set_secret_cookie,
)
from adapters.web.texts.catalogue import text
from application.game.seating.public import seat_of_all
from application.game.seats import Seat
from domain.kernel.ruleset import Viewer


@page_route
async def enter_page(request: Request) -> Response:
    """The page that a seat's link opens; a script reads the token after the #, which no server is sent."""
    return page("enter.html", game=request.path_params["game"][:60], problem="")


@page_route
async def enter(request: Request) -> Response:
    """Puts the token into a cookie of that seat, which no script can read, and leads to the seat's page."""
    context, game = context_of(request), request.path_params["game"]
    refuse_other_sites(request)
    token = await token_sent(request)
    viewer = await _viewer_of(request, token) if token else None
    if viewer is None:
        return no_seat_response(request, game, text("enter.wrong"))
    to = address_of(game, viewer)
    if request.url.query and not wants_json(request):
        to = f"{to}?{request.url.query}"
    cookie, days = cookie_of(game, viewer), context.settings.token_days
    return seat_response(request, to, cookie, token, days)


async def _viewer_of(request: Request, token: str) -> Viewer | None:
    """Whose token this is at the game in the path; None if nobody's there. Raises Problem."""
    context, game = context_of(request), request.path_params["game"]
    # First, as it counts as a guess where the game is open.
    muster = await asyncio.to_thread(muster_in, request)
    waiting = None if muster is None else muster.viewer_of(token)
    if waiting is not None:
        return waiting
    session = await context.holder(request, game, token)
    return session.viewer if session is not None and session.game == game else None


def seat_response(request: Request, to: str, cookie: str, token: str, days: int) -> Response:
    """Leads to the page of a seat, whose token a cookie keeps for so many days."""
    response = (
        JsonResponse({"to": to}) if wants_json(request) else RedirectResponse(to, 303, PAGE_HEADERS)
    )
    set_secret_cookie(request, response, cookie, token, days)
    return response


def no_seat_response(request: Request, place: str, why: str) -> Response:
    """The page again, with what is wrong with the link. Raises Problem for our own scripts."""
    if wants_json(request):
        raise Problem(401, "who", why)
    return page("enter.html", 401, game=place[:60], problem=why)


async def token_sent(request: Request) -> str:
    """The secret of a seat, as our script or a form sends it; empty without one."""
    if wants_json(request):
        content = await json_in(request)
        token = content.get("token") if isinstance(content, dict) else None
    else:
        token = (await form_in(request)).get("token")
    # A whole link will do: its secret stands behind the #.
    return token.rpartition("#")[2].strip() if isinstance(token, str) else ""


@page_route
async def game_page(request: Request) -> Response:
    """The page of a game. Without a seat in the address it leads to the browser's seat, or asks which one."""
    game = request.path_params["game"]
    waiting = await waiting_page(request)
    if waiting is not None:
        return waiting
    known = (
        seat_in_address(request) or bearer_token(request) or cookie_of(game) in cookies_of(request)
    )
    if not known and not cookie_tokens(request, game) and await _from_elsewhere(request, game):
        return page("once_more.html")
    if known or not cookie_tokens(request, game):
        return await table.game_page(request)
    return await _which_seat(request)


async def _from_elsewhere(request: Request, game: str) -> bool:
    """Whether a link on another site led here to a public game: browsers then send no cookie of a seat."""
    if request.headers.get("sec-fetch-site") != "cross-site":
        return False
    return await asyncio.to_thread(seat_of_all, context_of(request).seats, game) is not None


@page_route
async def _which_seat(request: Request) -> Response:
    game, query = request.path_params["game"], request.url.query
    check_name(game)
    seats = await asyncio.to_thread(seats_in_browser, request, game)
    places = [
        {"seat": seat.viewer, "to": address_of(game, seat.viewer) + (f"?{query}" if query else "")}
        for seat in seats
    ]
    if len(places) == 1:
        return RedirectResponse(places[0]["to"], 303, PAGE_HEADERS)
    if not places:
        return await table.game_page(request)
    return page("which_seat.html", game=game, places=places)


def seats_in_browser(request: Request, game: str | None = None) -> list[Seat]:
    """The seats that this browser holds, at one game or at all. Raises StoreProblem."""
    context = context_of(request)
    seats = [context.seats.holder(token) for token in cookie_tokens(request, game)]
    return [seat for seat in seats if seat is not None and game in (None, seat.game)]
