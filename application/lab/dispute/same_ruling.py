"""Whether a smaller dispute still gets the same ruling; steps it shares with the last one are not replayed."""

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
"""Takes this many rulings from a budget; False where fewer are left."""
NUMBER = re.compile(r"\d+\b")


def no_limit(_rulings: int) -> bool:
    return True


@dataclass
class SameRuling:
    """A predicate: whether a dispute gets the same ruling as the one given to `of`.

    It is False once nothing more may be spent, so that a search stays with the smallest found so far.
    """

    ruleset: Ruleset
    facts: bool = False
    """Whether the facts and the reason, but for its numbers, have to be the same, too."""
    spend: Spend = no_limit
    wanted: Any = field(init=False, default=None)
    _game: Game | None = field(init=False, default=None)
    _played: tuple[Said, ...] = ()
    _known: dict[Any, tuple[Dispute, bool]] = field(init=False, default_factory=dict)

    def of(self, dispute: Dispute) -> "SameRuling":
        """Sets the ruling that is wanted: this dispute's. Raises SetupError where it cannot be played."""
        ruling = self.ruling(dispute)
        if ruling is None:
            raise SetupError("the game cannot be played to the step in question")
        self.wanted = self._compared_part(ruling)
        return self

    def __call__(self, dispute: Dispute) -> bool:
        key = id(dispute.opening), *map(id, dispute.steps)
        if key not in self._known:
            if not self.spend(len(dispute.steps) - self._shared_steps(dispute)):
                return False
            ruling = self.ruling(dispute)
            same = ruling is not None and self._compared_part(ruling) == self.wanted
            # The dispute is kept with the answer: while it lives, no other object gets the ids of its parts.
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
        common = self._shared_steps(dispute)
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

    def _shared_steps(self, dispute: Dispute) -> int:
        """How many of its first steps are those of the game that was played last, on the same opening."""
        if self._game is None or self._game.opening is not dispute.opening:
            return 0
        common = 0
        for ours, theirs in zip(dispute.steps, self._played[: self._game.length], strict=False):
            if ours is not theirs:
                break
            common += 1
        return common

    def _compared_part(self, ruling: Ruling) -> tuple[Any, ...]:
        reason = NUMBER.sub("#", ruling.reason)
        facts = (_without_entries(ruling.facts), reason) if self.facts else None
        return ruling.verdict, frozenset(ruling.cites), facts


def _without_entries(value: Any) -> Any:
    """The facts without the numbers of entries, which differ in a shorter game."""
    if isinstance(value, Mapping):
        kept = (key for key in value if key not in ("entry", "entries", "since"))
        return {key: _without_entries(value[key]) for key in kept}
    if isinstance(value, list | tuple):
        return [_without_entries(one) for one in value]
    return value
