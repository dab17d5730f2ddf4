"""A list of results as the head judge pastes it: read with line and column, entered whole or not at all.

    round,table,player 1,points 1,player 2,points 2,winner
    1,7,Ana Silva,3,Ben Okoro,1,Ana Silva

Only the table is needed, and who won or the points. A winner is a name, the number of the player in the
row, or `draw`; without one who has more points has won. A row without either is not known yet, and
that of a bye needs nothing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from application.event.commands import Commands, find_person
from application.event.keyring import Keyring
from application.event.list_cells import BYE, DASHES, DRAW, Cell, Headings, rows_in
from application.event.repository import Repository
from application.game.umpire import Umpire
from domain.tournament.command import Refused
from domain.tournament.people import ORGANISER, who_is_called
from domain.tournament.results import EnterResults, ResultListed
from domain.tournament.rounds import Score, Table
from domain.tournament.tournament import Tournament

HEADING = re.compile(r"(round|table|player[1-9]|points[1-9]|winner)")
EXPECTED = "round, table, player 1, points 1, player 2, points 2 …, winner"
POINTS = re.compile(r"[+-]?\d{1,7}", re.ASCII)


class ListedRow(NamedTuple):
    """A table of the list."""

    round: int
    table: Cell
    players: tuple[Cell | None, ...]
    points: tuple[Cell | None, ...]
    winner: Cell | None

    def bye(self, seated: int) -> Cell | None:
        """Where the row says that nobody sat opposite, at a table for so many."""
        named = (*self.players[:seated], self.winner)
        return next((cell for cell in named if cell and BYE.fullmatch(cell.text)), None)


def read_results(raw: bytes, source: str, round: int | None = None) -> list[ListedRow]:
    """The tables of a list that have a result there, or a bye. Raises Refused."""
    needed = ("table", *(["round"] if round is None else []))
    rows = rows_in(raw, source, Headings(HEADING, EXPECTED, needed))
    return list(_rows(rows, round))


def _rows(rows: Iterator[dict[str, Cell]], round: int | None) -> Iterator[ListedRow]:
    seen: dict[tuple[int, int], Cell] = {}
    for cells in rows:
        said = {name: cell for name, cell in cells.items() if cell.text}
        number = cells["round"].number if "round" in cells else round or 1
        before = seen.setdefault((number, cells["table"].number), cells["table"])
        if before is not cells["table"]:
            raise cells["table"].refusal(
                f"table {before.text} stands in line {before.line} already"
            )
        players = tuple(said.get(f"player{n}") for n in range(1, 10))
        points = tuple(said.get(f"points{n}") for n in range(1, 10))
        winner = said.get("winner")
        if winner and not winner.text.strip(DASHES):
            winner = None
        row = ListedRow(number, cells["table"], players, points, winner)
        if row.bye(len(players)) or winner or any(points):
            yield row


def enter_results(
    repository: Repository,
    umpire: Umpire,
    id: str,
    rows: list[ListedRow],
    by: str = ORGANISER,
) -> list[Table]:
    """Enters the results of a list; gives its tables as they are then. Raises Refused."""
    event, keyring = repository.event(id), repository.keyring(id)
    commands = Commands(repository, umpire)
    try:
        results = [row for row in rows if _has_result(event, row)]
        listed = tuple(_result_listed(event, keyring, row) for row in results)
    except Refused as why:
        raise commands.with_names(id, why) from None
    after = commands.give(id, EnterResults(listed, by=by)).event
    return [after.table(result_listed.round, result_listed.number) for result_listed in listed]


def _has_result(event: Tournament, row: ListedRow) -> bool:
    """Whether the row has one; a bye is none. Raises Refused for a bye where somebody sits opposite."""
    table = event.tables.get((row.round, row.table.number))
    bye = row.bye(len(row.players) if table is None else max(2, len(table.players)))
    if bye and table and table.game:
        raise bye.refusal(
            f"{len(table.players)} players sit at table {table.number}, so it has no bye; "
            "expected its winner, “draw” or points"
        )
    return bye is None and bool(row.winner or any(row.points))


def _result_listed(event: Tournament, keyring: Keyring, row: ListedRow) -> ResultListed:
    try:
        table = event.table(row.round, row.table.number)
    except Refused as why:
        raise row.table.refusal(str(why), *why.cites) from None
    seated = _players_of_row(event, keyring, table, row)
    points = _points(seated, row)
    named = row.winner or next(filter(None, row.points))
    score = Score(_winner(event, keyring, table, row, points, seated), points)
    return ResultListed(row.round, table.number, row.table.listed, score, named.listed)


def _players_of_row(
    event: Tournament, keyring: Keyring, table: Table, row: ListedRow
) -> tuple[str, ...]:
    """The table's players in the order of the row; as they sit where it names nobody. Raises Refused."""
    if not any(row.players):
        return table.players
    players: list[str] = []
    for n, cell in enumerate(row.players[: len(table.players)]):
        if cell is None:
            raise row.table.refusal(f"player {n + 1} is not named, and another one is")
        players.append(_person(event, keyring, table, cell))
        if players.index(players[-1]) != n:
            raise cell.refusal(f"“{cell.text}” stands there twice")
    return tuple(players)


def _person(event: Tournament, keyring: Keyring, table: Table, cell: Cell) -> str:
    """The player of the table whom the cell names. Raises Refused."""
    # A judge may be called as they are.
    seated = {player: keyring.reveal(player, event.people[player]) for player in table.players}
    called = who_is_called(seated, cell.text)
    if len(called) > 1:
        raise cell.refusal(f"“{cell.text}” is what several at table {table.number} are called")
    if called:
        return called[0]
    try:
        person = find_person(event, keyring, cell.text)
    except Refused as why:
        raise cell.refusal(str(why), *why.cites) from None
    if person not in table.players:
        raise cell.refusal(f"“{cell.text}” does not sit at table {table.number}", "R4")
    return person


def _points(seated: tuple[str, ...], row: ListedRow) -> dict[str, int]:
    for cell in row.points:
        if cell is not None and not POINTS.fullmatch(cell.text):
            raise cell.refusal(f"“{cell.text}” is no number of points, as 3 or -1")
    for cell in row.points[len(seated) :]:
        if cell is not None:
            raise cell.refusal(f"{len(seated)} players sit at table {row.table.text}")
    if not any(row.points):
        return {}
    cells = zip(seated, row.points, strict=False)
    return {player: int(cell.text) if cell else 0 for player, cell in cells}


def _winner(
    event: Tournament,
    keyring: Keyring,
    table: Table,
    row: ListedRow,
    points: dict[str, int],
    seated: tuple[str, ...],
) -> str | None:
    """Who won as the list has it; without a word of it, who has most points alone. Raises Refused."""
    cell = row.winner
    if cell is None:
        best = [one for one, has in points.items() if has == max(points.values())]
        return best[0] if len(best) == 1 else None
    if DRAW.fullmatch(cell.text):
        return None
    if cell.text in map(str, range(1, len(seated) + 1)):
        return seated[int(cell.text) - 1]
    return _person(event, keyring, table, cell)
