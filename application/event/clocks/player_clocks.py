"""A clock for each player, worked out from what the log says: who was to act, and when.

It runs while the player is to act, also when others are too. It stands while the round's clock
stands, while the table waits for a ruling, and while a request to take something back is open.

Time is the table's and not the position's: going back, by undo, rewind or overruling, gives no clock
anything back and takes nothing away. Whoever is to act then runs. Such a stretch earns neither
increment nor delay, as it had both when it was played first. A judge who wants to give the time back
sees how much it was (`used_since`), and adjusts the clock with a reason.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from application.event.clocks.owed import SECOND, waits, without
from application.event.clocks.round_clock import running_spans
from application.event.facts_time import ClockAdjusted, ClockRules
from application.event.state import Event, Table
from application.game.live_game import LiveGame

GOES_BACK = frozenset({"undo", "consent", "rewind", "overrule"})


class Moment(NamedTuple):
    """Who is to act after an entry."""

    at: int
    """When the entry was written: microseconds since 1970, UTC."""
    to_act: tuple[str, ...]
    """Seats; nobody while a request is open or the game is over."""
    by: str = ""
    """Whose entry it is."""
    back: bool = False
    """The entry takes the game back to an earlier position."""


class ClockReading(NamedTuple):
    """What a clock shows."""

    left: int
    """Microseconds; never below zero."""
    runs: bool
    used: int
    """Microseconds that its player was to act, whatever was given or taken."""
    fell: int | None = None
    """When it came to zero, where it has not been given more since."""


def moments(live: LiveGame, first: int = 0) -> Iterator[Moment]:
    """Of a game's entries from this one on; 0 is the set-up."""
    game = live.game
    for n in range(first, game.length + 1):
        position = game.position(n)
        asked = position.request is None
        to_act = game.ruleset.to_act(position.state) if asked else ()
        said = game.entry(n).said if n else {"by": "", "do": ""}
        legal = n > 0 and game.entry(n).ruling.verdict == "legal"
        yield Moment(live.times[n], tuple(to_act), said["by"], legal and said["do"] in GOES_BACK)


@dataclass
class _Clock:
    """A clock as far as it has been worked out."""

    rules: ClockRules
    left: int
    used: int = 0
    fell: int | None = None
    stretch: bool = False
    """Its player is to act."""
    earns: bool = False
    """The stretch earns an increment."""
    delay: int = 0
    """What is left of the stretch's delay."""

    def begin(self, *, earns: bool) -> None:
        self.stretch, self.earns = True, earns
        self.delay = self.rules.delay * SECOND if earns else 0

    def run(self, begin: int, end: int) -> None:
        """It runs for a while."""
        self.used += end - begin
        free = min(self.delay, end - begin)
        self.delay -= free
        begin += free
        if begin == end:
            return
        if self.left <= end - begin and self.fell is None:
            self.fell = begin + self.left
        self.left = max(0, self.left - (end - begin))

    def end(self, *, own: bool) -> None:
        """Its player is no longer to act; `own`: by what they did themselves."""
        self.stretch = False
        if own and self.earns and self.fell is None:
            filled = self.left + self.rules.increment * SECOND
            bound = self.rules.most * SECOND or filled
            self.left = max(self.left, min(filled, bound))

    def adjust(self, microseconds: int) -> None:
        """A judge sets it; given more than nothing it has not run out any longer."""
        self.left = max(0, self.left + microseconds)
        if self.left > 0:
            self.fell = None


@dataclass
class Clocks:
    """The clocks of a table, fed with moments and adjustments in the order of their times."""

    rules: ClockRules
    seats: Sequence[str]
    spans: Sequence[tuple[int, int]]
    """When clocks may run at all, in order."""
    at: int = 0
    clocks: dict[str, _Clock] = field(init=False)

    def __post_init__(self) -> None:
        self.clocks = {seat: _Clock(self.rules, self.rules.main * SECOND) for seat in self.seats}

    def come_to(self, at: int) -> None:
        """Time passes."""
        for begin, end in self.spans:
            since, until = max(begin, self.at), min(end, at)
            if since < until:
                for clock in self.clocks.values():
                    if clock.stretch:
                        clock.run(since, until)
        self.at = max(self.at, at)

    def take(self, moment: Moment) -> None:
        """An entry is written."""
        self.come_to(moment.at)
        for seat, clock in self.clocks.items():
            acts = seat in moment.to_act
            if clock.stretch and not acts:
                clock.end(own=moment.by == seat and not moment.back)
            elif acts and not clock.stretch:
                clock.begin(earns=not moment.back)

    def adjust(self, at: int, seat: str, seconds: int) -> None:
        """A judge sets a clock."""
        self.come_to(at)
        self.clocks[seat].adjust(seconds * SECOND)

    def readings(self, now: int) -> dict[str, ClockReading]:
        """Seat → what its clock shows now."""
        self.come_to(now)
        runs = any(begin <= now <= end for begin, end in self.spans)
        return {
            seat: ClockReading(one.left, runs and one.stretch, one.used, one.fell)
            for seat, one in self.clocks.items()
        }


def spans_of(event: Event, table: Table, now: int) -> list[tuple[int, int]]:
    """When the clocks of a table may run: with the round's, and not while it waits for a ruling."""
    return list(without(running_spans(event.rounds[table.round], now), waits(event, table, now)))


def clocks_of(
    event: Event, table: Table, happened: Iterable[Moment], now: int
) -> Mapping[str, ClockReading]:
    """Seat → what its clock shows now; none where the round has no such clocks."""
    rules = event.clocks.get(table.round)
    if rules is None:
        return {}
    seats = [place.seat for place in table.places]
    clocks = Clocks(rules, seats, spans_of(event, table, now))
    adjusted = [*event.adjusted.get(table.key, ())]
    for moment in happened:
        while adjusted and adjusted[0][0] <= moment.at:
            _adjust(clocks, table, *adjusted.pop(0))
        clocks.take(moment)
    for at, fact in adjusted:
        _adjust(clocks, table, at, fact)
    return clocks.readings(now)


def _adjust(clocks: Clocks, table: Table, at: int, fact: ClockAdjusted) -> None:
    clocks.adjust(at, table.seat_of(fact.player), fact.seconds)


def used_since(
    event: Event, table: Table, happened: Sequence[Moment], entry: int, now: int
) -> dict[str, int]:
    """Seat → microseconds used since this entry was written: what going back there would give back."""
    whole = clocks_of(event, table, happened, now)
    at = happened[entry].at
    before = clocks_of(event, table, (one for one in happened if one.at <= at), at)
    return {seat: one.used - before[seat].used for seat, one in whole.items()}
