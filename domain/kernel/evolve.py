"""What each event that every ruleset has does to the position of a game."""

from collections.abc import Callable, Mapping
from typing import Protocol

from domain.kernel.events import (
    EntryOverruled,
    EntryPlayed,
    EntryUndone,
    GameRewound,
    LaidOpen,
    LayingOpenAgreed,
    RemarkNoted,
    UndoConsented,
    UndoObjected,
    UndoRequested,
    UndoWithdrawn,
)
from domain.kernel.position import Entry, Position, Request, Standing
from domain.kernel.ruleset import Ruleset
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import changed


class History(Protocol):
    """What these events need of the game: its ruleset, and the entries and positions they go back to."""

    @property
    def ruleset(self) -> Ruleset: ...
    def entry(self, n: int) -> Entry: ...
    def position(self, n: int) -> Position: ...


def after_entry_undone(game: History, position: Position, entry: Entry) -> Position:
    event: EntryUndone = entry.events[-1]
    return changed(game.position(event.back_to), request=None, barrier=position.barrier)


def after_undo_requested(_game: History, position: Position, entry: Entry) -> Position:
    event: UndoRequested = entry.events[0]
    taken = next(one for one in position.stands() if one.entry == event.entry)
    return changed(position, request=Request(entry.n, event.by, taken, event.asked))


def after_undo_consented(game: History, position: Position, entry: Entry) -> Position:
    if len(entry.events) > 1:
        return after_entry_undone(game, position, entry)
    request = position.request
    if request is None:  # a rewind used to leave a request open: what was stored then still opens
        return position
    waiting = tuple(player for player in request.waiting if player != entry.events[0].by)
    return changed(position, request=changed(request, waiting=waiting))


def after_request_dropped(_game: History, position: Position, _entry: Entry) -> Position:
    return changed(position, request=None)


def after_game_rewound(game: History, _position: Position, entry: Entry) -> Position:
    return _after_judge(game, game.position(entry.events[0].to), entry)


def _after_judge(game: History, position: Position, entry: Entry) -> Position:
    """After a judge's step: no request is open, and what players said ahead is no longer done for them."""
    state = game.ruleset.judged(position.state)
    return changed(position, state=state, request=None, barrier=entry.n)


def after_entry_overruled(game: History, position: Position, entry: Entry) -> Position:
    event: EntryOverruled = entry.events[0]
    if event.back_to is not None:
        position = game.position(event.back_to)
    after = _after_judge(game, position, entry)
    if event.verdict != LEGAL or is_newest_standing(position, event.entry):
        return after
    return _after_refused_step(game, after, entry, game.entry(event.entry).said)


def after_entry_played(game: History, position: Position, entry: Entry) -> Position:
    event: EntryPlayed = entry.events[0]
    if event.entry == entry.n:
        return _after_refused_step(game, position, entry, entry.said)
    after = _after_judge(game, position, entry)
    return _after_refused_step(game, after, entry, game.entry(event.entry).said)


def is_newest_standing(position: Position, entry: int) -> bool:
    """Whether this entry is the newest that stands."""
    return position.standing is not None and position.standing.entry == entry


def _after_refused_step(game: History, position: Position, entry: Entry, said: Said) -> Position:
    """After this entry lets a refused step happen: all its events but the first are that step's."""
    event, *followed = entry.events
    state, standing = position.state, position.standing
    for happened in followed:
        state = game.ruleset.evolve[type(happened)](state, happened, entry.n)
    if said["do"] != "concede":
        standing = Standing(event.entry, said["by"], entry.n, standing)
    return changed(position, state=state, standing=standing)


def after_laying_open_agreed(_game: History, position: Position, entry: Entry) -> Position:
    by = entry.events[0].by
    position = changed(position, barrier=entry.n) if by == JUDGE else position
    return changed(position, agreed=tuple(dict.fromkeys((*position.agreed, by))))


def after_remark_noted(_game: History, position: Position, _entry: Entry) -> Position:
    return position


SHARED: Mapping[type, Callable[[History, Position, Entry], Position]] = {
    UndoRequested: after_undo_requested,
    UndoConsented: after_undo_consented,
    UndoObjected: after_request_dropped,
    UndoWithdrawn: after_request_dropped,
    EntryUndone: after_entry_undone,
    GameRewound: after_game_rewound,
    EntryOverruled: after_entry_overruled,
    EntryPlayed: after_entry_played,
    LayingOpenAgreed: after_laying_open_agreed,
    LaidOpen: after_laying_open_agreed,
    RemarkNoted: after_remark_noted,
}
JUMPS = frozenset({EntryUndone, UndoConsented, GameRewound, EntryOverruled, EntryPlayed})
