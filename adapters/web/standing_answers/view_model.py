"""A seat's own standing answer, and what it may set, as its page is told."""

from dataclasses import dataclass

from application.game.live_game import Live
from application.game.standing_answers.answer import Ending, StandingAnswer, ending, step_of
from application.game.standing_answers.kept import StandingAnswers
from application.game.standing_answers.offering import Offer, offer_of

WORDED = frozenset({"decline", "pass"})


@dataclass(frozen=True, slots=True)
class StandingAnswerView:
    """What is to be told of it now."""

    do: str
    """What is said for the seat."""
    offer: Offer | None
    answer: StandingAnswer | None
    ended: Ending | None
    speaks: bool
    """What is asked for now will be answered at once."""

    @property
    def kind(self) -> str:
        """The part of the catalogue that has the words for it."""
        return self.do if self.do in WORDED else "other"


def standing_answer_view(
    live: Live, player: str, kept: StandingAnswers
) -> StandingAnswerView | None:
    """What is told to this player alone; none for whoever is none. Raises StoreProblem."""
    game, declining = live.game, live.game.ruleset.declining
    if declining is None or player not in game.players:
        return None
    offer, answer = offer_of(game, player), kept.of(live.id, player)
    if answer is None:
        return StandingAnswerView(declining.step, offer, None, None, speaks=False)
    speaks = step_of(game, answer) is not None
    return StandingAnswerView(declining.step, offer, answer, ending(game, answer), speaks)
