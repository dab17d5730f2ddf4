"""The judge's desk over HTTP: why and when, what changed, forks, audits, backups, records, seals."""

import asyncio
from functools import partial
from secrets import token_hex
from typing import Any

from fastapi import APIRouter, Request, Response

from adapters.web.api.document import (
    ENTRY_NUMBER,
    KEY_HEADER,
    READS,
    WRITES,
    query,
    request_body,
    responses,
)
from adapters.web.api.hypothetical_step import TRY, hypothetical_step
from adapters.web.api.looking import AT, TOKEN, admit_reader, entry_in_query
from adapters.web.api.opening import link, refusals_as_problems
from adapters.web.bodies import entry_number, key_of, mapping_in
from adapters.web.context import Context, Session, context_of
from adapters.web.credentials import token_in
from adapters.web.events.admission import repository_of
from adapters.web.responses import JsonResponse, Problem, as_problem
from application.desk.audit import Audit, audit
from application.desk.backup import Advice, BadBackup, advice
from application.desk.becoming_legal import LINES, QUESTION
from application.desk.explain import CannotExplain, Explanation, why, why_not
from application.desk.fork import CannotFork, StoredFork, fork, forked_before
from application.desk.knowledge import Knowledge, knowledge, knowledge_of
from application.desk.packet import Packet, packet
from application.desk.policy import Policy
from application.desk.ruling_sheet import Sheet, sheet
from application.event.on_sheet import as_of, said_at_table
from application.event.policy import policy_at
from application.game.difference import Difference, difference
from application.game.live_game import LiveGame
from application.game.openings import IdempotentRequest
from application.game.redaction import hides
from application.game.seats import every_seat
from application.ledger.ledger import Ledger
from application.ledger.store import GameExists
from application.records.exports import RecordAsJson, as_record
from application.seal.seal import BadSeal, seal_game
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.values import made_of

router = APIRouter(tags=["desk"])
ENTRY = query("entry", "The entry asked about; the newest if left out.", ENTRY_NUMBER)
TO = query("to", "To after this entry; the newest if left out.", ENTRY_NUMBER)
EVENT_ROW = query(
    "event_row",
    "With what the log of its event had by this row; with `at` alone, by the time that entry was written.",
    ENTRY_NUMBER,
)
OF = query("of", "Only what this player came to see.", {"type": "string"})
FROM = query("from", "From after this entry on; the one before `to` if left out.", ENTRY_NUMBER)


async def admit_judge_reading(
    request: Request, game: str
) -> tuple[Context, Session, LiveGame, int]:
    """As `admit_reader`, where the judge asks. Raises Problem for anybody else."""
    context, who, live, at = await admit_reader(request, game)
    if not who.judges:
        raise Problem(403, "not-yours", "this is the judge's", "Authorization", "the judge's token")
    return context, who, live, at


def require_open(who: Session, live: LiveGame) -> None:
    """Checks that the judge asks, or that nothing in the game is hidden. Raises Problem."""
    if hides(live.game) and not who.judges:
        raise Problem(403, "not-yours", "it holds what is hidden until the game is over", "path")


def ruled_entry_in_query(request: Request, live: LiveGame, name: str) -> int:
    """The entry named in the query, which must not be 0, the set-up. Raises Problem."""
    n = entry_in_query(request, live.game, name)
    if n == 0:
        raise Problem(404, "not-here", "entry 0 is the set-up", name, "an entry from 1 on")
    return n


@router.get(
    "/api/games/{game}/why",
    responses=responses(Explanation, *READS),
    openapi_extra={"parameters": [ENTRY], **TOKEN},
)
async def why_so(request: Request, game: str) -> Response:
    """Why an entry was ruled as it was: rules in full, facts, and the entries that led to it."""
    context, who, live, _ = await admit_reader(request, game)
    n = ruled_entry_in_query(request, live, "entry")
    explanation = await context.long.run(who.token, why, live.game, n, who.viewer, QUESTION)
    return JsonResponse(explanation)


@router.post(
    "/api/games/{game}/why",
    responses=responses(Explanation, *WRITES),
    openapi_extra={
        **TOKEN,
        **request_body(
            TRY,
            "A step, or what is said in words, and after which entry.",
            {"step": {"do": "pass"}},
        ),
    },
)
async def why_or_why_not(request: Request, game: str) -> Response:
    """What a step would get, what stands in its way, and when it becomes legal; nothing is entered."""
    context, who, live, content = await admit_with_body(request, game)
    at = entry_number(content.get("at"), "at")
    context.pace.take(who.token)
    said = await context.short.run(who.token, hypothetical_step, content, who, live, at)
    with as_problem(CannotExplain, 422, "wrong-field", "at"):
        explanation = await context.long.run(
            who.token, why_not, live.game, said, at, who.viewer, QUESTION
        )
    return JsonResponse(explanation)


