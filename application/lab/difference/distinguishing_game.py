"""A game that tells two laws apart: its last step is ruled differently, or leads to another table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from application.lab.dispute import Dispute, game_of
from domain.kernel.history import Game
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Ruleset
from domain.kernel.ruling import LEGAL
from domain.kernel.values import changed


@dataclass(frozen=True)
class DistinguishingGame:
    """The same steps under two laws, which differ on the last step and on none before it."""

    table: str
    """The name of the small table."""
    one: Dispute
    other: Dispute
    rulesets: tuple[Ruleset, Ruleset]
    """The ruleset with the edition of the one law, and with that of the other."""

    @property
    def length(self) -> int:
        """How many steps it has."""
        return len(self.one.steps)

    def games(self) -> tuple[Game, Game]:
        """The game under the one law and under the other. Raises SetupError, RulesetFault."""
        ruleset, other = self.rulesets
        return game_of(self.one, ruleset), game_of(self.other, other)

    def on_setup(self, setup: Mapping[str, Any]) -> "DistinguishingGame":
        """The same steps on another set-up; whether they still tell the laws apart is not checked."""
        return self._with_openings({"setup": setup}, {"setup": setup})

    def with_readings(self, question: RuleId, one: str, other: str) -> "DistinguishingGame":
        """The same game with the reading of this question named under both laws."""
        mine = {"readings": {**self.one.opening.readings, question: one}}
        theirs = {"readings": {**self.other.opening.readings, question: other}}
        return self._with_openings(mine, theirs)

    def _with_openings(
        self, one: Mapping[str, Any], other: Mapping[str, Any]
    ) -> "DistinguishingGame":
        return replace(
            self,
            one=replace(self.one, opening=changed(self.one.opening, **one)),
            other=replace(self.other, opening=changed(self.other.opening, **other)),
        )


def differ_at_the_end(game: Game, other: Game) -> bool:
    """Whether the verdicts on the last steps differ, or what is on the table after legal ones."""
    verdict = game.log[-1].ruling.verdict
    if verdict != other.log[-1].ruling.verdict:
        return True
    return verdict == LEGAL and game.view() != other.view()


def agree_before_the_end(game: Game, other: Game) -> bool:
    """Whether every step but the last got the same verdict in both games."""
    pairs = zip(game.log[:-1], other.log[:-1], strict=True)
    return all(mine.ruling.verdict == theirs.ruling.verdict for mine, theirs in pairs)
