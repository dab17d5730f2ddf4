"""Looking at a game: its table, its log, what somebody might do, and the feed of what happens."""

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request, Response

from adapters.web.api.document import ENTRY_NUMBER, READS, header, query, responses
from adapters.web.bodies import entry_number, page_number
from adapters.web.context import Context, Session, context_of
from adapters.web.log_pages import PAGE, encoded_page, log_address
from adapters.web.responses import ENTRY, JsonResponse, Problem
from adapters.web.streams.feed import TOGETHER, Feed
from application.answer import Answer, Meta, When
from application.game.choices import OptionsPage, options_page
from application.game.live_game import LiveGame
from application.game.log import Log, log_entry, log_of, log_seen
from application.game.moments import iso_time
from application.game.open_chance import OpenChance, open_chance
from application.game.options import Options, offered_step
from application.game.redaction import State, hides, state_seen
from application.game.stored_game import ViewableGame
from application.game.table_parts import TableParts, table_parts
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR, Viewer

router = APIRouter(tags=["games"])
TOKEN: dict[str, Any] = {"security": [{"token": []}]}
AT = query("at", "As it was after this entry; 0 is the set-up.", ENTRY_NUMBER)
AFTER = query("after", "Only what comes after this entry.", ENTRY_NUMBER)
AS = query(
    "as",
    "For the judge: as this seat sees it.",
    {"type": "string", "minLength": 1, "maxLength": 80},
)
FOR = query(
    "for", "For the judge: whose options.", {"type": "string", "minLength": 1, "maxLength": 80}
)
WHICH_PAGE = query(
    "page", "Which page of them: the first has the nearest.", {"type": "integer", "minimum": 1}
)


async def admit_reader(request: Request, game: str) -> tuple[Context, Session, LiveGame, int]:
    """The context, who asks, the game, and the entry in `?at=N`. Raises Problem, StoreProblem."""
    context = context_of(request)
    who = await context.admit(request, game)
    live = await context.live(who)
    return context, who, live, entry_in_query(request, live.game, "at")


def entry_in_query(request: Request, game: ViewableGame, name: str) -> int:
    """The entry named in the query, the newest without one. Raises Problem."""
    newest = game.length
    given = entry_number(request.query_params.get(name), name)
    n = newest if given is None else given
    if n > newest:
        raise Problem(404, "not-here", f"there is no entry {n}", name, f"at most {newest}")
    return n


def viewer_in_query(request: Request, who: Session, game: ViewableGame) -> Viewer:
    """The viewer in `?as=SEAT`, for the judge; everybody else sees as themselves. Raises Problem."""
    given = request.query_params.get("as")
    if given is None or given == who.viewer:
        return who.viewer
    if not who.judges:
        raise Problem(403, "not-yours", "only the judge looks as somebody else", "as", who.viewer)
    seats = (*game.players, SPECTATOR)
    if given not in seats:
        raise Problem(422, "wrong-field", "nobody has this seat", "as", ", ".join(seats))
    return given


@router.get(
    "/api/games/{game}/state",
    responses=responses(State, *READS, says="The table, as this token may see it."),
    openapi_extra={"parameters": [AT, AS], **TOKEN},
)
async def state(request: Request, game: str) -> Response:
    """The `state` of `umpire replay --json`, as far as this token may see it."""
    context = context_of(request)
    who = await context.admit(request, game)
    seen = await context.look_at(who)
    n = entry_in_query(request, seen, "at")
    viewer = viewer_in_query(request, who, seen)
    table = await context.short.run(who.token, state_seen, seen, viewer, n)
    return JsonResponse(table, 200, {ENTRY: str(n)})


@router.get(
    "/api/games/{game}/log",
    responses=responses(Log, *READS, says="The entries, as this token may see them."),
    openapi_extra={"parameters": [AT, AFTER, AS], **TOKEN},
)
async def log(request: Request, game: str) -> Response:
    """The log up to an entry: what was said, the rulings, what became of them.

    A page of it, 500 entries or 1 MiB, with the address of the next one.
    """
    context, who, live, n = await admit_reader(request, game)
    viewer = viewer_in_query(request, who, live.game)
    after = entry_number(request.query_params.get("after"), "after") or 0
    seen = log_seen(live, viewer, after, n)
    entries = await context.short.run(who.token, encoded_page, seen, PAGE)
    last = after + len(entries)
    seen_as = request.query_params.get("as")
    rest = log_address(game, last, n, seen_as) if last < n else None
    return JsonResponse(log_of(live, n, entries, rest), 200, {ENTRY: str(n)})


