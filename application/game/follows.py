"""What came of a step, event by event, each with the rules by which it happened."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from operator import attrgetter
from string import Formatter
from typing import Any

from application.answer import Answer
from domain.kernel.events import RemarkNoted
from domain.kernel.history import Entry
from domain.kernel.rulebook import RuleId
from domain.kernel.steps import speaker
from domain.kernel.values import Event, fields_of
from domain.kernel.wording import key_in_words, list_in_words, plainly

NOT_SAID: tuple[Any, ...] = (None, "", (), {}, False)
"""Values of fields that say nothing."""
SPEAKERS = frozenset({"by", "reported_by"})
"""Fields of events that hold whose step it was."""


class Followed(Answer):
    """Something that happened with a step, with the rules by which it did."""

    event: str
    """Its name in the log."""
    rules: tuple[RuleId, ...]
    says: str
    """It in a sentence."""

    def line(self) -> str:
        return f"{self.says.rstrip('.')} ({', '.join(self.rules)})."


def follows(entry: Entry) -> Iterator[Followed]:
    """Everything that came of an entry, in its order; of a remark nothing does."""
    for event in entry.events:
        if not isinstance(event, RemarkNoted):
            yield Followed(event.STORED_AS, tuple(event.rules), event_in_words(event))


def event_in_words(event: Event) -> str:
    """What its class says of it, and its fields: “A round has ended: round 2.”"""
    if pieces := _pieces_of(type(event)):
        return "".join(
            [piece if isinstance(piece, str) else _in_a_sentence(piece(event)) for piece in pieces]
        )
    rest = ", ".join(
        f"{key_in_words(name)} {plainly(value)}"
        for name, value in fields_of(event).items()
        if name != "rules" and value not in NOT_SAID
    )
    said = _sentence_of(type(event))
    return f"{said}: {rest}." if rest else f"{said}."


@cache
def _pieces_of(kind: type[Event]) -> tuple[str | Callable[[Event], Any], ...]:
    """Its sentence in pieces: what stands in it, and what gives the value of each field that it names.

    Taking it apart once is a third of the time that `str.format` takes for each event.
    """
    pieces: list[str | Callable[[Event], Any]] = []
    for stands, name, _, _ in Formatter().parse(kind.SAYS):
        pieces += [stands] if stands else []
        if name in SPEAKERS:
            pieces.append(partial(_speaker_in, name))
        elif name:
            pieces.append(attrgetter(name.removeprefix("event.")))
    return tuple(pieces)


def _speaker_in(name: str, event: Event) -> str:
    return speaker(getattr(event, name))


def _in_a_sentence(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return list_in_words(f"{name} {plainly(one)}" for name, one in value.items()) or "nothing"
    return plainly(value)


@cache
def _sentence_of(kind: type[Event]) -> str:
    return (kind.__doc__ or kind.__name__).partition("\n")[0].partition(". ")[0].rstrip(".")
