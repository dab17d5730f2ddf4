"""The page that checks sealed games, slips and proofs of growth in the browser."""

from starlette.requests import Request
from starlette.responses import Response

from adapters.check_page import page, policy
from adapters.web.pages.render import PAGE_HEADERS, page_route


@page_route
async def check(_request: Request) -> Response:
    """The page as anybody may keep it; nothing that is dropped on it comes here."""
    headers = {
        **PAGE_HEADERS,
        "content-security-policy": f"{policy()}; frame-ancestors 'none'",
    }
    return Response(page(), 200, headers, "text/html; charset=utf-8")
