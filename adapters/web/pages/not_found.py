"""Whatever else is asked for by a browser: a page that says there is nothing, and leads back."""

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response

from adapters.web.pages.render import page_route
from adapters.web.responses import Problem
from adapters.web.texts.catalogue import text


class Page(Convertor[str]):
    """Any path that is not the API's or the operator's."""

    regex = "(?!(?:api|health|ready|metrics)(?:/|$)).*"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("page", Page())


@page_route
async def not_found(request: Request) -> Response:  # noqa: ARG001
    """There is no such page."""
    raise Problem(404, "not-here", text("problem.address"))
