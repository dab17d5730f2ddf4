"""What happened at a table besides its game, for the ruling sheet: calls, offences, time, clocks."""

from collections.abc import Iterator

from application.desk.ruling_sheet import SaidAtTable
from application.event.account import Account
from application.event.game_words import found_table
from application.event.repository import Repository
from application.game.moments import iso_time
from domain.tournament.calls import (
    AppealDecided,
    CallMade,
    CallRuled,
    CallWithdrawn,
    RulingAppealed,
    StatementGiven,
    StatementWaived,
)
from domain.tournament.clocks import ClockAdjusted, FlagRuled, TimeGiven
from domain.tournament.departures import PrecedentDeparted
from domain.tournament.offences import OffenceAppealed, OffenceDecided, OffenceGiven

OF_A_CALL = (
    StatementGiven | StatementWaived | CallWithdrawn | CallRuled | RulingAppealed | AppealDecided
)
OF_A_TABLE = CallMade | OffenceGiven | TimeGiven | ClockAdjusted | FlagRuled | PrecedentDeparted


def said_at_table(repository: Repository, game: str) -> Iterator[SaidAtTable]:
    """What judges and players said and did at the table of this game, a sentence each, oldest first.

    Nothing where the game is at no table. Raises StoreProblem.
    """
    found = found_table(repository, game)
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
