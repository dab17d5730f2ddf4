"""A game: its log, and what stands of it after undos, rewinds and overrulings."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, TypeVar

from domain.kernel.events import (
    EntryOverruled,
    EntryPlayed,
    EntryUndone,
    GameRewound,
    UndoRequested,
)
from domain.kernel.position import Entry, Mode, Opening, Position, Request, Standing
from domain.kernel.rulebook import Law
from domain.kernel.ruleset import Ruleset, SetupError, State, Viewer, nothing, settle
from domain.kernel.ruling import LEGAL, Verdict
from domain.kernel.steps import JUDGE
from domain.kernel.values import changed

__all__ = [
    "Entry",
    "Game",
    "Mode",
    "Opening",
    "Position",
    "Request",
    "Standing",
    "acting",
    "open_game",
    "overrulings",
    "plays",
    "reaches_back_to",
    "replay",
    "view_of",
]

T = TypeVar("T")

KEPT_EVERY = 12
MOST_TRIED = 8
"""Most steps whose ruling is remembered before they are taken."""
UNKNOWN: Any = None
"""Stands in the log for an entry of which only the number is known."""


@dataclass
class Game:
    """One play of a ruleset, folded from its entries.

    The log only grows: `take` adds the next entry. Every position can be asked for again; one in
    twelve is kept, those between are folded anew from their events: a long game stays small.
    """

    ruleset: Ruleset
    law: Law
    opening: Opening
    log: list[Entry] = field(default_factory=list)
    overruled: dict[int, tuple[Verdict, int]] = field(default_factory=dict)
    """Entry → the last verdict a judge gave it, and the entry of that overruling."""
    played: dict[int, int] = field(default_factory=dict)
    """Refused entry that was played all the same → the entry that said so last: itself, or a judge's."""
    opened: tuple[Any, ...] = ()
    """What followed by itself at entry 0."""
    known_from: int = 0
    """The earliest entry after which the position is known; 0 for a game held whole."""
    players: tuple[str, ...] = field(init=False)
    """In seat order, as the game was opened."""
    now: Position = field(init=False)
    """The position after the newest entry."""
    _trying: "Game | None" = field(default=None, repr=False, compare=False)
    tried: deque[tuple[Position, Entry, Position]] = field(
        default_factory=lambda: deque(maxlen=MOST_TRIED), repr=False, compare=False
    )
    """Steps that were last put before the rules: where, the entry it would be, the position after it."""
    _kept: dict[int, Position] = field(default_factory=dict)
    """Entry → the position after it, for one entry in twelve and each that a judge's step or an undo made."""
    _of_opening: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    _of_now: tuple[Position | None, dict[Any, Any]] = field(
        default=(None, {}), repr=False, compare=False
    )

    def __post_init__(self) -> None:
        self.players = self.opening.players
        table = self.ruleset.opens(self.law, self.players, self.opening.setup)
        start = settle(self.ruleset, table, nothing(table), 0)
        self.opened = start.events
        self.now = self._kept[0] = Position(start.state)

    @property
    def length(self) -> int:
        """The number of the newest entry; 0 for a game just opened."""
        return len(self.log)

    def entry(self, n: int) -> Entry:
        """Entry n, from 1 on."""
        return self.log[n - 1]

    def verdict(self, n: int) -> Verdict:
        """The verdict on an entry: the last that a judge gave it, otherwise its own ruling's."""
        judged = self.overruled.get(n)
        return judged[0] if judged else self.log[n - 1].ruling.verdict

    def position(self, n: int) -> Position:
        """The position after entry n; entry 0 is the set-up. Raises LookupError before `known_from`."""
        if n == len(self.log):
            return self.now
        if n < self.known_from:
            raise LookupError(
                f"how the game stood before entry {self.known_from} is not known here"
            )
        kept = n
        while kept not in self._kept:
            kept -= 1
        position = self._kept[kept]
        for entry in self.log[kept:n]:
            position = self._after(position, entry)
        return position

    def take(self, entry: Entry, position: Position | None = None) -> None:
        """Adds the next entry to the log. `position`: the position after it, if that is known already."""
        self.now = self._after(self.now, entry) if position is None else position
        self.log.append(entry)
        # They were tried on the table as it was.
        self.tried.clear()
        n, events = entry.n, entry.events
        if events and events[0].OF_THE_GAME and events[0].jumps:
            self.overruled.update(overrulings((entry,)))
            self.played.update(plays((entry,)))
            self._kept[n] = self.now
        elif n % KEPT_EVERY == 0:
            self._kept[n] = self.now

    def resume(self, log: Iterable[Entry]) -> None:
        """Adds the next entries to the log, one after the other.

        Players' steps of the ruleset's own, most of any log, are applied here in one fast loop.
        """
        known, kept = self.log, self._kept
        now = self.now
        state, standing = now.state, now.standing
        for entry in log:
            n, said, events = entry.n, entry.said, entry.events
            by = said["by"]
            shared = bool(events) and events[0].OF_THE_GAME
            if shared or by == JUDGE or said["do"] == "concede":
                self.now = changed(now, state=state, standing=standing)
                self.take(entry)
                now = self.now
                state, standing = now.state, now.standing
                continue
            if entry.ruling.verdict == LEGAL:
                for event in events:
                    state = event.after(state, n)
                standing = Standing(n, by, n, standing)
            known.append(entry)
            if not n % KEPT_EVERY:
                kept[n] = changed(now, state=state, standing=standing)
        self.now = changed(now, state=state, standing=standing)

    def at(self, n: int) -> "Game":
        """The game as it was when entry n was its newest; it goes on by itself from there."""
        earlier = copy(self)
        earlier.log, earlier.tried = self.log[:n], deque(maxlen=MOST_TRIED)
        earlier.overruled = dict(overrulings(earlier.log)) if self.overruled else {}
        earlier.played = dict(plays(earlier.log)) if self.played else {}
        earlier._kept = {kept: position for kept, position in self._kept.items() if kept <= n}
        earlier.now = self.position(n)
        return earlier

    def since(self, n: int, state: State) -> "Game":
        """The game from entry n on; `state` is the table after entry n. See `reaches_back_to`."""
        later = copy(self)
        later.known_from, later.tried = n, deque(maxlen=MOST_TRIED)
        later.log, later.overruled, later.played = [UNKNOWN] * n, {}, {}
        later.now = Position(state)
        later._kept = {n: later.now}
        return later

    def _after(self, position: Position, entry: Entry) -> Position:
        events = entry.events
        if events and events[0].OF_THE_GAME:
            after: Position = events[0].position_after(self, position, entry)
            return after
        if entry.ruling.verdict != LEGAL:
            return position
        state = position.state
        for event in events:
            state = event.after(state, entry.n)
        return self.after_step(position, entry, state)

    def after_step(self, position: Position, entry: Entry, state: State) -> Position:
        """After a legal step of the ruleset that led to this state."""
        by = entry.said["by"]
        if entry.said["do"] == "concede":
            return changed(position, state=state, request=None, barrier=entry.n, conceded=entry.n)
        if by == JUDGE:
            return changed(position, state=state, request=None, barrier=entry.n)
        top = Standing(entry.n, by, entry.n, position.standing)
        return changed(position, state=state, standing=top)

    @property
    def for_trying(self) -> "Game":
        """It, with a ruleset whose steps happen only as far as they reveal nothing; kept while it stands so."""
        trying = self._trying
        if trying is None or trying.now is not self.now:
            trying = self._trying = copy(self)
            trying.ruleset = self.ruleset.for_trying
        return trying

    def of_opening(self, make: Callable[["Game"], T]) -> T:
        """What this function makes of how the game was opened, which never changes; made once."""
        if make not in self._of_opening:
            self._of_opening[make] = make(self)
        made: T = self._of_opening[make]
        return made

    def of_now(self, make: Callable[["Game"], T]) -> T:
        """What this function makes of the position now, and of nothing else; made once while it stands so."""
        now, (stands, known) = self.now, self._of_now
        if stands is not now:
            known = {}
            self._of_now = now, known
        if make not in known:
            known[make] = make(self)
        made: T = known[make]
        return made

    def to_act(self) -> tuple[str, ...]:
        """Who may act or answer now, in seat order."""
        return acting(self.ruleset, self.now)

    def over_since(self) -> int:
        """The entry with which the game that is over ended; 0 where it is over from the first known."""
        n, first = self.length, self.known_from
        while n > first and self.ruleset.over(self.position(n - 1).state):
            n -= 1
        return n if n > first else 0

    @property
    def is_laid_open(self) -> bool:
        """Whether everything that was hidden is open to everybody."""
        return self.now.is_laid_open(self.players)

    def view(self, n: int | None = None, viewer: Viewer = JUDGE) -> dict[str, Any]:
        """The state after entry n (the newest without one) as this viewer may see it."""
        return view_of(self.ruleset, self.now if n is None else self.position(n), viewer)


