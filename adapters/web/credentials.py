"""The secrets that a request shows: the token of a seat, the operator's or a judge's key."""

import hmac

from starlette.requests import Request

from adapters.web.responses import Problem
from adapters.web.seat_address import cookie_token

PAGE = "x-umpire"
"""The header that our own pages send."""


def bearer_token(request: Request) -> str:
    """The bearer token of the Authorization header; empty without one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def token_in(request: Request, game: str) -> tuple[str, bool]:
    """The token shown for this game, and whether it came from a cookie."""
    token = bearer_token(request)
    if token:
        return token, False
    return cookie_token(request, game), True


def refuse_cookie_alone(request: Request) -> None:
    """Checks that what acts with a cookie comes from our pages (CSRF). Raises Problem."""
    if request.method not in ("GET", "HEAD") and PAGE not in request.headers:
        raise Problem(403, "not-yours", "a cookie alone does not act", PAGE, "page")


def same_secret(shown: str, secret: str) -> bool:
    """Compares in constant time; an empty secret equals nothing."""
    # As bytes: it takes no text beyond ASCII.
    return bool(secret) and hmac.compare_digest(shown.encode(), secret.encode())