async def admit_with_body(
    request: Request, game: str
) -> tuple[Context, Session, LiveGame, dict[str, Any]]:
    """The context, who asks, the game, and the mapping in the body. Raises Problem, StoreProblem."""
    context = context_of(request)
    who = await context.admit(request, game)
    content = await mapping_in(request, "a mapping")
    return context, who, await context.live(who), content


@router.get(
    "/api/games/{game}/diff",
    responses=responses(Difference, *READS),
    openapi_extra={"parameters": [FROM, TO], **TOKEN},
)
async def what_changed(request: Request, game: str) -> Response:
    """What changed on the table between two entries, as this token may see it."""
    context, who, live, _ = await admit_reader(request, game)
    m = entry_in_query(request, live.game, "to")
    n = (
        entry_in_query(request, live.game, "from")
        if "from" in request.query_params
        else max(0, m - 1)
    )
    changed = await context.short.run(who.token, difference, live.game, n, m, who.viewer)
    return JsonResponse(changed)


class Forked(StoredFork, kw_only=True):
    """A branch that is a game of its own, with the tokens of its seats."""

    tokens: dict[str, str]
    links: dict[str, str]


FORK = {
    "type": "object",
    "properties": {
        "at": {**ENTRY_NUMBER, "type": ["integer", "null"]},
        "again": {
            "type": "boolean",
            "description": "Draws what is hidden from the player otherwise than last time.",
        },
    },
}


@router.post(
    "/api/games/{game}/fork",
    status_code=201,
    responses=responses(Forked, *WRITES, status=201, says="The branch, with its tokens."),
    openapi_extra={
        "parameters": [KEY_HEADER],
        **TOKEN,
        **request_body(FORK, "After which entry; the newest if left out.", {"at": 0}),
    },
)
async def take_up_again(request: Request, game: str) -> Response:
    """Takes the game up again from an entry, as a game of its own; whoever forks gets all its seats.

    A player's fork of a game with hidden things holds only what that player may know: what is hidden
    from them is drawn from what they have seen.
    """
    context, who, live, content = await admit_with_body(request, game)
    if who.viewer == SPECTATOR:
        raise Problem(403, "not-yours", "a spectator takes nothing up", "Authorization")
    context.pace.take(who.token)
    at = entry_number(content.get("at"), "at")
    again = content.get("again", False)
    if type(again) is not bool:
        raise Problem(422, "wrong-field", "“again” is true or false", "again")
    caller, _ = token_in(request, game)
    words = f"{at} again" if again else str(at)
    idempotent = IdempotentRequest(f"fork {game} {who.viewer}", caller, key_of(request), words)
    stored_fork, tokens = await context.long.run(
        who.token, fork_once, context, live, at, who.viewer, idempotent, again
    )
    links = {viewer: link(stored_fork.game, token) for viewer, token in tokens.items()}
    return JsonResponse(made_of(Forked, stored_fork, tokens=tokens, links=links), 201)


def fork_once(
    context: Context,
    live: LiveGame,
    at: int | None,
    viewer: Viewer,
    idempotent: IdempotentRequest,
    again: bool = False,
) -> tuple[StoredFork, dict[Viewer, str]]:
    """The fork and its tokens; for a request sent again, the same ones. Raises Problem."""
    with refusals_as_problems():
        reserved = context.openings.reserve(idempotent)
        family = context.openings.family(live.id)
        if not context.openings.is_open(reserved):
            context.openings.room_for_fork(family)
    try:
        id, otherwise = reserved.game if reserved else None, token_hex(4) if again else ""
        made = fork(context.umpire, live.id, at, viewer, id, otherwise)
    except CannotFork as cannot:
        raise Problem(422, "wrong-field", str(cannot), "at") from None
    except GameExists:
        assert reserved is not None
        made = forked_before(context.umpire, live.game, reserved.game)
    context.openings.count_opening(made.game, family)
    seats, salt = every_seat(live.game.players), reserved.salt if reserved else ""
    return made, context.seats.issue(made.game, seats, idempotent.secret, salt)


async def policy_of_event(request: Request, live: LiveGame) -> Policy:
    """The policy of the game's event; without one, the ruleset's."""
    return await asyncio.to_thread(
        policy_at, repository_of(request), live.id, live.game.opening.ruleset
    )


@router.get(
    "/api/games/{game}/audit",
    responses=responses(Audit, *READS),
    openapi_extra={"parameters": [ENTRY], **TOKEN},
)
async def audit_of(request: Request, game: str) -> Response:
    """The point of error and every entry since, newest first: for the judge."""
    context, who, live, _ = await admit_judge_reading(request, game)
    n = ruled_entry_in_query(request, live, "entry") if "entry" in request.query_params else None
    policy = await policy_of_event(request, live)
    return JsonResponse(await context.long.run(who.token, audit, live.game, policy, n, QUESTION))


