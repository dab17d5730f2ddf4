"""The seat in the address: /games/GAME/@SEAT, so that two seats in one browser do not disturb each other.

Every route of a game accepts it, pages and API alike; the token stays in a cookie of that seat.
"""

import re
from urllib.parse import quote

from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from application.game.seats import digest_of
from domain.kernel.ruleset import Viewer

SEATED = re.compile(r"((?:/api)?/games/[^/]+)/@([^/]{1,80})(/.*)?", re.DOTALL)
SEAT = "umpire.seat"
"""The key of the ASGI scope under which the seat named in the address is kept."""
MOST_KEPT = 60
"""Most seats of one browser that are looked up."""


class SeatInAddress:
    """ASGI middleware that takes the seat out of the path before any route sees it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = SEATED.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if match is not None:
            path = f"{match[1]}{match[3] or ''}"
            raw = quote(path).encode()
            scope = {**scope, "path": path, "raw_path": raw, SEAT: match[2]}
        await self.app(scope, receive, send)


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