def view_of(ruleset: Ruleset, position: Position, viewer: Viewer) -> dict[str, Any]:
    """The state at a position as this viewer may see it."""
    state = ruleset.view(position.state, viewer)
    if position.request is not None:
        state["to_act"] = list(position.request.waiting)
    return state


def overrulings(entries: Iterable[Entry]) -> Iterator[tuple[int, tuple[Verdict, int]]]:
    """Entries that judges overruled: entry → the new verdict, and the entry that gave it."""
    for entry in entries:
        event = entry.events[0] if entry.events else None
        if type(event) is EntryOverruled:
            yield event.entry, (event.verdict, entry.n)


def plays(entries: Iterable[Entry]) -> Iterator[tuple[int, int]]:
    """Refused entries that were played all the same: entry → the entry that said so (its own or a judge's)."""
    for entry in entries:
        event = entry.events[0] if entry.events else None
        if type(event) is EntryPlayed:
            yield event.entry, entry.n


def reaches_back_to(entry: Entry) -> int:
    """The earliest entry after which the position must be known, so that this one can be applied."""
    back = entry.n - 1
    # With the last consent what was asked for is the second event.
    for event in entry.events[:2]:
        if isinstance(event, GameRewound):
            back = event.to
        elif isinstance(event, UndoRequested | EntryUndone | EntryOverruled | EntryPlayed):
            back = event.entry - 1
    return back


