"""Musters: whoever opens a game shares the seats' links first, and each player lays out their own side."""

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from adapters.web.api.opening import refusals_as_problems
from adapters.web.context import Context, context_of
from adapters.web.credentials import refuse_cookie_alone, token_in
from adapters.web.pages.lobby.armies import (
    FilledForm,
    armies_in,
    example_setup,
    setup_of,
    with_names_apart,
    with_numbers_of_seats,
)
from adapters.web.pages.lobby.forms import Form, form_content, record_in
from adapters.web.pages.render import (
    PAGE_HEADERS,
    json_fields,
    page,
    page_route,
    refuse_other_sites,
)
from adapters.web.responses import JsonResponse, Problem, as_problem
from adapters.web.seat_address import address_of, cookie_tokens, seat_in_address
from adapters.web.texts.catalogue import text
from application.game.seating.musters import Muster, Side
from application.game.seating.public import make_public
from application.game.seats import digest_of, every_seat, tokens_for
from application.game.titles import seat_in_words
from application.law.set_up_by_hand import roster_of
from application.ledger.store import GameExists, NoSuchGame
from application.records.records import BadRecord, Record, open_record, record_from
from application.rulesets import ruleset
from domain.kernel.ruleset import Viewer

SOURCE = "The set-up"


def begin(context: Context, form: Form, chat: str) -> tuple[str, dict[Viewer, str]]:
    """The id and tokens of a game that opens when its sides are laid out; the same for the same form.

    Raises BadRecord, Unclear, Problem.
    """
    record = record_in(form.fields)
    table = form_content(form.fields)["table"]
    players = record_from(record, SOURCE).opening.players
    open_record(_with_setup(record, example_sides(record), table))
    asked = replace(form.idempotent, key=form.idempotent.key or secrets.token_urlsafe())
    with refusals_as_problems():
        reserved = context.openings.reserve(asked)
        assert reserved is not None
        if not context.openings.is_open(reserved):
            context.openings.room_for_game(form.caller)
    context.openings.count_opening(reserved.game, form.caller)
    tokens = tokens_for(every_seat(players), asked.secret, reserved.salt)
    if not _is_open(context, reserved.game):
        digests = {viewer: digest_of(token) for viewer, token in tokens.items()}
        public = bool(form.fields.get("public"))
        context.musters.begin(
            Muster(reserved.game, record, table, digests, form.caller, public, chat)
        )
    return reserved.game, tokens


def example_sides(record: Mapping[str, Any]) -> dict[str, Side]:
    """Player → their side in the ruleset's example. Raises BadRecord where it has none."""
    name, players = record["ruleset"], record["players"]
    sides = armies_in(name, example_setup(name, players), players)["armies"]
    return dict(zip(players, sides, strict=True))


def _with_setup(
    record: Mapping[str, Any], sides: Mapping[str, Side], table: Any, first: str = ""
) -> Record:
    """The record with a set-up of these sides; the names of `first` stay as they are. Raises BadRecord."""
    players, hiding = record["players"], ruleset(record["ruleset"]).hiding
    armies = {player: dict(sides[player]) for player in players}
    if hiding is None or first:
        apart = with_names_apart(armies, first)
    else:
        apart = with_numbers_of_seats(armies, hiding.setup_lying - hiding.setup_place)
    form: FilledForm = {"armies": [*apart.values()], "table": table}
    setup = setup_of(record["ruleset"], form, players)
    return record_from({**record, "setup": setup}, SOURCE)


def _is_open(context: Context, game: str) -> bool:
    try:
        context.umpire.store.load(game, until=1)
    except NoSuchGame:
        return False
    return True


def muster_in(request: Request) -> Muster | None:
    """The muster of the game in the path; None where the game is open, or was never to be."""
    context, game = context_of(request), request.path_params["game"]
    return None if context.umpire.holds(game) else context.musters.find(game)


def seat_shown_to(request: Request, muster: Muster) -> Viewer | None:
    """The seat at the muster of whoever asks; None if they show none. Raises Problem."""
    token, by_cookie = token_in(request, muster.game)
    if by_cookie:
        refuse_cookie_alone(request)
    viewer = muster.viewer_of(token) if token else None
    return viewer if seat_in_address(request) in (None, viewer) else None


