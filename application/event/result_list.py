"""Results as CSV, for the tools that pair: a row a table, in the columns of the pairing list."""

import csv
import io
import re
from collections.abc import Iterator

from application.event.keyring import Keyring
from domain.tournament.rounds import Table
from domain.tournament.tournament import Tournament

BYE, DRAW, WAITING = "bye", "draw", ""
FORMULA = re.compile(r"(^|[;|\t\r\n])('*\s*[=+@-])")
"""Where a spreadsheet would reckon: also behind what parts the cells of a list elsewhere than here.

A name that has such a quote by itself gets one more, so that `as_entered` leaves it its own.
"""
SAFE = re.compile(FORMULA.pattern.replace(")(", ")'("))


def results(event: Tournament, keyring: Keyring, round: int | None = None) -> str:
    """The results of a round, or of all of them. What is not known yet is left empty."""
    numbers = sorted(event.rounds) if round is None else [event.round(round).number]
    tables = [table for number in numbers for table in event.of_round(number)]
    most = max((len(table.places) for table in tables), default=2)
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    each = range(1, max(most, 2) + 1)
    write(
        [
            "round",
            "table",
            *(f"{word} {n}" for n in each for word in ("player", "points")),
            "winner",
        ]
    )
    for table in tables:
        cells = [cell for player in table.players for cell in _of(table, event, keyring, player)]
        blank = [""] * (2 * len(each) - len(cells))
        write([table.round, table.number, *cells, *blank, winner(table, event, keyring)])
    return out.getvalue()


def _of(table: Table, event: Tournament, keyring: Keyring, player: str) -> Iterator[str]:
    yield safe(keyring.reveal(player, event.people[player]))
    yield "" if table.result is None else str(table.result.points.get(player, 0))


def winner(table: Table, event: Tournament, keyring: Keyring) -> str:
    """Who won a table: a name, `bye`, `draw`, or nothing yet."""
    if not table.game:
        return BYE
    if table.result is None:
        return WAITING
    won = table.result.winner
    return DRAW if won is None else safe(keyring.reveal(won, event.people[won]))


def safe(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return FORMULA.sub(r"\1'\2", name)


def as_entered(name: str) -> str:
    """The name that `safe` made this of; another one unchanged."""
    return SAFE.sub(r"\1\2", name)
