"""Taking steps: the answer is the ruling, and an illegal step is a successful adjudication."""

import asyncio
from time import perf_counter
from typing import Any

from fastapi import APIRouter, Request, Response

from adapters.web.api.document import (
    ENTRY_NUMBER,
    KEY_HEADER,
    WRITES,
    problem,
    query,
    request_body,
    responses,
)
from adapters.web.bodies import entry_number, json_in, key_of
from adapters.web.context import Context, Session
from adapters.web.events.departures import with_departure_reason
from adapters.web.log_pages import NEWER, encoded_page, log_address
from adapters.web.responses import ENTRY, RECEIPT, JsonResponse, Problem, ProblemDocument
from application.answer import UNSET, UnsetType
from application.desk.departing import sent_again
from application.game.checked_step import NotAStep, checked_step
from application.game.live_game import detached_copy
from application.game.log import LoggedEntry, RuledEntry, log_entry, ruling_seen
from application.game.seats import digest_of
from application.game.umpire import MovedOn, TakesNoMore
from application.records.numbered import MOST_LETTERS, step_from_seat
from application.records.records import BadRecord
from domain.kernel.steps import Said

router = APIRouter(tags=["games"])

STEP: dict[str, Any] = {
    "type": "object",
    "required": ["do"],
    "properties": {
        "by": {"type": "string", "description": "The seat; the token's own if left out."},
        "do": {"description": "What is attempted: a word of the ruleset."},
        "expected_entry": {
            **ENTRY_NUMBER,
            "type": ["integer", "null"],
            "description": "The newest entry that the sender has seen.",
        },
        "departing": {
            "type": "string",
            "description": "A judge's overruling: why it departs from earlier ones.",
        },
    },
}

SAID: dict[str, Any] = {
    "type": "string",
    "minLength": 1,
    "maxLength": MOST_LETTERS,
    "description": "In place of do and its fields: the step as the command reads it, in words such as "
    "“a1 assault charge b1”, or by its number among the legal options.",
}
IN_WORDS = frozenset({"said", "by"})
STEP_OR_WORDS = {"type": "object", "properties": {**STEP["properties"], "said": SAID}}
"""Either `do` or `said` is there."""
PATH = "/api/games/{game}/steps"


class MovedOnProblem(ProblemDocument, kw_only=True):
    """The game has entries that the sender had not seen."""

    entry: int | UnsetType = UNSET
    """The newest."""
    entries: tuple[LoggedEntry, ...] | UnsetType = UNSET
    """Those after the one that was seen, the first 100."""
    next: str | UnsetType | None = UNSET
    """Where the log goes on."""


@router.post(
    PATH,
    responses={
        **responses(RuledEntry, *WRITES, says="The ruling, whatever the verdict."),
        409: problem(
            409,
            MovedOnProblem,
            "The game has moved on: the newer entries. Or it is full: a problem without them.",
        ),
    },
    openapi_extra={
        "parameters": [
            KEY_HEADER,
            query("expected_entry", "The newest entry that the sender has seen.", ENTRY_NUMBER),
        ],
        "security": [{"token": []}],
        **request_body(
            STEP_OR_WORDS,
            "One step: {do: …} and the fields of that do, or {said: …} in words.",
            {"do": "pass"},
        ),
    },
)
async def take(request: Request, game: str) -> Response:
    """Takes a step; undo, consent, object, withdraw, rewind, overrule, played, correct, note, open too.

    Answered once it is durable. Whatever is a step gets a ruling: one that names what does not exist
    is illegal and cites G1. With an Idempotency-Key a repeated request gets the first ruling again.
    Words (`said`) that say no step, or several, are answered with 422 and nothing is kept.
    An overruling that departs from what judges ruled in like situations is kept only with the reason
    in “departing”; without it 422 tells which they are.
    """
    began = perf_counter()
    context: Context = request.app.state.context
    who = await context.admit(request, game)
    if not who.acts:
        raise Problem(
            403, "not-yours", "a spectator takes no steps", "Authorization", "a player's token"
        )
    context.pace.take(who.token)
    content = await json_in(request)
    departing = content.pop("departing", "") if who.judges and isinstance(content, dict) else ""
    said, seen = step_in(content, who, request.query_params.get("expected_entry"))
    key = own_key(who, key_of(request))
    if "do" not in said:
        said, seen = await step_sent_in_words(context, who, said["said"], key, seen)
    if said["do"] == "overrule" and who.judges:
        live = await context.live(who)
        if (n := context.umpire.entry_under(key, live)) is not None:
            said = sent_again(said, str(departing), live.game.entry(n).said)
        else:
            said = await with_departure_reason(request, who, live.game, said, departing)
    return await rule_on(context, who, said, key, seen, began)


