"""A step chosen tap by tap: what may come next, each with the ruling it would get in the end.

No list of steps is made: what comes next is judged by looking for one way to go on that is legal,
with questions to the same checks that rule on the step itself.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from application.game.options import fillings, options_filled_in
from application.game.transcript import said_in_words
from domain.kernel.history import Game
from domain.kernel.prompting.among import among
from domain.kernel.prompting.anything import anything
from domain.kernel.prompting.prompts import Answer, Astray, Filled, Prompt, Says, Tap, follow
from domain.kernel.ruleset import Ask, Candidate
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.shared import Option, trial
from domain.kernel.steps import ReaderBy, Said

ELSE = "/else"
"""The first tap of the long way, by which anything can be said."""
BY_BUTTON = frozenset({"concede"})
"""Steps of the rulesets that have a button of their own."""
TRIES = 40
"""Ways to go on that are looked at for one answer; where none of so many is legal, one may still be."""
EACH = 8
"""So many ways to fill something in."""
PAGE = 300
"""So many further steps stand on one page of options."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer, and what it can lead to."""

    answer: Answer
    verdict: str
    """`legal` where a step that begins so is; `illegal` or `undetermined` where every one was looked
    at, and none is; `open` where not all were."""
    ruling: Ruling | None
    """The ruling on the plainest step that begins so, where none is legal."""
    tried: Said | None
    """That step."""
    step: Said | None
    """The whole step, where nothing more is asked."""


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """What is asked of a player after some taps."""

    taps: tuple[Tap, ...]
    """Those given, and those to which there was one answer only."""
    words: str
    said: Says
    choices: tuple[Choice, ...]
    ask: Ask | None
    step: Said | None
    """The whole step: nothing more is asked."""


def question_after(game: Game, player: str, taps: Iterable[Tap] = ()) -> NextQuestion:
    """What is asked of this player after these taps, every answer judged. Raises Astray."""
    taps = tuple(taps)
    prompt = prompt_at(game, player, taps)
    while taps and isinstance(prompt, Prompt) and len(prompt.answers) == 1 and prompt.ask is None:
        ahead = (*taps, prompt.answers[0].key)
        then = prompt_at(game, player, ahead)
        if not isinstance(then, Prompt):
            break
        taps, prompt = ahead, then
    if not isinstance(prompt, Prompt):
        return NextQuestion(taps, "", prompt, (), None, {"by": player, **prompt})
    choices = tuple(choice_of(game, player, taps, answer) for answer in prompt.answers)
    return NextQuestion(taps, prompt.words, prompt.said, choices, prompt.ask, None)


def at_first(game: Game, player: str) -> tuple[Choice, ...]:
    """What a player may do first, but for what begins with a piece that is tapped."""
    prompt = prompt_at(game, player, ())
    assert isinstance(prompt, Prompt)
    return tuple(
        choice_of(game, player, (), one) for one in prompt.answers if not one.key.startswith("@")
    )


def prompt_at(game: Game, player: str, taps: tuple[Tap, ...]) -> Prompt | Says:
    """What is asked after these taps, or the fields of the whole step. Raises Astray."""
    ruleset, state = game.ruleset, game.now.state
    if taps and taps[0] == ELSE:
        kinds = {
            do: one.reads if isinstance(one.reads, ReaderBy) else one.step
            for do, one in ruleset.procedures.items()
            if do not in BY_BUTTON
        }
        return follow(
            anything(kinds, lambda field: ruleset.namable(state, player, field)), taps[1:]
        )
    if ruleset.over(state):
        plain: Prompt | Says = Prompt("What do you do?", {})
    elif ruleset.prompts is not None:
        plain = follow(ruleset.prompts(state, player), taps)
    else:
        thought_of = ruleset.candidates(state, player)
        plain = follow(among((one.said, one.asks) for one in thought_of), taps)
    if not taps and isinstance(plain, Prompt):
        return Prompt(plain.words, {}, (*plain.answers, Answer(ELSE, "Say something else")))
    return plain


