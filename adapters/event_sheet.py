"""The sheet of a round: a QR code for each seat of every table, as one page of HTML to print."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import segno

from application.event.state import Table

if TYPE_CHECKING:
    from jinja2 import Template


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
    return _template().render(event=event, round=round, tables=list(tables))


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
    return house.get_template("event_sheet.html")
