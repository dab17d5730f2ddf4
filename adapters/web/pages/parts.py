"""What a browser holds of a page already is left out of the next answer: known by a digest of what it says."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Collection
from hashlib import blake2s

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.requests import Request

HELD = "x-umpire-held"
"""The header in which our own script says which parts its page shows."""
MOST_HELD = 300
TAG = re.compile(r"<\w+")
END = "<!--/-->"
"""Stands behind a part until the answer is put together; what people wrote is escaped, and holds none."""
EDGE = re.compile(r'<\w+ data-part="([\w-]{8})"|<!--/-->')


@pass_context
def part(context: Context, html: Markup) -> Markup:
    """The element under its digest, with its end marked; a part may hold parts. Elsewhere it stays as it is."""
    if "held" not in context:
        return html
    text = str(html).strip()
    digest = urlsafe_b64encode(blake2s(text.encode(), digest_size=6).digest()).decode()
    tag = TAG.search(text)
    assert tag is not None
    # What stands in it was escaped, and the digest holds nothing to escape.
    return Markup(f'{text[: tag.end()]} data-part="{digest}"{text[tag.end() :]}{END}')  # noqa: S704


def parts_held(request: Request) -> frozenset[str]:
    """The digests of the parts that the asking page shows already."""
    return frozenset(request.headers.get(HELD, "").split(",")[:MOST_HELD])


def without_held(text: str, held: Collection[str]) -> str:
    """The text in which `<i data-part="DIGEST">` stands for each part that is held."""
    kept: list[str] = []
    at = depth = 0
    for edge in EDGE.finditer(text):
        if edge[1] is None:
            if depth == 0:
                kept.append(text[at : edge.start()])
            depth = max(0, depth - 1)
            at = edge.end() if depth == 0 else at
        elif depth:
            depth += 1
        elif edge[1] in held:
            kept += (text[at : edge.start()], f'<i data-part="{edge[1]}"></i>')
            depth = 1
    kept.append(text[at:])
    return "".join(kept)
