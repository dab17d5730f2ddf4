"""Facts as they are stored: a name of ours and JSON. Names are a table, never a Python path."""

from typing import Any, NamedTuple

import msgspec

from application.event import facts, facts_floor, facts_log, facts_time
from application.event.facts import Fact
from application.ledger.store import Damaged
from application.ledger.streams import Told

NAMES: dict[str, type[Fact]] = {
    "event/opened/v1": facts.EventOpened,
    "event/judge_appointed/v1": facts.JudgeAppointed,
    "event/judge_relieved/v1": facts.JudgeRelieved,
    "event/players_entered/v1": facts.PlayersEntered,
    "event/tables_paired/v1": facts.TablesPaired,
    "event/round_started/v1": facts.RoundStarted,
    "event/round_paused/v1": facts.RoundPaused,
    "event/round_resumed/v1": facts.RoundResumed,
    "event/round_ended/v1": facts.RoundEnded,
    "event/result_entered/v1": facts.ResultEntered,
    "event/closed/v1": facts.EventClosed,
    "event/people_forgotten/v1": facts.PeopleForgotten,
    "event/call_made/v1": facts_floor.CallMade,
    "event/statement_given/v1": facts_floor.StatementGiven,
    "event/statement_waived/v1": facts_floor.StatementWaived,
    "event/call_taken/v1": facts_floor.CallTaken,
    "event/call_withdrawn/v1": facts_floor.CallWithdrawn,
    "event/call_ruled/v1": facts_floor.CallRuled,
    "event/departure_noted/v1": facts_floor.DepartureNoted,
    "event/ruling_appealed/v1": facts_floor.RulingAppealed,
    "event/appeal_decided/v1": facts_floor.AppealDecided,
    "event/offence_given/v1": facts_floor.OffenceGiven,
    "event/offence_appealed/v1": facts_floor.OffenceAppealed,
    "event/offence_decided/v1": facts_floor.OffenceDecided,
    "event/time_given/v1": facts_floor.TimeGiven,
    "event/clocks_set/v1": facts_time.ClocksSet,
    "event/clock_adjusted/v1": facts_time.ClockAdjusted,
    "event/flag_ruled/v1": facts_time.FlagRuled,
    "event/log_key_set/v1": facts_log.LogKeySet,
    "event/heads_noted/v1": facts_log.HeadsNoted,
    "event/checkpoint_signed/v1": facts_log.CheckpointSigned,
    "event/checkpoint_cosigned/v1": facts_log.CheckpointCosigned,
}
STORED = {kind: name for name, kind in NAMES.items()}
READERS: dict[str, Any] = {name: msgspec.json.Decoder(kind).decode for name, kind in NAMES.items()}
write_json = msgspec.json.Encoder().encode


class Happened(NamedTuple):
    """A fact with when it was kept."""

    row: int
    fact: Fact
    at: int
    """Microseconds since 1970, UTC."""
    digest: str
    """Of its row."""


def stored_form(fact: Fact) -> tuple[str, bytes]:
    """The fact's stored name, and its fields as JSON."""
    return STORED[type(fact)], write_json(fact)


def read(event: str, row: Told) -> Happened:
    """Raises Damaged."""
    if row.name not in READERS:
        raise Damaged(f"row {row.version} of the event “{event}” is of a newer umpire: update it")
    try:
        return Happened(row.version, READERS[row.name](row.payload), row.at, row.digest)
    except msgspec.MsgspecError as why:
        raise Damaged(f"row {row.version} of the event “{event}” cannot be read: {why}") from None
