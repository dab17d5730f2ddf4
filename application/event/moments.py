"""What a table's game tells an event: who was to act when, how far it has come, how it ended."""

from collections.abc import Iterator, Sequence

from application.game.live_game import LiveGame
from application.game.stored_game import viewable_game
from application.game.umpire import Umpire
from application.ledger.ledger import Ledger
from application.ledger.public_heads import public_head
from domain.kernel.ruling import ILLEGAL
from domain.tournament.context import Moment, Outcome

GOES_BACK = frozenset({"undo", "consent", "rewind", "overrule"})


def moments(live: LiveGame, first: int = 0) -> Iterator[Moment]:
    """Of a game's entries from this one on; 0 is the set-up."""
    game = live.game
    for n in range(first, game.length + 1):
        position = game.position(n)
        asked = position.request is None
        to_act = game.ruleset.to_act(position.state) if asked else ()
        said = game.entry(n).said if n else {"by": "", "do": ""}
        legal = n > 0 and game.entry(n).ruling.verdict == "legal"
        yield Moment(live.times[n], tuple(to_act), said["by"], legal and said["do"] in GOES_BACK)


class TableGames:
    """The games of tables, as commands of an event look them up."""

    def __init__(self, umpire: Umpire, ledger: Ledger) -> None:
        self.umpire = umpire
        self.ledger = ledger

    def newest_entry(self, game: str) -> int:
        return self.umpire.game(game).game.length if game else 0

    def newest_refused(self, game: str) -> int:
        played = self.umpire.game(game).game if game else None
        found = range(played.length if played else 0, 0, -1)
        return next((n for n in found if played and played.verdict(n) == ILLEGAL), 0)

    def head_of(self, game: str) -> tuple[int, str]:
        return public_head(self.ledger, game)

    def moments(self, game: str) -> Sequence[Moment]:
        return tuple(moments(self.umpire.game(game))) if game else ()

    def outcome(self, game: str) -> Outcome | None:
        seen = viewable_game(self.umpire, game) if game else None
        if seen is None or not seen.ruleset.over(seen.now.state):
            return None
        told = seen.view()
        return Outcome(told.get("winner"), told.get("victory_points") or {})
