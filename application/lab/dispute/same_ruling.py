"""Whether a dispute still gets the same ruling: what was played before is not played again."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from application.lab.dispute.dispute import Dispute
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Game, open_game
from domain.kernel.ruleset import Ruleset, SetupError
from domain.kernel.ruling import Ruling
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said

Spend = Callable[[int], bool]
"""Whether so many more steps may be ruled on."""
NUMBER = re.compile(r"\d+\b")


def no_limit(_rulings: int) -> bool:
    return True


@dataclass
class SameRuling:
    """Asked of one dispute after the other; true of the one that it was made for.

    Where no more may be spent it says no, so that what was found last stays.
    """

    ruleset: Ruleset
    facts: bool = False
    """Whether the reason, but for its numbers, and the facts count, too."""
    spend: Spend = no_limit
    wanted: Any = field(init=False, default=None)
    _game: Game | None = field(init=False, default=None)
    _played: tuple[Said, ...] = ()
    _known: dict[Any, tuple[Dispute, bool]] = field(init=False, default_factory=dict)

    def of(self, dispute: Dispute) -> "SameRuling":
        """The same as the last ruling of this one. Raises SetupError where it cannot be played."""
        ruling = self.ruling(dispute)
        if ruling is None:
            raise SetupError("the game cannot be played to the step in question")
        self.wanted = self._of_interest(ruling)
        return self

    def __call__(self, dispute: Dispute) -> bool:
        key = id(dispute.opening), *map(id, dispute.steps)
        if key not in self._known:
            if not self.spend(len(dispute.steps) - self._in_common(dispute)):
                return False
            ruling = self.ruling(dispute)
            same = ruling is not None and self._of_interest(ruling) == self.wanted
            # The dispute is kept with the answer: what its parts are known by is theirs as long as they live.
            self._known[key] = dispute, same
        return self._known[key][1]

    def ruling(self, dispute: Dispute) -> Ruling | None:
        """The ruling on the last step; None where the game cannot be laid out or played."""
        game = self.game(dispute)
        return game.log[-1].ruling if game is not None and game.log else None

    def game(self, dispute: Dispute) -> Game | None:
        """The dispute played to its end; None where it cannot be."""
        seats = {*dispute.opening.players, JUDGE}
        if any(said["by"] not in seats for said in dispute.steps):
            return None
        common = self._in_common(dispute)
        try:
            if self._game is not None and self._game.opening is dispute.opening:
                game = self._game.at(common)
            else:
                game = open_game(self.ruleset, dispute.opening)
        except (SetupError, RulesetFault):
            return None
        self._game, self._played = game, dispute.steps
        try:
            for said in dispute.steps[common:]:
                game.take(*adjudicate(game, said))
        except RulesetFault:
            return None
        return game

    def _in_common(self, dispute: Dispute) -> int:
        """How many of its first steps are those of the game that was played last."""
        if self._game is None or self._game.opening is not dispute.opening:
            return 0
        common = 0
        for ours, theirs in zip(dispute.steps, self._played[: self._game.length], strict=False):
            if ours is not theirs:
                break
            common += 1
        return common

    def _of_interest(self, ruling: Ruling) -> tuple[Any, ...]:
        reason = NUMBER.sub("#", ruling.reason)
        told = (_without_entries(ruling.facts), reason) if self.facts else None
        return ruling.verdict, frozenset(ruling.cites), told


def _without_entries(value: Any) -> Any:
    """Facts without the numbers of entries, which are others in a shorter game."""
    if isinstance(value, Mapping):
        kept = (key for key in value if key not in ("entry", "entries", "since"))
        return {key: _without_entries(value[key]) for key in kept}
    if isinstance(value, list | tuple):
        return [_without_entries(one) for one in value]
    return value
