"""The desk's page: the table after any entry, the log, and what can be downloaded."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from adapters.digits import number_in
from adapters.sheet_page import packet_page
from adapters.sheet_page import page as sheet_page
from adapters.web.api.desk import packet_asked
from adapters.web.context import Context, Session
from adapters.web.events.admission import repository_of
from adapters.web.pages import view_models as tables
from adapters.web.pages.history import drawing_after
from adapters.web.pages.record_differences import differences_from_record
from adapters.web.pages.render import (
    PAGE_HEADERS,
    admit_desk_judge,
    entry_in_path,
    page,
    page_route,
)
from adapters.web.pages.sheets import sheet_answer
from adapters.web.responses import JsonResponse, Problem
from adapters.web.texts.titles import about_shown
from application.desk.ruling_sheet import sheet as ruling_sheet
from application.event.on_sheet import said_at_table
from application.game.line_of_play import in_force
from application.game.live_game import LiveGame
from application.game.opening import table_of
from application.game.seats import every_seat
from application.game.titles import seat_in_words
from application.records.exports import as_yaml
from domain.kernel.history import Game
from domain.kernel.steps import JUDGE


def desk_page(
    context: Context, live: LiveGame, here: str, n: int, shared: str, leads_to_event: bool
) -> Response:
    """The whole desk at the moment after entry n; readable without JavaScript. Raises StoreProblem.

    `leads_to_event`: whether its judge gets in at the event at which the game is played.
    """
    game = live.game
    return page(
        "desk.html",
        game=live.id,
        title=game.ruleset.title,
        rules=tables.rulebook_address(here),
        mode=game.opening.mode,
        players=[seat_in_words(live.names, seat) for seat in game.players],
        about=about_shown(game.opening.about),
        seats=every_seat(game.players),
        origin=game.opening.origin,
        here=here,
        shared=shared,
        newest=game.length,
        at_event=table_of(live.id),
        leads_to_event=leads_to_event,
        **_moment(context, live, n),
        log=tables.log(live, JUDGE),
        first_illegal=tables.first_not_legal(game),
        questions=_open_questions(game),
    )


@page_route
async def at(request: Request) -> Response:
    """The table after one entry: what the page loads when the scrubber moves."""
    context, who, live = await admit_desk_judge(request)
    n = entry_in_path(request, live)
    moment = await context.short.run(who.token, _moment, context, live, n)
    return page("_moment.html", rules=tables.rulebook_address(who.here), **moment)


def _moment(context: Context, live: LiveGame, n: int) -> dict[str, Any]:
    """The table after entry n, as its template draws it."""
    moment = tables.moment(live, n, JUDGE)
    return {
        "moment": moment,
        "receipt": context.receipt_at(live, n),
        "differing": differences_from_record(context, live, JUDGE),
        **drawing_after(live, n, JUDGE, JUDGE, moment.changed),
        "ruleset": live.game.ruleset.name,
        "names": live.names,
        "seat": JUDGE,
        "acts": False,
        "judging": True,
    }


@page_route
async def log(request: Request) -> Response:
    """The entries that the page does not have yet, and what has become of those it has."""
    context, who, live = await admit_desk_judge(request)
    since = number_in(request.query_params.get("after")) or 0
    return JsonResponse(await context.short.run(who.token, _since, context, live, since))


def _since(context: Context, live: LiveGame, since: int) -> dict[str, Any]:
    game = live.game
    line = in_force(game)
    beside = differences_from_record(context, live, JUDGE)
    fresh = page("_log.html", log=tables.log(live, JUDGE, since), differing=beside)
    return {
        "newest": game.length,
        "undone": [n for n in range(1, game.length + 1) if n not in line],
        "verdicts": {n: verdict for n, (verdict, _) in game.overruled.items()},
        "first": tables.first_not_legal(game),
        "html": bytes(fresh.body).decode(),
    }


@page_route
async def sheet(request: Request) -> Response:
    """The ruling sheet of an entry, to print or hand over."""
    context, who, live, n = await _admit_to_ruling(request)
    repository = repository_of(request)
    made = await context.short.run(
        who.token, lambda: ruling_sheet(live, n, at_event=tuple(said_at_table(repository, live)))
    )
    return sheet_answer(sheet_page(made))


@page_route
async def packet(request: Request) -> Response:
    """The packet of an entry, for an arbiter who was not there; without `at`, the way to that of now."""
    context, who, live, n = await _admit_to_ruling(request)
    made = await context.short.run(who.token, packet_asked, request, live, n)
    if "at" in request.query_params:
        return sheet_answer(packet_page(made))
    row = f"&event_row={made.frozen.event_row}" if made.frozen.event_row else ""
    address = f"{who.here}/packet/{n}?at={made.frozen.at}{row}"
    return RedirectResponse(address, 303, PAGE_HEADERS)


async def _admit_to_ruling(request: Request) -> tuple[Context, Session, LiveGame, int]:
    """As `admit_desk_judge`, with the ruled entry in the path. Raises Problem, StoreProblem."""
    context, who, live = await admit_desk_judge(request)
    n = entry_in_path(request, live)
    if n == 0:
        raise Problem(404, "not-here", "entry 0 is the set-up", "entry", "an entry from 1 on")
    return context, who, live, n


@page_route
async def export(request: Request) -> Response:
    """The game as a record, to download."""
    context, who, live = await admit_desk_judge(request)
    name = f'attachment; filename="{live.id}.yaml"'
    kept = live.as_kept or live
    text = await context.short.run(who.token, _record_of, context, kept)
    headers = {**PAGE_HEADERS, "content-disposition": name}
    return Response(text, 200, headers, "application/yaml")


def _record_of(context: Context, live: LiveGame) -> str:
    return as_yaml(live.game, live.times, context.expectations.of(live.id))


def _open_questions(game: Game) -> list[Mapping[str, Any]]:
    """The questions for which a table may choose a reading, with the one in force."""
    return [
        {"id": id, "title": q.title, "answers": tuple(q.readings), "now": game.law[id]}
        for id, q in game.law.edition.questions.items()
        if q.readings
    ]
