"""A step chosen tap by tap: prompts, the answers to them, and what a ruleset builds its prompts from.

A ruleset's prompts are a generator that yields a prompt and is sent the tap, so that combinations of
answers are never listed.
"""

from collections.abc import Generator, Iterable, Mapping
from typing import Any

from domain.kernel.values import Value
from domain.kernel.wording import count


class Ask(Value):
    """A field that the player fills in themselves, such as dice, a number or a text."""

    kind: str
    """`dice`, `number`, `text`, `figures`, `names`, `flag`."""
    label: str
    count: int | None = None
    """How many dice or names, where that is fixed."""
    choices: tuple[str, ...] = ()


class Answer(Value):
    """One of the answers to a prompt."""

    key: str
    """What is sent back for it, unique among the answers to the same prompt."""
    words: str
    piece: str = ""
    """The id of the piece on the board that can be tapped instead; empty for none."""
    main: bool = False
    """Whether it is the plainest thing to say now."""
    aside: bool = False
    """Whether it is something that the game does not wait for, such as a report."""


class InputValue(Value):
    """A value that the player has filled in."""

    value: Any


Tap = str | InputValue
"""The key of an answer, or a value filled in."""


class Prompt(Value):
    """A question to the player, with its answers."""

    words: str
    said: Mapping[str, Any]
    """The fields of the step that are chosen so far."""
    answers: tuple[Answer, ...] = ()
    ask: Ask | None = None
    """What may be filled in instead of tapping an answer."""


StepFields = Mapping[str, Any]
"""The fields of a step that is being chosen, without `by`."""
Prompts = Generator[Prompt, Tap, StepFields]
"""Asks until the step is whole, and returns its fields."""
ValuePrompts = Generator[Prompt, Tap, Any]
"""Asks for a value, and returns it."""


class InvalidTap(Exception):
    """A tap answers nothing that is asked, or not any more; the message says which prompt."""


def follow(prompts: Prompts, taps: Iterable[Tap]) -> Prompt | StepFields:
    """The prompt after these taps, or the fields of the whole step. Raises InvalidTap."""
    try:
        prompt = next(prompts)
        for tap in taps:
            if not _fits(prompt, tap):
                raise InvalidTap(_why_invalid(prompt, tap))
            prompt = prompts.send(tap)
    except StopIteration as whole:
        said: StepFields = whole.value
        return said
    return prompt


def _why_invalid(prompt: Prompt, tap: Tap) -> str:
    if isinstance(tap, InputValue) and prompt.ask is not None:
        return wrong_with(prompt.ask, tap.value) or ""
    return f"“{prompt.words}” has no such answer any more"


def _fits(prompt: Prompt, tap: Tap) -> bool:
    if isinstance(tap, InputValue):
        return prompt.ask is not None and wrong_with(prompt.ask, tap.value) is None
    return any(answer.key == tap for answer in prompt.answers)


def wrong_with(ask: Ask, value: Any) -> str | None:
    """What is wrong with a value that was filled in, as a clause; None where it fits what is asked."""
    if ask.kind == "number":
        return None if type(value) is int else f"{ask.label}: a whole number is wanted"
    if ask.kind != "dice":
        return None if isinstance(value, str) and value else f"{ask.label}: a word is wanted"
    if not isinstance(value, list) or not all(type(die) is int for die in value):
        return f"{ask.label}: the numbers of the dice are wanted"
    if ask.count is not None and len(value) != ask.count:
        return f"{ask.label}: {count(ask.count, 'die was', 'dice were')} rolled, not {len(value)}"
    return None


ENOUGH, YES, NO, NOTHING = "/enough", "/yes", "/no", "/nothing"
"""Keys of answers that are no names."""


def piece(name: str, words: str = "", of: str = "") -> Answer:
    """The answer that names this piece. `of`: the piece that it is a part of, as a figure is of a unit."""
    return Answer(f"@{name}", words or name, f"{of}/{name}" if of else name)


def name_in(tap: Tap) -> str:
    """The name in the key of an answer made by `piece` or `word`."""
    assert isinstance(tap, str)
    return tap[1:]


def pick(said: StepFields, words: str, *answers: Answer, ask: Ask | None = None) -> ValuePrompts:
    """Asks once, and returns the key tapped or the value filled in."""
    tap = yield Prompt(words, said, answers, ask)
    return tap.value if isinstance(tap, InputValue) else tap
