"""FairPool what judges and players do on their phones into facts of the event."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from starlette.requests import Request

from adapters.web.bodies import json_in, key_of
from adapters.web.context import Context
from adapters.web.events.admission import EventSession, office_of
from adapters.web.events.departures import docket_of
from adapters.web.events.group_commit import GroupCommit
from adapters.web.responses import Problem
from adapters.web.webhooks import Telling
from application.event.acts.act import Act, Acting
from application.event.acts.on_the_floor import Call, Rule
from application.event.acts.sent import act_of
from application.event.clocks.player_clocks import ClockReading, clocks_of, moments
from application.event.facts import Fact
from application.event.facts_floor import CallMade
from application.event.floor.calls import Earlier, open_call
from application.event.floor.departures import ruled_otherwise_elsewhere
from application.event.kinds.account import Account
from application.event.office import Office
from application.event.state import Event, Refused, Table
from application.game.moments import iso_time
from application.game.umpire import Umpire
from application.ledger.heads_shown import head_shown


async def take_act(request: Request, who: EventSession, kinds: Any) -> int | None:
    """Carries out the act in the body; for a new call, gives its number. Raises Problem."""
    context: Context = request.app.state.context
    context.pace.take(who.token)
    content = await json_in(request)
    if not isinstance(content, dict):
        raise Problem(422, "wrong-field", "it is no mapping", "body", "{do: …}")
    if who.table is not None and content.get("do") == "call":
        content |= {"round": who.table.round, "table": who.table.number}
    key = key_of(request)
    try:
        act = act_of(content, kinds)
        acts = group_commit_of(request)
        elsewhere: tuple[Earlier, ...] = ()
        if isinstance(act, Rule):
            ruling = act.call, act.cites, act.verdict
            elsewhere = await context.long.run(
                who.token,
                ruled_otherwise_elsewhere,
                acts.office,
                docket_of(request),
                who.event,
                *ruling,
            )
        event = await carry_out(context, acts, who, act, key, elsewhere)
    except Refused as why:
        raise Problem(422, "wrong-field", str(why)) from None
    if not isinstance(act, Call):
        return None
    call = open_call(event, event.table(act.round, act.table))
    return call.made.call if call else None


def group_commit_of(request: Request) -> GroupCommit:
    """The group commit for acts at events through this server."""
    state = request.app.state
    if not hasattr(state, "acts"):
        state.acts = GroupCommit(office_of(request))
    acts: GroupCommit = state.acts
    return acts


async def carry_out(
    context: Context,
    acts: GroupCommit,
    who: EventSession,
    act: Act,
    key: str,
    elsewhere: tuple[Earlier, ...] = (),
) -> Event:
    """Stores the act's facts; gives the event after them. Raises Refused, StoreProblem."""
    office = acts.office
    happened: list[Fact] = []

    def decide(event: Event, now: int) -> Iterable[Fact]:
        if who.table is None:
            event.judge(who.person)
        acting = Acting(
            event,
            now,
            office.keyring_at(event),
            who.person,
            partial(newest_entry, context.umpire),
            partial(readings, context.umpire, event, now),
            partial(head_shown, office.ledger),
            key,
            elsewhere,
        )
        happened[:] = act.happens(acting)
        return happened

    try:
        event = await acts.keep(who.event, decide)
    except Refused as why:
        raise Refused(await asyncio.to_thread(name_people, office, who.event, str(why))) from None
    for fact in happened:
        if isinstance(fact, CallMade) and context.settings.call_webhook:
            tell_of_call(context.call_webhook, event.id, fact, office.clock())
    return event


def name_people(office: Office, id: str, text: str) -> str:
    """The sentence with people's names in place of their numbers."""
    event = office.event(id)
    return Account(event, office.keyring_at(event)).name_people(text)


def newest_entry(umpire: Umpire, table: Table) -> int:
    """The number of the newest entry in the table's game; 0 without a game."""
    return umpire.game(table.game).game.length if table.game else 0


def readings(umpire: Umpire, event: Event, now: int, table: Table) -> Mapping[str, ClockReading]:
    """Player → their clock's reading; empty if the table has no game."""
    if not table.game:
        return {}
    return clocks_of(event, table, moments(umpire.game(table.game)), now)


def tell_of_call(telling: Telling, event: str, call: CallMade, now: int) -> None:
    """Queues the webhook message about a new call."""
    told = {
        "event": event,
        "call": call.call,
        "round": call.round,
        "table": call.table,
        "when": iso_time(now),
        "at": iso_time(now),
    }
    telling.soon(f"{event} {call.call}", told)
