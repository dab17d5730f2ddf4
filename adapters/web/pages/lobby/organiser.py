"""The list of all games for an organiser: whose turn it is and since when, and where a judge is called."""

import hmac
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from adapters.digits import number_in
from adapters.web.api.defects import defects_seen
from adapters.web.bodies import form_in
from adapters.web.context import Context, context_of
from adapters.web.credentials import same_secret
from adapters.web.defect_keeper import WHOSE
from adapters.web.pages.render import PAGE_HEADERS, page, page_route, refuse_other_sites
from adapters.web.responses import Problem
from adapters.web.seat_address import cookies_of, set_secret_cookie
from adapters.web.texts.catalogue import text
from adapters.web.texts.titles import about_shown
from application.game.standing import GameStanding, game_standing
from application.game.titles import seat_in_words
from application.ledger.store import Listed, StoreProblem
from application.rulesets import FOLDERS, ruleset

COOKIE = "umpire-organiser"
HOURS = 12
HOUR = 3_600_000_000
"""In microseconds."""
DIGITS = 16
"""Most digits of a time in microseconds."""
EACH = 30
"""Games on one page of the list."""
ORDERED = 8 * EACH
"""So many of the newest games are sorted by urgency, so that calls are on the first page."""


def _signed_pass(key: str, until: int) -> str:
    """The browser's cookie instead of the key: the expiry in microseconds, signed with the key (HMAC)."""
    signed = hmac.new(key.encode(), f"organiser until {until}".encode(), "sha256").hexdigest()
    return f"{until}.{signed}"


def key_behind(request: Request, context: Context) -> str | None:
    """The key by which this browser has its pass, empty where none is set; None without a valid pass.

    Raises Problem if no key is set and it is another machine.
    """
    if not context.settings.keys:
        context.operator(request)
        return ""
    shown = cookies_of(request).get(COOKIE, "")
    until = number_in(shown.partition(".")[0], DIGITS)
    if until is None or until < context.umpire.clock():
        return None
    keys = [key for key in context.settings.keys if same_secret(shown, _signed_pass(key, until))]
    return keys[0] if keys else None


@page_route
async def games(request: Request) -> Response:
    """The list, or a form that asks for the organiser's key; with `?show=defects` what umpire has wrong."""
    context = context_of(request)
    key = key_behind(request, context)
    if key is None:
        return page("organiser.html", 200, problem="", listed=None)
    query = request.query_params
    if query.get("show") == "defects":
        mark = context.mark_of(key)
        return page(
            "defects.html", listed=await context.long.run(WHOSE, defects_seen, context, mark)
        )
    sought, number = query.get("q", "")[:80], number_in(query.get("page"), 4) or 1
    shown = await context.long.run("organiser", games_page, context, sought, number)
    return page("organiser.html", problem="", sought=sought, **shown)


@page_route
async def show_key(request: Request) -> Response:
    """Exchanges the organiser's key for a pass, which the browser keeps for HOURS."""
    context = context_of(request)
    refuse_other_sites(request)
    fields = await form_in(request)
    try:
        context.operator(request, fields.get("key", ""))
    except Problem as why:
        if why.kind != "who":
            raise
        return page("organiser.html", 401, problem=text("organiser.wrong"), listed=None)
    shown = fields.get("key", "").rpartition(":")[2]
    key = next((known for known in context.settings.keys if same_secret(shown, known)), "")
    answer = RedirectResponse("/games", 303, PAGE_HEADERS)
    if key:  # Without a key on this machine, the list asks for none.
        until = context.umpire.clock() + HOURS * HOUR
        set_secret_cookie(request, answer, COOKIE, _signed_pass(key, until), 1, "/games")
    return answer


def games_page(context: Context, sought: str, number: int) -> dict[str, Any]:
    """Page `number`, from 1 on, of the games that match, or the last one before it.

    The newest ORDERED of them are sorted by urgency.
    """
    words = sought.casefold().split()
    fit = [game for game in context.umpire.games() if all(word in _text(game) for word in words)]
    number = min(number, max(1, -(-len(fit) // EACH)))
    first = (number - 1) * EACH
    ordered = _by_urgency(context, fit[:ORDERED])
    shown = ordered[first : first + EACH]
    if first >= ORDERED:
        shown = _by_urgency(context, fit[first : first + EACH])
    pages = [("newer", number - 1, number > 1), ("older", number + 1, first + EACH < len(fit))]
    return {
        "listed": shown,
        "count": len(fit),
        "turns": [
            (word, f"/games?{urlencode({'q': sought, 'page': to})}")
            for word, to, is_there in pages
            if is_there
        ],
    }


def _text(listed: Listed) -> str:
    players = " ".join(seat_in_words(listed.names, seat) for seat in listed.players)
    title = ruleset(listed.ruleset).title if listed.ruleset in FOLDERS else listed.ruleset
    return f"{listed.id} {title} {players} {about_shown(listed.about)}".casefold()


def _by_urgency(context: Context, shown: Sequence[Listed]) -> list[GameStanding]:
    """Games with a call first, then the longest waiting, finished ones last."""
    standings = []
    for listed in shown:
        try:
            standings.append(game_standing(context.umpire.game(listed.id)))
        except StoreProblem:
            continue
    return sorted(
        standings, key=lambda standing: (not standing.called, standing.over, standing.since)
    )
