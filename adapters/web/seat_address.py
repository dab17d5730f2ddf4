"""The seat in the address: /games/GAME/@SEAT, so that two seats in one browser do not disturb each other.

Every route of a game accepts it, pages and API alike; the token stays in a cookie of that seat.
"""

import re
from urllib.parse import quote

from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import Scope

from application.game.seats import digest_of
from domain.kernel.ruleset import Viewer

SEATED = re.compile(r"((?:/api)?/games/[^/]+)/@([^/]{1,80})(/.*)?", re.DOTALL)
SEAT = "umpire.seat"
"""The key of the ASGI scope under which the seat named in the address is kept."""
MOST_KEPT = 60
"""Most seats of one browser that are looked up."""


def without_seat(scope: Scope) -> Scope:
    """The request's scope with the seat taken out of the path, before any route sees it."""
    match = SEATED.fullmatch(scope["path"])
    if match is None:
        return scope
    path = f"{match[1]}{match[3] or ''}"
    return {**scope, "path": path, "raw_path": quote(path).encode(), SEAT: match[2]}


def seat_in_address(request: Request) -> Viewer | None:
    """The seat named in the address; None if it names none."""
    found: Viewer | None = request.scope.get(SEAT)
    return found


def address_of(game: str, seat: Viewer | None = None) -> str:
    """The path of a game's page, or of one seat's page."""
    return f"/games/{game}" if seat is None else f"/games/{game}/@{quote(seat, safe='')}"


def cookie_of(name: str, seat: Viewer | None = None) -> str:
    """The name of the cookie in which a browser keeps a seat."""
    return f"umpire-{name}" if seat is None else f"umpire-{name}~{digest_of(seat)[:12]}"


def cookie_token(request: Request, game: str) -> str:
    """The token in this browser's cookie for the seat in the address.

    Without a seat in the address, the browser's only one at this game; empty if it has none or several.
    """
    kept, seat = cookies_of(request), seat_in_address(request)
    if seat is not None:
        return kept.get(cookie_of(game, seat), "")
    mine = [kept[name] for name in kept if name.startswith(f"{cookie_of(game)}~")]
    return kept.get(cookie_of(game)) or (mine[0] if len(mine) == 1 else "")


def cookie_tokens(request: Request, game: str | None = None) -> list[str]:
    """Every token that this browser keeps, or those for one game; newest names last."""
    kept = cookies_of(request)
    names = [name for name in kept if name.startswith("umpire-") and "~" in name]
    if game is not None:
        names = [name for name in names if name.startswith(f"{cookie_of(game)}~")]
    return [kept[name] for name in names[-MOST_KEPT:]]


def cookies_of(request: Request) -> dict[str, str]:
    return cookie_parser(request.headers.get("cookie", ""))


def set_secret_cookie(
    request: Request, answer: Response, name: str, value: str, days: int, path: str = "/"
) -> None:
    """Sets a cookie with a secret that no script can read and no other site can send."""
    answer.set_cookie(
        name,
        value,
        max_age=days * 24 * 3600,
        path=path,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
