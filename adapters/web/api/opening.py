"""Opening games, and the list of those there are."""

import asyncio
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response

from adapters.web.answers import Answer, Problem
from adapters.web.api import contract
from adapters.web.api.document import KEY_HEADER, answers, problem, takes
from adapters.web.bodies import body_of, json_of, key_of
from adapters.web.context import Context
from application.game.opening import new_id
from application.game.redaction import when
from application.game.seats import digest_of, every_seat
from application.ledger.store import GameExists, NoSuchGame
from application.records.records import BadRecord, record_from
from domain.kernel.history import Opening
from domain.kernel.ruleset import SetupError, Viewer

router = APIRouter(tags=["games"])

RECORD: dict[str, Any] = {
    "type": "object",
    "required": ["record", "ruleset", "players"],
    "properties": {
        "record": {"const": 1},
        "ruleset": {"type": "string"},
        "edition": {"type": "string"},
        "readings": {"type": "object", "additionalProperties": {"type": "string"}},
        "mode": {"enum": ["casual", "tournament"]},
        "players": {"type": "array", "minItems": 1, "items": {"type": "string"}},
        "setup": {"type": "object"},
    },
    "additionalProperties": False,
}
EXAMPLE = {
    "record": 1,
    "ruleset": "voidsiege",
    "players": ["ana", "ben"],
    "setup": {
        "points": {"ana": 3, "ben": 3},
        "units": {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}},
    },
}


@router.post(
    "/api/games",
    status_code=201,
    responses={
        **answers(contract.Opened, status=201, says="The game, and a token for every seat."),
        **{n: problem(n) for n in (400, 401, 403, 408, 413, 415, 422, 500, 503)},
    },
    openapi_extra={
        "parameters": [KEY_HEADER],
        "security": [{}, {"key": []}],
        **takes(RECORD, "A game record (format 1) without steps.", EXAMPLE),
    },
)
async def open_game(request: Request) -> Response:
    """Opens a game.

    The tokens are shown this once. With an Idempotency-Key, the same request gets the same game and
    tokens again.
    """
    context: Context = request.app.state.context
    context.operator(request)
    body = await body_of(request)
    key = key_of(request)
    opening = opening_in(json_of(body))
    game, tokens = await asyncio.to_thread(opened, context, opening, key, digest_of(body.decode()))
    context.metrics.opened[opening.ruleset] += 1
    links = {viewer: link(context, game, token) for viewer, token in tokens.items()}
    content = {"game": game, "tokens": tokens, "links": links if context.pages else {}}
    return Answer(content, 201, {"location": f"/api/games/{game}/state"})


def opening_in(content: Any) -> Opening:
    """The opening that a body holds. Raises Problem."""
    try:
        record = record_from(content, "the record")
    except BadRecord as why:
        raise told("not-an-opening", str(why)) from None
    if record.steps or record.expect_state is not None:
        raise Problem(
            422, "not-an-opening", "a game is opened before its first step", "steps", "no steps"
        )
    return record.opening


def opened(
    context: Context, opening: Opening, key: str, asked: str
) -> tuple[str, dict[Viewer, str]]:
    """The game and its tokens; under a key that was used before, those it has. Raises Problem."""
    seats = every_seat(opening.players)
    try:
        if not key:
            game = context.umpire.open(opening)
            return game, context.seats.issue(game, seats)
        return again(context, opening, key, asked)
    except SetupError as why:
        raise told("not-an-opening", str(why)) from None


def again(
    context: Context, opening: Opening, key: str, asked: str
) -> tuple[str, dict[Viewer, str]]:
    """Opens under a key: whatever was left half done the first time is done now."""
    reserved = context.seats.reserve(key, asked, free_id(context))
    if reserved.asked != asked:
        raise Problem(
            422, "key-used", "another opening was asked for with it", "Idempotency-Key", "a new key"
        )
    with suppress(GameExists):
        context.umpire.open(opening, reserved.game)
    seats = every_seat(opening.players)
    return reserved.game, context.seats.issue(reserved.game, seats, key, reserved.salt)


def free_id(context: Context) -> str:
    while True:
        game = new_id()
        try:
            context.umpire.store.load(game)
        except NoSuchGame:
            return game


def told(kind: str, sentence: str) -> Problem:
    """A problem from our own sentences: “where: what; expected …”."""
    text = sentence.removeprefix("the record: ").rstrip(".")
    text, _, expected = text.partition("; expected ")
    where, colon, what = text.partition(": ")
    if not colon or " " in where:
        where, what = "", text
    return Problem(422, kind, what, where, expected)


def link(context: Context, game: str, token: str) -> str:
    """Opens a seat in a browser; what stands behind the # is never sent to a server."""
    return f"/enter/{game}#{token}" if context.pages else ""


@router.get(
    "/api/games",
    responses=answers(contract.Games, 401, 403, 500, 503),
    openapi_extra={"security": [{}, {"key": []}]},
)
async def games(request: Request) -> Response:
    """The games of the store, newest first: for the operator."""
    context: Context = request.app.state.context
    context.operator(request)
    found = await asyncio.to_thread(context.umpire.games)
    listed = [
        {
            "game": one.id,
            "ruleset": one.ruleset,
            "players": list(one.players),
            "at": when(one.at),
            "origin": one.origin,
        }
        for one in found
    ]
    return Answer({"games": listed})
