"""A command: what somebody does at an event. Its fields say what fits, its checks refuse, events come of it."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Annotated, Any, ClassVar, NamedTuple, get_args, get_origin, get_type_hints

from domain.kernel.ruling import Check
from domain.kernel.values import Event, Value
from domain.tournament.context import Context


class Refused(Exception):
    """A command was refused; the message is one sentence: what, where, what was expected."""

    def __init__(self, sentence: str, *cites: str) -> None:
        super().__init__(sentence)
        self.cites = cites
        """The rules of the event's book that it rests on."""


class Listed(Value):
    """What stands in a list, and where: a refusal begins with it."""

    text: str
    where: str = ""
    line: str = "the list"
    """In few words: `line 2`."""

    def refusal(self, what: str, *cites: str) -> Refused:
        return Refused(f"{self.where}: {what}" if self.where else what, *cites)


class TournamentEvent(Event):
    """Something that happened at an event. Its `after` gets when: microseconds since 1970, UTC."""

    AFTER_CLOSING: ClassVar[bool] = False
    """Whether it may happen at an event that is closed."""


class Fits(NamedTuple):
    """What may stand in a field of a command."""

    words: str
    """What that is, for people."""
    find: Callable[[Any, Any], object] = lambda _event, _value: None
    """(event, value) → what it stands for. Raises Refused where it stands for nothing."""
    is_person: bool = False
    """Whether it is somebody's number, and may be said as their name."""


class Command(Value, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """What somebody does."""

    CHECKS: ClassVar[tuple[Check, ...]] = ()
    """Each is asked about (event, command), in their order; the first that does not hold refuses."""

    WHO: ClassVar[Fits] = Fits("a player or judge: number or name", is_person=True)

    by: str = "organiser"
    """Who does it: their number, or `organiser`."""

    def is_repeated(self, _event: Any, _context: Context) -> bool:
        """Whether it was given before, so that nothing more happens."""
        return False

    def happens(self, event: Any, context: Context) -> Iterator[TournamentEvent]:
        """The events that come of it. Raises Refused."""
        raise NotImplementedError


def sent_before(command: Any, made: Iterable[Any], context: Context) -> Any:
    """What came of the command when it was sent with this key before, among what was made; None else."""
    of_sender = (command.by, context.key) if context.key else None
    return next((one for one in made if (one.by, one.key) == of_sender), None)


def is_sent_again(what: str, before: Any, command: Any, context: Context, *fields: str) -> bool:
    """Whether something came of the command before. Raises Refused if that differs in a field, or its reason.

    `what`: what came of it then, in words.
    """
    if before is None:
        return False
    why = context.words.reveal(before.by, before.because) if before.because else ""
    same = all(getattr(before, name) == getattr(command, name) for name in fields)
    if not same or why != command.because.strip():
        raise Refused(f"{what} has this key already, and is another: send a new key")
    return True


@cache
def fitting(kind: type[Command]) -> dict[str, Fits]:
    """Field → what may stand there, of those fields that say it."""
    hints = get_type_hints(kind, include_extras=True)
    said = {
        name: fits
        for name, hint in hints.items()
        if get_origin(hint) is Annotated
        for fits in get_args(hint)
        if isinstance(fits, Fits)
    }
    return {**said, "by": kind.WHO}


def decide(event: Any, command: Command, context: Context) -> Iterator[TournamentEvent]:
    """The events that come of a command. Raises Refused, with the rules of the book that forbid it."""
    if command.is_repeated(event, context):
        return
    for name, fits in fitting(type(command)).items():
        value = getattr(command, name)
        if value is not None:
            fits.find(event, value)
    for check in command.CHECKS:
        ask(check, event, command)
    yield from command.happens(event, context)


def ask(check: Check, event: Any, command: Command) -> None:
    """Raises Refused if the check does not hold, with the rules that it goes by."""
    refusal = check(event, command)
    if refusal is not None:
        raise Refused(refusal.reason, *(refusal.cites or check.rules))
