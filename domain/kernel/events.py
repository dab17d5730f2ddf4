"""What may be ruled to have happened to a game as a whole, whatever its ruleset."""

from typing import Literal

from domain.kernel.rulebook import RuleId
from domain.kernel.values import Event, cites, stored_as


@stored_as("game/undo_requested/v1")
class UndoRequested(Event):
    """A player asks to take back an entry; the others are asked."""

    entry: int
    by: str
    asked: tuple[str, ...]
    rules: tuple[RuleId, ...] = cites("G4")


@stored_as("game/undo_consented/v1")
class UndoConsented(Event):
    """One of those asked agrees."""

    by: str
    rules: tuple[RuleId, ...] = cites("G4")


@stored_as("game/undo_objected/v1")
class UndoObjected(Event):
    """One of those asked does not agree: the request is gone."""

    by: str
    rules: tuple[RuleId, ...] = cites("G4")


@stored_as("game/undo_withdrawn/v1")
class UndoWithdrawn(Event):
    """Who asked asks no longer: the request is gone."""

    by: str
    rules: tuple[RuleId, ...] = cites("G4")


@stored_as("game/entry_undone/v1")
class EntryUndone(Event):
    """The game stands as it stood after entry `back_to`, just before the entry taken back."""

    entry: int
    back_to: int
    rules: tuple[RuleId, ...] = cites("G4")


@stored_as("game/game_rewound/v1")
class GameRewound(Event):
    """The game stands again exactly as it stood after entry `to`."""

    to: int
    because: str
    rules: tuple[RuleId, ...] = cites("G5")


@stored_as("game/entry_overruled/v1")
class EntryOverruled(Event):
    """A judge's verdict takes the place of the one given on an entry.

    Made legal, the entry happens now: the events after this one. Made illegal, the game goes back
    to where it stood before it, `back_to`; null when nothing has to be taken back.
    """

    entry: int
    verdict: Literal["legal", "illegal"]
    because: str
    back_to: int | None = None
    rules: tuple[RuleId, ...] = cites("G5")


@stored_as("game/entry_played/v1")
class EntryPlayed(Event):
    """A refused entry happens all the same, because the table had played it; its ruling stays.

    What happens are the events after this one. `entry` is the entry itself where the step said so,
    an earlier one where a judge says so afterwards.
    """

    entry: int
    because: str = ""
    """The judge's reason; empty where the step said so itself."""
    rules: tuple[RuleId, ...] = cites()


@stored_as("game/laying_open_agreed/v1")
class LayingOpenAgreed(Event):
    """A player agrees that everything is laid open; it is, once every player has agreed."""

    by: str
    rules: tuple[RuleId, ...] = cites("G3")


@stored_as("game/laid_open/v1")
class LaidOpen(Event):
    """A judge lays everything open that was hidden."""

    by: str
    rules: tuple[RuleId, ...] = cites("G3")


@stored_as("game/remark_noted/v1")
class RemarkNoted(Event):
    """A remark in the log; no effect."""

    text: str
    rules: tuple[RuleId, ...] = cites()


EVENTS: tuple[type[Event], ...] = (
    UndoRequested,
    UndoConsented,
    UndoObjected,
    UndoWithdrawn,
    EntryUndone,
    GameRewound,
    EntryOverruled,
    EntryPlayed,
    LayingOpenAgreed,
    LaidOpen,
    RemarkNoted,
)
