"""Rendering pages from templates, and what every page route shares: errors, admission, gzip."""

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cache, wraps
from json import JSONEncoder
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context as Values
from starlette.requests import Request
from starlette.responses import Response

from adapters.web.bodies import mapping_in
from adapters.web.context import Context, Session, context_of
from adapters.web.credentials import PAGE
from adapters.web.logs import server
from adapters.web.pages.glyphs import glyph
from adapters.web.pages.parts import part
from adapters.web.pages.times import time_tag
from adapters.web.responses import NEWER, Problem
from adapters.web.texts.catalogue import (
    LANGUAGE,
    language_wished,
    list_in_words,
    text,
    text_around,
)
from adapters.web.texts.said.phrases import phrase
from adapters.web.texts.scripts import texts_of
from adapters.web.texts.titles import about_shown, part_shown, seat_shown
from application.answer import as_json
from application.event.repository import NoSuchEvent
from application.game.live_game import LiveGame
from application.game.step_words import step_in_words
from application.ledger.store import Damaged, NoSuchGame, NotKnownHere, StoreProblem
from application.rulesets import ruleset
from domain.kernel.wording import plainly

HERE = Path(__file__).parent
PAGE_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
UNAUTHORIZED = 401
TITLES = {UNAUTHORIZED: "problem.seat", 404: "problem.nothing"}
SMALL = 1_400
"""Largest body, in bytes, that is not compressed: it fits into one packet anyway."""
NO_GZIP = re.compile(r"gzip\s*;\s*q=0(\.0*)?\s*(,|$)")
MUCH = 64 * 1024
"""Bytes from which a body is compressed in a thread, outside the event loop."""
HTML = "text/html; charset=utf-8"
Page = Callable[[Request], Awaitable[Response]]


@cache
def templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE.parent / "templates"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Keeps the order of a step's fields in JSON, in which the page asks for them.
    made.policies["json.dumps_function"] = JSONEncoder(
        sort_keys=False, separators=(",", ":"), default=as_json
    ).encode
    made.policies["json.dumps_kwargs"] = {}
    made.filters["plainly"] = plainly
    made.filters["said"] = lambda said, of: step_in_words(ruleset(of), said)
    made.filters["time"] = time_tag
    made.filters["glyph"] = glyph
    made.filters["part"] = part
    made.filters["phrase"] = phrase
    made.filters["of_seat"] = lambda seat, faces: faces.player(seat)
    made.filters["seat"] = seat_shown
    made.filters["named"] = _in_names
    made.filters["about"] = about_shown
    made.filters["part_shown"] = part_shown
    made.globals["t"] = text
    made.globals["tb"] = text_around
    made.globals["texts_of"] = texts_of
    made.filters["list_in_words"] = list_in_words
    return made


@pass_context
def _in_names(page: Values, text: str) -> str:
    """The text as people on this page are called."""
    named: str = page["faces"].in_names(text)
    return named


def page(name: str, status: int = 200, **values: Any) -> Response:
    """The rendered template as a response."""
    return html_response(text_of(name, **values), status)


def text_of(name: str, **values: Any) -> str:
    """The template rendered with these values, in the reader's language."""
    return templates().get_template(name).render(lang=LANGUAGE.get(), **values)


def html_response(
    text: str, status: int = 200, headers: Mapping[str, str] = PAGE_HEADERS
) -> Response:
    """HTML as a response, with the security headers of every page."""
    return Response(text, status, headers, HTML)


def wants_json(request: Request) -> bool:
    return PAGE in request.headers


def page_route(route: Page) -> Page:
    """Decorates a page route: errors become a page, or a problem document for our own scripts."""

    @wraps(route)
    async def answer(request: Request) -> Response:
        LANGUAGE.set(language_wished(request.headers.get("accept-language", "")))
        try:
            response = await route(request)
        except Exception as why:
            response = _problem_page(request, _problem(request, why))
        if len(response.body) > MUCH:
            return await asyncio.to_thread(compressed_response, request, response)
        return compressed_response(request, response)

    return answer


