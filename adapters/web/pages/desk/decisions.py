"""What a judge decides at the desk: previewed first, then done exactly as it was shown."""

import asyncio
from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.api.desk import fork_once
from adapters.web.api.opening import link, refusals_as_problems
from adapters.web.api.seating import issue_once
from adapters.web.api.steps import own_key
from adapters.web.bodies import key_of
from adapters.web.context import Context
from adapters.web.credentials import token_in
from adapters.web.events.departures import departure_words, with_departure_reason
from adapters.web.pages.desk.policies import policy_in_fields
from adapters.web.pages.desk.questions import desk_piece, faces_at_desk, words_by_entry
from adapters.web.pages.render import admit_desk_judge, json_fields, page_route
from adapters.web.responses import RECEIPT, JsonResponse, Problem, as_problem
from adapters.web.seat_address import address_of
from application.desk.backup import BadBackup, going_back, leaving, mending, proposal_note
from application.desk.defects import claimed_entry
from application.desk.policy import Policy
from application.desk.preview import preview
from application.game.checked_step import NotAStep, checked_step
from application.game.live_game import LiveGame
from application.game.openings import IdempotentRequest
from application.game.seating.public import make_public
from application.game.seats import every_seat
from application.game.umpire import MovedOn, TakesNoMore
from application.ledger.store import Recorded
from application.records.numbered import step_from_seat
from application.records.records import BadRecord
from domain.kernel.history import Game
from domain.kernel.steps import JUDGE, Said

EVERYBODY = "*"
"""Sent in place of a seat to make the game public."""


@page_route
async def try_out(request: Request) -> Response:
    """A preview of a judge's step: the ruling, and exactly what would be taken back."""
    context, who, live = await admit_desk_judge(request)
    content = await json_fields(request)
    said = await context.short.run(who.token, judge_step, content, live)
    shown = await context.long.run(who.token, preview, live.game, said)
    apart = await context.long.run(who.token, departure_words, request, live, said)
    faces = faces_at_desk(live)
    reason = faces.in_names(shown.ruling.reason, said)
    values = {"preview": shown, "reason": reason, "apart": apart, "said": words_by_entry(live)}
    return desk_piece("_preview.html", who.here, faces=faces, **values)


def judge_step(content: dict[str, Any], live: LiveGame) -> Said:
    """The judge's step, from its fields or from a line of words. Raises Problem."""
    step = content.get("step")
    with as_problem((BadRecord, NotAStep), 422, "not-a-step", "step"):
        fields = step if isinstance(step, dict) else judge_words(live.game, str(step))
        return checked_step({**fields, "by": JUDGE}, live.game.players)


def judge_words(game: Game, text: str) -> Said:
    """The step that these words mean when the judge says them. Raises BadRecord."""
    return step_from_seat(game, JUDGE, text, keep=True)[0]


@page_route
async def say(request: Request) -> Response:
    """Takes a judge's step."""
    context, who, live = await admit_desk_judge(request)
    content = await json_fields(request)
    key = own_key(who, key_of(request))
    before = context.umpire.entry_under(f"{key}:0", live)
    if before is not None:
        again = [live.game.entry(before).said]
        return await take_shown_steps(context, who.here, live, again, content, key)
    said = await context.short.run(who.token, judge_step, content, live)
    kept = await with_departure_reason(request, who, live.game, said, content.get("departing"))
    return await take_shown_steps(context, who.here, live, [kept], content, key)


@page_route
async def remedy(request: Request) -> Response:
    """Goes back, makes a partial fix, or leaves the game as it is; notes first which players agreed."""
    context, who, live = await admit_desk_judge(request)
    content = await json_fields(request)
    to, because = _target_and_reason(content, live)
    with as_problem(BadBackup, 422, "wrong-field", "remedy"):
        policy = await policy_in_fields(request, content, context, who, live)
        steps = await context.long.run(who.token, _remedy_steps, live, policy, content, to, because)
    kept = [await with_departure_reason(request, who, live.game, said, because) for said in steps]
    key = own_key(who, key_of(request))
    return await take_shown_steps(context, who.here, live, kept, content, key)


@page_route
async def propose(request: Request) -> Response:
    """Proposes a remedy to the players, who answer on their own phones; the game stays as it is."""
    context, who, live = await admit_desk_judge(request)
    content = await json_fields(request)
    to, because = _target_and_reason(content, live)
    policy = await policy_in_fields(request, content, context, who, live)
    wanted = str(content.get("remedy"))
    with as_problem(BadBackup, 422, "wrong-field", "remedy"):
        said = await context.long.run(
            who.token, proposal_note, live.game, policy, to, wanted, because
        )
    key = own_key(who, key_of(request))
    return await take_shown_steps(context, who.here, live, [said], content, key)


