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
        return _drawing(self.link)


@dataclass(frozen=True, slots=True)
class PlayerCode:
    """A player's own code, and where it is entered."""

    name: str
    address: str
    code: str

    @property
    def qr(self) -> str:
        return _drawing(f"{self.address}#{self.code}")


def _drawing(link: str) -> str:
    """The link as an SVG drawing."""
    drawn: str = segno.make(link, error="m").svg_inline(scale=3, border=2, omitsize=True)
    return drawn


def sheet_of(event: str, round: int, tables: Iterable[tuple[Table, Sequence[Seat]]]) -> str:
    """The page, everything in it escaped."""
    return template_of("event_sheet.html").render(event=event, round=round, tables=list(tables))


def codes_sheet(event: str, players: Sequence[PlayerCode]) -> str:
    """A slip to cut out for each player, with what can be typed where no camera is; all of it escaped."""
    return template_of("codes_sheet.html").render(event=event, players=players)