def own_key(who: Session, key: str) -> str:
    """A key as it is kept with an entry: nobody else's is the same, nor that of another token."""
    return f"{who.viewer}:{digest_of(f'{who.token}:{key}')[:32]}" if key else ""


def step_in(content: Any, who: Session, seen: str | None) -> tuple[Said, int | None]:
    """What was said, by the seat that says it, and the entry its sender saw last. Raises Problem.

    A step in words has `said` and no `do`.
    """
    if not isinstance(content, dict):
        raise Problem(422, "not-a-step", "it is no mapping", "body", "one step, such as {do: pass}")
    given = content.pop("expected_entry", None)
    expected = entry_number(seen if given is None else given, "expected_entry")
    by = content.get("by", who.viewer)
    if by != who.viewer:
        raise Problem(403, "not-yours", "this token acts for another seat", "by", who.viewer)
    if "do" not in content and not (
        isinstance(content.get("said"), str) and not content.keys() - IN_WORDS
    ):
        raise Problem(422, "not-a-step", "it is missing", "do", "what is attempted, such as “pass”")
    return {"by": by, **content}, expected


async def step_sent_in_words(
    context: Context, who: Session, text: str, key: str, seen: int | None
) -> tuple[Said, int | None]:
    """The step that these words say, and the entry its sender saw last. Raises Problem, StoreProblem."""
    live = await context.live(who)
    if (n := context.umpire.entry_under(key, live)) is not None:
        # What the words meant the first time, they need not mean now.
        return live.game.entry(n).said, seen
    try:
        said, numbered = await context.short.run(
            who.token, step_from_seat, live.game, who.viewer, text
        )
    except BadRecord as why:
        raise Problem(422, "not-a-step", str(why), "said") from None
    return said, live.game.length if numbered and seen is None else seen


async def rule_on(
    context: Context, who: Session, said: Said, key: str, seen: int | None, began: float
) -> Response:
    """Puts the step before the rules and answers with the ruling. Raises Problem, StoreProblem."""
    now = context.umpire.clock()
    try:
        recorded = await context.umpire.step_soon(who.game, said, key=key, expected_entry=seen)
    except NotAStep as why:
        raise Problem(422, "not-a-step", str(why), "body") from None
    except TakesNoMore as why:
        raise Problem(409, why.kind, str(why)) from None
    except MovedOn as why:
        raise await moved_on(context, who, seen or 0, str(why)) from None
    live = context.umpire.game(who.game, fresh=False)
    entry = recorded.entry
    words = context.umpire.tables.codec_of(live)
    if key and not words.same(entry.said, checked_step(said, live.game.players)):
        raise Problem(
            422, "key-used", f"entry {entry.n} has it, and said something else", "Idempotency-Key"
        )
    context.announce_ruled(live, recorded, now, perf_counter() - began)
    headers = {ENTRY: str(entry.n), RECEIPT: context.receipt(live, recorded)}
    if words.is_hidden(entry.said):
        live = await asyncio.to_thread(words.readable, detached_copy(live))
        entry = live.game.entry(entry.n)
    return JsonResponse(ruling_seen(live.game, entry, who.viewer), 200, headers)


async def moved_on(context: Context, who: Session, seen: int, why: str) -> Problem:
    live = await context.live(who)
    newest = live.game.length
    newer = (log_entry(live, n, who.viewer) for n in range(seen + 1, newest + 1))
    entries = await context.short.run(who.token, encoded_page, newer, NEWER)
    last = seen + len(entries)
    return Problem(
        409,
        "moved-on",
        why if seen > newest else f"the newest entry is {newest}",
        "expected_entry",
        str(newest),
        entry=newest,
        entries=entries,
        next=log_address(live.id, last, newest) if last < newest else None,
    )
