"""The first page: one's own games, a form to open one, a place to drop a record."""

import secrets
from collections import defaultdict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.api.opening import game_with_tokens
from adapters.web.body_limits import most_replayed
from adapters.web.context import Context, context_of
from adapters.web.pages.lobby import mustering
from adapters.web.pages.lobby.armies import examples, rosters
from adapters.web.pages.lobby.forms import Form, MayNotOpen, by_seat, form_from_opener, record_in
from adapters.web.pages.lobby.links import games_opened_here, redirect_to_links
from adapters.web.pages.lobby.own_games import own_games
from adapters.web.pages.lobby.players import FIELDS
from adapters.web.pages.render import page, page_route
from adapters.web.responses import Problem
from application.game.seating.public import make_public
from application.records.notation import Unclear
from application.records.records import BadRecord, record_from
from application.rulesets import rulesets
from domain.kernel.history import Opening
from domain.kernel.ruleset import Viewer

DAYS = 90
UNAUTHORIZED, UNUSABLE = 401, 422


@page_route
async def start(request: Request) -> Response:
    """The first page."""
    return await first_page(request, {})


@page_route
async def own(request: Request) -> Response:
    """The part of the first page that changes while it is open: one's own games."""
    return page("_own_games.html", **await _own(request))


async def _own(request: Request) -> dict[str, Any]:
    context = context_of(request)
    own = await context.short.run("own games", own_games, request, context)
    return {"own": own, "opened": games_opened_here(request)}


async def first_page(
    request: Request, form: dict[str, str], problem: str = "", status: int = 200
) -> Response:
    """The first page with a filled-in form and what is wrong with it, if anything."""
    context = context_of(request)
    listed: list[dict[str, Any]] = [
        {
            "name": ruleset.name,
            "title": ruleset.title,
            "least": ruleset.seats[0],
            "most": ruleset.seats[1],
        }
        for ruleset in rulesets()
    ]
    return page(
        "start.html",
        status,
        form=defaultdict(str, form),
        problem=problem,
        rulesets=listed,
        fewest=min(rules["least"] for rules in listed),
        players=[{"field": field} for field in FIELDS],
        rosters={"rosters": rosters(), "examples": examples()},
        needs_key=bool(context.settings.keys),
        most=most_replayed(context.settings),
        chats=context.chats.allowed,
        once=secrets.token_urlsafe(16),
        **await _own(request),
    )


@page_route
async def open_game(request: Request) -> Response:
    """Opens the game of the form and leads to the links of its seats."""
    form = None
    try:
        context, form = await form_from_opener(request)
        opening, game, tokens = await context.long.run(form.caller, _open, context, form)
    except MayNotOpen as why:
        return await first_page(request, why.fields, str(why), UNAUTHORIZED)
    except (BadRecord, Unclear) as why:
        return await first_page(request, form.fields if form else {}, str(why), UNUSABLE)
    except Problem as why:
        if form is None:
            raise
        return await first_page(request, form.fields, why.sentence(), UNUSABLE)
    if opening is not None:
        context.metrics.count_opening(opening.ruleset)
    return redirect_to_links(request, game, tokens)


def _open(context: Context, form: Form) -> tuple[Opening | None, str, dict[Viewer, str]]:
    """Opens the form's game: its opening, its id and its tokens. Raises BadRecord, Unclear, Problem.

    Without an opening it waits for its sides.
    """
    chat = form.fields.get("webhook", "").strip()
    refusal = context.chats.refusal(chat) if chat else ""
    if refusal:
        raise BadRecord(refusal)
    if by_seat(form.fields):
        return None, *mustering.begin(context, form, chat)
    record = record_from(record_in(form.fields), "The set-up")
    if record.steps:
        raise BadRecord("The set-up holds steps: replay it as a record instead.")
    game, tokens = game_with_tokens(context, record.opening, form.idempotent, form.caller)
    if chat:
        context.chats.keep(game, chat)
    if form.fields.get("public"):
        make_public(context.seats, game)
    return record.opening, game, tokens
