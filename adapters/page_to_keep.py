"""Templates of the pages that are kept as one file: a ruling sheet, the links of a round, a coverage."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from application.game.step_words import step_in_words
from domain.kernel.wording import plainly

if TYPE_CHECKING:
    from jinja2 import Environment, Template

STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)


def template_of(name: str) -> "Template":
    """The template of this name beside this file; whatever is put into it is escaped."""
    return _environment().get_template(name)


def style_source(page: str) -> str:
    """The style inside a page, as a content security policy names what it allows."""
    style = STYLE.search(page)
    return inline_source(style[1] if style else "")


def inline_source(text: str) -> str:
    """A style or script that stands in its page, as a content security policy names it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def clock(at: str) -> str:
    """A moment as people read it: `2026-11-20 14:40:13 UTC`."""
    return f"{at[:10]} {at[11:19]} UTC"


@cache
def _environment() -> "Environment":
    # Jinja takes long to import, and most commands print no page.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "said": lambda said, of: step_in_words(of, said),
        "worded": plainly,
        "clock": clock,
    }
    return environment
