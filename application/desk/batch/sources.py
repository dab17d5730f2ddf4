"""Where the games of a folder come from: records, sealed files, the store."""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING

from application.game.live_game import LiveGame, live_game
from application.ledger.rows import START, Row
from application.ledger.store import Stored
from application.named_file import CannotRead, beginning_of
from application.records.expectations import RulingsExpected, expected_by
from application.records.records import SUFFIXES, BadRecord, NotedStep, Record, read_record
from application.records.replay import replay
from application.seal.seal import BadSeal, is_sealed, unseal
from application.seal.sealed_file import MOST_FILE

if TYPE_CHECKING:
    from application.ledger.ledger import Ledger


OpenLedger = Callable[[], "Ledger"]
"""Opens the store, where a game of it is asked for."""
STANDARD_INPUT = "-"
SEALED = ".sealed"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a game is: in a file, or in the store under its id."""

    name: str
    is_file: bool
    short: str = ""
    """Of a file of a folder: where it lies in there."""
    problem: str = ""
    """Of what a folder holds in place of a file: why it cannot be read."""

    @property
    def key(self) -> str:
        return "file" if self.is_file else "game"


def is_file(name: str) -> bool:
    """Whether a file is meant: it is there, or it is written like one."""
    path = Path(name)
    written = path.suffix in (*SUFFIXES, SEALED) or ("/" in name and not path.is_dir())
    return name == STANDARD_INPUT or written or path.is_file()


def record_in(name: str) -> Record:
    """The record in this file; of a sealed game, the one that its rulings make.

    Raises BadRecord, also where a sealed game does not hold.
    """
    if not is_sealed(Path(name)):
        return read_record(name)
    _, stored, _ = sealed_in(name)
    return _record(stored, name)


def record_of(source: Source, opens: OpenLedger) -> Record:
    """The record that a game makes, wherever it stands. Raises BadRecord, StoreProblem."""
    if source.is_file:
        return record_in(source.name)
    return _record(opens().load(source.name), source.name)


def _record(stored: Stored, name: str) -> Record:
    noted = [
        NotedStep(entry.said, entry.ruling.verdict, entry.ruling.cites)
        for entry in stored.written.log
    ]
    return Record(stored.opening, tuple(noted), None, name)


def bytes_in(name: str) -> bytes:
    """A sealed file, as it is. Raises BadRecord."""
    try:
        return beginning_of(name, MOST_FILE + 1)
    except CannotRead as why:
        raise BadRecord(f"{why}.") from None


def sealed_in(name: str) -> tuple[str, Stored, list[Row]]:
    """The id, the game and the rows of a sealed file that holds. Raises BadRecord."""
    try:
        return unseal(bytes_in(name))
    except BadSeal as why:
        raise BadRecord(f"{name}: {why}.") from None


def written_at(path: Path) -> int:
    """Microseconds since 1970, UTC."""
    moment = path.stat().st_mtime_ns if path.is_file() else time_ns()
    return moment // 1000


def live_in(name: str) -> LiveGame:
    """The game in this file, played to its end. Raises BadRecord.

    What a record does not date was taken when its file was written.
    """
    path = Path(name)
    if is_sealed(path):
        id, stored, _ = sealed_in(name)
        return live_game(id, stored)
    game = replay(read_record(name)).game
    times = array("q", [written_at(path)]) * (game.length + 1)
    return LiveGame(path.name, game, START, times)


def expected_in(name: str) -> RulingsExpected | None:
    """What the record in this file expects; none where it notes nothing, or the file is sealed."""
    return None if is_sealed(Path(name)) else expected_by(read_record(name))
