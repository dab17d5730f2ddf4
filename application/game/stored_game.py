"""Lets one look at a stored game that is not in memory, without folding its whole log."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from application.game.live_game import live_game
from application.game.opening import game_at_opening
from application.ledger.delta import MISREAD
from application.ledger.snapshots import Snapshot, game_from, read_snapshot, snapshot_name
from application.ledger.store import END, Damaged, Store
from domain.kernel.history import Game, Opening, Position, view_of
from domain.kernel.rulebook import Law
from domain.kernel.ruleset import Ruleset, Viewer
from domain.kernel.steps import JUDGE

if TYPE_CHECKING:
    from application.game.umpire import Umpire


def viewable_game(umpire: "Umpire", id: str) -> "ViewableGame":
    """The game as it stands now, from memory where it is there. Raises NoSuchGame, Damaged."""
    return umpire.game(id).game if umpire.holds(id) else LazyGame(umpire.store, id)


class LazyGame:
    """A stored game of which only the parts that are asked for are read. Raises NoSuchGame, Damaged.

    A part reaches from one snapshot to the next and is folded from the first of the two. The whole log
    is folded instead where there is no snapshot, one cannot be read or does not belong to its row, or
    an entry goes back to before it.
    """

    def __init__(self, store: Store, id: str) -> None:
        self.id = id
        self._store = store
        self._opened = game_at_opening(id, store.load(id, until=1).opening)
        self._parts: dict[int, Game] = {}
        """Entry of the snapshot that a part begins with, or 0 → the part."""
        self._whole: Game | None = None
        self._newest = self._part(END)

    @property
    def ruleset(self) -> Ruleset:
        return self._opened.ruleset

    @property
    def law(self) -> Law:
        return self._opened.law

    @property
    def opening(self) -> Opening:
        return self._opened.opening

    @property
    def players(self) -> tuple[str, ...]:
        return self._opened.players

    @property
    def length(self) -> int:
        """The number of the newest entry."""
        return self._newest.length

    @property
    def now(self) -> Position:
        """The position after the newest entry."""
        return self._newest.now

    def position(self, n: int) -> Position:
        """The position after entry n. The standing entries below the newest may be missing in it."""
        return self._part(n).position(n)

    def view(self, n: int | None = None, viewer: Viewer = JUDGE) -> dict[str, Any]:
        """The state after entry n (the newest without one) as this viewer may see it."""
        return view_of(self.ruleset, self.now if n is None else self.position(n), viewer)

    def whole(self) -> Game:
        """The whole game, folded from its first entry."""
        if self._whole is None:
            self._whole = live_game(self.id, self._store.load(self.id)).game
        return self._whole

    def _part(self, n: int) -> Game:
        """The part of the game that holds entry n."""
        if self._whole is not None:
            return self._whole
        rows = self._store.snapshots_near(self.id, snapshot_name(self.ruleset.name), n)
        stored = {row.entry: row.state for row in rows}
        first = max((entry for entry in stored if entry <= n), default=0)
        game = self._parts.get(first) or self._fold(first, stored)
        if game is None:
            game = self.whole()
        self._parts[first] = game
        return game

    def _fold(self, first: int, rows: Mapping[int, bytes]) -> Game | None:
        try:
            snapshots = {entry: read_snapshot(state) for entry, state in rows.items()}
            after = [entry for entry in snapshots if entry > first]
            until = snapshots[after[0]].version if after else END
            game = self._from(first, snapshots[first], until) if first else self._begin(until)
        except (Damaged, *MISREAD):
            return None
        return None if game is None or (after and game.length != after[0]) else game

    def _begin(self, until: int) -> Game:
        return live_game(self.id, self._store.load(self.id, until)).game

    def _from(self, first: int, snapshot: Snapshot, until: int) -> Game | None:
        newer, _ = self._store.since(self.id, snapshot.head, until)
        log = [recorded.entry for recorded in newer]
        if [entry.n for entry in log] != list(range(first + 1, first + 1 + len(log))):
            return None
        return game_from(self._opened, first, snapshot, log)


ViewableGame = Game | LazyGame
"""A game to be looked at: one in memory, or a stored one that is read as needed."""
