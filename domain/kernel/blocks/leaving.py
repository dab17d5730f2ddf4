"""Who is out of the game, and who has won: players leave, and the last one who is left wins.

A table derives from `Seated`, and the two events from `Out` and `Won`, with the names under which they
are stored and the rules that they cite:

    @stored_as("lanterns/player_fell/v1")
    class PlayerFell(Out):
        rules: Rules = cites("W1")

    LEAVING = Leaving(PlayerFell, GameEnded, leaves="W1", wins="W2", first=falls)

When somebody is out the chapter says, with `yield from LEAVING.leave(table, player)`; so it does what goes
with them (`first`), and by which rules. `LEAVING.concede` is the procedure of “concede”.
"""

from collections.abc import Callable
from typing import Any

from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Check, Refusal, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, Value, changed


class Seated(Value, kw_only=True):
    """What a table says of its players."""

    players: tuple[str, ...]
    """All, in seat order."""
    out: tuple[str, ...] = ()
    """Who is out of the game, in the order in which they left."""
    over: bool = False
    winner: str | None = None

    @property
    def in_game(self) -> tuple[str, ...]:
        """Who is not out, in seat order."""
        return tuple(player for player in self.players if player not in self.out)


class Out(Event):
    """A player is out of the game."""

    player: str

    def after(self, table: Any, _entry: int) -> Any:
        return changed(table, out=(*table.out, self.player))


class Won(Event):
    """The game is over."""

    winner: str | None
    """Who has won; null for nobody."""

    def after(self, table: Any, _entry: int) -> Any:
        return changed(table, over=True, winner=self.winner)


class Concede(Step):
    """Give up."""


class Leaving(Value):
    """How players leave at a table, with the rules by which they do."""

    out: type[Out]
    won: type[Won]
    leaves: RuleId
    """The rule by which who gives up is out, and takes no more part."""
    wins: RuleId
    """The rule by which the last one wins."""
    first: Callable[[Any, str], Happening] | None = None
    """(table, player) → what happens before they are out: what goes with them."""

    def leave(self, table: Any, player: str) -> Happening:
        """A player is out, and what goes with them is gone."""
        if self.first is not None:
            table = yield from self.first(table, player)
        return (yield self.out(player))

    def last_one_wins(self, table: Any) -> Happening:
        """For `follow`: who is left alone has won; nobody has where all have left at once."""
        left = table.in_game
        if len(left) <= 1 and not table.over:
            winner = left[0] if left else None
            table = yield self.won(winner)
            yield grounds(f"{winner or 'nobody'} has won", self.wins)
        return table

    @property
    def is_in_game(self) -> Check:
        """The check that who says a step is not out."""

        @requires(self.leaves)
        def they_are_in_the_game(table: Any, step: Step) -> Refusal | None:
            return illegal(f"{step.by} is out already") if step.by in table.out else None

        return they_are_in_the_game

    @property
    def concede(self) -> Procedure:
        """The procedure of “concede”: who gives up is out."""

        def concede(table: Any, step: Concede) -> Happening:
            yield grounds(f"{step.by} gives up", self.leaves)
            return (yield from self.leave(table, step.by))

        still = self.is_in_game
        return Procedure(Concede, concede, (still,), acts_on=still)
