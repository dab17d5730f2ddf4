"""A walk by taps: each answer is judged quickly, as a page does, and slowly, prompt after prompt."""

from random import Random

from application.game.choices import ELSE, Choice, choice_of, prompt_at
from domain.kernel.history import Game
from domain.kernel.prompting.prompts import Answer, InputValue, Prompt, Tap, wrong_with
from domain.kernel.shared import adjudicate
from tests.properties.play import Fill

MOST_TAPS, MOST_JUDGED = 30, 6


def judged_alike(game: Game, player: str, chance: Random, fill: Fill) -> None:
    """Taps and fills in at random until a step is whole."""
    taps: tuple[Tap, ...] = ()
    while len(taps) < MOST_TAPS:
        here = prompt_at(game, player, taps)
        if not isinstance(here, Prompt):
            return
        plain = [one for one in here.answers if one.key != ELSE]
        for answer in chance.sample(plain, min(MOST_JUDGED, len(plain))):
            _same(game, player, taps, answer)
        filled = None if here.ask is None else fill("", here.ask, chance)
        if (
            here.ask is not None
            and wrong_with(here.ask, filled) is None
            and chance.random() < 1 / 2
        ):
            taps = (*taps, InputValue(filled))
        elif plain:
            taps = (*taps, chance.choice(plain).key)
        else:
            return


def _same(game: Game, player: str, taps: tuple[Tap, ...], answer: Answer) -> None:
    """The slow way sees fewer steps, and so may leave open what the quick one knows."""
    quick = choice_of(game, player, taps, answer)
    slow = choice_of(game, player, taps, answer, slowly=True)
    alike = quick.verdict == slow.verdict or "open" in (slow.verdict, quick.verdict)
    assert alike, f"{answer.words}: judged {quick.verdict} quickly, {slow.verdict} slowly"
    for judged in (quick, slow):
        assert _holds(game, judged), (
            f"{judged.step} is judged {judged.verdict}, and not ruled so: nothing is refused once "
            "something has been revealed, and what is hidden decides no verdict"
        )


def _holds(game: Game, found: Choice) -> bool:
    """Whether a whole step is ruled as it was judged."""
    if found.step is None or found.verdict == "open":
        return True
    return bool(adjudicate(game, found.step)[0].ruling.verdict == found.verdict)
