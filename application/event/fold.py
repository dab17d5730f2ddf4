"""What each fact does to an event."""

from collections.abc import Callable, Mapping
from typing import Any

from application.event import facts, facts_log, fold_floor, fold_time
from application.event.facts import Fact
from application.event.state import Event, Judge, Round, Table
from domain.kernel.values import changed

Fold = Callable[[Event, Any, int], Event]
"""(event, fact, microseconds since 1970) → the event after it."""


def opened(event: Event, fact: facts.EventOpened, _at: int) -> Event:
    return changed(event, name=fact.name, played=fact.played, book=fact.book)


def appointed(event: Event, fact: facts.JudgeAppointed, _at: int) -> Event:
    judges = {
        id: changed(judge, head=judge.head and not fact.head) for id, judge in event.judges.items()
    }
    judges[fact.judge] = Judge(fact.judge, fact.name, fact.head, fact.key)
    return changed(event, judges=judges)


def relieved(event: Event, fact: facts.JudgeRelieved, _at: int) -> Event:
    judge = changed(event.judges[fact.judge], relieved=True, head=False)
    return changed(event, judges={**event.judges, judge.id: judge})


def entered(event: Event, fact: facts.PlayersEntered, _at: int) -> Event:
    return changed(event, people={**event.people, **{one.id: one.name for one in fact.players}})


def paired(event: Event, fact: facts.TablesPaired, _at: int) -> Event:
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


def started(event: Event, fact: facts.RoundStarted, at: int) -> Event:
    return with_round(event, fact.round, minutes=fact.minutes, started=at)


def paused(event: Event, fact: facts.RoundPaused, at: int) -> Event:
    return with_round(event, fact.round, pauses=(*event.rounds[fact.round].pauses, (at, None)))


def resumed(event: Event, fact: facts.RoundResumed, at: int) -> Event:
    *before, (since, _) = event.rounds[fact.round].pauses
    return with_round(event, fact.round, pauses=(*before, (since, at)))


def ended(event: Event, fact: facts.RoundEnded, at: int) -> Event:
    return with_round(event, fact.round, ended=at)


def resulted(event: Event, fact: facts.ResultEntered, _at: int) -> Event:
    key = fact.round, fact.table
    return changed(event, tables={**event.tables, key: changed(event.tables[key], result=fact)})


def key_set(event: Event, fact: facts_log.LogKeySet, _at: int) -> Event:
    return changed(event, key=fact.key)


def as_it_was(event: Event, _fact: Fact, _at: int) -> Event:
    """What is said of the log alone changes nothing else."""
    return event


def closed(event: Event, _fact: facts.EventClosed, at: int) -> Event:
    return changed(event, closed=at)


def forgotten(event: Event, fact: facts.PeopleForgotten, _at: int) -> Event:
    return changed(event, forgotten=event.forgotten | set(fact.people))


FOLDS: Mapping[type[Fact], Fold] = {
    facts.EventOpened: opened,
    facts.JudgeAppointed: appointed,
    facts.JudgeRelieved: relieved,
    facts.PlayersEntered: entered,
    facts.TablesPaired: paired,
    facts.RoundStarted: started,
    facts.RoundPaused: paused,
    facts.RoundResumed: resumed,
    facts.RoundEnded: ended,
    facts.ResultEntered: resulted,
    facts.EventClosed: closed,
    facts.PeopleForgotten: forgotten,
    **fold_floor.FOLDS,
    **fold_time.FOLDS,
    facts_log.LogKeySet: key_set,
    facts_log.HeadsNoted: as_it_was,
    facts_log.CheckpointSigned: as_it_was,
    facts_log.CheckpointCosigned: as_it_was,
}


def after(event: Event, fact: Fact, at: int) -> Event:
    """The event after this fact."""
    return FOLDS[type(fact)](event, fact, at)
