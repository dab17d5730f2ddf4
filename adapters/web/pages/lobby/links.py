"""The page with the links of a game's seats, for the browser that opened it, while it keeps the cookie."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from adapters.web.api.opening import link, refusals_as_problems
from adapters.web.bodies import form_in
from adapters.web.context import Context, context_of
from adapters.web.pages.lobby.mustering import muster_in, standing_of
from adapters.web.pages.render import PAGE_HEADERS, page, page_route, refuse_other_sites
from adapters.web.public_address import public_address, qr_code
from adapters.web.responses import Problem
from adapters.web.seat_address import address_of, cookies_of, set_secret_cookie
from adapters.web.texts.catalogue import text
from adapters.web.texts.titles import about_shown, seat_shown
from application.game.seating.musters import Muster
from application.game.seating.public import make_private, make_public, seat_of_all
from application.game.seats import Seat
from application.game.titles import seat_in_words
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.steps import JUDGE

DOES = {SPECTATOR: "watches", JUDGE: "rules"}
OPENED = "umpire-opened"
"""The cookie with the games that were opened here, the newest first; it holds no secret."""
MOST = 12
DAYS = 90
BETWEEN = "!"
"""Separates values in a cookie; occurs in no token and no game's name."""


def redirect_to_links(request: Request, game: str, tokens: dict[Viewer, str]) -> Response:
    """Redirects to the links of a new game; a cookie keeps its tokens, so that the page can be opened again."""
    path = f"/games/{game}/links"
    answer = RedirectResponse(path, 303, PAGE_HEADERS)
    # Bound to its page, so that no other request carries the secrets of all seats.
    set_secret_cookie(request, answer, _cookie(game), BETWEEN.join(tokens.values()), DAYS, path)
    opened = [game, *(other for other in games_opened_here(request) if other != game)]
    set_secret_cookie(request, answer, OPENED, BETWEEN.join(opened[:MOST]), DAYS)
    return answer


def _cookie(game: str) -> str:
    return f"umpire-links-{game}"


def games_opened_here(request: Request) -> list[str]:
    """The games that were opened in this browser, the newest first."""
    return [id for id in cookies_of(request).get(OPENED, "").split(BETWEEN) if id][:MOST]


@page_route
async def links(request: Request) -> Response:
    """A link and a QR code for every seat, and whether anybody may watch."""
    context, game = context_of(request), request.path_params["game"]
    muster = await asyncio.to_thread(muster_in, request)
    if muster is not None:
        return await asyncio.to_thread(_links_to_muster, request, context, muster)
    seats = await asyncio.to_thread(_seats_given, request, context, game)
    opening = (await context.umpire.game_soon(game)).game.opening
    address, reached = public_address(request, context.settings)
    public = await asyncio.to_thread(seat_of_all, context.seats, game)
    return page(
        "links.html",
        game=game,
        title=_title(opening.ruleset),
        about=about_shown(opening.about),
        seats=[
            _link_values(address, opening.names, game, seat.viewer, token) for seat, token in seats
        ],
        only_here=not reached,
        address=address,
        watched=address + address_of(game),
        public=public is not None,
        waits=(),
    )


def _links_to_muster(request: Request, context: Context, muster: Muster) -> Response:
    """As `links`, for a game that waits for its sides. Raises Problem, StoreProblem."""
    record, game = muster.record, muster.game
    address, reached = public_address(request, context.settings)
    seats = [
        (viewer, token)
        for token in _tokens_kept(request, game)
        if (viewer := muster.viewer_of(token)) is not None
    ]
    if not seats:
        raise Problem(404, "not-here", text("links.gone"))
    return page(
        "links.html",
        game=game,
        title=_title(record["ruleset"]),
        about=about_shown(record["about"]),
        seats=[_link_values(address, record["names"], game, *seat) for seat in seats],
        only_here=not reached,
        address=address,
        waits=standing_of(muster, context.musters.sides(muster)),
    )


@page_route
async def set_public(request: Request) -> Response:
    """Makes the game public or private again, for the browser that holds its judge's link."""
    context, game = context_of(request), request.path_params["game"]
    refuse_other_sites(request)
    seats = await asyncio.to_thread(_seats_given, request, context, game)
    if all(seat.viewer != JUDGE for seat, _ in seats):
        raise Problem(403, "not-yours", "the judge's link of the game is not good any more")
    public = (await form_in(request)).get("public") == "yes"
    with refusals_as_problems():
        await asyncio.to_thread(make_public if public else make_private, context.seats, game)
    context.feeds.end_revoked()
    return RedirectResponse(f"/games/{game}/links", 303, PAGE_HEADERS)


def _seats_given(request: Request, context: Context, game: str) -> list[tuple[Seat, str]]:
    """The seats, with tokens, whose links this browser keeps. Raises Problem if it keeps none."""
    held = [(context.seats.holder(token), token) for token in _tokens_kept(request, game)]
    seats = [(seat, token) for seat, token in held if seat is not None and seat.game == game]
    if not seats:
        raise Problem(
            404,
            "not-here",
            text("links.gone"),
        )
    return seats


def _tokens_kept(request: Request, game: str) -> list[str]:
    return [token for token in cookies_of(request).get(_cookie(game), "").split(BETWEEN) if token]


def _title(name: str) -> str:
    from application.rulesets import ruleset

    return ruleset(name).title


def _link_values(address: str, names: Any, game: str, viewer: Viewer, token: str) -> dict[str, Any]:
    path = link(game, token)
    return {
        "name": viewer,
        "called": seat_shown(seat_in_words(names, viewer)),
        "does": DOES.get(viewer, "plays"),
        "link": path,
        "url": address + path,
        "qr": qr_code(address + path, scale=4),
    }
