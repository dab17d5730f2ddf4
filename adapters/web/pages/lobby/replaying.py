"""Replaying a file on a page like that of a game's history; the server keeps nothing of it.

The page holds the file and sends it again for more moments. So any worker can answer, nothing
expires, and people without a key cannot fill the server's memory.
"""

import asyncio
import secrets
from base64 import b64decode
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from adapters.digits import number_in
from adapters.web.api.opening import game_with_tokens
from adapters.web.body_limits import most_replayed
from adapters.web.context import Context, context_of
from adapters.web.limits import address_behind_proxy, network_of, too_many
from adapters.web.pages import view_models as tables
from adapters.web.pages.history import drawing_after, marks
from adapters.web.pages.lobby.forms import Form, MayNotOpen, form_from_opener
from adapters.web.pages.lobby.links import redirect_to_links
from adapters.web.pages.record_differences import record_differences
from adapters.web.pages.render import (
    PAGE_HEADERS,
    json_fields,
    page,
    page_route,
    refuse_other_sites,
    text_of,
    wants_json,
)
from adapters.web.responses import JsonResponse, Problem
from adapters.web.seat_address import address_of, cookie_of, set_secret_cookie
from adapters.web.texts.titles import about_shown
from application.desk.batch.replayed import ReplayedGame, replayed_record, replayed_seal, up_to
from application.game.titles import seat_in_words
from application.records.records import BadRecord
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import AT, JUDGE

TOGETHER = 24
"""Most moments in one response."""
MOST_TOGETHER = 512 * 1024
"""Characters after which a response takes no more moments."""
DAYS = 90
UNAUTHORIZED, UNUSABLE = 401, 422


@page_route
async def drop(request: Request) -> Response:
    """The page onto which a file is dropped."""
    return page("replay_drop.html", **_drop_values(context_of(request)))


def _drop_values(context: Context, problem: str = "", text: str = "") -> dict[str, Any]:
    settings = context.settings
    most = most_replayed(settings)
    return {"problem": problem, "text": text, "needs_key": bool(settings.keys), "most": most}


@page_route
async def replay(request: Request) -> Response:
    """The page of a file's game at the moment asked for; for our own script, the moments around it as JSON."""
    context = context_of(request)
    refuse_other_sites(request)
    address = network_of(address_behind_proxy(request))
    wait = context.replays.take(address)
    if wait:
        raise too_many("too many files are replayed from your address", wait)
    fields = await _fields(request)
    try:
        if wants_json(request):
            moments = await context.strangers.run(address, _moments, fields)
            return JsonResponse({"moments": moments})
        text = await context.strangers.run(address, _page, context, fields)
    except BadRecord as why:
        if wants_json(request):
            raise Problem(422, "wrong-field", str(why), "text") from None
        return page(
            "replay_drop.html", UNUSABLE, **_drop_values(context, str(why), fields.get("text", ""))
        )
    return text


async def _fields(request: Request) -> dict[str, str]:
    """The fields that a form or our own script sent. Raises Problem."""
    if wants_json(request):
        return {key: str(value) for key, value in (await json_fields(request)).items()}
    raw = await request.body()
    try:
        found = await asyncio.to_thread(
            parse_qsl, raw.decode(), keep_blank_values=True, max_num_fields=10
        )
    except ValueError:
        raise Problem(400, "unreadable", "it cannot be read", "the form") from None
    return dict(found)


def replay_of(fields: dict[str, str]) -> ReplayedGame:
    """The game of a record's text, or of a sealed file in base64. Raises BadRecord."""
    sealed = fields.get("sealed", "")
    if not sealed:
        return replayed_record(fields.get("text", ""))
    try:
        return replayed_seal(b64decode(sealed, validate=True))
    except ValueError:
        raise BadRecord("The sealed file did not arrive as it was sent.") from None


