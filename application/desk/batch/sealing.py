"""Games of a folder or a store sealed, a file each."""

import re
from pathlib import Path

from application.desk.batch.going_over import Outcome, Work, digest_of, entries_counted
from application.desk.batch.sources import SEALED, OpenLedger, Source, sealed_in, written_at
from application.editions import rules_of
from application.game.opening import fresh_salt, game_at_opening, storable, table_of
from application.game.umpire import ruled_ahead
from application.ledger.rows import Row, opening_rows, rows_of_all
from application.ledger.rows_read import stored_game
from application.ledger.store import Stored
from application.new_file import write_new
from application.records.records import BadRecord, open_record, read_record
from application.seal.seal import BadSeal, OneGame, is_sealed, seal_game, slip
from application.seal.sealed_file import Signs, read_sealed
from domain.kernel.history import open_game

DONE, THERE = "sealed", "there already"
ODD = re.compile(r"[^\w.-]+")


def seals(opens: OpenLedger, folder: Path, signs: Signs | None) -> Work:
    """Work that seals each into a file of the folder; one that is there already stays as it is."""

    def work(source: Source) -> Outcome:
        if source.is_file and is_sealed(Path(source.name)):
            digest = _digest(sealed_in(source.name)[1])
            return Outcome(source.name, THERE, "it is sealed already", digest=digest)
        digest, target = _digest_before(source, opens), folder / f"{_stem(source)}{SEALED}"
        if target.exists():
            if _digest(_stored_game(target.read_bytes())) != digest:
                raise BadRecord(f"{target} is there already, and is another game.")
            return Outcome(source.name, THERE, str(target), digest=digest)
        raw = sealed_bytes_of(source, opens, signs)
        write_new(target, raw)
        stored = _stored_game(raw)
        details = {"file": str(target), "slip": slip(stored.head.digest)}
        said = f"{target}, {entries_counted(len(stored.written.log))}; slip {details['slip']}"
        return Outcome(source.name, DONE, said, digest=digest, details=details)

    return work


def _digest_before(source: Source, opens: OpenLedger) -> str:
    """The digest of a game that still has to be sealed."""
    if not source.is_file:
        return _digest(opens().load(source.name))
    record = read_record(source.name)
    return digest_of(open_record(record), [noted.said for noted in record.steps])


def _stem(source: Source) -> str:
    """The name of the sealed file: where the game lies in its folder, or its id.

    Of a record it is the game's id too, and so one that a store can take in.
    """
    path = Path(source.short or Path(source.name).name)
    if not source.is_file:
        return ODD.sub("-", source.name)
    stem = ODD.sub("-", str(path.with_suffix(""))).lstrip("-.") or "game"
    return stem.replace(".", "-") if table_of(stem) else stem


def sealed_bytes_of(source: Source, opens: OpenLedger, signs: Signs | None) -> bytes:
    """The sealed file of a stored game, or of a record. Raises BadSeal, BadRecord, StoreProblem."""
    if not source.is_file:
        return seal_game(opens().rows, source.name, signs)
    if is_sealed(Path(source.name)):
        raise BadSeal(f"{source.name} is sealed already")
    return seal_game(_rows(source), _stem(source), signs)


def _rows(source: Source) -> OneGame:
    """The rows of a record, as a store would have them that was given it when the file was written."""
    record, at = read_record(source.name), written_at(Path(source.name))
    rules = rules_of(record.opening)
    opening = storable(record.opening, fresh_salt() if rules.hiding is not None else "")
    game = open_game(rules, opening)
    log = [ruled.entry for ruled in ruled_ahead(game.at(0), [noted.said for noted in record.steps])]
    id = _stem(source)
    first, head = opening_rows(id, opening, game.opened, at)
    rows, _ = rows_of_all(id, head, log, at)
    return OneGame(id, [Row(*row) for row in (*first, *rows)])


def _stored_game(raw: bytes) -> Stored:
    """The game of a sealed file, as it stands there. Raises BadSeal."""
    file = read_sealed(raw)
    return stored_game(file.game, list(file.rows()))


def _digest(stored: Stored) -> str:
    game = game_at_opening("", stored.opening)
    return digest_of(game, (entry.said for entry in stored.written.log))
