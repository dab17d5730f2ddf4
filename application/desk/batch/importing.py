"""Games of a folder taken into a store, each once, however often it is tried again."""

import re
from collections import Counter
from pathlib import Path
from typing import Protocol

from application.answer import Answer
from application.desk.batch.going_over import Outcome, Work, digest_of, entries_counted
from application.desk.batch.sources import SEALED, Source, record_in, sealed_in
from application.game.opening import game_at_opening, table_of
from application.game.umpire import Umpire
from application.ledger.group_commit import Append
from application.ledger.ledger import Ledger
from application.ledger.rows import START, head_of
from application.ledger.store import GameExists, Head, NoSuchGame
from application.records.expectations import Expectations
from application.records.records import SUFFIXES, BadRecord, Record, open_record
from application.seal.seal import is_sealed

OF_A_GAME = re.compile(r"\w[\w@.-]{0,199}")
"""The id of a game; a colon stands only in those of what is no game, such as an event's log."""
IMPORTED, THERE = "imported", "there already"


class Imported(Answer):
    """A game that was taken in."""

    game: str
    entries: int
    verdicts: dict[str, int]
    there_already: bool


class ImportIndex(Protocol):
    """Which game of the store was taken in from which record, by the digest of what was played."""

    def id_for(self, digest: str) -> tuple[str, bool]:
        """The id for the game of this digest, and whether it is given out only now."""

    def another_id(self, digest: str) -> str:
        """Another id for it: the one it was given belongs to a game that has nothing to do with it."""


def takes_in(umpire: Umpire, ledger: Ledger, imports: ImportIndex) -> Work:
    """Work that takes each into the store with all its steps; a sealed one keeps its id and its rows."""

    def work(source: Source) -> Outcome:
        if is_sealed(Path(source.name)):
            return take_sealed(source.name, ledger)
        return _record(record_in(source.name), source.name, umpire, ledger, imports)

    return work


def _record(
    record: Record, name: str, umpire: Umpire, ledger: Ledger, imports: ImportIndex
) -> Outcome:
    steps = [noted.said for noted in record.steps]
    digest = digest_of(open_record(record), steps)
    id, fresh = imports.id_for(digest)
    if not fresh and ledger.rows.head(id) is not None:
        # What was broken off between the game and what its record expects goes on here.
        Expectations(ledger).keep(id, record, umpire.clock())
        return Outcome(name, THERE, id, digest=digest, details={"game": id})
    while True:
        try:
            umpire.open(record.opening, id, steps)
            break
        except GameExists:
            if not fresh:
                return Outcome(name, THERE, id, digest=digest, details={"game": id})
            id = imports.another_id(digest)
    Expectations(ledger).keep(id, record, umpire.clock())
    game = umpire.game(id, fresh=False).game
    verdicts = Counter(entry.ruling.verdict for entry in game.log)
    counted = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
    said = f"{id}, {entries_counted(game.length)}{': ' if counted else ''}{counted}"
    return Outcome(
        name, IMPORTED, said, digest=digest, details={"game": id, "verdicts": dict(verdicts)}
    )


def take_sealed(name: str, ledger: Ledger) -> Outcome:
    """Takes in a sealed game row for row: what was signed goes on being true of it.

    Raises BadRecord, also where the store has another game of that name, and where the game would be
    one at a table of an event: that is opened when the table is paired, and by nobody before.
    """
    id, stored, rows = sealed_in(name)
    if not OF_A_GAME.fullmatch(id) or Path(id).suffix in (*SUFFIXES, SEALED):
        raise BadRecord(f"{name}: what is sealed in it is no game that a store can take in.")
    game = game_at_opening(id, stored.opening)
    digest = digest_of(game, (entry.said for entry in stored.written.log))
    details = {"game": id}
    if _is_there(ledger, id, stored.head):
        return Outcome(name, THERE, id, digest=digest, details=details)
    if table_of(id) is not None:
        raise BadRecord(
            f"{name}: “{id}” is the id of a table of an event, whose game is opened when it is paired; "
            "look at the file itself instead."
        )
    (problem,) = ledger.put([Append(id, START, rows, stored.head)])
    if problem is not None:
        known = ledger.load(id).head
        if any(head_of(row) == known for row in rows):
            raise BadRecord(
                f"{name}: it goes on where “{id}” ends in the store, and no entry is added to a game "
                "that is there: take it into another store."
            )
        raise BadRecord(f"{name}: the store has another game called “{id}”.")
    return Outcome(
        name,
        IMPORTED,
        f"{id}, {entries_counted(len(stored.written.log))}",
        digest=digest,
        details=details,
    )


def _is_there(ledger: Ledger, id: str, head: Head) -> bool:
    """Whether the store has this game, as far as this head or farther."""
    try:
        return ledger.load(id, head.version).head == head
    except NoSuchGame:
        return False
