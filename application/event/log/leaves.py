"""The leaves of a log: one line for each head, result, ruling, offence and flag, in their order.

A line holds numbers of people, never names. Words are bound into it by the digest of their row.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from application.event import facts, facts_floor, facts_log, facts_time
from application.event.facts import Fact, GameHead
from application.event.kinds.stored import StoredFact

LeafLines = Callable[[Any, str], Iterator[str]]
"""(fact, digest of its row) → its leaves."""


def opening(_fact: facts.EventOpened, digest: str) -> Iterator[str]:
    yield f"opened {digest}"


def result(fact: facts.ResultEntered, _digest: str) -> Iterator[str]:
    points = " ".join(f"{player} {points}" for player, points in fact.points.items())
    told = f"result {_at(fact)} {points} winner {fact.winner or '-'} by {fact.by}"
    yield f"{told} {_head(fact.head)}" if fact.head else told


def heads(fact: facts.RoundEnded, digest: str) -> Iterator[str]:
    # The digest of this row is bound to every row before it, those that are no leaves too.
    yield f"round {fact.round} ended {digest}"
    for one in fact.heads:
        yield f"head r{fact.round} t{one.table} {_head(one)}"


def ruling(fact: facts_floor.CallRuled, digest: str) -> Iterator[str]:
    yield f"ruling call {fact.call} by {fact.by} {fact.verdict} {','.join(fact.cites) or '-'} {digest}"


def final(fact: facts_floor.AppealDecided, digest: str) -> Iterator[str]:
    yield f"final ruling call {fact.call} by {fact.by} {fact.verdict} {digest}"


def offence(fact: facts_floor.OffenceGiven, digest: str) -> Iterator[str]:
    yield f"offence {fact.offence} {_at(fact)} {fact.player} {fact.kind} {fact.penalty} {digest}"


def offence_decision(fact: facts_floor.OffenceDecided, digest: str) -> Iterator[str]:
    yield f"offence {fact.offence} decided by {fact.by} {fact.penalty or '-'} {digest}"


def flag(fact: facts_time.FlagRuled, digest: str) -> Iterator[str]:
    yield f"flag {_at(fact)} {fact.player} fell {fact.fell} by {fact.by} {digest}"


def noted_heads(fact: facts_log.HeadsNoted, _digest: str) -> Iterator[str]:
    for one in fact.heads:
        yield f"head {one.id} row {one.row} {one.digest}"


def _at(fact: Any) -> str:
    return f"r{fact.round} t{fact.table}"


def _head(head: GameHead) -> str:
    return f"{head.game} row {head.row} {head.digest}"


LINES: Mapping[type[Fact], LeafLines] = {
    facts.EventOpened: opening,
    facts.ResultEntered: result,
    facts.RoundEnded: heads,
    facts_floor.CallRuled: ruling,
    facts_floor.AppealDecided: final,
    facts_floor.OffenceGiven: offence,
    facts_floor.OffenceDecided: offence_decision,
    facts_time.FlagRuled: flag,
    facts_log.HeadsNoted: noted_heads,
}


def leaves_of(happened: Iterable[StoredFact]) -> Iterator[str]:
    """The leaves that these facts add, in their order."""
    for one in happened:
        line = LINES.get(type(one.fact))
        if line is not None:
            yield from line(one.fact, one.digest)
