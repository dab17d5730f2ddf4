"""Rounds begin, stand still and end; tables get their results."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from application.event.facts import (
    Fact,
    GameHead,
    ResultEntered,
    RoundEnded,
    RoundPaused,
    RoundResumed,
    RoundStarted,
)
from application.event.names import hide_words
from application.event.people import Keyring
from application.event.state import ORGANISER, Event, Refused, Table
from domain.kernel.wording import list_in_words

LONGEST = 24 * 60
MOST_POINTS = 1_000_000
MOST_NAMED = 6
"""Tables without a result, in one sentence."""
HeadOf = Callable[[str], tuple[int, str]]
"""A game → the number and the digest of its newest row."""
GAME = "game"
"""Who enters a result that the game itself says."""


def start(event: Event, number: int, minutes: int) -> Iterator[Fact]:
    """The clock of a round begins to run. Raises Refused."""
    found = event.round(number)
    if found.started is not None:
        raise Refused(f"round {number} has begun already")
    if not 0 < minutes <= LONGEST:
        raise Refused(f"{minutes} minutes: expected 1 to {LONGEST}")
    yield RoundStarted(number, minutes)


def is_running(event: Event, number: int) -> bool:
    """Whether the round's clock runs. Raises Refused where it has not begun or is over."""
    found = event.round(number)
    if found.started is None:
        raise Refused(f"round {number} has not begun")
    if found.ended is not None:
        raise Refused(f"round {number} is over")
    return not found.pauses or found.pauses[-1][1] is not None


def pause(event: Event, keyring: Keyring, number: int, by: str, because: str) -> Iterator[Fact]:
    """A judge stops the clock of the round. Raises Refused."""
    if not is_running(event, number):
        raise Refused(f"the clock of round {number} stands already")
    yield RoundPaused(number, event.judge(by).id, hide_words(event, keyring, by, because))


def resume(event: Event, number: int, by: str) -> Iterator[Fact]:
    """A judge lets it run again. Raises Refused."""
    if is_running(event, number):
        raise Refused(f"the clock of round {number} runs")
    yield RoundResumed(number, event.judge(by).id)


def end(event: Event, number: int, head_of: HeadOf) -> Iterator[Fact]:
    """A round is over: where every game of it stands is written down. Raises Refused."""
    is_running(event, number)
    missing = [table.number for table in event.of_round(number) if _awaits_result(table)]
    if missing:
        if len(missing) == 1:
            raise Refused(f"table {missing[0]} of round {number} has no result yet")
        first = list_in_words([str(one) for one in missing[:MOST_NAMED]])
        more = "" if len(missing) <= MOST_NAMED else " first"
        raise Refused(f"{len(missing)} tables of round {number} have no result yet, {first}{more}")
    heads = (head(table, head_of) for table in event.of_round(number) if table.game)
    yield RoundEnded(number, tuple(heads))


def _awaits_result(table: Table) -> bool:
    return table.result is None and bool(table.game)


def head(table: Table, head_of: HeadOf) -> GameHead:
    """Where the table's game stands."""
    return GameHead(table.number, table.game, *head_of(table.game))


def result(
    event: Event,
    round: int,
    number: int,
    by: str,
    points: Mapping[str, int],
    winner: str | None,
    head_of: HeadOf,
) -> Iterator[Fact]:
    """How a table ended, as a judge or the organiser says. Raises Refused."""
    table = event.table(round, number)
    if by not in (ORGANISER, GAME):
        event.judge(by)
    if event.round(round).ended is not None:
        raise Refused(f"round {round} is over; its results stand")
    if event.round(round).started is None:
        raise Refused(f"round {round} has not begun")
    strangers = [
        one for one in (*points, *([winner] if winner else [])) if one not in table.players
    ]
    if strangers:
        raise Refused(f"“{strangers[0]}” does not sit at table {number}; expected {_sit(table)}")
    given = {player: points.get(player, 0) for player in table.players}
    if any(abs(one) > MOST_POINTS for one in given.values()):
        raise Refused(f"points: expected whole numbers up to {MOST_POINTS}")
    found = ResultEntered(
        round, number, by, given, winner, head(table, head_of) if table.game else None
    )
    if found != table.result:
        yield found


def _sit(table: Table) -> str:
    return ", ".join(table.players)


def result_of_game(
    event: Event, table: Table, state: Mapping[str, Any], head_of: HeadOf
) -> Iterator[Fact]:
    """How the table's game says it ended: its winner, and its victory points where it counts them."""
    seat = state.get("winner")
    scored = state.get("victory_points") or {}
    points = {place.player: scored[place.seat] for place in table.places if place.seat in scored}
    winner = table.player_at(seat) if seat else None
    return result(event, table.round, table.number, GAME, points, winner, head_of)
