"""The secrets that a request shows: the token of a seat, the operator's or a judge's key."""

import hmac

from starlette.requests import Request

from adapters.web.seat_address import cookie_token


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


def same_secret(shown: str, secret: str) -> bool:
    """Compares in constant time; an empty secret equals nothing."""
    return bool(secret) and hmac.compare_digest(shown.encode(), secret.encode())
