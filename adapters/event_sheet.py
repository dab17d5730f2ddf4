"""The sheet of a round: a QR code for each seat of every table, as one page of HTML to print."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import segno

from adapters.page_to_keep import template_of
from domain.tournament.rounds import Table


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where, and the link that is theirs."""

    name: str
    seat: str
    link: str

    @property
    def qr(self) -> str:
        """The link as an SVG drawing."""
        drawn: str = segno.make(self.link, error="m").svg_inline(scale=3, border=2, omitsize=True)
        return drawn


def sheet_of(event: str, round: int, tables: Iterable[tuple[Table, Sequence[Seat]]]) -> str:
    """The page, everything in it escaped."""
    return template_of("event_sheet.html").render(event=event, round=round, tables=list(tables))
