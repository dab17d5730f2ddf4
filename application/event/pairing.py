"""Tables are paired: set-ups read and laid out, games opened, all of them or none."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from application.event.commands import Commands, by_the_book
from application.event.full_names import full_names, name_in
from application.event.keyring import Keyring, tidy_name
from application.event.list_cells import Cell
from application.event.names import whole_names
from application.event.opening import checked_person
from application.event.pairing_list import Row
from application.event.repository import Repository, check_open
from application.game.opening import id_at_table
from application.game.umpire import Umpire
from application.ledger.store import GameExists
from application.named_file import CannotRead
from application.records.notation import Unclear, values
from application.records.records import BadRecord, open_record, record_from
from domain.kernel.hiding import words_in
from domain.kernel.history import Opening
from domain.kernel.values import changed
from domain.kernel.wording import count
from domain.tournament.command import Listed, Refused
from domain.tournament.pairing import COUNTED, SEATS, Pair, TableListed, check_free, players_by_name
from domain.tournament.people import Played
from domain.tournament.tournament import Tournament

SEAT = "{seat}"
"""In an army's file: the seat it is laid out for."""

ReadFile = Callable[[str], str]
"""The name of a set-up → its text. Raises CannotRead."""


@dataclass(frozen=True, slots=True)
class TableOpening:
    """A row of the list with the game that it opens; none for a bye."""

    row: Row
    game: str
    opening: Opening | None


def pair(
    repository: Repository,
    umpire: Umpire,
    id: str,
    rows: Sequence[Row],
    read_file: ReadFile,
    setup: str = "",
    new: Sequence[str] = (),
) -> list[TableOpening]:
    """Opens the games of a list and seats its players; `setup` is for rows that name none.

    `new`: names of people who are new although somebody of nearly the same name is known.

    Nothing is written before every row was found to be good. Repeated after it was cut short, it
    goes on where it was. Raises Refused.
    """
    event = repository.event(id)
    with by_the_book(event):
        check_open(event)
        keyring = repository.keyring(id)
        laid = Layout(event, read_file, setup).tables(rows)
        command = Pair(tables_listed(laid), tuple(map(tidy_name, new)))
        _check_new_names(rows, players_by_name(event, keyring.reveal))
        check_free(event, keyring.reveal, command.tables, command.new)
        _check_nameless(event, keyring, laid)
    _open_games(umpire, laid)
    Commands(repository, umpire).give(id, command)
    return laid


def _check_new_names(rows: Sequence[Row], known: Collection[str]) -> None:
    """Everybody who is new has a name that can be kept. Raises Refused."""
    for cell in (cell for row in rows for cell in row.players if cell.text not in known):
        try:
            checked_person(cell.text, "the name")
        except Refused as why:
            raise cell.refusal(str(why)) from None


def _check_nameless(event: Tournament, keyring: Keyring, laid: Sequence[TableOpening]) -> None:
    """No piece is called as somebody: rows of a game are never forgotten. Raises Refused."""
    known = (name for _, name in whole_names(event, keyring))
    names = full_names([*known, *(cell.text for opening in laid for cell in opening.row.players)])
    for opening in laid:
        if opening.opening is None:
            continue
        name = name_in(opening.opening.setup, names)
        if name:
            raise opening.row.first.refusal(
                f"the set-up says “{name}”, and that is somebody's name, which could not be "
                "forgotten there: call the piece otherwise"
            )


def _open_games(umpire: Umpire, laid: Sequence[TableOpening]) -> None:
    """Those that are not open yet; one that is there has only been laid out. Raises Refused."""
    for opening in laid:
        if opening.opening is None:
            continue
        with suppress(GameExists):
            umpire.open(opening.opening, opening.game)
            continue
        begun = umpire.game(opening.game).game
        # Salt and law are noted as a game is stored: one that is only laid out has neither.
        if changed(begun.opening, salt="", law="") != opening.opening:
            raise opening.row.first.refusal(
                f"there is a game “{opening.game}” in the store, and it began otherwise: "
                "where a list was cut short that opened it, pair with that list's set-up, then “unpair”"
            )
        if begun.length:
            entries = count(begun.length, "entry", "entries")
            raise opening.row.first.refusal(
                f"there is a game “{opening.game}” in the store with {entries}; a table begins with none"
            )


def tables_listed(laid: Sequence[TableOpening]) -> tuple[TableListed, ...]:
    """The tables as they are paired: what stands in the list, with the games laid out."""
    return tuple(
        TableListed(
            opening.row.round,
            Listed(opening.row.first.text, opening.row.first.where),
            opening.row.table,
            tuple(cell.listed for cell in opening.row.players),
            opening.game,
            opening.opening.ruleset if opening.opening else "",
            opening.opening.players if opening.opening else COUNTED[:1],
        )
        for opening in laid
    )