def choice_of(game: Game, player: str, taps: tuple[Tap, ...], answer: Answer) -> Choice:
    """An answer to the prompt after these taps, with what it can lead to."""
    taps = (*taps, answer.key)
    here = prompt_at(game, player, taps)
    step = {"by": player, **here} if not isinstance(here, Prompt) else None
    if answer.key == ELSE:
        return Choice(answer, "open", None, None, None)
    first: tuple[Ruling, Said] | None = None
    reasons = set()
    ways = _ways(game, player, taps, here)
    for said in islice(ways, 1 if taps[0] == ELSE else TRIES):
        ruling = trial(game, {"by": player, **said}, player).ruling
        if ruling.verdict == LEGAL:
            return Choice(answer, LEGAL, None, None, step)
        first = first or (ruling, {"by": player, **said})
        reasons.add((ruling.cites, ruling.reason))
    if first is None:
        return Choice(answer, "open", None, None, step)
    all_seen = next(ways, None) is None and not _is_open(here) and not _has_more(here)
    same_for_all = len(reasons) == 1 and _is_open(here) and taps[0] != ELSE
    refused, said = first
    verdict = refused.verdict if all_seen or same_for_all else "open"
    return Choice(answer, verdict, refused, said, step)


def whole_step(game: Game, player: str, said: Said) -> Choice:
    """A step that was said some other way, as if it had been the last tap."""
    ruling = trial(game, said, player).ruling
    legal = ruling.verdict == LEGAL
    answer = Answer("/typed", said_in_words(said), main=legal)
    return Choice(answer, ruling.verdict, None if legal else ruling, said, said)


def _is_open(prompt: Prompt | Says) -> bool:
    """Whether something of a kind of which not everything can be tried is to be filled in."""
    return isinstance(prompt, Prompt) and prompt.ask is not None


def _has_more(prompt: Prompt | Says) -> bool:
    """Whether something may be told here that the game does not wait for."""
    return isinstance(prompt, Prompt) and any(answer.aside for answer in prompt.answers)


def _ways(
    game: Game, player: str, taps: tuple[Tap, ...], here: Prompt | Says, *, aside: bool = False
) -> Iterator[Says]:
    """The whole steps that begin with these taps, which led here; the plainest first, one by one."""
    if not isinstance(here, Prompt):
        yield here
        return
    answers = sorted(here.answers, key=lambda one: not one.main)
    tapped: list[Tap] = [one.key for one in answers if one.key != ELSE and (aside or not one.aside)]
    filled = islice(fillings(here.ask), EACH) if here.ask is not None else ()
    for tap in chain(tapped, map(Filled, filled)):
        further = (*taps, tap)
        yield from _ways(game, player, further, prompt_at(game, player, further), aside=aside)


@dataclass(frozen=True, slots=True)
class OptionsPage:
    """Some of what a player might do, and whether there is more."""

    page: int
    """From 1 on."""
    options: tuple[Option, ...]
    more: bool


def options_page(game: Game, player: str, page: int = 1) -> OptionsPage:
    """A page of what this player might do: the nearest first, then every other step, tap by tap."""
    near = options_filled_in(game, player)
    begin = (page - 2) * PAGE if page > 1 else 0
    rest = islice(_others(game, player, near), begin, None)
    found = near if page == 1 else [_option(game, player, said) for said in islice(rest, PAGE)]
    return OptionsPage(page, tuple(found), next(rest, None) is not None)


def _others(game: Game, player: str, near: Iterable[Option]) -> Iterator[Says]:
    """Every step that can be tapped plainly and is not among these, the same one only once."""
    known = {_same(one.candidate.said) for one in near}
    for said in _ways(game, player, (), prompt_at(game, player, ()), aside=True):
        key = _same({"by": player, **said})
        if key not in known:
            known.add(key)
            yield said


def _same(said: Said) -> str:
    return repr(sorted(said.items()))


def _option(game: Game, player: str, said: Says) -> Option:
    whole = {"by": player, **said}
    return Option(Candidate(whole), trial(game, whole, player).ruling)


def read_taps(given: Any) -> tuple[Tap, ...]:
    """Taps as they are sent: a key, or {"value": what was filled in}. Raises Astray."""
    if not isinstance(given, list):
        raise Astray("the taps are a list")
    return tuple(map(_tap, given))


def _tap(given: Any) -> Tap:
    if isinstance(given, str):
        return given
    if isinstance(given, Mapping) and set(given) == {"value"}:
        return Filled(given["value"])
    raise Astray("a tap is the key of an answer, or what was filled in")


def written_taps(taps: Iterable[Tap]) -> list[Any]:
    """Taps as they are sent."""
    return [{"value": tap.value} if isinstance(tap, Filled) else tap for tap in taps]
