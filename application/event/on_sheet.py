"""What happened at a table besides its game, for sheets and packets: calls, offences, time, clocks."""

from collections.abc import Iterable, Iterator

from application.desk.explain import CannotExplain
from application.desk.packet import AsOf, as_of_entry
from application.desk.ruling_sheet import SaidAtTable
from application.event.account import Account, minutes
from application.event.game_words import WordReader, found_table, read_with
from application.event.moments import moments
from application.event.registry import StoredEvent
from application.event.repository import Repository
from application.game.live_game import LiveGame, detached_copy
from application.game.moments import iso_time
from application.game.titles import seat_in_words
from domain.kernel.wording import list_in_words
from domain.tournament.calls import (
    AppealDecided,
    CallMade,
    CallRuled,
    CallWithdrawn,
    RulingAppealed,
    StatementGiven,
    StatementWaived,
)
from domain.tournament.clocks import SECOND, ClockAdjusted, FlagRuled, TimeGiven, clocks_of
from domain.tournament.departures import PrecedentDeparted
from domain.tournament.offences import OffenceAppealed, OffenceDecided, OffenceGiven
from domain.tournament.rounds import Table
from domain.tournament.tournament import Tournament

OF_A_CALL = (
    StatementGiven | StatementWaived | CallWithdrawn | CallRuled | RulingAppealed | AppealDecided
)
OF_A_TABLE = CallMade | OffenceGiven | TimeGiven | ClockAdjusted | FlagRuled | PrecedentDeparted


def said_at_table(repository: Repository, live: LiveGame) -> Iterator[SaidAtTable]:
    """What judges and players said and did at the table of this game, a sentence each, oldest first.

    Last comes what the clocks showed when its newest entry was written, where its round has any.

    Nothing where the game is at no table. Raises StoreProblem.
    """
    seated = found_table(repository, live.id)
    if seated is None:
        return
    event, table = seated
    account = Account(event, repository.keyring_at(event))
    yield from _sentences(account, table, repository.log(event.id))
    yield from _clocks(event, table, live)


def as_of(
    repository: Repository, live: LiveGame, at: int | None = None, row: int | None = None
) -> AsOf:
    """The game as it stood after entry `at`, and its table's event as it stood after `row` of its log.

    Without either, now; without `row` alone, when entry `at` was written. Raises CannotExplain where the log
    is shorter, or the game is at no table; StoreProblem.
    """
    seated = found_table(repository, live.id)
    if seated is None:
        if row is not None:
            raise CannotExplain("the game is at no table of an event: there is no log with rows")
        return as_of_entry(live, at)
    event, table = seated
    log = repository.log(event.id)
    if row is None and at is None:
        row = log[-1].row
    if row is not None and row > log[-1].row:
        raise CannotExplain(f"the event's log has no row {row}; its newest is {log[-1].row}")
    then, before = Tournament(event.id), list[StoredEvent]()
    for stored_event in log:
        later = stored_event.at > live.times[at or 0] if row is None else stored_event.row > row
        if later and table.key in then.tables:
            break
        then = stored_event.event.after(then, stored_event.at)
        before.append(stored_event)
    table_then = then.tables[table.key]
    kept = detached_copy(live.as_kept or live, at)
    live_then = read_with(WordReader(repository, event, then), kept, table_then)
    keyring = repository.keyring_at(event)
    told = [
        *_sentences(Account(then, keyring), table_then, before),
        *_clocks(then, table_then, live_then),
    ]
    since = _sentences(Account(event, keyring), table, log[len(before) :])
    return AsOf(live_then, tuple(told), before[-1].row, tuple(one.sentence for one in since))


def _sentences(account: Account, table: Table, log: Iterable[StoredEvent]) -> Iterator[SaidAtTable]:
    """What of these events happened at the table, a sentence each."""
    event = account.event
    calls = {call.made.call for call in event.calls_at(table.key)}
    given = (offence.given for offence in event.offences.values())
    offences = {
        offence_given.offence
        for offence_given in given
        if (offence_given.round, offence_given.table) == table.key
    }
    for happened in log:
        told = happened.event
        here = (
            (isinstance(told, OF_A_TABLE) and (told.round, told.table) == table.key)
            or (isinstance(told, OF_A_CALL) and told.call in calls)
            or (isinstance(told, OffenceAppealed | OffenceDecided) and told.offence in offences)
        )
        if here:
            sentence = f"{iso_time(happened.at)[11:19]} UTC: {account.tell(told)}"
            yield SaidAtTable(sentence, isinstance(told, StatementGiven | StatementWaived))


def _clocks(event: Tournament, table: Table, live: LiveGame) -> Iterator[SaidAtTable]:
    """What the clocks of the table showed when the newest entry was written, where its round has any."""
    if table.round in event.clocks:
        readings = clocks_of(event, table, moments(live), live.times[-1])
        shown = list_in_words(
            f"{seat_in_words(live.names, seat)} {minutes(clock_reading.left // SECOND)}"
            for seat, clock_reading in readings.items()
        )
        yield SaidAtTable(f"Left on the clocks at entry {live.game.length}: {shown}.", False)
