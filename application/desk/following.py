"""Tables that follow the log: each game that has gone on since is read again."""

from typing import Generic, Protocol, TypeVar

from application.game.live_game import LiveGame
from application.game.umpire import Umpire
from application.ledger.store import StoreProblem
from application.ledger.streams import is_stream


class FollowingRows(Protocol):
    """The port to such a table, beside the log. Every method may raise StoreProblem."""

    def read_upto(self) -> int: ...
    def note_read(self, upto: int) -> None: ...
    def close(self) -> None: ...


Rows = TypeVar("Rows", bound=FollowingRows)


class Follower(Generic[Rows]):
    """A read model over a store: its rows follow the log."""

    def __init__(self, umpire: Umpire, rows: Rows) -> None:
        self.umpire = umpire
        self.rows = rows

    def close(self) -> None:
        """Lets go of the store and the tables."""
        self.rows.close()
        self.umpire.store.close()

    def catch_up(self) -> list[str]:
        """Takes in the log's new entries; returns a sentence for each unreadable game."""
        changed, upto = self.umpire.store.changed_since(self.rows.read_upto())
        unreadable = []
        for game in (one for one, _ in changed if not is_stream(one)):
            try:
                self._take_in(self.umpire.game(game))
            except StoreProblem as why:
                unreadable.append(str(why))
        # Last of all: if this is cut off before, the same entries are only taken in once more.
        if changed:
            self.rows.note_read(upto)
        return unreadable

    def _take_in(self, live: LiveGame) -> None:
        """Reads what has come to a game since. Raises StoreProblem."""
        raise NotImplementedError
