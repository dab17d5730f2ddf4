"""What may be ruled to have happened to a game as a whole, whatever its ruleset."""

from dataclasses import dataclass
from typing import Literal, TypeVar, dataclass_transform

from domain.kernel.rulebook import RuleId
from domain.kernel.values import quickly_made

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def event(kind: type[T]) -> type[T]:
    """Makes the class an event: a frozen dataclass with slots, quickly made."""
    return quickly_made(dataclass(frozen=True, slots=True)(kind))


@event
class UndoRequested:
    """A player asks to take back an entry; the others are asked."""

    entry: int
    by: str
    asked: tuple[str, ...]
    rules: tuple[RuleId, ...] = ("G4",)


@event
class UndoConsented:
    """One of those asked agrees."""

    by: str
    rules: tuple[RuleId, ...] = ("G4",)


@event
class UndoObjected:
    """One of those asked does not agree: the request is gone."""

    by: str
    rules: tuple[RuleId, ...] = ("G4",)


@event
class EntryUndone:
    """The game stands as it stood after entry `back_to`, just before the entry taken back."""

    entry: int
    back_to: int
    rules: tuple[RuleId, ...] = ("G4",)


@event
class GameRewound:
    """The game stands again exactly as it stood after entry `to`."""

    to: int
    because: str
    rules: tuple[RuleId, ...] = ("G5",)


@event
class EntryOverruled:
    """A judge's verdict takes the place of the one given on an entry.

    Made legal, the entry happens now: the events after this one. Made illegal, the game goes back
    to where it stood before it, `back_to`; null when nothing has to be taken back.
    """

    entry: int
    verdict: Literal["legal", "illegal"]
    because: str
    back_to: int | None = None
    rules: tuple[RuleId, ...] = ("G5",)


@event
class EntryPlayed:
    """A refused entry happens all the same, because the table had played it; its ruling stays.

    What happens are the events after this one. `entry` is the entry itself where the step said so,
    an earlier one where a judge says so afterwards.
    """

    entry: int
    because: str = ""
    """The judge's reason; empty where the step said so itself."""
    rules: tuple[RuleId, ...] = ()


@event
class LayingOpenAgreed:
    """A player agrees that everything is laid open; it is, once every player has agreed."""

    by: str
    rules: tuple[RuleId, ...] = ("G3",)


@event
class LaidOpen:
    """A judge lays everything open that was hidden."""

    by: str
    rules: tuple[RuleId, ...] = ("G3",)


@event
class RemarkNoted:
    """A remark in the log; no effect."""

    text: str
    rules: tuple[RuleId, ...] = ()


EVENTS = (
    UndoRequested,
    UndoConsented,
    UndoObjected,
    EntryUndone,
    GameRewound,
    EntryOverruled,
    EntryPlayed,
    LayingOpenAgreed,
    LaidOpen,
    RemarkNoted,
)
