"""Takes the steps of standing answers set at the command line; a server takes those of its own seats."""

from collections.abc import Iterator

from application.game.standing_answers.answer import Ending, step_of
from application.game.standing_answers.standing_answers import StandingAnswers
from application.game.umpire import MovedOn, TakesNoMore, Umpire
from application.ledger.store import Recorded

MOST = 200
"""At most this many answers are given in a row in one game."""


def say_due(umpire: Umpire, kept: StandingAnswers, game: str) -> Iterator[Recorded]:
    """Takes the steps that are due, one after the other, and gives their entries. Raises StoreProblem."""
    for _ in range(MOST):
        given = [answer for answer in kept.given_in(game) if answer.at_command_line]
        if not given:
            return
        now = umpire.game(game).game
        answer = kept.due_in(now, given)
        if answer is None:
            return
        try:
            key = answer.key(now.length)
            yield umpire.step(game, step_of(now, answer), key=key, expected_entry=now.length)
        except MovedOn:
            continue
        except TakesNoMore:
            kept.end(answer, Ending("full"))
