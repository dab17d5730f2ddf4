"""Time at an event: the round's clock, what a table is owed of it, and a clock for each player.

A table is owed the time from each call to its ruling, and from an appeal to the final ruling; not what
the whole round was paused, and once where two calls were open. A judge may add to it or take away.

A player's clock is worked out from what the log says: who was to act, and when. It runs while the
player is to act, also when others are too. It stands while the round's clock stands, while the table
waits for a ruling, and while a request to take something back is open. Time is the table's and not the
position's: going back, by undo, rewind or overruling, gives no clock anything back and takes nothing
away. Whoever is to act then runs. Such a stretch earns neither increment nor delay, as it had both when
it was played first. A judge who wants to give the time back sees how much it was (`used_since`), and
adjusts the clock with a reason.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from domain.kernel.ruling import Refusal, illegal, requires
from domain.kernel.values import Value, changed, stored_as
from domain.tournament.calls import Calls
from domain.tournament.command import Command, Refused, TournamentEvent, is_sent_again, sent_before
from domain.tournament.context import Cipher, Context, Moment
from domain.tournament.people import a_judge, a_player, who_runs_it
from domain.tournament.rounds import (
    OfTable,
    Round,
    Table,
    TableKey,
    a_round,
    the_player_sits_there,
)

SECOND = 1_000_000
MOST_SECONDS = 24 * 60 * 60


class ClockRules(Value, omit_defaults=True):
    """How each player's clock runs, in seconds."""

    main: int
    """What a player has from the beginning."""
    increment: int = 0
    """Added whenever a player has acted and is no longer to act."""
    delay: int = 0
    """Of every stretch in which a player is to act, so much does not count."""
    most: int = 0
    """A clock is never filled beyond this; 0 for no bound."""


class Clocks(Calls):
    """An event, as far as its people, tables, departures, calls and clocks."""

    given: Mapping[TableKey, tuple["TimeGiven", ...]] = {}
    """Time that judges gave, besides the time that calls took."""
    clocks: Mapping[int, ClockRules] = {}
    """Round → how its players' clocks run, where they have any."""
    adjusted: Mapping[TableKey, tuple[tuple[int, "ClockAdjusted"], ...]] = {}
    """The changes that judges made to players' clocks, with their times."""
    flags: Mapping[TableKey, tuple["FlagRuled", ...]] = {}


@stored_as("event/time_given/v1")
class TimeGiven(TournamentEvent):
    """A judge gives a table time besides what its calls took, or takes such time back."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    seconds: int
    """How much; below zero it is taken back."""
    by: str
    """The judge."""
    because: Cipher
    """Why, under the judge's key."""
    key: str = ""
    """The sender's own key: sent again with it, it counts once."""

    def after(self, event: Clocks, _at: int) -> Clocks:
        key = self.round, self.table
        return changed(event, given={**event.given, key: (*event.given.get(key, ()), self)})


@requires("T2")
def the_seconds_are_plausible(_event: Clocks, command: Any) -> Refusal | None:
    if 0 < abs(command.seconds) <= MOST_SECONDS:
        return None
    return illegal(f"{command.seconds} seconds: expected up to {MOST_SECONDS}, not 0")


@requires("T2")
def no_more_is_taken_than_was_given(event: Clocks, command: "GiveTime") -> Refusal | None:
    before = sum(
        time_given.seconds for time_given in event.given.get((command.round, command.table), ())
    )
    if before + command.seconds >= 0:
        return None
    given = f"table {command.table} was given {before} seconds"
    return illegal(f"{given}: no more can be taken back")


class GiveTime(OfTable, tag="time"):
    """A judge gives a table time, or takes it back. Sent again with the same key it counts once."""

    WHO = a_judge
    CHECKS = (the_seconds_are_plausible, no_more_is_taken_than_was_given)

    seconds: int
    """Below zero time is taken back."""
    because: str

    def is_repeated(self, event: Clocks, context: Context) -> bool:
        before = sent_before(self, event.given.get(self.at(event).key, ()), context)
        what = f"the time given to table {self.table}"
        return is_sent_again(what, before, self, context, "seconds")

    def happens(self, _event: Clocks, context: Context) -> Iterator[TournamentEvent]:
        hidden = context.words.hide(self.by, self.because, "the reason")
        yield TimeGiven(self.round, self.table, self.seconds, self.by, hidden, context.key)


@stored_as("event/clocks_set/v1")
class ClocksSet(TournamentEvent):
    """In this round every player has a clock."""

    round: int
    """The number of the round."""
    rules: ClockRules
    """How they run."""

    def after(self, event: Clocks, _at: int) -> Clocks:
        return changed(event, clocks={**event.clocks, self.round: self.rules})


