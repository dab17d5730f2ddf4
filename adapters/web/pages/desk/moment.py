"""The desk's page: the table after any entry, the log, and what can be downloaded."""

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.digits import number_in
from adapters.sheet_page import packet_page
from adapters.sheet_page import page as sheet_page
from adapters.web.context import Context
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
from application.desk.packet import packet as packet_on
from application.desk.ruling_sheet import SaidAtTable
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


def desk_page(context: Context, live: LiveGame, here: str, n: int, shared: str) -> Response:
    """The whole desk at the moment after entry n; readable without JavaScript. Raises StoreProblem."""
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
        at_event=table_of(live.id) is not None,
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
    return await _page_of_ruling(
        request, lambda live, n, told: sheet_page(ruling_sheet(live, n, at_event=told))
    )


@page_route
async def packet(request: Request) -> Response:
    """The packet of an entry, for an arbiter who was not there."""
    return await _page_of_ruling(
        request, lambda live, n, told: packet_page(packet_on(live, n, at_event=told))
    )


async def _page_of_ruling(
    request: Request, written: Callable[[LiveGame, int, tuple[SaidAtTable, ...]], str]
) -> Response:
    """A page to keep about the entry in the path; `written` gets what was said at the event's table."""
    context, who, live = await admit_desk_judge(request)
    n = entry_in_path(request, live)
    if n == 0:
        raise Problem(404, "not-here", "entry 0 is the set-up", "entry", "an entry from 1 on")
    repository = repository_of(request)
    text = await context.short.run(
        who.token, lambda: written(live, n, tuple(said_at_table(repository, live)))
    )
    return sheet_answer(text)


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
