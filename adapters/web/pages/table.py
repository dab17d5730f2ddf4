"""The page of a game for a player or a spectator, and what its scripts ask the server for."""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.digits import number_in
from adapters.web.context import Context, Session
from adapters.web.events.admission import judges_at, repository_of
from adapters.web.events.table_page import strip_at_event
from adapters.web.pages import history
from adapters.web.pages import view_models as tables
from adapters.web.pages.desk.page import desk_page
from adapters.web.pages.faces import Faces, faces_of
from adapters.web.pages.history import ShareLink
from adapters.web.pages.parts import parts_held, without_held
from adapters.web.pages.render import (
    admit_viewer,
    entry_in_path,
    html_response,
    json_fields,
    page_route,
    text_of,
)
from adapters.web.pages.shown_choices import shown_choice, shown_prompt
from adapters.web.pages.statements.views import objections_view, statement_view
from adapters.web.pages.voice import Voice, stage_view
from adapters.web.public_address import public_address
from adapters.web.responses import API_HEADERS, JsonResponse, Problem, as_problem
from adapters.web.seat_address import address_of
from adapters.web.standing_answers.view_model import standing_answer_view
from adapters.web.texts.titles import about_shown
from application.desk.becoming_legal import QUESTION, Way
from application.desk.explain import CannotExplain, why_not
from application.event.repository import Repository
from application.game.checked_step import NotAStep, checked_step
from application.game.choices import Choice, judged_prompt, judged_step, read_taps
from application.game.claims import claimed_by
from application.game.live_game import LiveGame
from application.game.opening import table_of
from application.game.redaction import effective_viewer, entry_seen
from application.game.seating.public import seat_of_all
from application.game.titles import seat_in_words
from application.records.numbered import step_from_seat
from application.records.records import BadRecord
from domain.kernel.board import nearest_last
from domain.kernel.history import Game
from domain.kernel.prompting.prompts import InvalidTap
from domain.kernel.ruling import LEGAL
from domain.kernel.values import Value


@page_route
async def game_page(request: Request) -> Response:
    """The page of a game for whoever has a seat at it; with `?at=N` as it was after entry N."""
    context, who, live = await admit_viewer(request)
    n = moment_in_query(request.query_params.get("at"), live)
    shared = (
        None if n is None and not who.judges else await _address_to_share(request, context, live.id)
    )
    if who.judges and shared is not None:
        at, place = live.game.length if n is None else n, table_of(live.id)
        leads = place is not None and await judges_at(request, place[0])
        return await context.short.run(
            who.token, desk_page, context, live, who.here, at, shared.to, leads
        )
    if n is not None and shared is not None:
        return await context.short.run(
            who.token, history.moment_page, context, live, who, n, shared
        )
    return await context.short.run(who.token, seat_page, context, live, who, repository_of(request))


async def _address_to_share(request: Request, context: Context, game: str) -> ShareLink:
    """The address of the game that players share, and whether anybody may open it. Raises StoreProblem."""
    address, _ = public_address(request, context.settings)
    seat = await asyncio.to_thread(seat_of_all, context.seats, game)
    return ShareLink(address + address_of(game), seat is not None)


def moment_in_query(given: str | None, live: LiveGame) -> int | None:
    """The number in `?at=N`, or the newest entry if N is higher; None if it is no number."""
    n = number_in(given)
    return None if n is None else min(n, live.game.length)


def seat_page(
    context: Context,
    live: LiveGame,
    who: Session,
    repository: Repository,
    held: frozenset[str] | None = None,
) -> Response:
    """The page of a seat; it warns if a newer token was issued for it. Raises StoreProblem.

    `held`: only its part that changes, without the parts of these digests, which the browser holds.
    """
    at = context.seats.newer_token_at(who.game, who.token) if who.acts else None
    newer = "" if at is None else tables.clock(at)
    standing = standing_answer_view(live, who.viewer, context.answer_giver.standing_answers)
    strip = strip_at_event(repository, live, who.viewer)
    values = {
        "newer_token": newer,
        "standing": standing,
        "at_event_says": strip,
        "held": held,
        **table_values(live, who),
    }
    if held is None:
        return html_response(without_held(text_of("table.html", **values), ()))
    return html_response(without_held(text_of("_now.html", **values), held), headers=API_HEADERS)


def table_values(live: LiveGame, who: Session) -> dict[str, Any]:
    seen_as = effective_viewer(live.game, who.viewer)
    faces = faces_of(live.game, live.names, seen_as)
    shown = tables.table(live, who.viewer, seen_as, faces)
    return {
        "game": live.id,
        "title": live.game.ruleset.title,
        "ruleset": live.game.ruleset.name,
        "seated": nearest_last(live.game.players, who.viewer),
        "faces": faces,
        "stage": stage_view(shown.picture, Voice(live.game, who.viewer, faces)),
        "about": about_shown(live.game.opening.about),
        "called": seat_in_words(live.names, who.viewer),
        "rules": tables.rulebook_address(who.here),
        "seat": who.viewer,
        "here": who.here,
        "acts": who.acts and not who.judges,
        "tournament": live.game.opening.mode == "tournament",
        "at_event": table_of(live.id) is not None,
        "put": statement_view(live, who.viewer, faces),
        "contested": objections_view(live, who.viewer) if claimed_by(live.game) else None,
        "table": shown,
        "together": together_view(live.game, who.viewer) if who.acts and not who.judges else None,
    }