def acting(ruleset: Ruleset, position: Position) -> tuple[str, ...]:
    """Those who have to answer an open request; otherwise those the ruleset waits for."""
    if position.request is not None:
        return position.request.waiting
    return ruleset.to_act(position.state)


def check_seats(ruleset: Ruleset, players: Sequence[str]) -> None:
    """Raises SetupError where so many do not play this ruleset."""
    least, most = ruleset.seats
    if not least <= len(players) <= most:
        many = (
            str(least) if least == most else f"{least} {'or' if most == least + 1 else 'to'} {most}"
        )
        raise SetupError(f"players: {ruleset.title} is for {many}, not {len(players)}")


def open_game(ruleset: Ruleset, opening: Opening) -> Game:
    """A game at entry 0. Raises SetupError where the opening is not one of this ruleset."""
    try:
        edition = ruleset.edition(opening.edition)
    except KeyError:
        known = ", ".join(edition.id for edition in ruleset.editions)
        raise SetupError(
            f"edition: {ruleset.name} has no edition “{opening.edition}”; expected {known}"
        ) from None
    for question, value in opening.readings.items():
        asked = edition.questions.get(question)
        if asked is None or not asked.readings:
            open_ones = ", ".join(
                id for id, question in edition.questions.items() if question.readings
            )
            raise SetupError(
                f"readings: no open question “{question}”; expected one of {open_ones}"
            )
        if value not in asked.readings:
            values = ", ".join(asked.readings)
            raise SetupError(f"readings.{question}: no reading “{value}”; expected one of {values}")
    check_seats(ruleset, opening.players)
    return Game(ruleset, Law(edition, opening.readings), opening)


def replay(ruleset: Ruleset, opening: Opening, entries: Sequence[Entry]) -> Game:
    """The game rebuilt from its log."""
    game = open_game(ruleset, opening)
    game.resume(entries)
    return game
