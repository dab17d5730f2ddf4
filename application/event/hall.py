"""The hall: every table of a round as a judge sees it at a glance."""

from collections.abc import Iterator, Mapping, Sequence

from application.event.account import Account
from application.event.english import Say, in_english, title_said
from application.event.keyring import Keyring
from application.event.result_list import winner
from domain.kernel.history import Game
from domain.kernel.values import Value, changed
from domain.tournament.book import book_of
from domain.tournament.calls import Call, CallOfKind, Escalation, escalation
from domain.tournament.clocks import ClockReading, clocks_of, time_left, time_owed
from domain.tournament.context import Moment
from domain.tournament.pairing import is_out
from domain.tournament.rounds import Table
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
    paused = bool(round.pauses) and round.pauses[-1][1] is None
    runs = begun and not ended and not paused
    return RoundNow(number, time_left(round, now), runs, begun, ended)


def newest_round(event: Tournament) -> int:
    """The round that is played, else the newest; 0 where there is none."""
    playing = [one.number for one in event.rounds.values() if one.started and not one.ended]
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
        one.player: keyring.reveal(one.player, event.people[one.player]) for one in table.places
    }
    by_seat = {one.seat: names[one.player] for one in table.places}
    finished = winner(table, event, keyring)
    acts: tuple[str, ...] = ()
    open_ruling = False
    if game is not None:
        over = game.ruleset.over(game.now.state)
        finished = finished or ("over" if over else "")
        acts = () if over else game.ruleset.to_act(game.now.state)
        open_ruling = bool(game.log) and game.verdict(game.length) == "undetermined"
    call = next((one for one in event.calls_at(table.key) if one.open), None)
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
        found = [
            one.penalty
            for one in event.offences.values()
            if one.given.player == player and one.penalty
        ]
        if found:
            gravest = max(found, key=book.gravity)
            yield f"{name}: {title_said(say, f'penalty.{gravest}', book.penalties[gravest])}"


def _clocks(
    clocks: Mapping[str, ClockReading], by_seat: Mapping[str, str]
) -> Iterator[tuple[str, int, bool, bool]]:
    for seat, one in clocks.items():
        yield by_seat[seat], one.left, one.runs, one.fell is not None