async def waiting_page(request: Request) -> Response | None:
    """The page of a seat at a game that waits for its sides; None where it does not, or no seat is shown."""
    muster = await asyncio.to_thread(muster_in, request)
    if muster is None:
        return None
    viewer = seat_shown_to(request, muster)
    if viewer is not None:
        digest = muster.seats[viewer]
        return await context_of(request).short.run(digest, _side_page, request, muster, viewer)
    # Two seats in one browser: the first that is found will do.
    mine = (muster.viewer_of(token) for token in cookie_tokens(request, muster.game))
    seat = next((seat for seat in mine if seat is not None), None)
    if seat is None or seat_in_address(request) is not None:
        return None
    return RedirectResponse(address_of(muster.game, seat), 303, PAGE_HEADERS)


def _side_page(request: Request, muster: Muster, viewer: Viewer) -> Response:
    record, sides = muster.record, context_of(request).musters.sides(muster)
    rules, names = ruleset(record["ruleset"]), record["names"]
    roster, plays = roster_of(rules), viewer in muster.players
    return page(
        "side.html",
        game=muster.game,
        title=rules.title,
        here=address_of(muster.game, viewer),
        kind=roster.piece if plays else "watch",
        called=seat_in_words(names, viewer),
        players=standing_of(muster, sides),
        laid={
            "roster": to_builtins(roster),
            "ruleset": rules.name,
            "name": names.get(viewer, viewer),
            "mine": sides.get(viewer),
            "example": example_sides(record)[viewer],
        }
        if plays
        else None,
    )


def standing_of(muster: Muster, sides: Mapping[str, Side]) -> list[dict[str, Any]]:
    """For each player, what they are called and whether their side is laid out."""
    names = muster.record["names"]
    return [
        {"seat": player, "called": names.get(player, player), "given": player in sides}
        for player in muster.players
    ]


@page_route
async def side(request: Request) -> Response:
    """Whose sides are laid out, and whether the game is open; a side that is sent is kept first."""
    context, game = context_of(request), request.path_params["game"]
    writes = request.method == "POST"
    if writes:
        refuse_other_sites(request)
    muster = await asyncio.to_thread(muster_in, request)
    viewer = None if muster is None else seat_shown_to(request, muster)
    if muster is None or viewer is None:
        await context.admit(request, game)
        return JsonResponse({"open": True, "players": []})
    sent = (await json_fields(request)).get("side") if writes else None
    if writes and viewer not in muster.players:
        raise Problem(403, "not-yours", text("side.players"))
    with as_problem(BadRecord, 422, "not-an-opening"):
        answer = await context.long.run(
            muster.seats[viewer], _standing_after, context, muster, viewer, sent
        )
    return JsonResponse(answer)


def _standing_after(context: Context, muster: Muster, viewer: Viewer, sent: Any) -> dict[str, Any]:
    """How the muster stands once this side, if any, is kept; the last one opens the game. Raises BadRecord."""
    if sent is not None:
        if not isinstance(sent, dict):
            raise BadRecord(text("side.none"))
        others = {**example_sides(muster.record), viewer: sent}
        open_record(_with_setup(muster.record, others, muster.table, viewer))
        whole = {**context.musters.sides(muster), viewer: sent}
        if whole.keys() == set(muster.players):
            open_record(_with_setup(muster.record, whole, muster.table))
        context.musters.put_side(muster, viewer, sent)
    sides = context.musters.sides(muster)
    opens = sides.keys() == set(muster.players)
    if opens:
        open_mustered(context, muster, sides)
    return {"open": opens, "players": standing_of(muster, sides)}


def open_mustered(context: Context, muster: Muster, sides: Mapping[str, Side]) -> None:
    """Opens the game of these sides for the seats whose links were shared. Asked twice, it is one game."""
    opening = _with_setup(muster.record, sides, muster.table).opening
    try:
        context.umpire.open(opening, muster.game)
    except GameExists:
        pass
    else:
        context.metrics.count_opening(opening.ruleset)
    context.seats.give_by_digest(muster.game, muster.seats)
    if muster.chat:
        context.chats.keep(muster.game, muster.chat)
    if muster.public:
        make_public(context.seats, muster.game)
    # Last of all: what is cut off before this is done again by whoever asks next.
    context.musters.end(muster)
