"""Routes of a seat's own standing answer; it is nobody else's to see, not even a judge's."""

import asyncio
from time import perf_counter
from typing import Any

from fastapi import APIRouter, Request, Response

from adapters.web.api.document import (
    ENTRY_NUMBER,
    KEY_HEADER,
    READS,
    WRITES,
    problem,
    request_body,
    responses,
)
from adapters.web.api.steps import MovedOnProblem, moved_on, own_key, rule_on
from adapters.web.bodies import entry_number, key_of, mapping_in
from adapters.web.context import Context, Session, context_of
from adapters.web.responses import ENTRY, JsonResponse, Problem
from application.answer import UNSET
from application.game.live_game import LiveGame
from application.game.log import ruling_seen
from application.game.standing_answers.answer import StandingAnswer, step_due
from application.game.standing_answers.offering import (
    NotOffered,
    OwnAnswer,
    new_standing_answer,
    own_answer,
)
from domain.kernel.history import Game

router = APIRouter(tags=["games"])
PATH = "/api/games/{game}/standing-answer"


BODY: dict[str, Any] = {
    "type": "object",
    "required": ["until"],
    "properties": {
        "until": {"type": "string", "description": "A word of the offer: it ends with that."},
        "unless": {
            "type": ["array", "null"],
            "items": {"type": "string"},
            "description": "It ends when one of these is aimed at; without it, anything of the seat's "
            "own; an empty list: it goes on whatever is aimed at.",
        },
        "now": {
            "type": "boolean",
            "description": "Also take the step that is due now, in one's own name. Without it what is "
            "asked already is left to the player.",
        },
        "expected_entry": {
            **ENTRY_NUMBER,
            "type": ["integer", "null"],
            "description": "The newest entry that the sender has seen.",
        },
    },
}
OWN: dict[str, Any] = {"security": [{"token": []}]}


async def admit_player(request: Request, game: str) -> tuple[Context, Session]:
    """A player, by their token. Raises Problem."""
    context = context_of(request)
    who = await context.admit(request, game)
    if who.judges or not who.acts:
        raise Problem(
            403, "not-yours", "it is for players alone", "Authorization", "a player's token"
        )
    return context, who


@router.get(PATH, responses=responses(OwnAnswer, *READS), openapi_extra=OWN)
async def standing_answer(request: Request, game: str) -> Response:
    """One's own standing answer, why it has ended if it has, and what may be set."""
    context, who = await admit_player(request, game)
    return await standing_answer_response(context, who)


@router.put(
    PATH,
    responses={
        **responses(OwnAnswer, *WRITES),
        409: problem(409, MovedOnProblem, "The game has moved on."),
    },
    openapi_extra={
        "parameters": [KEY_HEADER],
        **OWN,
        **request_body(BODY, "Until when, and what ends it.", {"until": "round", "unless": None}),
    },
)
async def answer_for_me(request: Request, game: str) -> Response:
    """Has the plainest answer (decline, pass) said for one's seat, until something ends it.

    It answers only what is asked after it was set, never pays, chooses or reports, and each of its
    entries says that it was one (`standing_answer`). The others see nothing else of it.
    """
    began = perf_counter()
    context, who = await admit_player(request, game)
    context.pace.take(who.token)
    content = await mapping_in(request, "{until: …}")
    seen = entry_number(content.get("expected_entry"), "expected_entry")
    key = own_key(who, key_of(request))
    async with context.answer_giver.lock:
        answer, n = await set_answer(context, who, content, seen, key, began)
    context.answer_giver.heed(answer)
    return await standing_answer_response(context, who, n)


async def set_answer(
    context: Context,
    who: Session,
    content: dict[str, Any],
    seen: int | None,
    key: str,
    began: float,
) -> tuple[StandingAnswer, int | None]:
    """Stores a seat's standing answer; gives it, and the entry of the step taken with `now`.

    Raises Problem, StoreProblem.
    """
    live = await context.live(who)
    before, now = entry_made_before(context, live, who, key), live.game
    stood = now if before is None else now.at(before - 1)
    if before is None and seen is not None and seen != now.length:
        raise await moved_on(context, who, seen, f"no entry {seen} is there yet")
    answer = answer_in(content, stood, who, context.umpire.clock())
    n = before
    if content.get("now") and before is None:
        n = await take_step_due(context, who, now, key, began)
    if not await asyncio.to_thread(already_stored, context, answer, now, before):
        await asyncio.to_thread(context.answer_giver.standing_answers.give, answer)
    return answer, n


async def take_step_due(context: Context, who: Session, game: Game, key: str, began: float) -> int:
    """Takes the step (decline, pass) that is due now; gives the number of its entry. Raises Problem."""
    said = step_due(game, who.viewer)
    if said is None:
        raise Problem(422, "wrong-field", "nothing of the kind is asked of you now", "now", "false")
    taken = await rule_on(context, who, said, key, game.length, began)
    return int(taken.headers[ENTRY])


def entry_made_before(context: Context, live: LiveGame, who: Session, key: str) -> int | None:
    """The entry made when the same request was sent before; None if it was not. Raises Problem."""
    n, declining = context.umpire.entry_under(key, live), live.game.ruleset.declining
    step = "" if declining is None else declining.step
    if n is not None and live.game.entry(n).said != {"by": who.viewer, "do": step}:
        raise Problem(
            422, "key-used", f"entry {n} has it, and said something else", "Idempotency-Key"
        )
    return n


def already_stored(context: Context, answer: StandingAnswer, now: Game, before: int | None) -> bool:
    """Whether a request sent again was stored the first time, or the game has gone on since."""
    if before is None:
        return False
    kept = context.answer_giver.standing_answers.of(answer.game, answer.player)
    return now.length > before or (kept is not None and kept.entry == answer.entry)


def answer_in(content: dict[str, Any], game: Game, who: Session, at: int) -> StandingAnswer:
    """The standing answer that the body asks for. Raises Problem."""
    unless = content.get("unless")
    if type(content.get("now", False)) is not bool:
        raise Problem(422, "wrong-field", "it is neither true nor false", "now", "true or false")
    try:
        return new_standing_answer(
            game, who.game, who.viewer, content.get("until"), unless, at, who.token
        )
    except NotOffered as why:
        raise Problem(422, "wrong-field", str(why), why.field, why.expected) from None


@router.delete(PATH, responses=responses(OwnAnswer, *READS), openapi_extra=OWN)
async def end_answering(request: Request, game: str) -> Response:
    """Ends it at once, or takes away the word of why it has ended."""
    context, who = await admit_player(request, game)
    async with context.answer_giver.lock:
        await asyncio.to_thread(context.answer_giver.standing_answers.take_away, game, who.viewer)
    return await standing_answer_response(context, who)


async def standing_answer_response(
    context: Context, who: Session, n: int | None = None
) -> Response:
    """A seat's standing answer as it is now, with the ruling on entry n if there is one."""
    live = await context.live(who)
    ruling = UNSET if n is None else ruling_seen(live.game, live.game.entry(n), who.viewer)
    kept = context.answer_giver.standing_answers
    found = await context.short.run(who.token, own_answer, live, who.viewer, kept, ruling)
    return JsonResponse(found)
