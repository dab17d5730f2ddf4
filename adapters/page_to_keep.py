"""Templates of the pages that are kept as one file: a ruling sheet, the links of a round, a coverage."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from application.game.step_words import step_in_words
from domain.kernel.wording import plainly

if TYPE_CHECKING:
    from jinja2 import Environment, Template


def template_of(name: str) -> "Template":
    """The template of this name beside this file; whatever is put into it is escaped."""
    return _environment().get_template(name)


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
