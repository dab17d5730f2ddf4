"""The ruling sheet as one page of HTML that needs nothing else."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adapters.page_to_keep import template_of

if TYPE_CHECKING:
    from application.desk.ruling_sheet import Sheet


def page(sheet: "Sheet", at_event: Sequence[str] = ()) -> str:
    """The page, everything in it escaped. `at_event`: what happened at the table besides its game."""
    template = template_of("sheet.html")
    return template.render(sheet=sheet, why=sheet.explanation, at_event=at_event)
