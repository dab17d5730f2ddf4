"""The ruling sheet as one page of HTML that needs nothing else."""

from typing import TYPE_CHECKING

from adapters.page_to_keep import template_of

if TYPE_CHECKING:
    from application.desk.ruling_sheet import Sheet


def page(sheet: "Sheet") -> str:
    """The page, everything in it escaped."""
    template = template_of("sheet.html")
    return template.render(sheet=sheet, why=sheet.ruling, at_event=sheet.at_event)
