"""A seat's standing answer, and what it may set, as its own page shows it."""

from dataclasses import dataclass

from application.game.live_game import LiveGame
from application.game.standing_answers.answer import Ending, StandingAnswer, ending, step_of
from application.game.standing_answers.offering import AnswerOffered, offer_of
from application.game.standing_answers.standing_answers import StandingAnswers

WORDED = frozenset({"decline", "pass"})


@dataclass(frozen=True, slots=True)
class StandingAnswerView:
    """The answer in force or ended, if any, and what may be set now."""

    do: str
    """The step that is taken for the seat, such as `decline`."""
    offer: AnswerOffered | None
    answer: StandingAnswer | None
    ended: Ending | None
    speaks: bool
    """Whether it will answer what the seat is asked now."""

    @property
    def kind(self) -> str:
        """The part of its texts' keys that names the step: `decline`, `pass` or `other`."""
        return self.do if self.do in WORDED else "other"


def standing_answer_view(
    live: LiveGame, player: str, kept: StandingAnswers
) -> StandingAnswerView | None:
    """This player's view; None for anybody else, and in games without standing answers. Raises StoreProblem."""
    game, declining = live.game, live.game.ruleset.declining
    if declining is None or player not in game.players:
        return None
    offer, answer = offer_of(game, player), kept.of(live.id, player)
    if answer is None:
        return StandingAnswerView(declining.step, offer, None, None, speaks=False)
    speaks = step_of(game, answer) is not None
    return StandingAnswerView(declining.step, offer, answer, ending(game, answer), speaks)
