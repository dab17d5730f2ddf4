"""What happened at a table besides its game, for the ruling sheet: calls, offences, time, clocks."""

from collections.abc import Iterator

from application.desk.ruling_sheet import SaidAtTable
from application.event.account import Account, minutes
from application.event.game_words import found_table
from application.event.moments import moments
from application.event.repository import Repository
from application.game.live_game import LiveGame
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

OF_A_CALL = (
    StatementGiven | StatementWaived | CallWithdrawn | CallRuled | RulingAppealed | AppealDecided
)
OF_A_TABLE = CallMade | OffenceGiven | TimeGiven | ClockAdjusted | FlagRuled | PrecedentDeparted


def said_at_table(repository: Repository, live: LiveGame) -> Iterator[SaidAtTable]:
    """What judges and players said and did at the table of this game, a sentence each, oldest first.

    Last comes what the clocks showed when its newest entry was written, where its round has any.

    Nothing where the game is at no table. Raises StoreProblem.
    """
    found = found_table(repository, live.id)
    if found is None:
        return
    event, table = found
    account = Account(event, repository.keyring_at(event))
    calls = {call.made.call for call in event.calls_at(table.key)}
    given = (one.given for one in event.offences.values())
    offences = {one.offence for one in given if (one.round, one.table) == table.key}
    for happened in repository.log(event.id):
        told = happened.event
        here = (
            (isinstance(told, OF_A_TABLE) and (told.round, told.table) == table.key)
            or (isinstance(told, OF_A_CALL) and told.call in calls)
            or (isinstance(told, OffenceAppealed | OffenceDecided) and told.offence in offences)
        )
        if here:
            sentence = f"{iso_time(happened.at)[11:19]} UTC: {account.tell(told)}"
            yield SaidAtTable(sentence, isinstance(told, StatementGiven | StatementWaived))
    if table.round in event.clocks:
        readings = clocks_of(event, table, moments(live), live.times[-1])
        shown = list_in_words(
            f"{seat_in_words(live.names, seat)} {minutes(one.left // SECOND)}"
            for seat, one in readings.items()
        )
        yield SaidAtTable(f"Left on the clocks at entry {live.game.length}: {shown}.", False)
