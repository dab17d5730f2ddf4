"""The ruling sheet as one page of HTML that needs nothing else."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from application.game.transcript import said_in_words
from domain.kernel.wording import plainly

if TYPE_CHECKING:
    from jinja2 import Template

    from application.desk.ruling_sheet import Sheet


def page(sheet: "Sheet", at_event: Sequence[str] = ()) -> str:
    """The page, everything in it escaped; with what happened at the table besides its game."""
    return _template().render(sheet=sheet, why=sheet.explanation, at_event=at_event)


def clock(at: str) -> str:
    """A moment as people read it: `2026-11-20 14:40:13 UTC`."""
    return f"{at[:10]} {at[11:19]} UTC"


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
    house.filters["said"] = said_in_words
    house.filters["worded"] = plainly
    house.filters["clock"] = clock
    return house.get_template("sheet.html")