def _page(context: Context, fields: dict[str, str]) -> Response:
    replayed_game = replay_of(fields)
    game = replayed_game.live.game
    opening = game.opening
    beside = record_differences(replayed_game.mismatches)
    return page(
        "replay.html",
        held={"text": fields.get("text", ""), "sealed": fields.get("sealed", "")},
        title=game.ruleset.title,
        players=[seat_in_words(opening.names, seat) for seat in game.players],
        about=about_shown(opening.about),
        agrees=replayed_game.expects and not replayed_game.mismatches,
        is_sealed=replayed_game.sealed,
        marks=tuple(marks(game, beside.entries)),
        needs_key=bool(context.settings.keys),
        once=secrets.token_urlsafe(16),
        log=tables.log(replayed_game.live, JUDGE),
        **_moment(replayed_game, _entry_in(fields, game.length)),
    )


def _entry_in(fields: dict[str, str], newest: int, name: str = "at") -> int:
    """The number in this field, at most the newest entry; 0 if it is no number."""
    return min(number_in(fields.get(name)) or 0, newest)


def _moments(fields: dict[str, str]) -> dict[int, str]:
    """Entry → its moment as HTML, for those around the one asked for, nearest first. Raises BadRecord."""
    replayed_game = replay_of(fields)
    newest = replayed_game.live.game.length
    shown_at = _entry_in(fields, newest)
    first = max(0, shown_at - TOGETHER // 3)
    around = range(first, min(newest, first + TOGETHER - 1) + 1)
    shown: dict[int, str] = {}
    for n in sorted(around, key=lambda n: abs(n - shown_at)):
        shown[n] = text_of("_replay_moment.html", **_moment(replayed_game, n))
        if sum(map(len, shown.values())) > MOST_TOGETHER:
            break
    return shown


def _moment(replayed_game: ReplayedGame, n: int) -> dict[str, Any]:
    """The values of a moment's template: all is shown; times only if the file holds them."""
    live, game = replayed_game.live, replayed_game.live.game
    edition = "" if game.opening.edition_page else f"/{game.opening.edition}"
    moment = tables.moment(live, n, JUDGE)
    if not replayed_game.sealed:
        at = moment.entry and (moment.entry.at if AT in game.entry(n).said else "")
        entry = moment.entry and replace(moment.entry, at=at or "")
        moment = replace(moment, opened="", entry=entry)
    return {
        "moment": moment,
        "newest": game.length,
        **drawing_after(live, n, JUDGE, JUDGE, moment.changed),
        "differing": record_differences(replayed_game.mismatches),
        "ruleset": game.ruleset.name,
        "names": game.opening.names,
        "rules": f"/rules/{game.opening.ruleset}{edition}",
        "seat": JUDGE,
        "acts": False,
        "receipt": "",
    }


@page_route
async def open_replayed(request: Request) -> Response:
    """Opens the file as a game: whole, at the judge's desk, or up to a moment, to play on from there."""
    context, form = context_of(request), None
    try:
        context, form = await form_from_opener(request)
        game, tokens, whole = await context.long.run(form.caller, _open_from, context, form)
    except MayNotOpen as why:
        return page(
            "replay_drop.html",
            UNAUTHORIZED,
            **_drop_values(context, str(why), why.fields.get("text", "")),
        )
    except BadRecord as why:
        text = form.fields.get("text", "") if form else ""
        return page("replay_drop.html", UNUSABLE, **_drop_values(context, str(why), text))
    if not whole:
        return redirect_to_links(request, game, tokens)
    answer = RedirectResponse(address_of(game, JUDGE), 303, PAGE_HEADERS)
    set_secret_cookie(request, answer, cookie_of(game, JUDGE), tokens[JUDGE], DAYS)
    return answer


def _open_from(context: Context, form: Form) -> tuple[str, dict[Viewer, str], bool]:
    """The game, its tokens, and whether it is all of the file. Raises BadRecord, Problem."""
    replayed_game = replay_of(form.fields)
    steps = len(replayed_game.record.steps)
    whole = "until" not in form.fields
    record = (
        replayed_game.record
        if whole
        else up_to(replayed_game.record, _entry_in(form.fields, steps, "until"))
    )
    said = [noted.said for noted in record.steps]
    game, tokens = game_with_tokens(context, record.opening, form.idempotent, form.caller, said)
    context.expectations.keep(game, record, context.umpire.clock())
    return game, tokens, whole
