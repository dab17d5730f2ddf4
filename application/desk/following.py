"""Tables that follow the log: each game that has gone on since is read again."""

from collections.abc import Callable
from typing import Protocol

from application.game.live_game import LiveGame
from application.game.umpire import Umpire
from application.ledger.store import StoreProblem
from application.ledger.streams import is_stream


class ReadMark(Protocol):
    """How far a table has read the log. Every method may raise StoreProblem."""

    def read_upto(self) -> int: ...
    def note_read(self, upto: int) -> None: ...


def follow(umpire: Umpire, mark: ReadMark, take_in: Callable[[LiveGame], None]) -> list[str]:
    """Hands over each game with new entries; returns a sentence for each unreadable game."""
    changed, upto = umpire.store.changed_since(mark.read_upto())
    unreadable = []
    for game in (one for one, _ in changed if not is_stream(one)):
        try:
            take_in(umpire.game(game))
        except StoreProblem as why:
            unreadable.append(str(why))
    if changed:
        mark.note_read(upto)
    return unreadable
