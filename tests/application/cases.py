"""The conformance records as games, for specs of the judge's desk."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from application.records.records import Record, read_record
from application.records.replay import replay
from application.rulesets import FOLDERS
from domain.kernel.history import Game
from domain.kernel.ruling import LEGAL

RECORDS = Path(__file__).parent.parent / "conformance"
RULESETS = tuple(name for name in FOLDERS if (RECORDS / name).is_dir())


def records(ruleset: str) -> list[Path]:
    """The conformance records of a ruleset."""
    return sorted((RECORDS / ruleset).glob("*.yaml"))


@cache
def record(path: Path) -> Record:
    return read_record(path)


def played(ruleset: str, number: str) -> Game:
    """The record of this number, played to its end."""
    (path,) = (RECORDS / ruleset).glob(f"{number}-*.yaml")
    return replay(record(path)).game


def refused(ruleset: str) -> Iterator[tuple[str, Game, int, tuple[str, ...]]]:
    """Every step that was not legal: (record, game, entry, the rules the record names)."""
    for path in records(ruleset):
        game = replay(record(path)).game
        for noted, entry in zip(record(path).steps, game.log, strict=True):
            if entry.ruling.verdict != LEGAL:
                yield path.stem, game, entry.n, noted.cites
