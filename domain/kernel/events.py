"""What may be ruled to have happened to a game as a whole, whatever its ruleset, and where it then stands."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal, Protocol

from domain.kernel.chance import DICE
from domain.kernel.laying_anew import laid_anew
from domain.kernel.position import Chance, DiceMade, Entry, Position, Request, Standing
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
    def after_step(self, position: Position, entry: Entry, state: Any) -> Position: ...


class GameEvent(Event):
    """The first event of an entry that is about the game as a whole."""

    OF_THE_GAME: ClassVar[bool] = True
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
        taken = next(standing for standing in position.stands() if standing.entry == self.entry)
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
            agreed: EntryUndone | TableCorrected | ChanceSetAside = entry.events[1]
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

    def position_after(self, game: History, position: Position, entry: Entry) -> Position:
        back = _gone_back(game, self.back_to, entry)
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
        return _after_judge(game, _gone_back(game, self.to, entry), entry)


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
            position = _gone_back(game, self.back_to, entry)
        after = _after_judge(game, position, entry)
        if self.verdict != LEGAL or is_newest_standing(position, self.entry):
            return after
        return _after_refused_step(after, entry, game.entry(self.entry))


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
            return _after_refused_step(position, entry, entry)
        after = _after_judge(game, position, entry)
        return _after_refused_step(after, entry, game.entry(self.entry))


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


@stored_as("game/chance_committed/v1")
class ChanceCommitted(GameEvent):
    """A player commits to a secret, from which chance will follow that all make together."""

    SAYS = "{by} commits to a secret for {to}."

    by: str
    to: str
    """What it is made for: `3d6`, `shuffle 5` or `choice`."""
    commitment: str
    """SHA-256 over their seat, this purpose, the secret and the choice, in hexadecimal."""
    parties: tuple[str, ...]
    """Who makes it, in seat order."""
    rules: tuple[RuleId, ...] = cites("G8")

    def position_after(self, _game: History, position: Position, entry: Entry) -> Position:
        chance = position.chance or Chance(entry.n, self.to, self.parties)
        committed = changed(
            chance,
            commitments={**chance.commitments, self.by: self.commitment},
            entries=(*chance.entries, entry.n),
        )
        return changed(position, chance=committed)


@stored_as("game/chance_revealed/v1")
class ChanceRevealed(GameEvent):
    """A player reveals the secret they committed to; the last one's makes the chance, the event after this."""

    SAYS = "{by} reveals their secret."
    REVEALS: ClassVar[bool] = True

    by: str
    secret: str
    """In hexadecimal."""
    choice: str = ""
    """What they had chosen, where a choice was made."""
    rules: tuple[RuleId, ...] = cites("G8")

    def position_after(self, game: History, position: Position, entry: Entry) -> Position:
        if len(entry.events) > 1:
            made: ChanceMade = entry.events[1]
            return made.position_after(game, position, entry)
        chance = position.chance
        if chance is None:  # the game is known from a later entry on only
            return position
        choices = {**chance.choices, self.by: self.choice} if self.choice else chance.choices
        revealed = changed(
            chance,
            secrets={**chance.secrets, self.by: self.secret},
            choices=choices,
            entries=(*chance.entries, entry.n),
        )
        return changed(position, chance=revealed)


@stored_as("game/chance_made/v1")
class ChanceMade(GameEvent):
    """All have revealed: the dice, the order, or what each had chosen."""

    SAYS = "{to} is made together."
    REVEALS: ClassVar[bool] = True

    to: str
    values: tuple[int, ...] = ()
    """The dice in their order, or the order of the things; none of a choice."""
    choices: Mapping[str, str] = {}
    """Player → what they had chosen."""
    entries: tuple[int, ...] = ()
    """Those that committed and revealed, oldest first."""
    rules: tuple[RuleId, ...] = cites("G8")

    def position_after(self, _game: History, position: Position, entry: Entry) -> Position:
        made = DiceMade(entry.n, self.to, self.values)
        is_dice = DICE.fullmatch(self.to) is not None
        return changed(position, chance=None, dice=made if is_dice else position.dice)


@stored_as("game/chance_reported/v1")
class ChanceReported(GameEvent):
    """Dice made together are reported; what comes of the report are the events after this one."""

    SAYS = "The dice are {event.those} made together in entry {entry}."

    entry: int
    as_made: bool = True
    """False where a judge reports others."""
    rules: tuple[RuleId, ...] = cites("G8")

    @property
    def those(self) -> str:
        return "those" if self.as_made else "other than those"

    def position_after(self, game: History, position: Position, entry: Entry) -> Position:
        state = position.state
        for happened in entry.events[1:]:
            state = happened.after(state, entry.n)
        return changed(game.after_step(position, entry, state), dice=None)


@stored_as("game/setting_aside_requested/v1")
class SettingAsideRequested(GameEvent):
    """A player asks to set aside what is made together; the others are asked."""

    SAYS = "{by} asks to set aside what is made together."

    by: str
    missing: tuple[str, ...]
    """Whose word is missing."""
    because: str
    """The reason that was given."""
    asked: tuple[str, ...]
    rules: tuple[RuleId, ...] = cites("G8")

    def position_after(self, _game: History, position: Position, entry: Entry) -> Position:
        request = Request(entry.n, self.by, None, self.asked, sets_aside=True)
        return changed(position, request=request)


@stored_as("game/chance_set_aside/v1")
class ChanceSetAside(GameEvent):
    """What was being made together, or was made and not reported, is no more."""

    SAYS = "What was made together is set aside."

    by: str
    """Who said so: a judge, the player who asked, or one who took back their own part in time."""
    to: str
    missing: tuple[str, ...]
    """Whose word was missing."""
    because: str
    """The reason that was given."""
    rules: tuple[RuleId, ...] = cites("G8")

    def position_after(self, game: History, position: Position, entry: Entry) -> Position:
        after = changed(position, chance=None)
        if position.chance is None:
            after = changed(position, dice=None)
        if self.by == JUDGE:
            return _after_judge(game, after, entry)
        return changed(after, request=None)


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


def _gone_back(game: History, to: int, entry: Entry) -> Position:
    """The position after entry `to`, to which this entry goes back.

    Where a secret was revealed since, everybody knows it: what was being made together is begun anew (G8).
    """
    position = game.position(to)
    if position.chance is None:
        return position
    known = was_secret_revealed(game.entry(n) for n in range(to + 1, entry.n))
    return changed(position, chance=None) if known else position


def was_secret_revealed(entries: Iterable[Entry]) -> bool:
    """Whether anybody has revealed a secret in these entries (G8)."""
    return any(isinstance(event, ChanceRevealed) for entry in entries for event in entry.events[:1])


def _says_as_many(said: Said, dice: int) -> bool:
    """Whether a step says so many numbers, in one of its lists or in all of them."""
    lists = [value for value in said.values() if isinstance(value, list | tuple)]
    numbers = [sum(type(number) is int for number in value) for value in lists]
    return dice in (*numbers, sum(numbers))


def _after_refused_step(position: Position, entry: Entry, refused: Entry) -> Position:
    """After this entry lets a refused step happen: all its events but the first are that step's."""
    event, *followed = entry.events
    said = refused.said
    # Played or made legal all the same, it was the report that these dice waited for.
    if position.dice is not None and _says_as_many(said, len(position.dice.values)):
        position = changed(position, dice=None)
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
    ChanceCommitted,
    ChanceRevealed,
    ChanceMade,
    ChanceReported,
    SettingAsideRequested,
    ChanceSetAside,
    LayingOpenAgreed,
    LaidOpen,
    RemarkNoted,
)
