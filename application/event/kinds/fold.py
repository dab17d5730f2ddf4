"""What each fact does to an event."""

from typing import Any

from application.event import facts, facts_log
from application.event.facts import Fact
from application.event.state import Event, Judge, Round, Table
from domain.kernel.values import changed


def begin(event: Event, fact: facts.EventOpened, _at: int) -> Event:
    return changed(event, name=fact.name, played=fact.played, book=fact.book)


def set_policy(event: Event, fact: facts.PolicySet, _at: int) -> Event:
    return changed(event, policies={**event.policies, **dict.fromkeys(fact.rulesets, fact.page)})


def appoint_judge(event: Event, fact: facts.JudgeAppointed, _at: int) -> Event:
    judges = {
        id: changed(judge, head=judge.head and not fact.head) for id, judge in event.judges.items()
    }
    judges[fact.judge] = Judge(fact.judge, fact.name, fact.head, fact.key)
    return changed(event, judges=judges)


def relieve_judge(event: Event, fact: facts.JudgeRelieved, _at: int) -> Event:
    judge = changed(event.judges[fact.judge], relieved=True, head=False)
    return changed(event, judges={**event.judges, judge.id: judge})


def enter_players(event: Event, fact: facts.PlayersEntered, _at: int) -> Event:
    return changed(event, people={**event.people, **{one.id: one.name for one in fact.players}})


def seat_players(event: Event, fact: facts.TablesPaired, _at: int) -> Event:
    tables = [
        Table(fact.round, one.table, one.places, one.game, one.ruleset) for one in fact.tables
    ]
    rounds = {fact.round: Round(fact.round), **event.rounds}
    return changed(
        event, rounds=rounds, tables={**event.tables, **{one.key: one for one in tables}}
    )


def with_round(event: Event, number: int, **fields: Any) -> Event:
    found = changed(event.rounds[number], **fields)
    return changed(event, rounds={**event.rounds, number: found})


def start_round(event: Event, fact: facts.RoundStarted, at: int) -> Event:
    return with_round(event, fact.round, minutes=fact.minutes, started=at)


def pause_round(event: Event, fact: facts.RoundPaused, at: int) -> Event:
    return with_round(event, fact.round, pauses=(*event.rounds[fact.round].pauses, (at, None)))


def resume_round(event: Event, fact: facts.RoundResumed, at: int) -> Event:
    *before, (since, _) = event.rounds[fact.round].pauses
    return with_round(event, fact.round, pauses=(*before, (since, at)))


def end_round(event: Event, fact: facts.RoundEnded, at: int) -> Event:
    return with_round(event, fact.round, ended=at)


def enter_result(event: Event, fact: facts.ResultEntered, _at: int) -> Event:
    key = fact.round, fact.table
    return changed(event, tables={**event.tables, key: changed(event.tables[key], result=fact)})


def set_key(event: Event, fact: facts_log.LogKeySet, _at: int) -> Event:
    return changed(event, key=fact.key)


def change_nothing(event: Event, _fact: Fact, _at: int) -> Event:
    """The same event: a fact about the log alone changes nothing in it."""
    return event


def close_event(event: Event, _fact: facts.EventClosed, at: int) -> Event:
    return changed(event, closed=at)


def forget_people(event: Event, fact: facts.PeopleForgotten, _at: int) -> Event:
    return changed(event, forgotten=event.forgotten | set(fact.people))
