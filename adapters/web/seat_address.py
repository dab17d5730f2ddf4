"""The seat in the address: /games/GAME/@SEAT, so that two seats in one browser do not disturb each other.

Every route of a game takes it, pages and API alike; the secret stays in a cookie of that seat.
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
"""Where a request keeps the seat that its address names."""
MOST_KEPT = 60
"""Seats of one browser that are looked up."""


class SeatInAddress:
    """Takes the seat out of the address before any route sees it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = SEATED.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is not None:
            path = f"{found[1]}{found[3] or ''}"
            raw = quote(path).encode()
            scope = {**scope, "path": path, "raw_path": raw, SEAT: found[2]}
        await self.app(scope, receive, send)


def seat_named(request: Request) -> Viewer | None:
    """The seat that the address names; none where it names no seat."""
    found: Viewer | None = request.scope.get(SEAT)
    return found


def address_of(game: str, seat: Viewer | None = None) -> str:
    """The page of a game, or of one seat at it."""
    return f"/games/{game}" if seat is None else f"/games/{game}/@{quote(seat, safe='')}"


def cookie_of(name: str, seat: Viewer | None = None) -> str:
    """The name of the cookie in which a browser keeps a seat."""
    return f"umpire-{name}" if seat is None else f"umpire-{name}~{digest_of(seat)[:12]}"


def kept_token(request: Request, game: str) -> str:
    """The token that this browser keeps for the seat of the address.

    An address without a seat means the only one it has there; empty where it has none or several.
    """
    kept, seat = cookies_of(request), seat_named(request)
    if seat is not None:
        return kept.get(cookie_of(game, seat), "")
    mine = [kept[name] for name in kept if name.startswith(f"{cookie_of(game)}~")]
    return kept.get(cookie_of(game)) or (mine[0] if len(mine) == 1 else "")


def kept_tokens(request: Request, game: str | None = None) -> list[str]:
    """Every token that this browser keeps, or those for one game; newest names last."""
    kept = cookies_of(request)
    names = [name for name in kept if name.startswith("umpire-") and "~" in name]
    if game is not None:
        names = [name for name in names if name.startswith(f"{cookie_of(game)}~")]
    return [kept[name] for name in names[-MOST_KEPT:]]


def cookies_of(request: Request) -> dict[str, str]:
    return cookie_parser(request.headers.get("cookie", ""))


def keep_cookie(
    request: Request, answer: Response, name: str, value: str, days: int, path: str = "/"
) -> None:
    """Keeps a secret in this browser, where no script reads it and no other site sends it."""
    answer.set_cookie(
        name,
        value,
        max_age=days * 24 * 3600,
        path=path,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