@requires("T1")
def the_clocks_can_be_set(event: Clocks, command: "SetClocks") -> Refusal | None:
    if event.round(command.round).started is not None:
        return illegal(f"round {command.round} has begun: its clocks run as they are")
    for name in ("main", "increment", "delay", "most"):
        value = getattr(command, name)
        if not 0 <= value <= MOST_SECONDS:
            return illegal(f"{name}: {value} seconds; expected 0 to {MOST_SECONDS}")
    return illegal("main: 0 seconds; expected at least 1") if command.main == 0 else None


class SetClocks(Command, tag="clocks"):
    """In this round every player has a clock; said before it begins."""

    WHO = who_runs_it
    CHECKS = (the_clocks_can_be_set,)

    round: Annotated[int, a_round]
    main: int
    increment: int = 0
    delay: int = 0
    most: int = 0

    def happens(self, event: Clocks, _context: Context) -> Iterator[TournamentEvent]:
        rules = ClockRules(self.main, self.increment, self.delay, self.most)
        if event.clocks.get(self.round) != rules:
            yield ClocksSet(self.round, rules)


@stored_as("event/clock_adjusted/v1")
class ClockAdjusted(TournamentEvent):
    """A judge sets a player's clock forward or back."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    player: str
    """Whose clock it is."""
    seconds: int
    """What is added; below zero it is taken away."""
    by: str
    """The judge."""
    because: Cipher
    """Why, under the judge's key."""
    key: str = ""
    """The sender's own key: sent again with it, it counts once."""

    def after(self, event: Clocks, at: int) -> Clocks:
        key = self.round, self.table
        before = event.adjusted.get(key, ())
        return changed(event, adjusted={**event.adjusted, key: (*before, (at, self))})


@requires("T1")
def the_player_has_a_clock(event: Clocks, command: Any) -> Refusal | None:
    if command.round not in event.clocks:
        return illegal(f"in round {command.round} players have no clocks")
    return None


class Adjust(OfTable, tag="adjust"):
    """A judge adds seconds to a player's clock, or takes some away, with a reason.

    Sent again with the same key, it counts once.
    """

    WHO = a_judge
    CHECKS = (the_player_has_a_clock, the_player_sits_there, the_seconds_are_plausible)

    player: Annotated[str, a_player]
    seconds: int
    """More for the player, or less below zero."""
    because: str

    def is_repeated(self, event: Clocks, context: Context) -> bool:
        adjusted = (made for _, made in event.adjusted.get(self.at(event).key, ()))
        before = sent_before(self, adjusted, context)
        what = f"the clock's setting at table {self.table}"
        return is_sent_again(what, before, self, context, "player", "seconds")

    def happens(self, _event: Clocks, context: Context) -> Iterator[TournamentEvent]:
        hidden = context.words.hide(self.by, self.because, "the reason")
        yield ClockAdjusted(
            self.round, self.table, self.player, self.seconds, self.by, hidden, context.key
        )


@stored_as("event/flag_ruled/v1")
class FlagRuled(TournamentEvent):
    """A judge has found that a player's time ran out. Nothing in the game follows by itself."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    player: str
    """Whose time it was."""
    fell: int
    """When it ran out: microseconds since 1970, UTC."""
    by: str
    """The judge."""
    because: Cipher
    """What they rule on it, under their key."""

    def after(self, event: Clocks, _at: int) -> Clocks:
        key = self.round, self.table
        return changed(event, flags={**event.flags, key: (*event.flags.get(key, ()), self)})


class RuleOnFlag(OfTable, tag="flag"):
    """A judge finds that a player's time ran out, and says what that means."""

    WHO = a_judge
    CHECKS = (the_player_has_a_clock, the_player_sits_there)

    player: Annotated[str, a_player]
    because: str

    def happens(self, event: Clocks, context: Context) -> Iterator[TournamentEvent]:
        table = self.at(event)
        clocks = clocks_of(event, table, context.games.moments(table.game), context.now)
        fell = clocks[table.seat_of(self.player)].fell
        if fell is None:
            raise Refused(f"the clock of {self.player} has not run out", "T3")
        flags = event.flags.get(table.key, ())
        before = next(
            (
                flag_ruled
                for flag_ruled in flags
                if (flag_ruled.player, flag_ruled.fell) == (self.player, fell)
            ),
            None,
        )
        if before is not None:
            if context.said_before(self.by, self.because, before.by, before.because):
                return
            raise Refused(f"it was ruled already that the clock of {self.player} ran out", "T3")
        hidden = context.words.hide(self.by, self.because, "the ruling")
        yield FlagRuled(self.round, self.table, self.player, fell, self.by, hidden)


def time_owed(event: Clocks, table: Table, now: int) -> int:
    """Microseconds that this table plays longer than the round, as of now."""
    waited = sum(end - begin for begin, end in waits(event, table, now))
    return waited + SECOND * sum(
        time_given.seconds for time_given in event.given.get(table.key, ())
    )


