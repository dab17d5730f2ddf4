"""A game up to the step whose ruling is in question."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from application.editions import rules_of
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.ruleset import Ruleset
from domain.kernel.shared import adjudicate
from domain.kernel.steps import Said


@dataclass(frozen=True, slots=True)
class Dispute:
    """A game up to the step whose ruling is in question, which is its last."""

    opening: Opening
    steps: tuple[Said, ...]

    @property
    def size(self) -> tuple[int, int]:
        """How many steps it has, and how many words and numbers its set-up holds."""
        return len(self.steps), _values(self.opening.setup)


def _values(value: Any) -> int:
    """How many words and numbers a set-up holds; names of fields do not count."""
    if isinstance(value, Mapping):
        return sum(_values(one) for one in value.values())
    if isinstance(value, list | tuple):
        return sum(_values(one) for one in value)
    return 1


def dispute_at(game: Game, n: int) -> Dispute:
    """The game as it was when entry n was its newest."""
    return Dispute(game.opening, tuple(entry.said for entry in game.log[:n]))


def game_of(dispute: Dispute, known: Ruleset | None = None) -> Game:
    """The game of the dispute, played again; by `known`, or by the ruleset that it names.

    Raises SetupError, or what a faulty ruleset raises.
    """
    game = open_game(known or rules_of(dispute.opening), dispute.opening)
    for said in dispute.steps:
        game.take(*adjudicate(game, said))
    return game
