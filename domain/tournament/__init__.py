"""An event: people come, tables are paired, rounds played, judges called, rulings and penalties given.

Each file has a noun with its part of the state, what happens to it with the effect, and the commands
with their checks: people, rounds, departures, calls, clocks, offences, pairing, and the event as a whole.
"""

from domain.kernel.assembly import events_in
from domain.tournament.calls import (
    Appeal,
    Decide,
    MakeCall,
    NoteDeparture,
    Rule,
    Say,
    Take,
    Waive,
    Withdraw,
)
from domain.tournament.clocks import Adjust, GiveTime, RuleOnFlag
from domain.tournament.command import TournamentEvent
from domain.tournament.departures import NoteElsewhere
from domain.tournament.offences import Contest, GiveOffence, Settle
from domain.tournament.pairing import Exchange, Pair, TakeBack, Unpair
from domain.tournament.people import Drop, Rename
from domain.tournament.results import ReportResult
from domain.tournament.rounds import (
    Correct,
    End,
    Pause,
    Reopen,
    Result,
    ResultOfGame,
    Resume,
    Start,
)
from domain.tournament.tournament import Tournament

__all__ = ["EVENTS", "Pair", "Tournament"]

JudgeCommand = (
    MakeCall | Waive | Take | Withdraw | Rule | NoteDeparture | NoteElsewhere | Decide
    | GiveOffence | Settle | GiveTime | Adjust | RuleOnFlag | Start | Pause | Resume | End | Result
    | Correct | Unpair | Exchange | Drop | TakeBack | Rename | Reopen | ResultOfGame
)  # fmt: skip
"""What a judge may send."""
PlayerCommand = MakeCall | Say | Withdraw | Appeal | Contest | ReportResult
"""What a player may send from their seat."""
EVENTS: tuple[type[TournamentEvent], ...] = tuple(
    event
    for event in events_in(__name__)
    if issubclass(event, TournamentEvent) and "STORED_AS" in vars(event)
)
