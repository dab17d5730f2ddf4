"""Musters: games that are not open yet, for which each seat lays out its own side, unseen by the others."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from application.game.live_game import Clock, utc
from application.game.moments import DAY
from application.game.seats import digest_of
from application.ledger.stored_events import write_json
from domain.kernel.ruleset import Viewer
from domain.kernel.values import Value

KEPT = 7 * DAY
"""How long a muster waits for its sides, at most."""
Side = Mapping[str, Any]
"""One player's pieces and values, as the form of a set-up has them."""


class Muster(Value, omit_defaults=True):
    """A game to be opened once every seat has laid out its side."""

    game: str
    record: Mapping[str, Any]
    """The game's record; its set-up is made of the sides."""
    table: Mapping[str, Any]
    """What a set-up holds for nobody in particular: rounds, a scenario."""
    seats: Mapping[Viewer, str]
    """Viewer → digest of the token; the tokens are stored nowhere."""
    caller: str
    public: bool = False
    chat: str = ""

    @property
    def players(self) -> Sequence[str]:
        seats: Sequence[str] = self.record["players"]
        return seats

    def viewer_of(self, token: str) -> Viewer | None:
        """Whose token this is; None if it is nobody's here."""
        shown = digest_of(token)
        return next((viewer for viewer, digest in self.seats.items() if digest == shown), None)


class MusterStore(Protocol):
    """The port to the tables of musters. Every method may raise StoreProblem."""

    def add(self, game: str, content: str, at: int) -> None: ...
    def muster(self, game: str, since: int) -> str | None: ...
    def put_side(self, game: str, player: str, content: str) -> None: ...
    def sides(self, game: str) -> Sequence[tuple[str, str]]: ...
    def drop(self, game: str) -> None: ...
    def drop_before(self, at: int) -> None: ...


class Musters:
    """Keeps musters and their sides until the game opens, or a week is over."""

    def __init__(self, tables: MusterStore, clock: Clock = utc) -> None:
        self.tables = tables
        self.clock = clock

    def begin(self, muster: Muster) -> None:
        """Keeps the muster, and forgets those that are too old. One that is there already stays as it is."""
        now = self.clock()
        self.tables.drop_before(now - KEPT)
        self.tables.add(muster.game, write_json(muster).decode(), now)

    def find(self, game: str) -> Muster | None:
        """The muster of this game; None where the game is open, or was never to be."""
        raw = self.tables.muster(game, self.clock() - KEPT)
        return None if raw is None else msgspec.json.decode(raw, type=Muster)

    def put_side(self, muster: Muster, player: str, side: Side) -> None:
        """Keeps a player's side in place of the one before; nothing once the game is open."""
        self.tables.put_side(muster.game, player, write_json(side).decode())

    def sides(self, muster: Muster) -> dict[str, Side]:
        """Player → side, of those who have laid theirs out."""
        rows = dict(self.tables.sides(muster.game))
        return {
            player: msgspec.json.decode(rows[player]) for player in muster.players if player in rows
        }

    def end(self, muster: Muster) -> None:
        """Forgets the muster and its sides: the game has them now."""
        self.tables.drop(muster.game)
