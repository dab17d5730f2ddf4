"""The leaves of a log: one line for each head, result, ruling, offence and flag, in their order.

A line holds numbers of people, never names. Words are bound into it by the digest of their row.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from application.event.log.log_events import HeadsNoted
from application.event.registry import StoredEvent
from domain.tournament.calls import AppealDecided, CallRuled
from domain.tournament.clocks import FlagRuled
from domain.tournament.command import TournamentEvent
from domain.tournament.offences import OffenceDecided, OffenceGiven
from domain.tournament.people import EventOpened
from domain.tournament.rounds import (
    AnyResult,
    GameHead,
    ResultAgreed,
    ResultCorrected,
    ResultEntered,
    RoundEnded,
)

LeafLines = Callable[[Any, str], Iterator[str]]
"""(event, digest of its row) → its leaves."""


def opening(_event: EventOpened, digest: str) -> Iterator[str]:
    yield f"opened {digest}"


def result(event: AnyResult, _digest: str) -> Iterator[str]:
    points = " ".join(f"{player} {points}" for player, points in event.points.items())
    told = f"result {_at(event)} {points} winner {event.winner or '-'} by {event.by}"
    yield f"{told} {_head(event.head)}" if event.head else told


def heads(event: RoundEnded, digest: str) -> Iterator[str]:
    # The digest of this row is bound to every row before it, those that are no leaves too.
    yield f"round {event.round} ended {digest}"
    for game_head in event.heads:
        yield f"head r{event.round} t{game_head.table} {_head(game_head)}"


def ruling(event: CallRuled, digest: str) -> Iterator[str]:
    yield f"ruling call {event.call} by {event.by} {event.verdict} {','.join(event.cites) or '-'} {digest}"


def final(event: AppealDecided, digest: str) -> Iterator[str]:
    yield f"final ruling call {event.call} by {event.by} {event.verdict} {digest}"


def offence(event: OffenceGiven, digest: str) -> Iterator[str]:
    yield f"offence {event.offence} {_at(event)} {event.player} {event.kind} {event.penalty} {digest}"


def offence_decision(event: OffenceDecided, digest: str) -> Iterator[str]:
    yield f"offence {event.offence} decided by {event.by} {event.penalty or '-'} {digest}"


def flag(event: FlagRuled, digest: str) -> Iterator[str]:
    yield f"flag {_at(event)} {event.player} fell {event.fell} by {event.by} {digest}"


def noted_heads(event: HeadsNoted, _digest: str) -> Iterator[str]:
    for noted_head in event.heads:
        yield f"head {noted_head.id} row {noted_head.row} {noted_head.digest}"


def _at(event: Any) -> str:
    return f"r{event.round} t{event.table}"


def _head(head: GameHead) -> str:
    return f"{head.game} row {head.row} {head.digest}"


LINES: Mapping[type[TournamentEvent], LeafLines] = {
    EventOpened: opening,
    ResultEntered: result,
    ResultAgreed: result,
    ResultCorrected: result,
    RoundEnded: heads,
    CallRuled: ruling,
    AppealDecided: final,
    OffenceGiven: offence,
    OffenceDecided: offence_decision,
    FlagRuled: flag,
    HeadsNoted: noted_heads,
}


def leaves_of(happened: Iterable[StoredEvent]) -> Iterator[str]:
    """The leaves that these events add, in their order."""
    for stored_event in happened:
        line = LINES.get(type(stored_event.event))
        if line is not None:
            yield from line(stored_event.event, stored_event.digest)
