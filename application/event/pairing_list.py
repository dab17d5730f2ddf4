"""A pairing list, as the tools that pair write it: CSV, a row a table, read with line and column.

    round,table,player 1,player 2,setup,army 1,army 2
    1,1,Ana Silva,Ben Okoro,crossing.yaml,,

One player alone has a bye. `round` may be left out where the round is said otherwise, `setup` where
one is used at every table; there may be more players than two. Commas, semicolons or tabs.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from application.event.keyring import tidy_name
from application.event.reading_place import reading_place
from application.records.look_alikes import unseen_sign
from domain.tournament.command import Refused

MOST_BYTES = 1024 * 1024
MOST_TABLES = 2_000
HIGHEST = 9_999
LONGEST_CELL = 200
HEADING = re.compile(r"(round|table|setup|player[1-9]|army[1-9])")
DELIMITERS = ",;\t"
ALIASES = {
    "rd": "round",
    "rnd": "round",
    "runde": "round",
    "tbl": "table",
    "tableno": "table",
    "tablenumber": "table",
    "board": "table",
    "tisch": "table",
    "player": "player1",
    "name": "player1",
    "opponent": "player2",
    "white": "player1",
    "black": "player2",
    "spieler1": "player1",
    "spieler2": "player2",
}
"""How tools that pair head their columns → how we do."""
BYE = re.compile(r"[*\-( ]*(bye|freilos|-)[*\-) ]*", re.I)
"""What stands where nobody sits opposite."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a column of a line."""

    text: str
    source: str
    line: int
    column: int
    heading: str

    def refusal(self, what: str) -> Refused:
        return Refused(f"{self.where}: {what}")

    @property
    def where(self) -> str:
        return f"{self.source}, line {self.line}, column {self.column} (“{self.heading}”)"


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
    lines = _records(_text(raw, source), source)
    try:
        first, heading = next(lines)
    except StopIteration:
        raise Refused(
            f"{source}, line 1, column 1: nothing stands there; "
            "expected a heading and a row for each table"
        ) from None
    columns = _columns(first, heading, source, round)
    rows = [_row(_cells(line, n, columns, source), round) for n, line in lines]
    if not rows:
        raise Refused(
            f"{source}, line {first + 1}, column 1: no table stands below the heading; "
            "expected at least one"
        )
    if len(rows) > MOST_TABLES:
        raise rows[MOST_TABLES].first.refusal(
            f"there are {len(rows)} tables; expected at most {MOST_TABLES}"
        )
    _check_once(rows)
    return rows


def _text(raw: bytes, source: str) -> str:
    if len(raw) > MOST_BYTES:
        raise Refused(f"{source}: it is longer than {MOST_BYTES // 1024} KiB")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as why:
        before = raw[: why.start].decode("utf-8-sig")
        line, column = reading_place(before, _delimiter(before))
        raise Refused(
            f"{source}, line {line}, column {column}: a byte that is not UTF-8; "
            "save the list as UTF-8"
        ) from None
    return text


def _delimiter(text: str) -> str:
    first = text.split("\n", 1)[0]
    return max(DELIMITERS, key=first.count)


def _records(text: str, source: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that hold something, each with the number of its first line. Raises Refused."""
    delimiter = _delimiter(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for record in reader:
            if any(cell.strip() for cell in record):
                yield line, record
            line = reader.line_num + 1
    except csv.Error:
        line, column = reading_place(text, delimiter)
        raise Refused(
            f"{source}, line {line}, column {column}: the cell is too long, or its quotes are not "
            "closed at its end; a quote inside is written twice"
        ) from None


def _columns(line: int, heading: Sequence[str], source: str, round: int | None) -> list[str]:
    """The headings as we name them. Raises Refused."""
    columns: list[str] = []
    for n, cell in enumerate(heading, 1):
        name = re.sub(r"[\s_.#-]", "", cell.lower())
        where = f"{source}, line {line}, column {n}"
        name = ALIASES.get(name, name)
        if not HEADING.fullmatch(name):
            raise Refused(
                f"{where}: “{cell.strip()[:40]}” is no heading; "
                "expected round, table, setup, player 1, player 2 …, army 1 …"
            )
        if name in columns:
            raise Refused(f"{where}: “{name}” stands there twice")
        columns.append(name)
    needed = ["table", "player1", *(["round"] if round is None else [])]
    for name in needed:
        if name not in columns:
            raise Refused(
                f"{source}, line {line}, column {len(columns) + 1}: the heading “{name}” is missing"
            )
    return columns


def _cells(
    record: Sequence[str], line: int, columns: Sequence[str], source: str
) -> dict[str, Cell]:
    if len(record) > len(columns):
        raise Refused(
            f"{source}, line {line}, column {len(columns) + 1}: "
            f"there are {len(record)} columns, and {len(columns)} headings"
        )
    cells = {}
    for n, (name, text) in enumerate(zip(columns, record, strict=False), 1):
        cell = Cell(tidy_name(text), source, line, n, name)
        seen = cell.text.isprintable() and not unseen_sign(cell.text)
        if len(cell.text) > LONGEST_CELL or not seen:
            raise cell.refusal(f"expected at most {LONGEST_CELL} letters that can be printed")
        cells[name] = cell
    for n, name in enumerate(columns[len(record) :], len(record) + 1):
        cells[name] = Cell("", source, line, n, name)
    return cells


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
        _number(cells["round"]) if "round" in cells else round or 1,
        _number(cells["table"]),
        tuple(cell for _, cell in sat),
        setup if setup and setup.text else None,
        tuple(_army(cells, name.removeprefix("player")) for name, _ in sat),
        cells["table"],
    )


def _army(cells: dict[str, Cell], n: str) -> Cell | None:
    cell = cells.get(f"army{n}")
    return cell if cell and cell.text else None


def _number(cell: Cell) -> int:
    if not (cell.text.isascii() and cell.text.isdigit() and 0 < int(cell.text[:9]) <= HIGHEST):
        raise cell.refusal(f"“{cell.text[:20]}” is no number from 1 to {HIGHEST}")
    return int(cell.text)


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
