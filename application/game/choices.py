"""A step chosen tap by tap: each answer to the next prompt, with the ruling it can lead to.

No list of all steps is made: an answer is legal when some whole step that begins with it is, by the
checks that rule on the step itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, product
from math import ceil
from typing import Any

from application.game.options import dice_made, fillings, options_filled_in
from application.game.step_words import step_in_words
from domain.kernel.history import Game
from domain.kernel.prompting.any_step_prompts import any_step_prompts
from domain.kernel.prompting.prompts import (
    Answer,
    InputValue,
    InvalidTap,
    Prompt,
    StepFields,
    Tap,
    follow,
)
from domain.kernel.ruleset import Ask, Candidate
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.shared import Option, trial
from domain.kernel.steps import ReaderBy, Said

ELSE = "/else"
"""The key of the first answer that leads through every field, so that any step can be chosen."""
BY_BUTTON = frozenset({"concede"})
"""Steps that the page has a button for, and that are not offered among the answers."""
TRIES = 40
"""Whole steps that are tried for one answer; where none of them is legal, a further one may be."""
EACH = 8
"""Values that are tried for one field to be filled in."""
PAGE = 300
"""Options on each page but the first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a prompt, judged by the whole steps that it can lead to."""

    answer: Answer
    verdict: str
    """`legal` where one of those steps is; `illegal` or `undetermined` where all were tried and none is;
    `open` where not all were tried."""
    ruling: Ruling | None
    """The ruling on the plainest of those steps, where none is legal."""
    tried: Said | None
    """That step."""
    step: Said | None
    """The whole step, where nothing more is asked after this answer."""


@dataclass(frozen=True, slots=True)
class JudgedPrompt:
    """The prompt after some taps, with every answer judged."""

    taps: tuple[Tap, ...]
    """The taps given, followed by those that had no alternative."""
    words: str
    said: StepFields
    choices: tuple[Choice, ...]
    ask: Ask | None
    step: Said | None
    """The whole step, where nothing more is asked."""


def judged_prompt(game: Game, player: str, taps: Iterable[Tap] = ()) -> JudgedPrompt:
    """What this player is asked after these taps; a prompt with one answer is skipped. Raises InvalidTap."""
    taps = tuple(taps)
    prompt = prompt_at(game, player, taps)
    while taps and isinstance(prompt, Prompt) and len(prompt.answers) == 1 and prompt.ask is None:
        ahead = (*taps, prompt.answers[0].key)
        then = prompt_at(game, player, ahead)
        if not isinstance(then, Prompt):
            break
        taps, prompt = ahead, then
    if not isinstance(prompt, Prompt):
        return JudgedPrompt(taps, "", prompt, (), None, {"by": player, **prompt})
    choices = tuple(choice_of(game, player, taps, answer) for answer in prompt.answers)
    return JudgedPrompt(taps, prompt.words, prompt.said, choices, prompt.ask, None)


def first_choices(game: Game, player: str) -> tuple[Choice, ...]:
    """The answers to the first prompt, judged, without those that are pieces of the board."""
    prompt = prompt_at(game, player, ())
    assert isinstance(prompt, Prompt)
    return tuple(
        choice_of(game, player, (), answer)
        for answer in prompt.answers
        if not answer.key.startswith("@")
    )


def prompt_at(game: Game, player: str, taps: tuple[Tap, ...]) -> Prompt | StepFields:
    """The prompt after these taps, or the fields of the whole step without `by`. Raises InvalidTap."""
    ruleset, state = game.ruleset, game.now.state
    if taps and taps[0] == ELSE:
        kinds = {
            do: procedure.reads if isinstance(procedure.reads, ReaderBy) else procedure.step
            for do, procedure in ruleset.procedures.items()
            if do not in BY_BUTTON
        }
        return follow(
            any_step_prompts(kinds, lambda field: ruleset.offers.namable(state, player, field)),
            taps[1:],
        )
    if ruleset.over(state):
        plain: Prompt | StepFields = Prompt("What do you do?", {})
    else:
        plain = follow(ruleset.offers.prompts(state, player), taps)
    if not taps and isinstance(plain, Prompt):
        return Prompt(plain.words, {}, (*plain.answers, Answer(ELSE, "Say something else")))
    return plain


def choice_of(
    game: Game, player: str, taps: tuple[Tap, ...], answer: Answer, *, slowly: bool = False
) -> Choice:
    """An answer to the prompt after these taps, judged; `slowly`: by asking prompt after prompt."""
    taps = (*taps, answer.key)
    if answer.piece and len(taps) == 1 and not slowly:
        plainly = _plainly(game, player, taps)
        if plainly is not None:
            return Choice(answer, plainly, None, None, None)
    here = prompt_at(game, player, taps)
    step = {"by": player, **here} if not isinstance(here, Prompt) else None
    if answer.key == ELSE:
        return Choice(answer, "open", None, None, None)
    first: tuple[Ruling, Said] | None = None
    reasons = set()
    ways = _whole_steps(game, player, taps, here, slowly=slowly)
    for said in islice(ways, 1 if taps[0] == ELSE else TRIES):
        ruling = trial(game, {"by": player, **said}, player).ruling
        if ruling.verdict == LEGAL:
            return Choice(answer, LEGAL, None, None, step)
        first = first or (ruling, {"by": player, **said})
        reasons.add((ruling.cites, ruling.reason))
    if first is None:
        return Choice(answer, "open", None, None, step)
    all_seen = next(ways, None) is None and not _is_open(here) and not _has_more(here)
    # Of dice that were made together one value is right, and all others are refused for one reason.
    one_is_right = game.now.dice is not None
    same_for_all = len(reasons) == 1 and _is_open(here) and taps[0] != ELSE and not one_is_right
    refused, said = first
    verdict = refused.verdict if all_seen or same_for_all else "open"
    return Choice(answer, verdict, refused, said, step)


def _plainly(game: Game, player: str, taps: tuple[Tap, ...]) -> str | None:
    """Legal where one of the plainest steps of a piece is, open where it has none; None for all else.

    What the piece is asked after it was tapped is not made for that.
    """
    none = True
    for said in islice(_quickly(game, player, taps) or (), TRIES):
        none = False
        if trial(game, {"by": player, **said}, player).ruling.verdict == LEGAL:
            return LEGAL
    return "open" if none else None


def judged_step(game: Game, player: str, said: Said) -> Choice:
    """A step that was typed or spoken, judged as if it were the last answer."""
    ruling = trial(game, said, player).ruling
    legal = ruling.verdict == LEGAL
    answer = Answer("/typed", step_in_words(game.ruleset, said), main=legal)
    return Choice(answer, ruling.verdict, None if legal else ruling, said, said)


def steps_offered(game: Game, player: str) -> Iterator[Said]:
    """Every whole step that the game may be waiting for from this player, the plainest first.

    Reports and other answers that it does not wait for are not among them.
    """
    for said in _whole_steps(game, player, (), prompt_at(game, player, ())):
        yield {"by": player, **said}


def _is_open(prompt: Prompt | StepFields) -> bool:
    """Whether something is to be filled in, of which not every value can be tried."""
    return isinstance(prompt, Prompt) and prompt.ask is not None


def _has_more(prompt: Prompt | StepFields) -> bool:
    """Whether there are answers that the game does not wait for, such as reports; those are not tried."""
    return isinstance(prompt, Prompt) and any(answer.aside for answer in prompt.answers)


def _whole_steps(
    game: Game,
    player: str,
    taps: tuple[Tap, ...],
    here: Prompt | StepFields,
    *,
    aside: bool = False,
    slowly: bool = False,
) -> Iterator[StepFields]:
    """The whole steps that begin with these taps, the plainest first. `here`: what is asked after them.

    `aside`: whether answers that the game does not wait for are followed, too; `slowly`: whether every
    prompt on the way is asked.
    """
    if not isinstance(here, Prompt):
        yield here
        return
    quick = None if aside or slowly else _quickly(game, player, taps)
    if quick is not None:
        yield from quick
        return
    answers = sorted(here.answers, key=lambda answer: not answer.main)
    tapped: list[Tap] = [
        answer.key for answer in answers if answer.key != ELSE and (aside or not answer.aside)
    ]
    filled = islice(fillings(here.ask, dice_made(game)), EACH) if here.ask is not None else ()
    for tap in chain(tapped, map(InputValue, filled)):
        further = (*taps, tap)
        of_piece = None if aside or slowly or taps else _of_piece(game, player, tap)
        if of_piece is not None:
            yield from of_piece
            continue
        yield from _whole_steps(
            game, player, further, prompt_at(game, player, further), aside=aside, slowly=slowly
        )


def _of_piece(game: Game, player: str, tap: Tap) -> Iterator[StepFields] | None:
    """The same, of a piece that is tapped first: what is asked then is not made for it."""
    if not isinstance(tap, str) or not tap.startswith("@"):
        return None
    return _quickly(game, player, (tap,))


def _quickly(game: Game, player: str, taps: tuple[Tap, ...]) -> Iterator[StepFields] | None:
    """The same, without asking prompt after prompt; None where these taps lead further than that can tell."""
    if not taps or taps[0] == ELSE or not all(isinstance(tap, str) for tap in taps):
        return None
    steps = game.ruleset.offers.whole_steps(game.now.state, player, *map(str, taps))
    dice = dice_made(game)
    return steps and (whole for said in steps for whole in _with_fillings(said, dice))


def _with_fillings(said: StepFields, dice: Sequence[int]) -> Iterator[StepFields]:
    asks = {name: field for name, field in said.items() if isinstance(field, Ask)}
    if not asks:
        return iter((said,))
    values = product(*(islice(fillings(ask, dice), EACH) for ask in asks.values()))
    return ({**said, **dict(zip(asks, chosen, strict=True))} for chosen in values)


@dataclass(frozen=True, slots=True)
class OptionsPage:
    """One page of the steps that a player might take."""

    page: int
    """From 1 on."""
    options: tuple[Option, ...]
    more: bool
    """Whether there is a next page."""


def options_page(game: Game, player: str, page: int = 1) -> OptionsPage:
    """A page of the steps that this player might take: first `options_filled_in`, then all others."""
    near = options_filled_in(game, player)
    begin = (page - 2) * PAGE if page > 1 else 0
    rest = islice(_others(game, player, near), begin, None)
    options = near if page == 1 else [_option(game, player, said) for said in islice(rest, PAGE)]
    return OptionsPage(page, tuple(options), next(rest, None) is not None)


def last_page(game: Game, player: str) -> int:
    """The number of the last page of the steps that this player might take."""
    others = sum(1 for _ in _others(game, player, options_filled_in(game, player)))
    return 1 + ceil(others / PAGE)


MOST_AT_ONCE = 4_000
"""Most steps that are looked at for a list in which those that are alike are folded."""


def options_at_once(game: Game, player: str) -> list[Option]:
    """First `options_filled_in`, then every other step that the game may be waiting for."""
    near = options_filled_in(game, player)
    others = _others(game, player, near, aside=False)
    return [*near, *(_option(game, player, said) for said in islice(others, MOST_AT_ONCE))]


def _others(
    game: Game, player: str, near: Iterable[Option], *, aside: bool = True
) -> Iterator[StepFields]:
    """Every whole step but these, once each, without the way through ELSE."""
    known = {_same(option.candidate.said) for option in near}
    for said in _whole_steps(game, player, (), prompt_at(game, player, ()), aside=aside):
        key = _same({"by": player, **said})
        if key not in known:
            known.add(key)
            yield said


def _same(said: Said) -> str:
    return repr(sorted(said.items()))


def _option(game: Game, player: str, said: StepFields) -> Option:
    whole = {"by": player, **said}
    return Option(Candidate(whole), trial(game, whole, player).ruling)


def read_taps(given: Any) -> tuple[Tap, ...]:
    """The taps in their JSON: the key of an answer, or {"value": what was filled in}. Raises InvalidTap."""
    if not isinstance(given, list):
        raise InvalidTap("the taps are a list")
    return tuple(map(_tap, given))


def _tap(given: Any) -> Tap:
    if isinstance(given, str):
        return given
    if isinstance(given, Mapping) and set(given) == {"value"}:
        return InputValue(given["value"])
    raise InvalidTap("a tap is the key of an answer, or what was filled in")


def written_taps(taps: Iterable[Tap]) -> list[Any]:
    """The taps as JSON, for `read_taps`."""
    return [{"value": tap.value} if isinstance(tap, InputValue) else tap for tap in taps]
