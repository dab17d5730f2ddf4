"""What may be ruled to have happened to a game as a whole, whatever its ruleset, and where it then stands."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Protocol

from domain.kernel.laying_anew import laid_anew
from domain.kernel.position import Entry, Position, Request, Standing
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Ruleset
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import Event, changed, cites, stored_as


class History(Protocol):
    """What these events need of the game: its ruleset, and the entries and positions they go back to."""

    @property
    def ruleset(self) -> Ruleset: ...
    def entry(self, n: int) -> Entry: ...
    def position(self, n: int) -> Position: ...


class GameEvent(Event):
    """The first event of an entry that is about the game as a whole."""

    jumps: ClassVar[bool] = False
    """Whether the game may stand somewhere else after it than its newest entry led."""

    def position_after(self, game: History, position: Position, entry: Entry) -> Position:
        """Where the game stands after the entry that begins with this event."""
        raise NotImplementedError


@stored_as("game/undo_requested/v1")
class UndoRequested(GameEvent):
    """A player asks to take back an entry; the others are asked."""

    SAYS = "{by} asks to take back entry {entry}; {asked} must answer."

    entry: int
    by: str
    asked: tuple[str, ...]
    rules: tuple[RuleId, ...] = cites("G4")

    def position_after(self, _game: History, position: Position, entry: Entry) -> Position:
        taken = next(one for one in position.stands() if one.entry == self.entry)
        return changed(position, request=Request(entry.n, self.by, taken, self.asked))


@stored_as("game/undo_consented/v1")
class UndoConsented(GameEvent):
    """One of those asked agrees."""

    jumps: ClassVar[bool] = True
    SAYS = "{by} agrees."

    by: str
    rules: tuple[RuleId, ...] = cites("G4")

    def position_after(self, game: History, position: Position, entry: Entry) -> Position:
        if len(entry.events) > 1:
            agreed: EntryUndone | TableCorrected = entry.events[1]
            return agreed.position_after(game, position, entry)
        request = position.request
        if (
            request is None
        ):  # a rewind used to leave a request open: what was stored then still opens
            return position
        waiting = tuple(player for player in request.waiting if player != self.by)
        return changed(position, request=changed(request, waiting=waiting))


@stored_as("game/undo_objected/v1")
class UndoObjected(GameEvent):
    """One of those asked does not agree: the request is gone."""

    SAYS = "{by} does not agree, so the request is gone."

    by: str
    rules: tuple[RuleId, ...] = cites("G4")

    def position_after(self, _game: History, position: Position, _entry: Entry) -> Position:
        return changed(position, request=None)


@stored_as("game/undo_withdrawn/v1")
class UndoWithdrawn(GameEvent):
    """Who asked asks no longer: the request is gone."""

    SAYS = "{by} asks no longer."

    by: str
    rules: tuple[RuleId, ...] = cites("G4")

    def position_after(self, _game: History, position: Position, _entry: Entry) -> Position:
        return changed(position, request=None)


@stored_as("game/entry_undone/v1")
class EntryUndone(GameEvent):
    """The game stands as it stood after entry `back_to`, just before the entry taken back."""

    jumps: ClassVar[bool] = True
    SAYS = "Entry {entry} is taken back."

    entry: int
    back_to: int
    rules: tuple[RuleId, ...] = cites("G4")

    def position_after(self, game: History, position: Position, _entry: Entry) -> Position:
        back = game.position(self.back_to)
        return changed(back, request=None, barrier=position.barrier)


@stored_as("game/game_rewound/v1")
class GameRewound(GameEvent):
    """The game stands again exactly as it stood after entry `to`."""

    jumps: ClassVar[bool] = True
    SAYS = "The game goes back to where it stood after entry {to}."

    to: int
    because: str
    rules: tuple[RuleId, ...] = cites("G5")

    def position_after(self, game: History, _position: Position, entry: Entry) -> Position:
        return _after_judge(game, game.position(self.to), entry)


@stored_as("game/entry_overruled/v1")
class EntryOverruled(GameEvent):
    """A judge's verdict takes the place of the one given on an entry.

    Made legal, the entry happens now: the events after this one. Made illegal, the game goes back
    to where it stood before it, `back_to`; null when nothing has to be taken back.
    """

    jumps: ClassVar[bool] = True
    SAYS = "A judge rules entry {entry} {verdict}."

    entry: int
    verdict: Literal["legal", "illegal"]
    because: str
    back_to: int | None = None
    rules: tuple[RuleId, ...] = cites("G5")

    def position_after(self, game: History, position: Position, entry: Entry) -> Position:
        if self.back_to is not None:
            position = game.position(self.back_to)
        after = _after_judge(game, position, entry)
        if self.verdict != LEGAL or is_newest_standing(position, self.entry):
            return after
        return _after_refused_step(after, entry, game.entry(self.entry).said)


@stored_as("game/entry_played/v1")
class EntryPlayed(GameEvent):
    """A refused entry happens all the same, because the table had played it; its ruling stays.

    What happens are the events after this one. `entry` is the entry itself where the step said so,
    an earlier one where a judge says so afterwards.
    """

    jumps: ClassVar[bool] = True
    SAYS = "Entry {entry} has happened, though it was refused."

    entry: int
    because: str = ""
    """The judge's reason; empty where the step said so itself."""
    rules: tuple[RuleId, ...] = cites()

    def position_after(self, game: History, position: Position, entry: Entry) -> Position:
        if self.entry == entry.n:
            return _after_refused_step(position, entry, entry.said)
        after = _after_judge(game, position, entry)
        return _after_refused_step(after, entry, game.entry(self.entry).said)