class Together(Value):
    """Chance that is made together, and what this player has to do about it."""

    number: int
    """Their seat, from 1."""
    to: str = ""
    """What is being made; empty where nothing is."""
    waiting: tuple[str, ...] = ()
    joins: bool = False
    reveals: bool = False
    dice: tuple[int, ...] = ()
    """Dice that were made together and are not reported yet."""


def together_view(game: Game, player: str) -> Together:
    """What of it the page of this player shows."""
    chance, dice = game.now.chance, game.now.dice
    number, made = game.players.index(player) + 1, () if dice is None else dice.values
    if chance is None:
        return Together(number, dice=made)
    due = player in chance.waiting
    return Together(
        number,
        chance.to,
        chance.waiting,
        due and not chance.is_revealing,
        due and chance.is_revealing,
        made,
    )


@page_route
async def now(request: Request) -> Response:
    """The part of the table's page that changes, as it is now."""
    context, who, live = await admit_viewer(request)
    return await context.short.run(
        who.token, seat_page, context, live, who, repository_of(request), parts_held(request)
    )


@page_route
async def choices(request: Request) -> Response:
    """The choices that follow some taps, each with the ruling it would get. Raises Problem."""
    context, who, live = await admit_viewer(request)
    content = await json_fields(request)
    if who.viewer not in live.game.players:
        raise Problem(403, "not-yours", "only a player chooses", "your seat", "a player's link")
    with as_problem(InvalidTap, 409, "moved-on"):
        taps = read_taps(content.get("taps"))
        found = await context.short.run(who.token, judged_prompt, live.game, who.viewer, taps)
    return JsonResponse(shown_prompt(found, live.game.length, _faces_seen(live, who)))


@page_route
async def typed_step(request: Request) -> Response:
    """How a typed step is understood, and the ruling it would get. Raises Problem."""
    context, who, live = await admit_viewer(request)
    text = str((await json_fields(request)).get("text") or "").strip()
    if who.viewer not in live.game.players:
        raise Problem(403, "not-yours", "only a player says steps", "your seat", "a player's link")
    with as_problem((BadRecord, NotAStep), 422, "not-a-step", "step"):
        choice = await context.short.run(who.token, _typed_choice, live.game, who.viewer, text)
    return JsonResponse(shown_choice(choice, _faces_seen(live, who)))


def _faces_seen(live: LiveGame, who: Session) -> Faces:
    return faces_of(live.game, live.names, effective_viewer(live.game, who.viewer))


def _typed_choice(game: Game, player: str, text: str) -> Choice:
    """The step in these words. Raises BadRecord, NotAStep."""
    said, _ = step_from_seat(game, player, text, keep=True)
    return judged_step(game, player, checked_step(said, game.players))


@page_route
async def entry(request: Request) -> Response:
    """One entry in words."""
    _, who, live = await admit_viewer(request)
    n = entry_in_path(request, live)
    if n == 0:
        return JsonResponse({"n": 0, "words": "the set-up", "reason": ""})
    seen_as = effective_viewer(live.game, who.viewer)
    entry_view = tables.entry_view(live, n, seen_as, _faces_seen(live, who))
    return JsonResponse({"n": n, "words": entry_view.words, "reason": entry_view.reason})


@page_route
async def story(request: Request) -> Response:
    """A line for each entry, as this seat may see it."""
    context, who, live = await admit_viewer(request)
    return await context.short.run(who.token, history.story, context, live, who.viewer)


@page_route
async def when(request: Request) -> Response:
    """When a step that is refused now would be legal."""
    context, who, live = await admit_viewer(request)
    content = await json_fields(request)
    with as_problem((NotAStep, CannotExplain), 422, "not-a-step", "step"):
        said = checked_step(content.get("step"), live.game.players)
        wanted = {**said, "by": who.viewer}
        explanation = await context.long.run(
            who.token, why_not, live.game, wanted, None, who.viewer, QUESTION
        )
    seen_as = effective_viewer(live.game, who.viewer)
    voice = Voice(live.game, who.viewer, _faces_seen(live, who))
    supporting = (
        entry_seen(live.game, live.game.entry(n), seen_as) for n in explanation.because if n
    )
    because = [{"n": entry.n, "words": voice.plainly(entry.said)} for entry in supporting]
    cures = list(_cures(live, who, voice, explanation.ways))
    sentence = voice.faces.in_names(explanation.when.sentence) if explanation.when else ""
    return JsonResponse({"when": sentence, "because": because, "cures": cures})


def _cures(
    live: LiveGame, who: Session, voice: Voice, ways: Iterable[Way]
) -> Iterator[dict[str, Any]]:
    """The steps of this seat that make the refused one legal with one tap, or that are legal in its place."""
    for way in ways:
        if len(way.steps) != 1 or way.steps[0]["by"] != who.viewer:
            continue
        (step,) = way.steps
        if judged_step(live.game, who.viewer, step).verdict == LEGAL:
            yield {"words": voice.plainly(step), "step": step}