def _target_and_reason(content: dict[str, Any], live: LiveGame) -> tuple[int, str]:
    """The entry to go back to, and the judge's reason. Raises Problem."""
    to, because = content.get("to"), str(content.get("because") or "").strip()
    if type(to) is not int or not 0 <= to <= live.game.length:
        raise Problem(422, "wrong-field", "it is no entry", "to", f"0 to {live.game.length}")
    if not because:
        raise Problem(422, "wrong-field", "it is missing", "because", "the reason, in a sentence")
    return to, because


def _remedy_steps(
    live: LiveGame, policy: Policy, content: dict[str, Any], to: int, because: str
) -> list[Said]:
    game, wanted, said = live.game, content.get("remedy"), content.get("agreed") or []
    if not isinstance(said, list):
        raise Problem(422, "wrong-field", "it is no list", "agreed", "the players who agree")
    agreed = [player for player in game.players if player in said]
    if wanted == "back":
        return going_back(game, to, because, agreed)
    if wanted == "leave":
        return leaving(game, to, because, agreed)
    return mending(game, policy, to, str(wanted), because, agreed)


async def take_shown_steps(
    context: Context,
    here: str,
    live: LiveGame,
    steps: Iterable[Said],
    content: dict[str, Any],
    key: str,
) -> Response:
    """Takes the steps if the game has no newer entry than the page showed; the last ruling. Raises Problem."""
    entry = content.get("entry")
    seen = entry if type(entry) is int else None
    recorded = None
    for place, said in enumerate(steps):
        own = f"{key}:{place}" if key else ""
        live, recorded = await _take_shown_step(context, live.id, said, own, seen)
        seen = recorded.entry.n
    assert recorded is not None
    read = await asyncio.to_thread(context.umpire.tables.codec_of(live).entry, live, recorded.entry)
    defect = claimed_entry(live.game, recorded.entry)
    faces = faces_at_desk(live)
    reason = faces.in_names(read.ruling.reason, read.said)
    piece = desk_piece(
        "_ruled.html", here, ruling=read.ruling, reason=reason, n=read.n, defect=defect
    )
    piece.headers[RECEIPT] = context.receipt(live, recorded)
    return piece


async def _take_shown_step(
    context: Context, game: str, said: Said, key: str, seen: int | None
) -> tuple[LiveGame, Recorded]:
    """The game after this step, and its entry. Raises Problem, StoreProblem."""
    now = context.umpire.clock()
    try:
        recorded = await context.umpire.step_soon(game, said, key=key, expected_entry=seen)
    except NotAStep as why:
        raise Problem(422, "not-a-step", str(why), "body") from None
    except TakesNoMore as why:
        raise Problem(409, why.kind, str(why)) from None
    except MovedOn as why:
        raise Problem(
            409, "moved-on", f"{why}: look at it again; nothing was done", "the game"
        ) from None
    live = context.umpire.game(game, fresh=False)
    context.announce_ruled(live, recorded, now)
    return live, recorded


@page_route
async def fork(request: Request) -> Response:
    """Forks the game after the entry shown."""
    context, who, live = await admit_desk_judge(request)
    at = (await json_fields(request)).get("at")
    at = at if type(at) is int else None
    idempotent = IdempotentRequest(
        f"fork {live.id}", token_in(request, live.id)[0], key_of(request), str(at)
    )
    made, tokens = await context.long.run(
        who.token, fork_once, context, live, at, who.viewer, idempotent
    )
    links = {who: link(made.game, token) for who, token in tokens.items()}
    return desk_piece("_forked.html", who.here, lines=list(made.lines()), links=links)


@page_route
async def seats(request: Request) -> Response:
    """A new link for a seat whose player has lost theirs; older links still work."""
    context, _, live = await admit_desk_judge(request)
    seat = (await json_fields(request)).get("seat")
    known = every_seat(live.game.players)
    if seat == EVERYBODY:
        with refusals_as_problems():
            await asyncio.to_thread(make_public, context.seats, live.id)
        return JsonResponse({"link": address_of(live.id)})
    if seat not in known:
        raise Problem(422, "wrong-field", "there is no such seat", "seat", ", ".join(known))
    idempotent = IdempotentRequest(
        f"seat {live.id} {seat}", token_in(request, live.id)[0], key_of(request)
    )
    tokens = await asyncio.to_thread(issue_once, context, live.id, str(seat), idempotent)
    return JsonResponse({"link": link(live.id, tokens[str(seat)])})
