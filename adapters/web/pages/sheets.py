"""Pages that carry their own style, so that they can be kept as one file."""

import re
from base64 import b64encode
from hashlib import sha256

from starlette.responses import Response

from adapters.web.pages.render import PAGE_HEADERS

STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)


def sheet_answer(text: str) -> Response:
    """Such a page as an answer: its policy names the one style by its digest, and no script."""
    found = STYLE.search(text)
    digest = b64encode(sha256((found[1] if found else "").encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )
    headers = {**PAGE_HEADERS, "content-security-policy": policy}
    return Response(text, 200, headers, "text/html; charset=utf-8")
