"""Tokens: who was given one, a new one for a lost one, and the end of one that got about."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response

from adapters.web.api.document import KEY_HEADER, READS, responses
from adapters.web.api.opening import link, refusals_as_problems
from adapters.web.bodies import key_of
from adapters.web.context import Context, check_name, context_of
from adapters.web.credentials import bearer_token, token_in
from adapters.web.limits import address_behind_proxy
from adapters.web.responses import JsonResponse, Problem
from application.answer import Answer
from application.game.live_game import LiveGame
from application.game.moments import iso_time
from application.game.openings import IdempotentRequest
from application.game.seating.public import make_public
from application.game.seats import Seat, every_seat
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import JUDGE

router = APIRouter(tags=["seats"])


class GivenToken(Answer):
    """A token that was issued; never the token itself."""

    seat: str
    issued: str
    expires: str
    revoked: str | None


class SeatsGiven(Answer):
    """The tokens of a game."""

    seats: tuple[GivenToken, ...]


class NewToken(Answer):
    """A new token: shown this once."""

    seat: str
    token: str
    link: str


class OpenToAll(Answer):
    """Anybody may look, without a token."""

    public: bool
    link: str


class Revoked(Answer):
    """How many tokens ended."""

    seat: str
    revoked: int


ALSO_KEY: dict[str, Any] = {"security": [{"token": []}, {"key": []}]}


async def admit_judge_or_operator(request: Request, game: str) -> tuple[Context, LiveGame, str]:
    """The context, the game, and the organiser's name; empty for the game's judge.

    Raises Problem for anybody else, and for an organiser where another one opened the game.
    """
    context = context_of(request)
    shown = bearer_token(request)
    organiser = context.opens(request, shown)
    if organiser is not None:
        check_name(game)
        await asyncio.to_thread(context.check_own, organiser, game)
    else:
        try:
            who = await context.admit(request, game)
        except Problem as why:
            keys_alone = context.settings.keys and not context.settings.judges
            if why.kind == "who" and shown and keys_alone:
                # Where judges have keys, that one was wrong is counted as they are admitted.
                context.guesses.wrong(address_behind_proxy(request))
            raise
        if not who.judges:
            raise Problem(403, "not-yours", "the judge gives and takes seats", "Authorization")
    name = organiser.name if organiser else ""
    return context, await context.umpire.game_soon(game), name


def seat_asked(live: LiveGame, seat: str) -> str:
    seats = every_seat(live.game.players)
    if seat not in seats:
        raise Problem(404, "not-here", "there is no such seat", "path", ", ".join(seats))
    return seat


@router.get(
    "/api/games/{game}/seats",
    responses=responses(SeatsGiven, *READS, says="Every token that was issued, without the token."),
    openapi_extra=ALSO_KEY,
)
async def seats(request: Request, game: str) -> Response:
    """The tokens of a game: whose, until when, revoked or not. For the judge or the operator."""
    context, _, _ = await admit_judge_or_operator(request, game)
    found = await asyncio.to_thread(context.seats.of, game)
    return JsonResponse(SeatsGiven(tuple(map(_given_token, found))))


def _given_token(seat: Seat) -> GivenToken:
    revoked = None if seat.revoked is None else iso_time(seat.revoked)
    return GivenToken(seat.viewer, iso_time(seat.issued), iso_time(seat.expires), revoked)


@router.post(
    "/api/games/{game}/seats/{seat}",
    status_code=201,
    responses=responses(NewToken, *READS, status=201, says="A token more for this seat."),
    openapi_extra={"parameters": [KEY_HEADER], **ALSO_KEY},
)
async def issue(request: Request, game: str, seat: str) -> Response:
    """One more token for a seat; those it has stay good. For the judge or the operator."""
    context, live, organiser = await admit_judge_or_operator(request, game)
    viewer = seat_asked(live, seat)
    by = f"organiser {organiser}" if organiser and viewer == JUDGE else ""
    caller, _ = token_in(request, game)
    idempotent = IdempotentRequest(f"seat {game} {viewer}", caller, key_of(request))
    made = await asyncio.to_thread(issue_once, context, game, viewer, idempotent, by)
    token = made[viewer]
    return JsonResponse(NewToken(viewer, token, link(game, token)), 201)


def issue_once(
    context: Context, game: str, viewer: Viewer, idempotent: IdempotentRequest, by: str = ""
) -> dict[Viewer, str]:
    """A token for this seat; a request sent again gets the same one. Raises Problem.

    `by`: who takes it, where it is a judge's and a key of their own names them.
    """
    with refusals_as_problems():
        reserved = context.openings.reserve(idempotent, game)
    salt = reserved.salt if reserved else ""
    return context.seats.issue(game, [viewer], idempotent.secret, salt, by)


@router.post(
    "/api/games/{game}/public",
    responses=responses(OpenToAll, *READS, says="Anybody may watch, without a token."),
    openapi_extra=ALSO_KEY,
)
async def publish(request: Request, game: str) -> Response:
    """Lets anybody look as a spectator, without a token. For the judge or the operator.

    `DELETE` of the spectator's seat ends it, with all their tokens.
    """
    context, _, _ = await admit_judge_or_operator(request, game)
    with refusals_as_problems():
        await asyncio.to_thread(make_public, context.seats, game)
    return JsonResponse(OpenToAll(True, f"/games/{game}"))


@router.delete(
    "/api/games/{game}/seats/{seat}",
    responses=responses(Revoked, *READS, says="How many tokens ended; 0 where none was good."),
    openapi_extra=ALSO_KEY,
)
async def revoke(request: Request, game: str, seat: str) -> Response:
    """Ends every token of a seat at once, and the feeds opened with it. For the judge or the operator."""
    context, live, _ = await admit_judge_or_operator(request, game)
    viewer = seat_asked(live, seat)
    ended = await asyncio.to_thread(context.seats.revoke, game, viewer)
    context.feeds.end_revoked()
    return JsonResponse(Revoked(viewer, ended))
