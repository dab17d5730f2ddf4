"""The cells of a list in CSV, each with its place: what tools export, and what people paste out of a table."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from application.event.keyring import tidy_name
from application.event.reading_place import reading_place
from application.event.result_list import as_entered
from domain.kernel.look_alikes import unseen_sign
from domain.tournament.command import Listed, Refused

MOST_BYTES = 1024 * 1024
MOST_TABLES = 2_000
HIGHEST = 9_999
LONGEST_CELL = 200
DELIMITERS = ",;\t"
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212-"
"""A hyphen, and what word processors and tables make of it; it stands last, where it is no range."""
BYE = re.compile(rf"[*( {DASHES}]*(bye|freilos|[{DASHES}])[*) {DASHES}]*", re.I)
"""What stands where nobody sits opposite."""
DRAW = re.compile(r"draw|remis|unentschieden|tie", re.I)
"""What stands where nobody has won."""
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
    "punkte1": "points1",
    "punkte2": "points2",
    "sieger": "winner",
    "gewinner": "winner",
}
"""How tools that pair head their columns → how we do."""
GROUPS = (
    (
        re.compile(r"(pod|draft|drafttisch)[1-9]?"),
        "a pod is no table: leave it out, and number the tables through all pods",
    ),
    (
        re.compile(r"(team|mannschaft)[1-9]?"),
        "a team is no player: leave it out, and give each two who play each other a row",
    ),
)
"""Headings of those who are grouped by more than a table → what to do about it."""
LAST_PLAIN = 127
"""The last byte that means the same everywhere."""
LATIN = ("latin-1", "iso8859-2", "iso8859-9")
"""Alphabets that older tools write in; letters that are the same in all of them are certain."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a column of a line."""

    text: str
    source: str
    line: int
    column: int
    heading: str

    def refusal(self, what: str, *cites: str) -> Refused:
        return Refused(f"{self.where}: {what}", *cites)

    @property
    def where(self) -> str:
        return f"{self.source}, line {self.line}, column {self.column} (“{self.heading}”)"

    @property
    def listed(self) -> Listed:
        """The cell as the domain is told of it."""
        return Listed(self.text, self.where, f"line {self.line}")

    @property
    def number(self) -> int:
        """The number from 1 on that stands there. Raises Refused."""
        text = self.text
        number = text.lstrip("0")[:9] if text.isascii() and text.isdigit() else ""
        if not (number and int(number) <= HIGHEST):
            raise self.refusal(f"“{text[:20]}” is no number from 1 to {HIGHEST}")
        return int(number)


class Headings(NamedTuple):
    """What may stand above the columns of a list."""

    pattern: re.Pattern[str]
    words: str
    """Those that are expected, for people."""
    needed: tuple[str, ...]


def rows_in(raw: bytes, source: str, headings: Headings) -> Iterator[dict[str, Cell]]:
    """The rows of a list, at least one: heading → cell. Raises Refused."""
    lines = _records(_text(raw, source), source)
    try:
        first, heading = next(lines)
    except StopIteration:
        raise Refused(
            f"{source}, line 1, column 1: nothing stands there; "
            "expected a heading and a row for each table"
        ) from None
    columns = _columns(first, heading, source, headings)
    rows = [_cells(line, n, columns, source) for n, line in lines]
    if not rows:
        raise Refused(
            f"{source}, line {first + 1}, column 1: no table stands below the heading; "
            "expected at least one"
        )
    if len(rows) > MOST_TABLES:
        raise rows[MOST_TABLES]["table"].refusal(
            f"there are {len(rows)} tables; expected at most {MOST_TABLES}"
        )
    return iter(rows)


def _text(raw: bytes, source: str) -> str:
    if len(raw) > MOST_BYTES:
        raise Refused(f"{source}: it is longer than {MOST_BYTES // 1024} KiB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as why:
        at = why.start
    text = raw.decode("latin-1")
    unsure = [n for n, byte in enumerate(raw) if not _is_sure(raw, n, byte)]
    if not unsure:
        return text
    alone = [n for n in unsure if _is_in_word(raw, n)]
    may = (
        [raw[alone[0] : alone[0] + 1].decode(alphabet) for alphabet in LATIN]
        if alone == unsure
        else []
    )
    letters = " or ".join(f"“{letter}”" for letter in dict.fromkeys(may))
    before = text[: unsure[0] if may else at]
    line, column = reading_place(before, _delimiter(before))
    raise Refused(
        f"{source}, line {line}, column {column}: a byte that is not UTF-8"
        f"{f', and may be {letters}' if may else ''}; save the list as UTF-8"
    )


def _is_sure(raw: bytes, n: int, byte: int) -> bool:
    """Whether this byte means the same in every alphabet; a letter of theirs stands in a word of ours."""
    if byte <= LAST_PLAIN:
        return True
    alphabets = {raw[n : n + 1].decode(alphabet) for alphabet in LATIN}
    return len(alphabets) == 1 and alphabets.pop().isalpha() and _is_in_word(raw, n)


def _is_in_word(raw: bytes, n: int) -> bool:
    """Whether a letter that every alphabet has stands beside this byte, and no other strange one."""
    beside = raw[max(0, n - 1) : n] + raw[n + 1 : n + 2]
    return beside.isascii() and any(chr(byte).isalpha() for byte in beside)


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


def _columns(line: int, heading: Sequence[str], source: str, headings: Headings) -> list[str]:
    """The headings as we name them. Raises Refused."""
    columns: list[str] = []
    for n, cell in enumerate(heading, 1):
        name = re.sub(r"[\s_.#-]", "", cell.lower())
        where = f"{source}, line {line}, column {n}"
        name = ALIASES.get(name, name)
        for group, what in GROUPS:
            if group.fullmatch(name):
                raise Refused(f"{where} (“{cell.strip()[:40]}”): {what}")
        if not headings.pattern.fullmatch(name):
            raise Refused(
                f"{where}: “{cell.strip()[:40]}” is no heading; expected {headings.words}"
            )
        if name in columns:
            raise Refused(f"{where}: “{name}” stands there twice")
        columns.append(name)
    for name in headings.needed:
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
        cell = Cell(as_entered(tidy_name(text)), source, line, n, name)
        seen = cell.text.isprintable() and not unseen_sign(cell.text)
        if len(cell.text) > LONGEST_CELL or not seen:
            raise cell.refusal(f"expected at most {LONGEST_CELL} letters that can be printed")
        cells[name] = cell
    for n, name in enumerate(columns[len(record) :], len(record) + 1):
        cells[name] = Cell("", source, line, n, name)
    return cells


def check_round(round: int | None, rows: Iterable[tuple[int, Cell]]) -> None:
    """Raises Refused where a row, (round, its table), is of another round than the one that is said of all."""
    for of, table in rows:
        if round not in (None, of):
            raise table.refusal(
                f"by its column “round” it is of round {of}, and the list is given for round {round}; "
                "expected the same, or one of them"
            )
