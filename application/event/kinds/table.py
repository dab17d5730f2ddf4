"""The table of all kinds of facts: stored name, type, what it does to an event, the sentence for it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from application.event import facts
from application.event import facts_floor as floor
from application.event import facts_log as log
from application.event import facts_time as time
from application.event.facts import Fact
from application.event.kinds import fold, fold_floor, fold_time, sentences
from application.event.kinds import sentences_floor as words
from application.event.state import Event


class Kind(NamedTuple):
    """A kind of fact."""

    name: str
    """The stored name; never derived from a Python path."""
    fact: type[Fact]
    fold: Callable[[Event, Any, int], Event]
    """(event, fact, microseconds since 1970) → the event after it."""
    sentence: Callable[[Any, Any], str]
    """(account, fact) → what happened, in words."""


KINDS = (
    Kind("event/opened/v1", facts.EventOpened, fold.begin, sentences.opening),
    Kind("event/policy_set/v1", facts.PolicySet, fold.set_policy, sentences.policy),
    Kind(
        "event/judge_appointed/v1", facts.JudgeAppointed, fold.appoint_judge, sentences.appointment
    ),
    Kind("event/judge_relieved/v1", facts.JudgeRelieved, fold.relieve_judge, sentences.relief),
    Kind("event/players_entered/v1", facts.PlayersEntered, fold.enter_players, sentences.arrival),
    Kind("event/tables_paired/v1", facts.TablesPaired, fold.seat_players, sentences.pairing),
    Kind("event/round_started/v1", facts.RoundStarted, fold.start_round, sentences.start),
    Kind("event/round_paused/v1", facts.RoundPaused, fold.pause_round, sentences.pause),
    Kind("event/round_resumed/v1", facts.RoundResumed, fold.resume_round, sentences.resumption),
    Kind("event/round_ended/v1", facts.RoundEnded, fold.end_round, sentences.end),
    Kind("event/result_entered/v1", facts.ResultEntered, fold.enter_result, sentences.result),
    Kind("event/closed/v1", facts.EventClosed, fold.close_event, sentences.closing),
    Kind(
        "event/people_forgotten/v1", facts.PeopleForgotten, fold.forget_people, sentences.forgetting
    ),
    Kind("event/call_made/v1", floor.CallMade, fold_floor.make_call, words.call),
    Kind(
        "event/statement_given/v1",
        floor.StatementGiven,
        fold_floor.add_statement,
        words.statement,
    ),
    Kind(
        "event/statement_waived/v1",
        floor.StatementWaived,
        fold_floor.add_waiver,
        words.waiver,
    ),
    Kind("event/call_taken/v1", floor.CallTaken, fold_floor.take_call, words.taking),
    Kind(
        "event/call_withdrawn/v1",
        floor.CallWithdrawn,
        fold_floor.withdraw_call,
        words.withdrawal,
    ),
    Kind(
        "event/call_ruled/v1",
        floor.CallRuled,
        fold_floor.rule_on_call,
        words.ruling,
    ),
    Kind(
        "event/departure_noted/v1",
        floor.DepartureNoted,
        fold_floor.note_departure,
        words.departure,
    ),
    Kind(
        "event/precedent_departed/v1",
        floor.PrecedentDeparted,
        fold_floor.depart,
        words.departing,
    ),
    Kind(
        "event/precedent_departure_noted/v1",
        floor.PrecedentDepartureNoted,
        fold_floor.note_departing,
        words.departing_seen,
    ),
    Kind(
        "event/ruling_appealed/v1",
        floor.RulingAppealed,
        fold_floor.appeal_ruling,
        words.appeal,
    ),
    Kind(
        "event/appeal_decided/v1",
        floor.AppealDecided,
        fold_floor.decide_appeal,
        words.final_ruling,
    ),
    Kind(
        "event/offence_given/v1",
        floor.OffenceGiven,
        fold_floor.give_offence,
        words.offence,
    ),
    Kind(
        "event/offence_appealed/v1",
        floor.OffenceAppealed,
        fold_floor.appeal_offence,
        words.offence_appeal,
    ),
    Kind(
        "event/offence_decided/v1",
        floor.OffenceDecided,
        fold_floor.decide_offence,
        words.offence_decision,
    ),
    Kind(
        "event/time_given/v1",
        floor.TimeGiven,
        fold_floor.give_time,
        words.time_more,
    ),
    Kind("event/clocks_set/v1", time.ClocksSet, fold_time.set_clocks, words.clocks),
    Kind(
        "event/clock_adjusted/v1",
        time.ClockAdjusted,
        fold_time.adjust_clock,
        words.adjustment,
    ),
    Kind("event/flag_ruled/v1", time.FlagRuled, fold_time.rule_on_flag, words.flag),
    Kind("event/log_key_set/v1", log.LogKeySet, fold.set_key, sentences.log_key),
    Kind("event/heads_noted/v1", log.HeadsNoted, fold.change_nothing, sentences.heads),
    Kind(
        "event/checkpoint_signed/v1",
        log.CheckpointSigned,
        fold.change_nothing,
        sentences.signature,
    ),
    Kind(
        "event/checkpoint_cosigned/v1",
        log.CheckpointCosigned,
        fold.change_nothing,
        sentences.cosignature,
    ),
    Kind(
        "event/phone_cosigned/v1",
        log.PhoneCosigned,
        fold.change_nothing,
        sentences.phone_cosignature,
    ),
)
OF_FACT = {one.fact: one for one in KINDS}


def after(event: Event, fact: Fact, at: int) -> Event:
    """The event after this fact, which was kept at this time: microseconds since 1970, UTC."""
    return OF_FACT[type(fact)].fold(event, fact, at)