def waits(event: Clocks, table: Table, now: int) -> list[tuple[int, int]]:
    """When the table waited for a ruling while the round's clock ran."""
    round = event.rounds[table.round]
    if round.started is None:
        return []
    end = now if round.ended is None else round.ended
    spans = (span for call in event.calls_at(table.key) for span in call.spans)
    # A judge may be called before the round begins, when there is no time to be owed yet.
    ours = join_spans((max(begin, round.started), min(until or end, end)) for begin, until in spans)
    pauses = join_spans((begin, min(until or end, end)) for begin, until in round.pauses)
    return list(without(ours, pauses))


def join_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same time without overlaps, in order."""
    joined: list[tuple[int, int]] = []
    for begin, end in sorted(spans):
        if begin >= end:
            continue
        if joined and begin <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((begin, end))
    return joined


def without(
    spans: Iterable[tuple[int, int]], gaps: list[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """The spans without what lies in the gaps; both in order and without overlaps."""
    for begin, end in spans:
        at = begin
        for gap_begin, gap_end in gaps:
            if gap_end <= at or gap_begin >= end:
                continue
            if gap_begin > at:
                yield at, gap_begin
            at = gap_end
        if at < end:
            yield at, end


def running_spans(round: Round, now: int) -> list[tuple[int, int]]:
    """When the round's clock ran, up to now."""
    if round.started is None:
        return []
    end = now if round.ended is None else min(round.ended, now)
    pauses = join_spans((begin, min(until or end, end)) for begin, until in round.pauses)
    return list(without(join_spans([(round.started, end)]), pauses))


def time_left(round: Round, now: int) -> int:
    """Microseconds left of the round; below zero when it is overdue."""
    return round.minutes * 60 * SECOND - sum(
        end - begin for begin, end in running_spans(round, now)
    )


def left_at(event: Clocks, table: Table, now: int) -> int:
    """Microseconds left at a table, with the time it is owed."""
    return time_left(event.rounds[table.round], now) + time_owed(event, table, now)


def figures(microseconds: int) -> str:
    """`12:05`, `1:02:00`, and with a minus below zero. A second that has begun is still there."""
    seconds = -(-abs(microseconds) // SECOND) if microseconds > 0 else abs(microseconds) // SECOND
    hours, minutes = divmod(seconds // 60, 60)
    sign = "−" if microseconds < 0 and seconds else ""
    text = (
        f"{minutes}:{seconds % 60:02}" if not hours else f"{hours}:{minutes:02}:{seconds % 60:02}"
    )
    return sign + text


class ClockReading(NamedTuple):
    """What a clock shows."""

    left: int
    """Microseconds; never below zero."""
    runs: bool
    used: int
    """Microseconds that its player was to act, whatever was given or taken."""
    fell: int | None = None
    """When it came to zero, where it has not been given more since."""


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
        # Within its delay no clock runs out, not even one that a judge has set to nothing.
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
            # A judge may have filled it beyond the bound: an increment takes none of that away.
            self.left = max(self.left, min(filled, bound))

    def adjust(self, microseconds: int) -> None:
        """A judge sets it; given more than nothing it has not run out any longer."""
        self.left = max(0, self.left + microseconds)
        if self.left > 0:
            self.fell = None


@dataclass
class RunningClocks:
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
            seat: ClockReading(clock.left, runs and clock.stretch, clock.used, clock.fell)
            for seat, clock in self.clocks.items()
        }


def spans_of(event: Clocks, table: Table, now: int) -> list[tuple[int, int]]:
    """When the clocks of a table may run: with the round's, and not while it waits for a ruling."""
    return list(without(running_spans(event.rounds[table.round], now), waits(event, table, now)))


def clocks_of(
    event: Clocks, table: Table, happened: Iterable[Moment], now: int
) -> Mapping[str, ClockReading]:
    """Seat → what its clock shows now; none where the round has no such clocks."""
    rules = event.clocks.get(table.round)
    if rules is None:
        return {}
    seats = [place.seat for place in table.places]
    clocks = RunningClocks(rules, seats, spans_of(event, table, now))
    # Who was seated elsewhere since takes no clock with them.
    adjusted = [
        (at, made) for at, made in event.adjusted.get(table.key, ()) if made.player in table.players
    ]
    for moment in happened:
        while adjusted and adjusted[0][0] <= moment.at:
            _adjust(clocks, table, *adjusted.pop(0))
        clocks.take(moment)
    for at, made in adjusted:
        _adjust(clocks, table, at, made)
    return clocks.readings(now)


def _adjust(clocks: RunningClocks, table: Table, at: int, made: ClockAdjusted) -> None:
    clocks.adjust(at, table.seat_of(made.player), made.seconds)


def used_since(
    event: Clocks, table: Table, happened: Sequence[Moment], entry: int, now: int
) -> dict[str, int]:
    """Seat → microseconds used since this entry was written: what going back there would give back."""
    whole = clocks_of(event, table, happened, now)
    at = happened[entry].at
    before = clocks_of(event, table, (moment for moment in happened if moment.at <= at), at)
    return {seat: clock_reading.used - before[seat].used for seat, clock_reading in whole.items()}
