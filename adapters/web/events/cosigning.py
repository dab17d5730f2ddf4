"""Cosigning: the phone of a judge or a player signs the newest checkpoint of an event too."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.bodies import json_in
from adapters.web.context import context_of
from adapters.web.events.admission import (
    EventSession,
    admit_judge_on_duty,
    admit_player,
    repository_of,
)
from adapters.web.pages.render import page, page_route, refuse_other_sites
from adapters.web.public_address import public_address, qr_code
from adapters.web.responses import JsonResponse, Problem, as_problem
from adapters.web.seat_address import address_of, seat_in_address
from application.event.log.proving import cosigner_in, keep_cosignature
from domain.tournament.command import Refused


@page_route
async def judge_cosigns(request: Request) -> Response:
    """For a judge: the page on which their phone signs the newest checkpoint, and the signature it posts."""
    who, _ = await admit_judge_on_duty(request, request.path_params["event"])
    return await cosigning(request, who, f"/events/{who.event}/cosign")


@page_route
async def player_cosigns(request: Request) -> Response:
    """The same for a player at one of the event's tables."""
    game = request.path_params["game"]
    _, who = await admit_player(request, game)
    return await cosigning(request, who, f"{address_of(game, seat_in_address(request))}/cosign")


async def cosigning(request: Request, who: EventSession, here: str) -> Response:
    """GET gives the page; POST stores the cosignature that a phone has made. Raises Problem."""
    repository = repository_of(request)
    if request.method == "GET":
        address, _ = public_address(request, context_of(request).settings)
        event = await asyncio.to_thread(repository.event, who.event)
        log = await asyncio.to_thread(repository.proofs, who.event)
        size = max(log.checkpoints, default=0)
        shown: dict[str, Any] = {
            "event": event,
            "here": here,
            "checkpoint": log.checkpoints.get(size, ""),
            "size": size,
            "cosigned": [
                cosigner_in(event, signature) or signature.key.partition("+")[0]
                for signature in log.cosigned.get(size, ())
            ],
            "code": qr_code(f"{address}/events/{who.event}/cosign", scale=3),
        }
        return page("event_cosign.html", **shown)
    refuse_other_sites(request)
    context_of(request).pace.take(who.token)
    content = await json_in(request)
    fields = [content.get(name) if isinstance(content, dict) else None for name in ("key", "line")]
    key, line = fields
    if not isinstance(key, str) or not isinstance(line, str):
        raise Problem(
            422, "wrong-field", "a key and a line are missing", "body", "{key: …, line: …}"
        )
    with as_problem(Refused, 422, "wrong-field"):
        await asyncio.to_thread(keep_cosignature, repository, who.event, who.person, key, line)
    return JsonResponse({"done": True})
