"""Opening games, and the list of those there are."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response

from adapters.web.api.document import KEY_HEADER, problem, request_body, responses
from adapters.web.bodies import body_of, json_of, key_of
from adapters.web.context import Context, context_of
from adapters.web.credentials import bearer_token
from adapters.web.responses import JsonResponse, Problem
from application.answer import Answer, Meta, When
from application.game.checked_step import NotAStep
from application.game.moments import iso_time
from application.game.openings import IdempotentRequest, KeyUsed, TooMany
from application.game.seating.public import TooOften
from application.game.seats import every_seat
from application.ledger.store import GameExists
from application.records.records import MODES, BadRecord, record_from
from domain.kernel.history import Opening
from domain.kernel.ruleset import SetupError, Viewer
from domain.kernel.steps import Said

router = APIRouter(tags=["games"])


class Opened(Answer):
    """A game that was opened: its tokens are shown this once."""

    game: str
    tokens: Annotated[
        dict[str, str], Meta(description="One for each player, `spectator` and `judge`.")
    ]
    links: Annotated[
        dict[str, str], Meta(description="The page of each, as a path of this server.")
    ]


class ListedGame(Answer):
    """A game of the store."""

    game: str
    ruleset: str
    players: tuple[str, ...]
    names: Annotated[dict[str, str], Meta(description="What seats are called before people.")]
    about: Annotated[dict[str, Any], Meta(description="Event, round, table, title, date.")]
    opened: When
    at: Annotated[
        str, Meta(description="The same as `opened`.", extra_json_schema={"deprecated": True})
    ]
    origin: str


class Games(Answer):
    """The games of the store, newest first."""

    games: tuple[ListedGame, ...]


RECORD: dict[str, Any] = {
    "type": "object",
    "required": ["record", "ruleset", "players"],
    "properties": {
        "record": {"const": 1},
        "ruleset": {"type": "string"},
        "edition": {
            "type": ["string", "object"],
            "description": "A published one, or the page of an organiser's own.",
        },
        "readings": {"type": "object", "additionalProperties": {"type": "string"}},
        "mode": {"enum": [*MODES]},
        "players": {"type": "array", "minItems": 1, "items": {"type": "string"}},
        "names": {
            "type": "object",
            "additionalProperties": {"type": "string", "maxLength": 80},
            "description": "Seat to what it is called before people.",
        },
        "about": {
            "type": "object",
            "additionalProperties": {"type": ["string", "number"]},
            "description": "Event, round, table, title, played: words for people and lists.",
        },
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
        **responses(Opened, status=201, says="The game, and a token for every seat."),
        **{n: problem(n) for n in (400, 401, 403, 408, 413, 415, 422, 429, 500, 503)},
    },
    openapi_extra={
        "parameters": [KEY_HEADER],
        "security": [{}, {"key": []}],
        **request_body(RECORD, "A game record (format 1) without steps.", EXAMPLE),
    },
)
async def open_game(request: Request) -> Response:
    """Opens a game.

    The tokens are shown this once. With an Idempotency-Key, the same request gets the same game and
    tokens again.
    """
    context = context_of(request)
    caller = context.operator(request)
    body = await body_of(request)
    opening = opening_in(json_of(body))
    idempotent = IdempotentRequest("open", bearer_token(request), key_of(request), body.decode())
    game, tokens = await context.long.run(
        caller, game_with_tokens, context, opening, idempotent, caller
    )
    context.metrics.count_opening(opening.ruleset)
    links = {viewer: link(game, token) for viewer, token in tokens.items()}
    content = Opened(game, tokens, links)
    return JsonResponse(content, 201, {"location": f"/api/games/{game}/state"})


def opening_in(content: Any) -> Opening:
    """The opening that a body holds. Raises Problem."""
    try:
        record = record_from(content, "the record")
    except BadRecord as why:
        raise setup_problem(str(why)) from None
    if record.steps or record.expect_state is not None:
        raise Problem(
            422, "not-an-opening", "a game is opened before its first step", "steps", "no steps"
        )
    return record.opening


def game_with_tokens(
    context: Context,
    opening: Opening,
    idempotent: IdempotentRequest,
    caller: str,
    said: Iterable[Said] = (),
) -> tuple[str, dict[Viewer, str]]:
    """Opens a game with these steps: its id and tokens. A request sent again gets the same ones.

    Raises Problem.
    """
    game, salt = open_once(context, opening, idempotent, caller, said)
    return game, context.seats.issue(game, every_seat(opening.players), idempotent.secret, salt)


def open_once(
    context: Context,
    opening: Opening,
    idempotent: IdempotentRequest,
    caller: str,
    said: Iterable[Said] = (),
) -> tuple[str, str]:
    """Opens a game with these steps: its id, and the salt for its tokens, which nobody has yet.

    A request sent again gets the same ones. Raises Problem.
    """
    with refusals_as_problems():
        reserved = context.openings.reserve(idempotent)
        if not context.openings.is_open(reserved):
            context.openings.room_for_game(caller)
    try:
        game = context.umpire.open(opening, reserved.game if reserved else None, said)
    # The same request has opened it already; its answer may have been lost.
    except GameExists:
        assert reserved is not None
        game = reserved.game
    except (SetupError, NotAStep) as why:
        raise setup_problem(str(why)) from None
    context.openings.count_opening(game, caller)
    return game, reserved.salt if reserved else ""


@contextmanager
def refusals_as_problems() -> Iterator[None]:
    """Turns KeyUsed, TooMany and TooOften into Problems."""
    try:
        yield
    except KeyUsed:
        raise Problem(
            422, "key-used", "something else was asked for with it", "Idempotency-Key", "a new key"
        ) from None
    except (TooMany, TooOften) as why:
        raise Problem(429, "too-many", str(why), headers={"retry-after": "3600"}) from None


def setup_problem(sentence: str) -> Problem:
    """A problem from a sentence of ours, such as “players: too few; expected 2”."""
    text = sentence.removeprefix("the record: ").rstrip(".")
    text, _, expected = text.partition("; expected ")
    where, colon, what = text.partition(": ")
    if not colon or " " in where:
        where, what = "", text
    return Problem(422, "not-an-opening", what, where, expected)


def link(game: str, token: str) -> str:
    """The path that opens a seat in a browser, which sends nothing after the #."""
    return f"/enter/{game}#{token}"


@router.get(
    "/api/games",
    responses=responses(Games, 401, 403, 429, 500, 503),
    openapi_extra={"security": [{}, {"key": []}]},
)
async def games(request: Request) -> Response:
    """The games of the store, newest first: for the operator."""
    context = context_of(request)
    context.operator(request)
    stored = await asyncio.to_thread(context.umpire.games)
    listed = (
        ListedGame(
            game.id,
            game.ruleset,
            tuple(game.players),
            dict(game.names),
            dict(game.about),
            iso_time(game.at),
            iso_time(game.at),
            game.origin,
        )
        for game in stored
    )
    return JsonResponse(Games(tuple(listed)))
