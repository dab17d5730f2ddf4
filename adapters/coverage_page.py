"""A rulebook as one page of HTML, coloured by which of it a set of games has covered."""

from typing import TYPE_CHECKING

from adapters.page_to_keep import template_of
from application.lab.coverage import EVENT, KINDS, READING, ROW, RULE

if TYPE_CHECKING:
    from application.lab.coverage import Coverage


def page(coverage: "Coverage") -> str:
    """The page, everything in it escaped."""
    kinds = {"rule": RULE, "reading": READING, "row": ROW, "event": EVENT}
    template = template_of("coverage.html")
    return template.render(coverages=coverage.rulesets.values(), kinds=KINDS, kind=kinds)
