"""The game in a file, played to its end, and the rulings its record expects."""

from array import array
from pathlib import Path

from application.desk.batch.sources import sealed_in, written_at
from application.game.live_game import LiveGame, live_game
from application.ledger.rows import START
from application.records.expectations import RulingsExpected, expected_by
from application.records.records import read_record
from application.records.replay import replay
from application.seal.seal import is_sealed


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
