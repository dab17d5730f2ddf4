"""Events over HTTP: the hall, calls, what judges and players do, results, checkpoints and slips."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response

from adapters.digits import number_in
from adapters.web.api.document import KEY_HEADER, READS, WRITES, query, request_body, responses
from adapters.web.bodies import LONGEST, mapping_in
from adapters.web.context import context_of
from adapters.web.events.admission import (
    EventSession,
    admit_judge,
    admit_judge_on_duty,
    admit_player,
    checked_event,
    repository_of,
)
from adapters.web.events.app_state import shared_value
from adapters.web.events.commands import take_command
from adapters.web.events.hall_stream import HallStream
from adapters.web.events.halls import Halls
from adapters.web.responses import JsonResponse, Problem, as_problem
from adapters.web.texts.catalogue import language_wished
from application.event.call_in_full import Call, call_in_full
from application.event.command_schema import command_schema
from application.event.entered_results import enter_results, read_results
from application.event.hall import HallNow, hall_now
from application.event.list_cells import HIGHEST
from application.event.log.growth import growth_proof
from application.event.log.proving import slip_of_table
from application.event.repository import STORE
from application.event.result_list import results as result_list
from application.event.standings import standings_list
from application.event.told import Accepted, ResultsEntered
from domain.tournament import JudgeCommand, PlayerCommand
from domain.tournament.command import Refused
from domain.tournament.rounds import Table
from domain.tournament.tournament import Tournament

router = APIRouter(tags=["events"])
TOKEN: dict[str, Any] = {"security": [{"token": []}]}
ROUND = query("round", "Of this round; the newest without it.", {"type": "integer", "minimum": 1})
OLD = query("old", "The size of a checkpoint that was kept.", {"type": "integer", "minimum": 1})
RESULTS: dict[str, Any] = {
    "type": "object",
    "required": ["list"],
    "properties": {
        "list": {
            "type": "string",
            "description": "CSV: round, table, winner, points 1, points 2 …",
        },
        "round": {
            "type": "integer",
            "minimum": 1,
            "description": "The round, where no column says it.",
        },
    },
}
PASTED = {"round": 1, "list": "table,winner\n7,Ana Silva\n8,draw\n"}
PLAIN = {"content": {"text/plain": {"schema": {"type": "string"}}}}
T = TypeVar("T")


def halls_of(request: Request) -> Halls:
    """The halls that judges look at through this worker."""
    state = request.app.state
    return shared_value(state, "halls", lambda: Halls(state.context, repository_of(request)))


async def in_a_thread(make: Callable[[], T]) -> T:
    """Runs a use case in a thread and gives its result. Raises Problem 404 if it raises Refused."""
    with as_problem(Refused, 404, "not-here"):
        return await asyncio.to_thread(make)


def round_in_query(request: Request) -> int | None:
    """The number in `?round=N`; None without one. Raises Problem."""
    text = request.query_params.get("round")
    if text is None:
        return None
    number = number_in(text, 4)
    if not number:
        raise Problem(422, "not-a-number", "it is no round", "round", "a number from 1 on")
    return number


def _plain(text: str) -> Response:
    return JsonResponse(text.encode(), media_type="text/plain; charset=utf-8")


@router.get(
    "/api/events/{event}/hall",
    responses=responses(HallNow, *READS, says="The round that is played, table by table."),
    openapi_extra={"parameters": [ROUND], **TOKEN},
)
async def hall(request: Request, event: str) -> Response:
    """Every table of a round: who is waited for, calls, what is owed, penalties. For judges."""
    _, running = await admit_judge_on_duty(request, event)
    number = round_in_query(request)
    keyring, umpire = repository_of(request).keyring(event), context_of(request).umpire
    return JsonResponse(
        await in_a_thread(lambda: hall_now(running, keyring, umpire.game, number, umpire.clock()))
    )


@router.get(
    "/api/events/{event}/live",
    responses={
        **responses(None, *READS),
        200: {
            "description": "Events `rows` and `round`; `again` when another round is played.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
    },
    openapi_extra=TOKEN,
)
async def live(request: Request, event: str) -> Response:
    """The hall as it changes: after `Last-Event-ID` or `after`, each row as the page shows it."""
    who, _ = await admit_judge_on_duty(request, event)
    context = context_of(request)
    halls = halls_of(request)
    language = language_wished(request.headers.get("accept-language", ""))
    rendered = await halls.hall(event, language)
    seen = request.headers.get("last-event-id") or request.query_params.get("after", "")
    mark, _, serial = seen.partition("-")
    after = (number_in(serial, LONGEST) or 0) if mark == rendered.mark else 0
    context.streams.begin(who.token)
    end = lambda: context.streams.end(who.token)  # noqa: E731
    return HallStream(
        halls, rendered, who.token, who.expires, after, context.settings.patience, end
    )


async def judge_at_a_game(request: Request) -> tuple[EventSession, Tournament, Table]:
    """The judge who asks, the event, and the table in the path. Raises Problem if it has a bye."""
    who, event = await admit_judge_on_duty(request, request.path_params["event"])
    key = request.path_params["round"], request.path_params["table"]
    table = await in_a_thread(lambda: event.table(*key))
    if not table.game:
        raise Problem(404, "not-here", "this table has a bye")
    return who, event, table


@router.get(
    "/api/events/{event}/calls/{number}",
    responses=responses(Call, *READS, says="The call with all that became of it."),
    openapi_extra=TOKEN,
)
async def call(request: Request, event: str, number: str) -> Response:
    """A call: both statements, the ruling, appeals, calls that were like it. For judges."""
    _, running = await admit_judge_on_duty(request, event)
    repository = repository_of(request)
    n = number_in(number)
    if n is None:
        raise Problem(404, "not-here", "there is no such call", "path")
    return JsonResponse(
        await in_a_thread(lambda: call_in_full(running, repository.keyring(event), n))
    )


@router.post(
    "/api/events/{event}/acts",
    responses=responses(Accepted, *WRITES, says="It is kept."),
    openapi_extra={
        "parameters": [KEY_HEADER],
        **TOKEN,
        **request_body(
            command_schema(JudgeCommand),
            "What a judge does: {do: take, call: 5}. People are said by number or name.",
            {"do": "take", "call": 5},
        ),
    },
)
async def judge_acts(request: Request, event: str) -> Response:
    """A judge calls, takes, rules, gives an offence or time, adjusts a clock, starts or ends a round.

    Answered once it is durable. What was said already is answered alike, and kept once; an offence,
    time and a clock's setting need an Idempotency-Key for that, as there may be two of the same. A
    round that is started, paused, resumed or ended once more is refused with how it stands.
    """
    who = await admit_judge(request, event)
    return JsonResponse(Accepted(True, await take_command(request, who, JudgeCommand)))


@router.post(
    "/api/games/{game}/acts",
    responses=responses(Accepted, *WRITES, says="It is kept."),
    openapi_extra={
        "parameters": [KEY_HEADER],
        **TOKEN,
        **request_body(
            command_schema(PlayerCommand, ("round", "table")),
            "What a player does: {do: call, kind: rules}. People are said by number or name.",
            {"do": "call", "kind": "rules"},
        ),
    },
)
async def player_acts(request: Request, game: str) -> Response:
    """From a seat at a table of an event: call, say, withdraw, appeal, contest, report the result."""
    _, who = await admit_player(request, game)
    return JsonResponse(Accepted(True, await take_command(request, who, PlayerCommand)))


@router.get(
    "/api/events/{event}/results",
    responses={
        **responses(None, *READS),
        200: {"description": "CSV, in the columns of a pairing list.", **PLAIN},
    },
    openapi_extra={"parameters": [ROUND], **TOKEN},
)
async def results(request: Request, event: str) -> Response:
    """The results as CSV. For judges."""
    _, running = await admit_judge_on_duty(request, event)
    number, repository = round_in_query(request), repository_of(request)
    text = await in_a_thread(lambda: result_list(running, repository.keyring(event), number))
    return _plain(text)


@router.post(
    "/api/events/{event}/results",
    responses=responses(ResultsEntered, *WRITES, says="All of it is kept."),
    openapi_extra={
        "parameters": [KEY_HEADER],
        **TOKEN,
        **request_body(RESULTS, "A list in the columns that results come out in.", PASTED),
    },
)
async def enter_list(request: Request, event: str) -> Response:
    """The head judge enters the results of a list: all of them, or none and where it is wrong.

    A table needs its winner (a name, the number of the player in the row, or `draw`) or points.
    """
    who, _ = await admit_judge_on_duty(request, event)
    context, repository = context_of(request), repository_of(request)
    context.pace.take(who.token)
    content = await mapping_in(request, "{list: …}")
    text, round = content.get("list"), content.get("round")
    if not isinstance(text, str) or not text.strip():
        raise Problem(422, "wrong-field", "nothing stands there", "list", "CSV with a heading")
    if round is not None and (type(round) is not int or not 0 < round <= HIGHEST):
        raise Problem(422, "not-a-number", "it is no round", "round", "a number from 1 on")

    def enter() -> int:
        rows = read_results(text.encode(), "the list", round)
        return len(enter_results(repository, context.umpire, event, rows, who.person))

    try:
        tables = await asyncio.to_thread(enter)
    except Refused as why:
        raise Problem(422, "wrong-field", str(why), "list", cites=why.cites) from None
    return JsonResponse(ResultsEntered(True, tables))


@router.get(
    "/api/events/{event}/standings",
    responses={
        **responses(None, *READS),
        200: {"description": "CSV, a row for each player.", **PLAIN},
    },
    openapi_extra=TOKEN,
)
async def standings(request: Request, event: str) -> Response:
    """The standings as CSV, with match points, wins, draws, losses, byes and points. For judges."""
    _, running = await admit_judge_on_duty(request, event)
    keyring = repository_of(request).keyring(event)
    text = await asyncio.to_thread(standings_list, running, keyring)
    return _plain(text)


@router.get(
    "/api/checkpoint",
    responses={
        **responses(None, 404, 500, 503),
        200: {"description": "The newest checkpoint over all games, as a signed note.", **PLAIN},
    },
)
async def store_checkpoint(request: Request) -> Response:
    """The newest signed checkpoint over all games: for a witness, who keeps or cosigns it."""
    log = await asyncio.to_thread(repository_of(request).proofs, STORE)
    if not log.newest:
        raise Problem(404, "not-here", "no checkpoint is signed yet")
    return _plain(log.newest)


@router.get(
    "/api/events/{event}/checkpoint",
    responses={
        **responses(None, 404, 422, 500, 503),
        200: {"description": "The newest checkpoint, as a signed note.", **PLAIN},
    },
    openapi_extra={"parameters": [OLD]},
)
async def checkpoint(request: Request, event: str) -> Response:
    """The newest signed checkpoint: for everybody, as it holds no names.

    With “old”, before it the proof that the log has only grown since, as witnesses are asked.
    """
    log = await asyncio.to_thread(repository_of(request).proofs, checked_event(event))
    if not log.newest:
        raise Problem(404, "not-here", "no checkpoint is signed yet")
    old = request.query_params.get("old", "")
    if not old:
        return _plain(log.newest)
    size = number_in(old, LONGEST)
    if size is None:
        raise Problem(422, "not-a-number", "it is no size", "old", "a number from 1 on")
    proof = await in_a_thread(lambda: growth_proof(log, size))
    return _plain(proof)


@router.get(
    "/api/games/{game}/slip",
    responses={
        **responses(None, *READS),
        200: {"description": "The result slip, a tlog-proof.", **PLAIN},
    },
    openapi_extra=TOKEN,
)
async def slip(request: Request, game: str) -> Response:
    """What was promised of this table's result, with its proof. For who plays there."""
    _, who = await admit_player(request, game)
    assert who.table is not None
    repository, key = repository_of(request), who.table.key
    made = await in_a_thread(lambda: slip_of_table(repository, who.event, *key))
    return _plain(str(made))
