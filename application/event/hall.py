"""The hall: every table of a round as a judge sees it at a glance."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated

from application.answer import Answer, Meta, When
from application.event.account import Account
from application.event.english import Say, in_english, title_said
from application.event.keyring import Keyring
from application.event.moments import moments
from application.event.result_list import winner
from application.game.live_game import LiveGame
from application.game.moments import iso_time
from domain.kernel.history import Game
from domain.kernel.values import Value, changed
from domain.tournament.book import book_of
from domain.tournament.calls import Call, CallOfKind, Escalation, escalation
from domain.tournament.clocks import SECOND, ClockReading, clocks_of, time_left, time_owed
from domain.tournament.context import Moment
from domain.tournament.pairing import is_out
from domain.tournament.rounds import Table, stands
from domain.tournament.tournament import Tournament


class OpenCall(Value):
    """A call that a table still waits on."""

    number: int
    since: int
    """Microseconds since 1970, UTC."""
    by: str
    """The name of the person who called."""
    judge: str
    """The name of the judge who is on the way; empty while nobody is."""
    judge_id: str
    """Their number."""
    appealed: bool
    about: int | None = None
    """The entry of the game that it is about."""
    kind: str = ""
    """What it is for, in words; empty where nobody said."""
    escalation: Escalation | None = None
    """Whose it becomes while nobody takes it."""
    next: str = ""
    """The name of the judge whose turn it is; empty where it does not escalate."""


class TableRow(Value):
    """A table at a glance."""

    number: int
    players: tuple[str, ...]
    """The names of the players, in turn order."""
    game: str
    waits_for: tuple[str, ...]
    """The names of the players who are to act."""
    since: int | None
    """The time of the newest entry: microseconds since 1970, UTC."""
    call: OpenCall | None
    owed: int
    """Microseconds that the table plays longer than the round, as of now."""
    owed_grows: bool
    """Whether the table waits for a ruling while the round's clock runs."""
    penalties: tuple[str, ...]
    """The gravest standing penalty of each player, in words."""
    disputed: bool
    """Whether the newest ruling is open, or a ruling is under appeal."""
    finished: str
    """Who won, `draw`, `bye`; `over` where the game is and no result is entered; else empty."""
    clocks: tuple[tuple[str, int, bool, bool], ...] = ()
    """Name, microseconds left, whether it runs, whether it has run out."""
    out: tuple[str, ...] = ()
    """The names of the players who have left, or were put out of the event."""


class RoundNow(Value):
    """The round's clock."""

    number: int
    left: int
    """Microseconds left; negative once the round is overdue."""
    runs: bool
    begun: bool
    ended: bool


def round_now(event: Tournament, number: int, now: int) -> RoundNow:
    """The clock of this round. Raises Refused where no table is paired in it."""
    round = event.round(number)
    begun, ended = round.started is not None, round.ended is not None
    runs = begun and not ended and not stands(round)
    return RoundNow(number, time_left(round, now), runs, begun, ended)


def newest_round(event: Tournament) -> int:
    """The round that is played, else the newest; 0 where there is none."""
    playing = [round.number for round in event.rounds.values() if round.started and not round.ended]
    return max(playing, default=max(event.rounds, default=0))


def table_row(
    event: Tournament,
    keyring: Keyring,
    table: Table,
    game: Game | None,
    happened: Sequence[Moment],
    now: int,
    say: Say = in_english,
) -> TableRow:
    """A table with its game as it stands; `happened` are the moments of that game, as far as needed."""
    names = {
        place.player: keyring.reveal(place.player, event.people[place.player])
        for place in table.places
    }
    by_seat = {place.seat: names[place.player] for place in table.places}
    finished = winner(table, event, keyring)
    acts: tuple[str, ...] = ()
    open_ruling = False
    if game is not None:
        over = game.ruleset.over(game.now.state)
        finished = finished or ("over" if over else "")
        acts = () if over else game.ruleset.to_act(game.now.state)
        open_ruling = bool(game.log) and game.verdict(game.length) == "undetermined"
    call = event.open_call(table)
    clocks = clocks_of(event, table, happened, now) if happened else {}
    return TableRow(
        table.number,
        tuple(names.values()),
        table.game,
        tuple(by_seat[seat] for seat in acts if seat in by_seat),
        _since(event, table, happened),
        _open_call(event, keyring, call, say) if call else None,
        time_owed(event, table, now),
        call is not None and round_now(event, table.round, now).runs,
        tuple(_penalties(event, names, say)),
        open_ruling or (call is not None and call.appeal is not None),
        finished,
        tuple(_clocks(clocks, by_seat)),
        tuple(name for player, name in names.items() if is_out(event, player)),
    )


def while_open(event: Tournament, call: Call) -> Tournament:
    """The event with this call still open, so that a hall that hears of it late shows it once."""
    return changed(event, calls={**event.calls, call.made.call: Call(call.made, call.at)})


