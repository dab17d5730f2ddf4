"""The secrets that a request shows: the token of a seat, the operator's or a judge's key."""

import hmac

from starlette.requests import Request

from adapters.web.seat_address import kept_token


def bearer(request: Request) -> str:
    """The token of the Authorization header; empty without one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def shown_token(request: Request, game: str) -> tuple[str, bool]:
    """The token that is shown for this game, and whether a cookie shows it."""
    token = bearer(request)
    if token:
        return token, False
    return kept_token(request, game), True


def same_secret(shown: str, secret: str) -> bool:
    """Compared in the same time whatever is shown; an empty secret is nobody's."""
    return bool(secret) and hmac.compare_digest(shown.encode(), secret.encode())
