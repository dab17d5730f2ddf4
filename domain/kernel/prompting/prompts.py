"""A step chosen tap by tap: what is asked next.

A ruleset's prompts are a generator that is sent what was tapped: nothing is ever listed in combination.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any

from domain.kernel.values import Value
from domain.kernel.wording import count


class Ask(Value):
    """A field that the player fills in themselves: dice, a number, a text."""

    kind: str
    """`dice`, `number`, `text`, `figures`, `names`, `flag`."""
    label: str
    count: int | None = None
    """How many, where it is fixed."""
    choices: tuple[str, ...] = ()


class Answer(Value):
    """One way to go on."""

    key: str
    """What is sent back for it; no other answer to the same prompt has it."""
    words: str
    piece: str = ""
    """The piece of the board that it is, where it can be pointed at."""
    main: bool = False
    """The plainest thing to say now."""
    aside: bool = False
    """Not what the game waits for: a report of the table."""


class Filled(Value):
    """What somebody has filled in."""

    value: Any


Tap = str | Filled
"""The key of an answer, or what was filled in."""


class Prompt(Value):
    """What is asked next."""

    words: str
    said: Mapping[str, Any]
    """The fields of the step that stand so far."""
    answers: tuple[Answer, ...] = ()
    ask: Ask | None = None
    """What may be filled in, besides the answers or in place of them."""


Says = Mapping[str, Any]
Prompts = Generator[Prompt, Tap, Says]
"""Asks until the step is whole, and returns its fields."""
Chosen = Generator[Prompt, Tap, Any]


class Astray(Exception):
    """There is no such answer (any more)."""


def follow(prompts: Prompts, taps: Iterable[Tap]) -> Prompt | Says:
    """What is asked after these taps, or the whole step. Raises Astray."""
    try:
        prompt = next(prompts)
        for tap in taps:
            if not _fits(prompt, tap):
                raise Astray(_why_astray(prompt, tap))
            prompt = prompts.send(tap)
    except StopIteration as whole:
        said: Says = whole.value
        return said
    return prompt


def _why_astray(prompt: Prompt, tap: Tap) -> str:
    if isinstance(tap, Filled) and prompt.ask is not None:
        return wrong_with(prompt.ask, tap.value) or ""
    return f"“{prompt.words}” has no such answer any more"


def _fits(prompt: Prompt, tap: Tap) -> bool:
    if isinstance(tap, Filled):
        return prompt.ask is not None and wrong_with(prompt.ask, tap.value) is None
    return any(answer.key == tap for answer in prompt.answers)


def wrong_with(ask: Ask, value: Any) -> str | None:
    """What is wrong with what was filled in, before it becomes a step; None where it fits."""
    if ask.kind == "number":
        return None if type(value) is int else f"{ask.label}: a whole number is wanted"
    if ask.kind != "dice":
        return None if isinstance(value, str) and value else f"{ask.label}: a word is wanted"
    if not isinstance(value, list) or not all(type(die) is int for die in value):
        return f"{ask.label}: the numbers of the dice are wanted"
    if ask.count is not None and len(value) != ask.count:
        return f"{ask.label}: {count(ask.count, 'die', 'dice')} were rolled, not {len(value)}"
    return None


ENOUGH, YES, NO, NOTHING = "/enough", "/yes", "/no", "/nothing"
"""Keys that are no names."""


def piece(name: str, words: str = "", of: str = "") -> Answer:
    """The answer that is this piece of the board; `of`: what it is a part of, as a figure of a unit."""
    return Answer(f"@{name}", words or name, f"{of}/{name}" if of else name)


def word(name: str) -> Answer:
    """The answer that is this word, and no piece of the board."""
    return Answer(f"@{name}", name)


def name_in(tap: Tap) -> str:
    """The name in the key of a piece."""
    assert isinstance(tap, str)
    return tap[1:]


def pick(said: Says, words: str, *answers: Answer, ask: Ask | None = None) -> Chosen:
    """Asks, and returns the key tapped or the value filled in."""
    tap = yield Prompt(words, said, answers, ask)
    return tap.value if isinstance(tap, Filled) else tap


def pick_field(said: Says, field: str, words: str, *answers: Answer) -> Prompts:
    """The step with the name tapped in this field: null for `NOTHING`, and without it for `ENOUGH`."""
    tap = yield from pick(said, words, *answers)
    if tap == ENOUGH:
        return said
    return {**said, field: None if tap == NOTHING else name_in(tap)}


def pick_some(
    words: str,
    put: Callable[[list[str]], Says],
    names: Callable[[tuple[str, ...]], Iterable[str]],
    least: int,
    most: int | None,
    of: str = "",
) -> Chosen:
    """Asks for one name after the other, and returns them.

    `put`: those chosen → the fields that stand; `names`: those chosen → those that may be next.
    """
    chosen: tuple[str, ...] = ()
    while most is None or len(chosen) < most:
        left = tuple(piece(name, of=of) for name in dict.fromkeys(names(chosen)))
        if not left:
            break
        enough = (Answer(ENOUGH, "That is all", main=True),) if len(chosen) >= least else ()
        tap = yield Prompt(words, put([*chosen]), (*enough, *left))
        if tap == ENOUGH:
            break
        chosen = (*chosen, name_in(tap))
    return [*chosen]


def pick_number(said: Says, words: str, least: int, most: int) -> Chosen:
    """Asks for a number out of a few, and returns it."""
    numbers = tuple(Answer(f"@{n}", str(n)) for n in range(least, most + 1))
    return int(name_in((yield Prompt(words, said, numbers))))
