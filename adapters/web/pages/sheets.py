"""Pages with their style inside, so that each can be saved as a single file."""

from starlette.responses import Response

from adapters.page_to_keep import style_source
from adapters.web.pages.render import PAGE_HEADERS


def sheet_answer(text: str) -> Response:
    """Such a page as a response; its content security policy allows this one style, and no script."""
    policy = (
        f"default-src 'none'; style-src '{style_source(text)}'; img-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )
    headers = {**PAGE_HEADERS, "content-security-policy": policy}
    return Response(text, 200, headers, "text/html; charset=utf-8")
