"""The entry since which a step gets its present answer: found by asking at each earlier position."""

from collections.abc import Callable, Iterator

from application.game.line_of_play import jumps_to
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer
from domain.kernel.ruling import LEGAL, Check, Refusal, Ruling, sentence
from domain.kernel.shared import trial
from domain.kernel.steps import Said, Step, Unreadable

FARTHEST = 500
"""The most entries to walk back."""

AnswerAfter = Callable[[int], object]
"""Gives the answer after entry n; answers are only compared with each other."""


def turning_points(
    game: Game, said: Said, ruling: Ruling, viewer: Viewer
) -> Iterator[tuple[int, str]]:
    """The entries since which the step gets this answer from the game as it is, each with the words.

    The answer is what this viewer would have been told who tried it then.
    """

    def answered(n: int) -> Ruling:
        return trial(game.at(n), said, viewer).ruling

    answers = first_turn(game, lambda n: _answer(answered(n)))
    if not answers and ruling.verdict != LEGAL:
        answers = first_turn(game, lambda n: answered(n).reason)
    if answers:
        yield answers, "since then the step gets this answer"
    if not ruling.because:
        forbids = _forbidding(game, said, ruling)
        if forbids and forbids != answers:
            yield forbids, "since then this rule stands in its way"


def first_turn(game: Game, asked: AnswerAfter) -> int:
    """The entry since which the answer is as it is now; 0 where it always was."""
    n = game.length
    now = asked(n)
    for _ in range(FARTHEST):
        if n == 0:
            return 0
        back = jumps_to(game.entry(n))
        before = n - 1 if back is None else back
        if game.entry(n).events and asked(before) != now:
            return n
        n = before
    return 0


def _answer(ruling: Ruling) -> object:
    return ruling.verdict, frozenset(ruling.cites)


def _forbidding(game: Game, said: Said, ruling: Ruling) -> int:
    """The entry since which the check that refuses the step would refuse it, other checks aside."""
    procedure = game.ruleset.procedures.get(str(said["do"]))
    if procedure is None:
        return 0
    try:
        step = procedure.read(said, game.length + 1, False)
    except Unreadable:
        return 0
    for check in procedure.checks:
        refusal = check(game.now.state, step)
        if refusal is not None:
            break
    else:
        return 0
    if sentence(refusal.reason) != ruling.reason:
        return 0
    found = first_turn(game, lambda n: _refusal_told(game, n, check, step, "cites"))
    return found or first_turn(game, lambda n: _refusal_told(game, n, check, step, "reason"))


def _refusal_told(game: Game, n: int, check: Check, step: Step, told: str) -> object:
    try:
        refusal: Refusal | None = check(game.position(n).state, step)
    except Exception:  # asked of a table for which it was never meant, a check may fail in any way
        return "not to be asked"
    return None if refusal is None else getattr(refusal, told)
