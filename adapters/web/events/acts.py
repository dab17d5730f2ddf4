"""Turns what judges and players do on their phones into facts of the event."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from starlette.requests import Request

from adapters.web.bodies import key_of, mapping_in
from adapters.web.context import Context, context_of
from adapters.web.events.admission import EventSession, office_of
from adapters.web.events.app_state import shared
from adapters.web.events.departures import docket_of
from adapters.web.events.group_commit import GroupCommit
from adapters.web.responses import Problem
from adapters.web.webhooks.timed_post import post
from application.event.acts.act import Act, ActContext
from application.event.acts.on_the_floor import Call, Rule
from application.event.acts.sent import act_of
from application.event.clocks.player_clocks import ClockReading, clocks_of, moments
from application.event.facts import Fact
from application.event.facts_floor import CallMade
from application.event.floor.calls import EarlierRuling, open_call
from application.event.floor.departures import ruled_otherwise_elsewhere
from application.event.kinds.account import Account
from application.event.office import Office
from application.event.state import Event, Refused, Table
from application.game.moments import iso_time
from application.game.umpire import Umpire
from application.ledger.public_heads import public_head


async def take_act(request: Request, who: EventSession, kinds: Any) -> int | None:
    """Carries out the act in the body; for a new call, gives its number. Raises Problem."""
    context = context_of(request)
    context.pace.take(who.token)
    content = await mapping_in(request, "{do: …}")
    if who.table is not None and content.get("do") == "call":
        content |= {"round": who.table.round, "table": who.table.number}
    try:
        act = act_of(content, kinds)
        elsewhere = await earlier_rulings(request, who, act)
        event = await carry_out(request, who, act, key_of(request), elsewhere)
    except Refused as why:
        raise Problem(422, "wrong-field", str(why)) from None
    if not isinstance(act, Call):
        return None
    call = open_call(event, event.table(act.round, act.table))
    return call.made.call if call else None


async def earlier_rulings(
    request: Request, who: EventSession, act: Act
) -> tuple[EarlierRuling, ...]:
    """What was ruled otherwise at other events under the rules of this ruling; empty for other acts."""
    if not isinstance(act, Rule):
        return ()
    context = context_of(request)
    return await context.long.run(
        who.token,
        ruled_otherwise_elsewhere,
        office_of(request),
        docket_of(request),
        who.event,
        act.call,
        act.cites,
        act.verdict,
    )


def group_commit_of(request: Request) -> GroupCommit:
    """The group commit for acts at events through this server."""
    return shared(request.app.state, "acts", lambda: GroupCommit(office_of(request)))


async def carry_out(
    request: Request, who: EventSession, act: Act, key: str, elsewhere: tuple[EarlierRuling, ...]
) -> Event:
    """Stores the act's facts; gives the event after them. Raises Refused, StoreProblem."""
    context = context_of(request)
    acts = group_commit_of(request)
    office = acts.office
    happened: list[Fact] = []

    def decide(event: Event, now: int) -> Iterable[Fact]:
        if who.table is None:
            event.judge(who.person)
        umpire, keyring = context.umpire, office.keyring_at(event)
        newest, clocks = partial(newest_entry, umpire), partial(clock_readings, umpire, event, now)
        head = partial(public_head, office.ledger)
        acting = ActContext(event, now, keyring, who.person, newest, clocks, head, key, elsewhere)
        happened[:] = act.happens(acting)
        return happened

    try:
        event = await acts.keep(who.event, decide)
    except Refused as why:
        raise Refused(await asyncio.to_thread(name_people, office, who.event, str(why))) from None
    tell_of_calls(context, event.id, happened, office.clock())
    return event


def name_people(office: Office, id: str, text: str) -> str:
    """The sentence with people's names in place of their numbers."""
    event = office.event(id)
    return Account(event, office.keyring_at(event)).name_people(text)


def newest_entry(umpire: Umpire, table: Table) -> int:
    """The number of the newest entry in the table's game; 0 without a game."""
    return umpire.game(table.game).game.length if table.game else 0


def clock_readings(
    umpire: Umpire, event: Event, now: int, table: Table
) -> Mapping[str, ClockReading]:
    """Player → their clock's reading; empty if the table has no game."""
    if not table.game:
        return {}
    return clocks_of(event, table, moments(umpire.game(table.game)), now)


def tell_of_calls(context: Context, event: str, facts: Iterable[Fact], now: int) -> None:
    """Queues a message to the operator's webhook, if there is one, for each new call."""
    if not context.settings.call_webhook:
        return
    for call in facts:
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
