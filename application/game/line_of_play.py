"""The line of play: the entries that a situation rests on, once undos and rewinds are followed back."""

from collections.abc import Iterator, Sequence

from domain.kernel.events import EntryOverruled, EntryUndone, GameRewound
from domain.kernel.history import Entry, Game
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE

ACCEPTED = "accepted state:"
"""The beginning of a judge's note that accepts the game as it is; later audits begin after it."""


def jumps_to(entry: Entry) -> int | None:
    """The entry to which an undo, rewind or overruling goes back; None for any other entry."""
    events = entry.events
    if not events or not events[0].OF_THE_GAME:
        return None
    for event in events[:2]:
        if isinstance(event, GameRewound):
            return event.to
        if isinstance(event, EntryUndone | EntryOverruled):
            return event.back_to
    return None


def in_force(game: Game) -> frozenset[int]:
    """The entries that the game rests on now; the others were taken back."""
    return frozenset(lineage(game, game.length))


def lineage(game: Game, n: int) -> list[int]:
    """The entries that the situation after entry n rests on, the newest first, down to entry 1."""
    found = []
    while n > 0:
        found.append(n)
        back = jumps_to(game.entry(n))
        n = n - 1 if back is None else back
    return found


def taken_back_at(game: Game) -> dict[int, int]:
    """Entry that the game no longer rests on → the first later entry that took it back."""
    first: dict[int, int] = {}
    open_yet: list[int] = []
    for m in range(1, game.length + 1):
        back = jumps_to(game.entry(m))
        # All entries between an open one and m rest on it; m does too, unless it goes back further.
        while open_yet and open_yet[-1] > (m - 1 if back is None else back):
            first[open_yet.pop()] = m
        open_yet.append(m)
    stands = in_force(game)
    return {n: m for n, m in first.items() if n not in stands}


def games_from(game: Game, n: int) -> Iterator[Game]:
    """The game as it was after entry n, then after each later entry: the same object each time, moved on."""
    after = game.at(n)
    yield after
    for entry in game.log[n:]:
        after.take(entry)
        yield after


def newest_accepted(log: Sequence[Entry]) -> int:
    """The newest entry with which a judge accepted the game as it is; 0 where there is none."""
    return next((entry.n for entry in reversed(log) if is_acceptance(entry)), 0)


def is_acceptance(entry: Entry) -> bool:
    """Whether this is a judge's note that accepts the game as it is."""
    said = entry.said
    if said["by"] != JUDGE or said["do"] != "note" or entry.ruling.verdict != LEGAL:
        return False
    return str(said["text"]).startswith(ACCEPTED)
