"""Who asks at an event: one of its judges, a player at one of its tables, or the operator."""

import asyncio
from dataclasses import dataclass

from starlette.datastructures import State
from starlette.requests import Request

from adapters.stores.person_keys import KeyTable
from adapters.web.context import CHALLENGE, Context, context_of
from adapters.web.credentials import refuse_cookie_alone, token_in
from adapters.web.events.app_state import shared_value
from adapters.web.metrics import EventCalls
from adapters.web.responses import Problem, as_problem
from adapters.web.seat_address import cookie_of, cookies_of
from application.event.game_words import found_table
from application.event.opening import ID
from application.event.repository import Repository
from application.ledger.ledger import Ledger
from application.ledger.streams import EVENT
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.steps import JUDGE
from domain.tournament.command import Refused
from domain.tournament.people import OF_A_JUDGE
from domain.tournament.rounds import Table
from domain.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class EventSession:
    """A judge of an event, or a player at one of its tables."""

    event: str
    person: str
    """Their number at the event."""
    token: str
    """Digest of their token."""
    expires: int
    """When the token expires: microseconds since 1970, UTC."""
    table: Table | None = None
    """The player's table; None for a judge."""


def repository_of(request: Request) -> Repository:
    """The repository for the events in this server's store."""
    return repository_in(request.app.state)


def repository_in(state: State) -> Repository:
    """The repository kept in the application's state, made on first use."""
    return shared_value(state, "repository", lambda: _repository_on(state.context))


def _repository_on(context: Context) -> Repository:
    ledger = context.umpire.store
    assert isinstance(ledger, Ledger)
    repository = Repository(
        ledger, KeyTable(context.tables), context.umpire.clock, context.metrics.count_acts
    )
    context.metrics.calls = lambda: open_calls(repository)
    return repository


def open_calls(repository: Repository) -> dict[str, EventCalls]:
    """Event → its calls that wait for a ruling."""
    calls = {}
    for row, event in repository.held():
        made = [call.at for call in event.calls.values() if call.open]
        calls[event.id] = EventCalls(row, len(made), min(made, default=0))
    return calls


def checked_event(event: str) -> str:
    """The id, unchanged. Raises Problem if no event can have it."""
    if not ID.fullmatch(event):
        raise Problem(404, "not-here", "no event has such a name", "path")
    return event


async def admit_judge(request: Request, event: str) -> EventSession:
    """A judge on duty, by their own token. Raises Problem."""
    context = context_of(request)
    name = EVENT + checked_event(event)
    token, by_cookie = token_in(request, f"event-{event}")
    if not token:
        raise Problem(401, "who", "no token", "Authorization", "Bearer TOKEN", CHALLENGE)
    if by_cookie:
        refuse_cookie_alone(request)
    session = await context.holder(request, name, token)
    if session is None or session.game != name:
        raise Problem(
            401, "who", "the token is no judge's of this event, or was revoked", "", "", CHALLENGE
        )
    if session.viewer == JUDGE:
        raise Problem(
            403, "not-yours", "the key of all judges is nobody's own: at an event you need yours"
        )
    if not session.viewer.startswith(OF_A_JUDGE):
        raise Problem(403, "not-yours", "the code is a player's; expected a judge's of this event")
    return EventSession(event, session.viewer, session.token, session.expires)


async def admit_judge_on_duty(request: Request, event: str) -> tuple[EventSession, Tournament]:
    """The judge, and the event as it stands now. Raises Problem, also if they are relieved; StoreProblem."""
    who = await admit_judge(request, event)
    now = await asyncio.to_thread(repository_of(request).event, event)
    with as_problem(Refused, 403, "not-yours"):
        now.judge(who.person)
    return who, now


async def judges_at(request: Request, event: str) -> bool:
    """Whether this browser's judge judges at the event now, by their own token. Raises StoreProblem."""
    # Whatever seat the address names: `token_in` would look for one of the event's.
    token, name = cookies_of(request).get(cookie_of(f"event-{event}"), ""), EVENT + event
    # Nobody tries a key here: one that another store gave is not counted as a wrong one.
    seat = await asyncio.to_thread(context_of(request).seats.holder, token) if token else None
    if seat is None or seat.game != name:
        return False
    now = await asyncio.to_thread(repository_of(request).event, event)
    return seat.viewer in {judge.id for judge in now.on_duty}


async def admit_by_code(request: Request) -> tuple[EventSession, Tournament]:
    """A player of the event in the path, by their own code for the whole of it. Raises Problem."""
    event = checked_event(request.path_params["event"])
    token, _ = token_in(request, f"event-{event}")
    session = await context_of(request).holder(request, EVENT + event, token) if token else None
    now = await asyncio.to_thread(repository_of(request).event, event)
    if session is None or session.game != EVENT + event or session.viewer not in now.people:
        raise Problem(401, "who", "no code of a player of this event", "", "", CHALLENGE)
    return EventSession(event, session.viewer, session.token, session.expires), now


def at_no_table() -> Problem:
    return Problem(404, "not-here", "this game is at no table of an event", "path")


async def admit_player(request: Request, game: str) -> tuple[Tournament, EventSession]:
    """A player at a table of an event, by the token of their seat. Raises Problem."""
    context = context_of(request)
    who = await context.admit(request, game)
    # A game whose pairing was taken back is at no table: others may sit there now.
    found = await asyncio.to_thread(found_table, repository_of(request), game)
    if found is None:
        raise at_no_table()
    now, table = found
    if who.viewer in (SPECTATOR, JUDGE):
        raise Problem(403, "not-yours", "only who plays here calls from the table")
    try:
        player = table.player_at(who.viewer)
    except KeyError:
        raise at_no_table() from None
    return now, EventSession(now.id, player, who.token, who.expires, table)
