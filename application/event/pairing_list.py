"""A pairing list, as the tools that pair write it: CSV, a row a table, read with line and column.

    round,table,player 1,player 2,setup,army 1,army 2
    1,1,Ana Silva,Ben Okoro,crossing.yaml,,

One player alone has a bye. `round` may be left out where the round is said otherwise, `setup` where
one is used at every table; there may be more players than two. Commas, semicolons or tabs.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from application.event.list_cells import BYE, Cell, Headings, rows_in

HEADING = re.compile(r"(round|table|setup|player[1-9]|army[1-9])")
EXPECTED = "round, table, setup, player 1, player 2 …, army 1 …"


@dataclass(frozen=True, slots=True)
class Row:
    """A table of the list."""

    round: int
    table: int
    players: tuple[Cell, ...]
    setup: Cell | None
    armies: tuple[Cell | None, ...]
    """One for each player."""
    first: Cell
    """The table's own cell."""


def read_pairings(raw: bytes, source: str, round: int | None = None) -> list[Row]:
    """The tables of a list, each checked by itself and against the others. Raises Refused."""
    needed = ("table", "player1", *(["round"] if round is None else []))
    headings = Headings(HEADING, EXPECTED, needed)
    rows = [_row(cells, round) for cells in rows_in(raw, source, headings)]
    _check_once(rows)
    return rows


def _row(cells: dict[str, Cell], round: int | None) -> Row:
    numbered = [(name, cells[name]) for name in sorted(cells) if name.startswith("player")]
    sat = [(name, cell) for name, cell in numbered if cell.text and not BYE.fullmatch(cell.text)]
    if not sat:
        raise cells["player1"].refusal("nobody sits there; expected a name")
    for (name, cell), (_, before) in zip(numbered[1:], numbered, strict=False):
        if cell.text and not before.text:
            raise before.refusal(f"it is empty, and “{name}” is not")
    setup = cells.get("setup")
    return Row(
        cells["round"].number if "round" in cells else round or 1,
        cells["table"].number,
        tuple(cell for _, cell in sat),
        setup if setup and setup.text else None,
        tuple(_army(cells, name.removeprefix("player")) for name, _ in sat),
        cells["table"],
    )


def _army(cells: dict[str, Cell], n: str) -> Cell | None:
    cell = cells.get(f"army{n}")
    return cell if cell and cell.text else None


def _check_once(rows: Sequence[Row]) -> None:
    """Nobody sits twice in a round, no table stands there twice. Raises Refused."""
    tables: dict[tuple[int, int], Cell] = {}
    players: dict[tuple[int, str], Cell] = {}
    spelled: dict[str, Cell] = {}
    for row in rows:
        before = tables.setdefault((row.round, row.table), row.first)
        if before is not row.first:
            raise row.first.refusal(f"table {row.table} stands in line {before.line} already")
        for cell in row.players:
            known = players.setdefault((row.round, cell.text), cell)
            if known is not cell:
                raise cell.refusal(f"“{cell.text}” sits in line {known.line} already")
            alike = spelled.setdefault(cell.text.casefold(), cell)
            if alike.text != cell.text:
                raise cell.refusal(
                    f"“{cell.text}” is written “{alike.text}” in line {alike.line}: "
                    "write everybody one way"
                )
