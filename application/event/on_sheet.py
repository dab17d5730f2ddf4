"""What happened at a table besides its game, for the ruling sheet: calls, offences, time, clocks."""

from collections.abc import Iterator

from application.event.facts_floor import (
    AppealDecided,
    CallMade,
    CallRuled,
    CallWithdrawn,
    OffenceAppealed,
    OffenceDecided,
    OffenceGiven,
    PrecedentDeparted,
    RulingAppealed,
    StatementGiven,
    StatementWaived,
    TimeGiven,
)
from application.event.facts_time import ClockAdjusted, FlagRuled
from application.event.game_words import found_table
from application.event.kinds.account import Account
from application.event.office import Office
from application.game.moments import iso_time

OF_A_CALL = (
    StatementGiven | StatementWaived | CallWithdrawn | CallRuled | RulingAppealed | AppealDecided
)
OF_A_TABLE = CallMade | OffenceGiven | TimeGiven | ClockAdjusted | FlagRuled | PrecedentDeparted


def sentences_at_table(office: Office, game: str) -> Iterator[str]:
    """What judges and players said and did at the table of this game, a sentence each, oldest first.

    Nothing where the game is at no table. Raises StoreProblem.
    """
    found = found_table(office, game)
    if found is None:
        return
    event, table = found
    account = Account(event, office.keyring_at(event))
    calls = {call.made.call for call in event.calls_at(table.key)}
    given = (one.given for one in event.offences.values())
    offences = {one.offence for one in given if (one.round, one.table) == table.key}
    for happened in office.log(event.id):
        fact = happened.fact
        here = (
            (isinstance(fact, OF_A_TABLE) and (fact.round, fact.table) == table.key)
            or (isinstance(fact, OF_A_CALL) and fact.call in calls)
            or (isinstance(fact, OffenceAppealed | OffenceDecided) and fact.offence in offences)
        )
        if here:
            yield f"{iso_time(happened.at)[11:19]} UTC: {account.tell(fact)}"
