"""Pages out of templates, and the door that every page has."""

from collections.abc import Awaitable, Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response

from adapters.web.answers import Answer, Problem
from adapters.web.hall import PAGE, Admitted, Hall
from application.store import Damaged, NoSuchGame, StoreProblem
from application.umpire import Live
from domain.kernel.ruleset import SPECTATOR, Viewer

HERE = Path(__file__).parent
SAFE = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
}
Page = Callable[[Request], Awaitable[Response]]


@cache
def templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE.parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # The fields of a step are asked for in the order in which they are said.
    made.policies["json.dumps_kwargs"] = {"sort_keys": False}
    return made


def page(name: str, status: int = 200, **values: Any) -> Response:
    """A template as an answer."""
    text = templates().get_template(name).render(**values)
    return Response(text, status, SAFE, "text/html; charset=utf-8")


def hall_of(request: Request) -> Hall:
    found: Hall = request.app.state.hall
    return found


def wants_json(request: Request) -> bool:
    return PAGE in request.headers


def guarded(route: Page) -> Page:
    """Problems as a page, or as a problem document for our own modules."""

    @wraps(route)
    async def answer(request: Request) -> Response:
        try:
            return await route(request)
        except Problem as why:
            return _told(request, why)
        except NoSuchGame as why:
            return _told(request, Problem(404, "not-here", str(why)))
        except Damaged as why:
            return _told(request, Problem(500, "damaged", str(why)))
        except StoreProblem as why:
            return _told(request, Problem(503, "store", str(why)))

    return answer


def _told(request: Request, why: Problem) -> Response:
    if wants_json(request):
        return why.answer()
    text = f"{why.where}: {why.what}" if why.where else why.what
    if why.status == 401:  # noqa: PLR2004
        text = "This browser has no seat at this game. Open the link that was made for your seat."
    if why.expected:
        text = f"{text}; expected {why.expected}"
    title = {401: "You have no seat here yet", 404: "There is nothing here"}.get(
        why.status, "That did not work"
    )
    return page("problem.html", why.status, title=title, text=text)


async def seated(request: Request) -> tuple[Hall, Admitted, Live]:
    """Who asks for a page of this game, and the game. Raises Problem, StoreProblem."""
    hall = hall_of(request)
    who = await hall.admit(request, request.path_params["game"])
    return hall, who, await hall.live(who)


async def judging(request: Request) -> tuple[Hall, Admitted, Live]:
    """The same for the judge alone. Raises Problem."""
    hall, who, live = await seated(request)
    if not who.judges:
        raise Problem(403, "not-yours", "this is the judge's desk", "your seat", "the judge's link")
    return hall, who, live


def from_here(request: Request) -> None:
    """Writes come from our own pages only. Raises Problem."""
    origin = request.headers.get("origin")
    site = request.headers.get("sec-fetch-site", "none")
    host = request.headers.get("host", "")
    if site not in ("same-origin", "none") or (
        origin is not None and origin.split("://")[-1] != host
    ):
        raise Problem(403, "not-yours", "it was sent from another site", "Origin", host)


def entry_asked(request: Request, live: Live, name: str = "n") -> int:
    """A number of an entry of this game, 0 for the set-up. Raises Problem."""
    n = int(request.path_params[name])
    if n > live.game.length:
        raise Problem(
            404, "not-here", f"there is no entry {n}", "entry", f"0 to {live.game.length}"
        )
    return n


def json_answer(content: Any) -> Answer:
    return Answer(content)


def acts(viewer: Viewer) -> bool:
    return viewer != SPECTATOR
