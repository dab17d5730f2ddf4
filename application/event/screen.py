"""What everybody in the hall may see of a round: its clock, and each table by its number, without a name."""

from typing import Literal

from application.event.hall import RoundNow, newest_round, round_now
from domain.kernel.values import Value
from domain.tournament.calls import Calls
from domain.tournament.clocks import time_owed
from domain.tournament.rounds import Table
from domain.tournament.tournament import Tournament

State = Literal["plays", "waits", "judge", "done"]
"""It is played, waits for a judge, a judge is there or on the way, or it has its result."""


class ScreenTable(Value):
    """A table as the screen shows it. Times are microseconds."""

    number: int
    state: State
    since: int = 0
    """When it called, since 1970, UTC; 0 where it waits for nobody."""
    owed: int = 0
    """How much longer than the round it plays."""


class Screen(Value):
    """A round as the screen shows it."""

    at: int
    """Microseconds since 1970, UTC."""
    now: RoundNow
    """Its number is 0 before the first round is paired."""
    tables: tuple[ScreenTable, ...]


def screen(event: Tournament, now: int) -> Screen:
    """The round that is played, else the newest."""
    number = newest_round(event)
    if not number:
        return Screen(now, RoundNow(0, 0, False, False, False), ())
    tables = tuple(_table(event, table, now) for table in event.of_round(number) if table.game)
    return Screen(now, round_now(event, number, now), tables)


def _table(event: Tournament, table: Table, now: int) -> ScreenTable:
    return ScreenTable(table.number, *_state(event, table), owed=time_owed(event, table, now))


def _state(event: Calls, table: Table) -> tuple[State, int]:
    call = event.open_call(table)
    if call is not None:
        appealed = call.appealed_at
        taken = bool(call.taken_by) and appealed is None
        return ("judge", 0) if taken else ("waits", appealed or call.at)
    return ("done", 0) if table.result is not None and not table.reopened else ("plays", 0)
