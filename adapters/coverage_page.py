"""A rulebook as one page of HTML, coloured by what a pile of games has met of it."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from application.lab.coverage import EVENT, KINDS, READING, ROW, RULE

if TYPE_CHECKING:
    from jinja2 import Template

    from application.lab.coverage import Covered


def page(found: "Covered") -> str:
    """The page, everything in it escaped."""
    kinds = {"rule": RULE, "reading": READING, "row": ROW, "event": EVENT}
    return _template().render(coverages=found.coverages.values(), kinds=KINDS, kind=kinds)


@cache
def _template() -> "Template":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    house = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return house.get_template("coverage.html")