@router.get(
    "/api/games/{game}/options",
    responses=responses(Options, *READS, says="Steps with the rulings they would get."),
    openapi_extra={"parameters": [AT, FOR, WHICH_PAGE], **TOKEN},
)
async def what_may_be_done(request: Request, game: str) -> Response:
    """What a player might do, legal or not, each judged as the step itself would be."""
    context, who, live, n = await admit_reader(request, game)
    player = player_in_query(request, who, live.game)
    page = page_number(request.query_params.get("page"))
    listed = await context.short.run(who.token, options_at, live.game, n, player, page)
    chance = live.game.ruleset.chance(live.game.position(n).state)
    offers = tuple(offered_step(player, option) for option in listed.options)
    content = Options(game, n, player, chance, offers, listed.page, listed.more)
    return JsonResponse(content, 200, {ENTRY: str(n)})


def player_in_query(request: Request, who: Session, game: Game) -> str:
    """The player in `?for=PLAYER`, for the judge; everybody else asks for themselves. Raises Problem."""
    given = request.query_params.get("for", who.viewer)
    if given != who.viewer and not who.judges:
        raise Problem(403, "not-yours", "only one's own options are shown", "for", who.viewer)
    if who.viewer == SPECTATOR:
        raise Problem(403, "not-yours", "a spectator has no options", "Authorization")
    if given not in game.players:
        raise Problem(422, "wrong-field", "no player has this name", "for", ", ".join(game.players))
    return given


def options_at(game: Game, n: int, player: str, page: int) -> OptionsPage:
    """What this player might do after entry n."""
    return options_page(game if n == game.length else game.at(n), player, page)


class ToldLook(Answer):
    """A look at what was hidden from others."""

    when: When
    at: Annotated[
        str, Meta(description="The same as `when`.", extra_json_schema={"deprecated": True})
    ]
    viewer: str
    what: str


class Looks(Answer):
    """Who looked at what was hidden, oldest first."""

    looks: tuple[ToldLook, ...]


@router.get(
    "/api/games/{game}/looks",
    responses=responses(Looks, *READS),
    openapi_extra=TOKEN,
)
async def looks(request: Request, game: str) -> Response:
    """Who looked at what was hidden: for the judge, and when the game is over for everybody."""
    context, who, live, _ = await admit_reader(request, game)
    if hides(live.game) and not who.judges:
        raise Problem(403, "not-yours", "this is told when the game is over", "Authorization")
    accesses = await asyncio.to_thread(context.seats.accesses_to, game)
    told = (
        ToldLook(iso_time(access.at), iso_time(access.at), access.viewer, access.what)
        for access in accesses
    )
    return JsonResponse(Looks(tuple(told)))


@router.get(
    "/api/games/{game}/feed",
    responses={
        **responses(None, *READS),
        200: {
            "description": "Events `entry`, each with an entry of the log and its number as id.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
    },
    openapi_extra={
        "parameters": [
            AFTER,
            header("Last-Event-ID", "The newest entry that was received.", ENTRY_NUMBER),
        ],
        **TOKEN,
    },
)
async def feed(request: Request, game: str) -> Response:
    """New entries as they come: those after Last-Event-ID (or `after`); without either, from now on."""
    context, who, live, _ = await admit_reader(request, game)
    return feed_of(context, who, live, request)


def feed_of(context: Context, who: Session, live: LiveGame, request: Request) -> Response:
    """The feed of this game for whoever asks. Raises Problem."""
    newest = live.game.length
    last = request.headers.get("last-event-id") or request.query_params.get("after")
    after = entry_number(last, "Last-Event-ID")

    async def encode_entries(after: int, until: int) -> list[msgspec.Raw]:
        now = await context.live(who)
        entries = (log_entry(now, n, who.viewer) for n in range(after + 1, until + 1))
        return await context.short.run(who.token, encoded_page, entries, TOGETHER)

    context.streams.begin(who.token)
    return Feed(
        context.feeds,
        context.umpire.game(live.id, fresh=False),
        who.viewer,
        who.token,
        who.expires,
        newest if after is None else min(after, newest),
        context.settings.patience,
        lambda: context.streams.end(who.token),
        encode_entries,
    )


@router.get(
    "/api/games/{game}/chance",
    responses=responses(OpenChance, *READS, says="What is made together now, and by whom."),
    openapi_extra=TOKEN,
)
async def what_is_made_together(request: Request, game: str) -> Response:
    """Chance that is being made together: who has committed, who has revealed, what is not reported yet."""
    context, who, live, _ = await admit_reader(request, game)
    chance = await context.short.run(who.token, open_chance, live.game, game)
    return JsonResponse(chance, 200, {ENTRY: str(chance.entry)})


@router.get(
    "/api/games/{game}/parts",
    responses=responses(TableParts, *READS, says="What can be put right, as it lies by the log."),
    openapi_extra=TOKEN,
)
async def what_can_be_put_right(request: Request, game: str) -> Response:
    """What this token can put right with a step `correct`: a judge all of it, a player what everybody sees."""
    context, who, live, _ = await admit_reader(request, game)
    if not who.acts:
        raise Problem(403, "not-yours", "a spectator puts nothing right", "Authorization")
    lying = await context.short.run(who.token, table_parts, live.game, game, who.viewer)
    return JsonResponse(lying, 200, {ENTRY: str(lying.entry)})
