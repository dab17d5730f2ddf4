"""Pages with their style inside, so that each can be saved as a single file."""

import re
from base64 import b64encode
from hashlib import sha256

from starlette.responses import Response

from adapters.web.pages.render import PAGE_HEADERS

STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)


def sheet_answer(text: str) -> Response:
    """Such a page as a response; its content security policy allows this one style, and no script."""
    match = STYLE.search(text)
    digest = b64encode(sha256((match[1] if match else "").encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )
    headers = {**PAGE_HEADERS, "content-security-policy": policy}
    return Response(text, 200, headers, "text/html; charset=utf-8")