class Layout:
    """Set-ups laid out for the tables of an event; each file is read once."""

    def __init__(self, event: Tournament, read_file: ReadFile, setup: str = "") -> None:
        self.event = event
        self._read = read_file
        self._setup = setup
        self._files: dict[str, dict[str, Any]] = {}

    def tables(self, rows: Sequence[Row]) -> list[TableOpening]:
        """Every row with its game. Raises Refused."""
        return [self._table(row) for row in rows]

    def _table(self, row: Row) -> TableOpening:
        if len(row.players) == 1:
            return TableOpening(row, "", None)
        content, cell = self._content(row)
        source = " with ".join(
            dict.fromkeys(source_cell.text for source_cell in (cell, *row.armies) if source_cell)
        )
        try:
            record = record_from(content, source)
            open_record(record)
        except BadRecord as why:
            sentence = str(why).rstrip(".")
            path = sentence.removeprefix(f"{source}: setup.").split(": ")[0].split(".")
            blamed = self._army_with(path, row, content["players"]) or cell
            raise blamed.refusal(sentence) from None
        if record.steps or record.expect_state is not None:
            raise cell.refusal(f"{record.source}: it holds steps; expected a set-up alone")
        if len(record.opening.players) != len(row.players):
            raise cell.refusal(
                f"it has {len(record.opening.players)} seats, and {len(row.players)} players sit there; "
                "where they play two by two, give each game a row of its own"
            )
        game = id_at_table(
            self.event.id, row.round, row.table, self.event.unpaired.get((row.round, row.table), 0)
        )
        return TableOpening(row, game, record.opening)

    def _army_with(self, path: Sequence[str], row: Row, seats: Sequence[str]) -> Cell | None:
        """The army that laid this piece out; None where it is no piece of an army's."""
        for army, seat in zip(row.armies, seats, strict=False):
            part: Any = for_seat(self._file(army), seat) if army else None
            for key in path:
                part = part.get(key) if isinstance(part, dict) else None
            if part is not None and len(path) > 1:
                return army
        return None

    def _content(self, row: Row) -> tuple[dict[str, Any], Cell]:
        """The record of a table, and the cell that is to blame for it."""
        cell = row.setup or replace(row.first, text=self._setup)
        content = dict(self._file(cell)) if cell.text else {}
        if not cell.text and not any(row.armies):
            raise row.first.refusal("no set-up is named for this table; expected one, or armies")
        content.setdefault("record", 1)
        laid = [content, *(self._file(army) for army in row.armies if army is not None)]
        counted = not {*words_in(laid)}.isdisjoint(COUNTED)
        content.setdefault("players", list((COUNTED if counted else SEATS)[: len(row.players)]))
        if len(self.event.played) == 1:
            content.setdefault("ruleset", self.event.played[0].ruleset)
        self._under_law(content, cell)
        seats = content["players"]
        for n, army in enumerate(row.armies):
            if army is not None and isinstance(seats, list) and n < len(seats):
                part = for_seat(self._file(army), str(seats[n]))
                content["setup"] = merge_setups(content.get("setup") or {}, part, army, "")
        return content, cell if cell.text else next(army for army in row.armies if army)

    def _under_law(self, content: dict[str, Any], cell: Cell) -> None:
        """The event's edition, readings and mode. Raises Refused."""
        try:
            law: Played = self.event.plays(str(content.get("ruleset", "")))
        except Refused as why:
            raise cell.refusal(str(why)) from None
        for name in ("names", "about"):
            # Names are kept with the event alone, where they can be forgotten: they come from the list.
            content.pop(name, None)
        edition = law.edition_page or law.edition
        theirs = {"edition": edition, "mode": "tournament", "readings": law.readings}
        for name, ours in theirs.items():
            if content.get(name, ours) != ours:
                raise cell.refusal(f"“{name}” is not the event's; leave it out of the set-up")
        content.update({name: ours for name, ours in theirs.items() if ours})

    def _file(self, cell: Cell) -> dict[str, Any]:
        if cell.text not in self._files:
            self._files[cell.text] = self._parse(cell)
        return self._files[cell.text]

    def _parse(self, cell: Cell) -> dict[str, Any]:
        try:
            content = values(self._read(cell.text))
        except CannotRead as why:
            raise cell.refusal(str(why)) from None
        except Unclear as why:
            raise cell.refusal(f"{cell.text}: {why}") from None
        if not isinstance(content, dict):
            raise cell.refusal(f"{cell.text}: it is no mapping, as “setup: …”")
        return content


def for_seat(part: Any, seat: str) -> Any:
    """An army's file with the seat in the place of `{seat}`."""
    if isinstance(part, dict):
        return {key.replace(SEAT, seat): for_seat(value, seat) for key, value in part.items()}
    if isinstance(part, list):
        return [for_seat(item, seat) for item in part]
    return part.replace(SEAT, seat) if isinstance(part, str) else part


def merge_setups(below: Any, part: Any, cell: Cell, path: str) -> Any:
    """A set-up with an army's part laid into it. Raises Refused where both say something."""
    if not (isinstance(below, dict) and isinstance(part, dict)):
        raise cell.refusal(f"{cell.text}: {path or 'it'} stands in the set-up already")
    whole = dict(below)
    for key, value in part.items():
        where = f"{path}.{key}" if path else key
        whole[key] = merge_setups(whole[key], value, cell, where) if key in whole else value
    return whole