def _since(event: Tournament, table: Table, happened: Sequence[Moment]) -> int | None:
    """When the game's newest entry was made; not before the round began."""
    begun = event.rounds[table.round].started
    if begun is None or not happened:
        return begun
    return max(happened[-1].at, begun)


def _open_call(event: Tournament, keyring: Keyring, call: Call, say: Say) -> OpenCall:
    appealed = call.appeal is not None
    since = call.appealed_at if appealed else call.at
    judge = "" if appealed else call.taken_by
    kind = call.made.kind if isinstance(call.made, CallOfKind) else ""
    named, later = event.everybody, escalation(event, call)
    return OpenCall(
        call.made.call,
        since or call.at,
        keyring.reveal(call.made.by, named[call.made.by]),
        keyring.reveal(judge, named[judge]) if judge else "",
        judge,
        appealed,
        call.made.about,
        Account(event, keyring, say).call_title(kind) if kind else "",
        later,
        keyring.reveal(later.next, named[later.next]) if later and later.next else "",
    )


def _penalties(event: Tournament, names: Mapping[str, str], say: Say) -> Iterator[str]:
    """Each player's gravest standing penalty over the whole event, a phrase each."""
    book = book_of(event.book)
    for player, name in names.items():
        penalties = [offence.penalty for offence in event.history(player) if offence.penalty]
        if penalties:
            gravest = max(penalties, key=book.gravity)
            yield f"{name}: {title_said(say, f'penalty.{gravest}', book.penalties[gravest])}"


def _clocks(
    clocks: Mapping[str, ClockReading], by_seat: Mapping[str, str]
) -> Iterator[tuple[str, int, bool, bool]]:
    for seat, clock_reading in clocks.items():
        yield by_seat[seat], clock_reading.left, clock_reading.runs, clock_reading.fell is not None


class HallCall(Answer):
    """A call that is open."""

    call: int
    since: When
    by: Annotated[str, Meta(description="Who called.")]
    judge: Annotated[str | None, Meta(description="Who is on the way.")]
    appealed: bool
    about: Annotated[int | None, Meta(description="The entry of the game that it is about.")]
    kind: Annotated[str | None, Meta(description="What it is for.")]
    late: Annotated[int, Meta(description="How often it has gone to another judge.")]
    next: Annotated[str | None, Meta(description="Whose turn it is, while nobody takes it.")]


class HallClock(Answer):
    """A player's clock."""

    player: str
    left: Annotated[int, Meta(description="Seconds.")]
    runs: bool
    ran_out: bool


class HallTable(Answer):
    """A table at a glance."""

    table: int
    players: list[str]
    game: str | None
    waits_for: Annotated[list[str], Meta(description="Who is to act.")]
    since: Annotated[str | None, Meta(description="UTC.")]
    call: HallCall | None
    owed: Annotated[int, Meta(description="Seconds that it plays longer than the round.")]
    penalties: list[str]
    out: Annotated[list[str], Meta(description="Who has left, or was put out of the event.")]
    disputed: bool
    finished: str
    clocks: list[HallClock]


def _hall_table(row: TableRow, now: int) -> HallTable:
    return HallTable(
        table=row.number,
        players=list(row.players),
        game=row.game or None,
        waits_for=list(row.waits_for),
        since=iso_time(row.since) if row.since else None,
        call=_hall_call(row.call, now) if row.call else None,
        owed=row.owed // SECOND,
        penalties=list(row.penalties),
        out=list(row.out),
        disputed=row.disputed,
        finished=row.finished,
        clocks=[HallClock(name, left // SECOND, runs, out) for name, left, runs, out in row.clocks],
    )


def _hall_call(call: OpenCall, now: int) -> HallCall:
    return HallCall(
        call=call.number,
        since=iso_time(call.since),
        by=call.by,
        judge=call.judge or None,
        appealed=call.appealed,
        about=call.about,
        kind=call.kind or None,
        late=call.escalation.step(now) if call.escalation else 0,
        next=call.next or None,
    )


class HallNow(Answer):
    """A round, table by table."""

    event: str
    round: int
    left: Annotated[int, Meta(description="Seconds; below zero when it is overdue.")]
    runs: bool
    tables: list[HallTable]


def hall_now(
    event: Tournament,
    keyring: Keyring,
    game: Callable[[str], LiveGame],
    number: int | None,
    now: int,
) -> HallNow:
    """A round and its tables, the newest round if `number` is None. Raises Refused, StoreProblem."""
    number = newest_round(event) if number is None else event.round(number).number
    tables = []
    for table in event.of_round(number):
        live = game(table.game) if table.game else None
        first = 0 if table.round in event.clocks else (live.game.length if live else 0)
        happened = list(moments(live, first)) if live else []
        row = table_row(event, keyring, table, live.game if live else None, happened, now)
        tables.append(_hall_table(row, now))
    round = round_now(event, number, now) if number else None
    left = round.left // SECOND if round else 0
    return HallNow(event.id, number, left, bool(round and round.runs), tables)