def _problem(request: Request, why: Exception) -> Problem:
    """The problem to show for an error; errors of our own are logged in full for the operator."""
    if isinstance(why, Problem):
        return why
    if isinstance(why, NoSuchEvent):
        return Problem(404, "not-here", text("problem.event"))
    if isinstance(why, NoSuchGame):
        return Problem(404, "not-here", text("problem.game"))
    ours = None if isinstance(why, StoreProblem) else why
    server.error("%s: %s", request.url.path, why, exc_info=ours)
    if isinstance(why, Damaged):
        return Problem(500, "damaged", text("problem.damaged"))
    if isinstance(why, NotKnownHere):
        return Problem(503, "store", NEWER)
    if isinstance(why, StoreProblem):
        return Problem(503, "store", text("problem.store"))
    return Problem(500, "fault", text("problem.fault"))


def takes_gzip(request: Request) -> bool:
    """Whether the browser names gzip among what it takes, and not with a weight of nothing."""
    accepted = request.headers.get("accept-encoding", "")
    return "gzip" in accepted and not NO_GZIP.search(accepted)


def compressed_response(request: Request, response: Response) -> Response:
    """The response, compressed with gzip if that is worth it and the browser accepts it."""
    if (
        len(response.body) > SMALL
        and takes_gzip(request)
        and "content-encoding" not in response.headers
    ):
        response.body = gzip.compress(bytes(response.body), 6, mtime=0)
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
    if len(response.body):
        response.headers.setdefault("vary", "accept-encoding, accept-language, cookie")
    return response


def _problem_page(request: Request, why: Problem) -> Response:
    if wants_json(request):
        return why.response()
    detail = f"{why.where}: {why.what}" if why.where else why.what
    if why.status == UNAUTHORIZED:
        event = request.url.path.startswith("/events/")
        detail = text("problem.event.told" if event else "problem.seat.told")
    elif why.expected:
        detail = text("problem.expected", problem=detail, expected=why.expected)
    title = text(TITLES.get(why.status, "problem.failed"))
    game = request.path_params.get("game", "") if why.status == UNAUTHORIZED else ""
    query = f"?{request.url.query}" if request.url.query else ""
    enter = f"/enter/{quote(game, safe='')}{query}" if game else ""
    again = why.status == UNAUTHORIZED
    return page("problem.html", why.status, title=title, text=detail, again=again, enter=enter)


async def admit_viewer(request: Request) -> tuple[Context, Session, LiveGame]:
    """The context, who asks for a page of this game, and the game. Raises Problem, StoreProblem."""
    context = context_of(request)
    if request.method not in ("GET", "HEAD"):
        refuse_other_sites(request)
    who = await context.admit(request, request.path_params["game"])
    return context, who, await context.live(who)


async def admit_desk_judge(request: Request) -> tuple[Context, Session, LiveGame]:
    """As `admit_viewer`, for the judge alone. Raises Problem, StoreProblem."""
    context, who, live = await admit_viewer(request)
    if not who.judges:
        raise Problem(403, "not-yours", text("problem.desk"))
    return context, who, live


def refuse_other_sites(request: Request) -> None:
    """Refuses writes that do not come from our own pages. Raises Problem."""
    origin = request.headers.get("origin")
    site = request.headers.get("sec-fetch-site", "none")
    host = request.headers.get("host", "")
    if site not in ("same-origin", "none") or (
        origin is not None and origin.split("://")[-1] != host
    ):
        raise Problem(403, "not-yours", "it was sent from another site", "Origin", host)


def entry_in_path(request: Request, live: LiveGame, name: str = "n") -> int:
    """The entry number in the path; 0 is the set-up. Raises Problem if the game has no such entry."""
    n = int(request.path_params[name])
    if n > live.game.length:
        raise Problem(
            404, "not-here", f"there is no entry {n}", "entry", f"0 to {live.game.length}"
        )
    return n


async def json_fields(request: Request) -> dict[str, Any]:
    """The JSON mapping that our own scripts send. Raises Problem."""
    return await mapping_in(request, "{field: value}")
