"""A step chosen tap by tap: what is asked next, and how every step there is can be said so.

A ruleset's prompts are a generator that is sent what was tapped: nothing is ever listed in combination.
"""

import types
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from domain.kernel.steps import ENVELOPE, ReaderBy, Step
from domain.kernel.values import NODEFAULT, Value, fields
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
Namable = Callable[[str], Iterable[str]]
"""The name of a field → the names on the table that may stand there."""


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


LEFT_OUT, ENOUGH, YES, NO, NOTHING = "/left out", "/enough", "/yes", "/no", "/nothing"
"""Keys that are no names."""


def piece(name: str, words: str = "", of: str = "") -> Answer:
    """The answer that is this piece of the board; `of`: what it is a part of, as a figure of a unit."""
    return Answer(f"@{name}", words or name, f"{of}/{name}" if of else name)


def named(tap: Tap) -> str:
    """The name in the key of a piece."""
    assert isinstance(tap, str)
    return tap[1:]


def pick(said: Says, words: str, *answers: Answer, ask: Ask | None = None) -> Chosen:
    """Asks, and returns the key tapped or the value filled in."""
    tap = yield Prompt(words, said, answers, ask)
    return tap.value if isinstance(tap, Filled) else tap


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
        chosen = (*chosen, named(tap))
    return [*chosen]


def pick_number(said: Says, words: str, least: int, most: int) -> Chosen:
    """Asks for a number out of a few, and returns it."""
    numbers = tuple(Answer(f"@{n}", str(n)) for n in range(least, most + 1))
    return int(named((yield Prompt(words, said, numbers))))


def anything(kinds: Mapping[str, Any], namable: Namable) -> Prompts:
    """Every step there is, legal or not, field by field: the long way.

    `kinds`: the word of `do` → its class of steps, or the reader by which its fields depend on a word.
    """
    do = yield Prompt("What is it?", {}, tuple(Answer(word, _spoken(word)) for word in kinds))
    assert isinstance(do, str)
    kind: Any = kinds[do]
    said: Says = {"do": do}
    if isinstance(kind, ReaderBy):
        words = tuple(Answer(word, _spoken(word)) for word in kind.steps)
        word = yield Prompt(f"{_spoken(kind.field).capitalize()}?", said, words)
        assert isinstance(word, str)
        kind, said = kind.steps[word], {**said, kind.field: word}
    return (yield from _fields(kind, said, namable, lambda part: part))


Put = Callable[[Any], Says]
"""A part of the step → the fields that stand with it."""


def _fields(kind: type, said: Says, namable: Namable, put: Put) -> Prompts:
    hints = get_type_hints(kind, include_extras=True)
    for one in fields(kind):
        if issubclass(kind, Step) and one.name in ENVELOPE:
            continue
        name = one.encode_name
        needed = one.default is NODEFAULT and one.default_factory is NODEFAULT
        value = yield from _value(hints[one.name], name, put(said), namable, optional=not needed)
        if value is not LEFT_OUT:
            said = {**said, name: value}
    return said


def _value(hint: Any, name: str, said: Says, namable: Namable, *, optional: bool) -> Chosen:
    """A value of this kind; LEFT_OUT where the field is."""
    free = (Answer(LEFT_OUT, f"no {_spoken(name)}", main=True),) if optional else ()
    words = f"{_spoken(name).capitalize()}?"
    if get_origin(hint) is Annotated:
        hint, *_ = get_args(hint)
        if not optional and type(None) in get_args(hint):
            free = (Answer(NOTHING, "nothing"),)
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(part for part in get_args(hint) if part is not type(None))
    origin, parts = get_origin(hint), get_args(hint)
    if origin is None or origin is Literal:
        tap = yield _single(hint, name, words, said, free, namable)
        return _read(hint, tap)
    if optional:
        say = Answer(YES, f"with {_spoken(name)}")
        if (yield Prompt(words, said, (*free, say))) == LEFT_OUT:
            return LEFT_OUT
    if origin is tuple:
        return (yield from _list(parts[0], name, said, namable))
    return (yield from _mapping(parts[1], name, said, namable))


def _single(
    hint: Any, name: str, words: str, said: Says, free: tuple[Answer, ...], namable: Namable
) -> Prompt:
    if get_origin(hint) is Literal:
        return Prompt(
            words, said, (*free, *(Answer(f"@{one}", _spoken(one)) for one in get_args(hint)))
        )
    if hint is bool:
        return Prompt(words, said, (*free, Answer(YES, "yes"), Answer(NO, "no")))
    if hint is int:
        return Prompt(words, said, free, Ask("number", _spoken(name)))
    names = tuple(piece(one) for one in dict.fromkeys(namable(name)))
    return Prompt(words, said, (*free, *names), Ask("text", _spoken(name)))


def _read(hint: Any, tap: Tap) -> Any:
    if isinstance(tap, Filled):
        return tap.value
    if tap in (LEFT_OUT, NOTHING):
        return LEFT_OUT if tap == LEFT_OUT else None
    if hint is bool:
        return tap == YES
    return named(tap)


def _list(item: Any, name: str, said: Says, namable: Namable) -> Chosen:
    """So many items; whole numbers are dice, and are filled in together."""
    if item is int:
        tap = yield Prompt(f"{_spoken(name).capitalize()}?", said, (), Ask("dice", _spoken(name)))
        return _read(int, tap)
    found: list[Any] = []
    while True:
        stands = {**said, name: list(found)}
        more = Answer(YES, f"another of {_spoken(name)}" if found else "one")
        if (
            yield Prompt("More?", stands, (Answer(ENOUGH, "that is all", main=True), more))
        ) == ENOUGH:
            return found
        if issubclass(item, Value):
            whole = yield from _fields(item, {}, namable, _behind(said, name, found))
            found.append(whole)
        else:
            found.append((yield from _value(item, name, stands, namable, optional=False)))


def _behind(said: Says, name: str, found: list[Any]) -> Put:
    return lambda part: {**said, name: [*found, part]}


def _mapping(item: Any, name: str, said: Says, namable: Namable) -> Chosen:
    found: dict[str, Any] = {}
    while True:
        stands = {**said, name: dict(found)}
        enough = Answer(ENOUGH, "that is all", main=True)
        names = tuple(piece(one) for one in dict.fromkeys(namable(name)) if one not in found)
        tap = yield Prompt(f"{_spoken(name).capitalize()}: whose?", stands, (enough, *names))
        if tap == ENOUGH:
            return found
        key = named(tap)
        found[key] = yield from _value(item, name, stands, namable, optional=False)


def _spoken(name: str) -> str:
    return name.replace("_", " ")