@stored_as("game/correction_requested/v1")
class CorrectionRequested(GameEvent):
    """A player says how parts of the table really lie; the others are asked whether it is so."""

    SAYS = "{by} says how the table really lies."

    by: str
    parts: Mapping[str, Any]
    """How they lie, in the words of the set-up."""
    before: Mapping[str, Any]
    """How they lay by the log."""
    because: str
    """The reason that was given."""
    asked: tuple[str, ...]
    rules: tuple[RuleId, ...] = cites("G7")

    def position_after(self, _game: History, position: Position, entry: Entry) -> Position:
        return changed(position, request=Request(entry.n, self.by, None, self.asked))


@stored_as("game/table_corrected/v1")
class TableCorrected(GameEvent):
    """Parts of the table are laid out anew, as a judge says or all players agree.

    What follows by itself from how it lies now are the events after this one.
    """

    SAYS = "The table is put right."

    by: str
    """Who said so: a judge, or the player who asked."""
    parts: Mapping[str, Any]
    """How they lie now, in the words of the set-up."""
    before: Mapping[str, Any]
    """How they lay by the log."""
    because: str
    """The reason that was given."""
    rules: tuple[RuleId, ...] = cites("G7")

    def position_after(self, game: History, position: Position, entry: Entry) -> Position:
        state = laid_anew(game.ruleset, position.state, self.parts, entry.n)
        for happened in entry.events[entry.events.index(self) + 1 :]:
            state = happened.after(state, entry.n)
        corrected = (entry.n, *position.corrected)
        return _after_judge(game, changed(position, state=state, corrected=corrected), entry)


@stored_as("game/laying_open_agreed/v1")
class LayingOpenAgreed(GameEvent):
    """A player agrees that everything is laid open; it is, once every player has agreed."""

    SAYS = "{by} agrees that everything is laid open."

    by: str
    rules: tuple[RuleId, ...] = cites("G3")

    def position_after(self, _game: History, position: Position, entry: Entry) -> Position:
        return _after_agreeing(position, self.by, entry)


@stored_as("game/laid_open/v1")
class LaidOpen(GameEvent):
    """A judge lays everything open that was hidden."""

    SAYS = "Everything that was hidden is laid open."

    by: str
    rules: tuple[RuleId, ...] = cites("G3")

    def position_after(self, _game: History, position: Position, entry: Entry) -> Position:
        return _after_agreeing(position, self.by, entry)


@stored_as("game/remark_noted/v1")
class RemarkNoted(GameEvent):
    """A remark in the log; no effect."""

    text: str
    rules: tuple[RuleId, ...] = cites()

    def position_after(self, _game: History, position: Position, _entry: Entry) -> Position:
        return position


def is_newest_standing(position: Position, entry: int) -> bool:
    """Whether this entry is the newest that stands."""
    return position.standing is not None and position.standing.entry == entry


def _after_judge(game: History, position: Position, entry: Entry) -> Position:
    """After a judge's step: no request is open, and what players said ahead is no longer done for them."""
    state = game.ruleset.judged(position.state)
    return changed(position, state=state, request=None, barrier=entry.n)


def _after_refused_step(position: Position, entry: Entry, said: Said) -> Position:
    """After this entry lets a refused step happen: all its events but the first are that step's."""
    event, *followed = entry.events
    state, standing = position.state, position.standing
    for happened in followed:
        state = happened.after(state, entry.n)
    if said["do"] == "concede":
        return changed(position, state=state, conceded=entry.n)
    standing = Standing(event.entry, said["by"], entry.n, standing)
    return changed(position, state=state, standing=standing)


def _after_agreeing(position: Position, by: str, entry: Entry) -> Position:
    """After a player agrees to lay everything open, or a judge does so."""
    position = changed(position, barrier=entry.n) if by == JUDGE else position
    return changed(position, agreed=tuple(dict.fromkeys((*position.agreed, by))))


EVENTS: tuple[type[GameEvent], ...] = (
    UndoRequested,
    UndoConsented,
    UndoObjected,
    UndoWithdrawn,
    EntryUndone,
    GameRewound,
    EntryOverruled,
    EntryPlayed,
    CorrectionRequested,
    TableCorrected,
    LayingOpenAgreed,
    LaidOpen,
    RemarkNoted,
)