@router.get(
    "/api/games/{game}/knowledge",
    responses=responses(Knowledge, *READS),
    openapi_extra={"parameters": [AT, OF], **TOKEN},
)
async def who_knew_what(request: Request, game: str) -> Response:
    """Who came to see what of all that was hidden, and when: a player reads their own."""
    context, who, live, n = await admit_reader(request, game)
    asked = request.query_params.get("of")
    if asked is not None and asked not in live.game.players:
        raise Problem(422, "wrong-field", "nobody plays so", "of", ", ".join(live.game.players))
    players = knowledge_of(live.game, who.viewer, asked)
    if asked is not None and not players:
        raise Problem(403, "not-yours", "what they came to see is theirs and the judge's", "of")
    return JsonResponse(await context.long.run(who.token, knowledge, live.game, players, n))


@router.get(
    "/api/games/{game}/backup",
    responses=responses(Advice, *READS),
    openapi_extra={"parameters": [TO], **TOKEN},
)
async def backup(request: Request, game: str) -> Response:
    """What going back to an entry would mean, the partial fixes there are, and the rewind sheet."""
    context, who, live, _ = await admit_judge_reading(request, game)
    to = entry_in_query(request, live.game, "to")
    policy = await policy_of_event(request, live)
    with as_problem(BadBackup, 422, "wrong-field", "to"):
        weighed = await context.long.run(who.token, advice, live.game, policy, to, LINES)
    return JsonResponse(weighed)


@router.get(
    "/api/games/{game}/sheet",
    responses=responses(Sheet, *READS),
    openapi_extra={"parameters": [ENTRY], **TOKEN},
)
async def ruling_sheet(request: Request, game: str) -> Response:
    """The ruling on an entry with everything that belongs to it: for the judge."""
    context, who, live, _ = await admit_judge_reading(request, game)
    n = ruled_entry_in_query(request, live, "entry")
    repository = repository_of(request)
    made = await context.short.run(
        who.token, lambda: sheet(live, n, at_event=tuple(said_at_table(repository, live)))
    )
    return JsonResponse(made)


@router.get(
    "/api/games/{game}/packet",
    responses=responses(Packet, *READS),
    openapi_extra={"parameters": [ENTRY, AT, EVENT_ROW], **TOKEN},
)
async def dispute_packet(request: Request, game: str) -> Response:
    """All about the ruling on an entry, as of another, for an arbiter who was not there: for the judge."""
    context, who, live, at = await admit_judge_reading(request, game)
    n = ruled_entry_in_query(request, live, "entry") if "entry" in request.query_params else at
    made = partial(packet_asked, request, live, n)
    return JsonResponse(await context.short.run(who.token, made))


def packet_asked(request: Request, live: LiveGame, n: int) -> Packet:
    """The packet on entry n as of `at` and `event_row` in the query. Raises Problem, StoreProblem."""
    at = ruled_entry_in_query(request, live, "at") if "at" in request.query_params else None
    row = entry_number(request.query_params.get("event_row"), "event_row")
    with as_problem(CannotExplain, 404, "not-here", "query", "entry ≤ at ≤ the newest"):
        return packet(live, n, then=as_of(repository_of(request), live, at, row))


@router.get(
    "/api/games/{game}/record",
    responses=responses(RecordAsJson, *READS),
    openapi_extra={"parameters": [AT], **TOKEN},
)
async def record(request: Request, game: str) -> Response:
    """The game as a record that replays to the same rulings and the same state.

    Words written at an event's table stand in it as they are stored, under the keys of the event.
    """
    context, who, live, n = await admit_reader(request, game)
    require_open(who, live)
    kept = live.as_kept or live
    return JsonResponse(await context.long.run(who.token, _record_until, context, kept, n))


def _record_until(context: Context, live: LiveGame, n: int) -> dict[str, Any]:
    """The game up to entry n, with the notes of the record that it was imported from."""
    return as_record(live.game.at(n), live.times, context.expectations.of(live.id))


@router.get(
    "/api/games/{game}/seal",
    responses={
        **responses(None, *READS),
        200: {
            "description": "A sealed file, which `umpire verify` checks without the store.",
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        },
    },
    openapi_extra=TOKEN,
)
async def seal(request: Request, game: str) -> Response:
    """The game sealed into one file that anyone can check."""
    context, who, live, _ = await admit_reader(request, game)
    require_open(who, live)
    ledger = context.umpire.store
    assert isinstance(ledger, Ledger)
    with as_problem(BadSeal, 500, "damaged", "path"):
        raw = await context.long.run(who.token, seal_game, ledger.rows, game)
    name = {"content-disposition": f'attachment; filename="{game}.sealed"'}
    return JsonResponse(raw, headers=name, media_type="application/octet-stream")
