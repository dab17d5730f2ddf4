"""What judges and players send from their phones: commands at an event."""

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Any

from starlette.requests import Request

from adapters.web.bodies import key_of, mapping_in
from adapters.web.context import Context, context_of
from adapters.web.events.admission import EventSession, repository_of
from adapters.web.events.departures import precedent_index_of
from adapters.web.responses import Problem
from adapters.web.webhooks.timed_post import post
from application.event.commands import Commands, command_of
from application.event.rulings_elsewhere import ruled_otherwise_elsewhere
from application.game.moments import iso_time
from domain.tournament import Tournament
from domain.tournament.calls import CallMade, MakeCall, Rule
from domain.tournament.command import Command, Refused, TournamentEvent
from domain.tournament.context import EarlierRuling

OF_ONE_S_TABLE = ("call", "report_result")
"""What a player does about their own table, and need not say which."""


async def take_command(request: Request, who: EventSession, kinds: Any) -> int | None:
    """Carries out the command in the body; for a call, gives its number. Raises Problem."""
    context = context_of(request)
    context.pace.take(who.token)
    content = await mapping_in(request, "{do: …}")
    if who.table is not None and content.get("do") in OF_ONE_S_TABLE:
        content |= {"round": who.table.round, "table": who.table.number}
    try:
        command = command_of(content, kinds, who.person)
        elsewhere = await earlier_rulings(request, who, command)
        event = await carry_out(request, who, command, key_of(request), elsewhere)
    except Refused as why:
        raise await asyncio.to_thread(refusal, request, who, why) from None
    if not isinstance(command, MakeCall):
        return None
    call = event.open_call(command.at(event))
    return call.made.call if call else None


def refusal(request: Request, who: EventSession, why: Refused) -> Problem:
    """The problem that tells of it, with names, and with the rules of the event's book."""
    named = commands_of(request).with_names(who.event, why)
    return Problem(422, "wrong-field", str(named), cites=named.cites)


async def earlier_rulings(
    request: Request, who: EventSession, command: Command
) -> tuple[EarlierRuling, ...]:
    """What was ruled otherwise at other events under the rules of this ruling; empty for others."""
    if not isinstance(command, Rule):
        return ()
    context = context_of(request)
    return await context.long.run(
        who.token,
        ruled_otherwise_elsewhere,
        repository_of(request),
        precedent_index_of(request),
        who.event,
        command.call,
        command.cites,
        command.verdict,
    )


def commands_of(request: Request) -> Commands:
    """What carries out commands in this server's store."""
    return Commands(repository_of(request), context_of(request).umpire)


async def carry_out(
    request: Request,
    who: EventSession,
    command: Command,
    key: str,
    elsewhere: tuple[EarlierRuling, ...],
) -> Tournament:
    """Keeps what the command comes to; gives the event after it. Raises Refused, StoreProblem."""
    commands, revoke = commands_of(request), context_of(request).seats.revoke
    for game, seat in await asyncio.to_thread(commands.seats_to_leave, who.event, command):
        await asyncio.to_thread(revoke, game, seat)
    deciding = commands.deciding(command, key, elsewhere)

    def decide(event: Tournament, now: int) -> Iterable[TournamentEvent]:
        if who.table is None:
            # Once more, as they may have been relieved since they were admitted.
            event.judge(who.person)
        return deciding(event, now)

    repository = repository_of(request)
    event = deciding.event = await repository.keep_soon(who.event, decide)
    for game, seat in deciding.seats_left if deciding.events else ():
        await asyncio.to_thread(revoke, game, seat)
    tell_of_calls(context_of(request), event.id, deciding.events, repository.clock())
    return event


def tell_of_calls(
    context: Context, event: str, happened: Iterable[TournamentEvent], now: int
) -> None:
    """Queues a message to the operator's webhook, if there is one, for each new call."""
    if not context.settings.call_webhook:
        return
    for call in happened:
        if isinstance(call, CallMade):
            message = {
                "event": event,
                "call": call.call,
                "round": call.round,
                "table": call.table,
                "when": iso_time(now),
                "at": iso_time(now),
            }
            send = partial(post, context.settings.call_webhook, message)
            context.call_webhook.enqueue(f"{event} {call.call}", send)
