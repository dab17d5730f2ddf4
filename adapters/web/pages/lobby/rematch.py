"""A rematch: another game with the same players and the same set-up."""

import secrets
from time import perf_counter

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from adapters.web.api.opening import game_with_tokens, open_once
from adapters.web.api.steps import rule_on
from adapters.web.context import Context, Session, context_of
from adapters.web.pages.lobby.forms import Form, MayNotOpen, form_from_opener
from adapters.web.pages.lobby.links import DAYS, redirect_to_links
from adapters.web.pages.render import PAGE_HEADERS, page, page_route
from adapters.web.pages.voice import REMATCH, is_rematch
from adapters.web.responses import Problem
from adapters.web.seat_address import address_of, cookie_of, cookie_token, set_secret_cookie
from adapters.web.texts.catalogue import text
from application.game.live_game import LiveGame
from application.game.openings import IdempotentRequest
from application.game.redaction import hides
from application.game.titles import seat_in_words
from domain.kernel.position import Opening
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.steps import JUDGE
from domain.kernel.values import changed


async def _seat(request: Request) -> tuple[Context, LiveGame, Session]:
    """The context, the game, and who asks for a rematch. Raises Problem, StoreProblem."""
    context, game = context_of(request), request.path_params["game"]
    token = cookie_token(request, game)
    session = await context.holder(request, game, token) if token else None
    if session is None or session.game != game:
        raise Problem(401, "who", "no token")
    if session.viewer == SPECTATOR:
        raise Problem(403, "not-yours", text("rematch.players"))
    live = await context.live(session)
    if hides(live.game) and session.viewer != JUDGE:
        raise Problem(
            403,
            "not-yours",
            text("rematch.hidden"),
        )
    return context, live, session


@page_route
async def ask(request: Request) -> Response:
    """The form for a rematch: who begins unless another player has said so, and the key if one is needed."""
    return _page(*await _seat(request))


def _page(
    context: Context, live: LiveGame, who: Session, problem: str = "", status: int = 200
) -> Response:
    opening = live.game.opening
    return page(
        "rematch.html",
        status,
        game=live.id,
        title=live.game.ruleset.title,
        players=[
            (seat, seat_in_words(live.names, seat)) for seat in _second_first(opening.players)
        ],
        needs_key=bool(context.settings.keys),
        opened=_is_shared(live, who) and any(is_rematch(entry.said) for entry in live.game.log),
        problem=problem,
        once=secrets.token_urlsafe(16),
    )


def _second_first(players: tuple[str, ...]) -> tuple[str, ...]:
    """The players with the second one first, who by default begins the next game."""
    return (*players[1:], players[0])


@page_route
async def open_again(request: Request) -> Response:
    """Opens a game with the same set-up; the players of a game that is over all sit down at one rematch."""
    context, live, who = await _seat(request)
    try:
        _, form = await form_from_opener(request)
        if who.judges:
            # They get the links of all seats, so for a judge this is a look at hidden things.
            await context.keep_access(request, who)
        token = cookie_token(request, live.id)
        found = await context.long.run(
            form.caller, _game_with_tokens, context, live, who, token, form
        )
    except MayNotOpen as why:
        return _page(context, live, who, str(why), 401)
    except Problem as why:
        return _page(context, live, who, why.sentence(), 422)
    context.metrics.count_opening(live.game.opening.ruleset)
    game, tokens = found
    if who.judges:
        return redirect_to_links(request, game, tokens)
    if not _is_shared(live, who):
        answer = redirect_to_links(request, game, tokens)
    else:
        await _tell_the_others(context, live, who, game)
        answer = RedirectResponse(address_of(game, who.viewer), 303, PAGE_HEADERS)
    # Whoever opened it plays in it: it is among their games at once.
    mine = cookie_of(game, who.viewer)
    set_secret_cookie(request, answer, mine, tokens[who.viewer], DAYS)
    return answer


def _is_shared(live: LiveGame, who: Session) -> bool:
    """Whether all players who ask get the same game, each with their own seat: once this one is over."""
    return who.viewer in live.game.players and live.game.ruleset.over(live.game.now.state)


async def _tell_the_others(context: Context, live: LiveGame, who: Session, game: str) -> None:
    """Puts the remark in the log that somebody has opened the rematch, once, also if several tap at once."""
    told = {"by": who.viewer, "do": "note", "text": REMATCH + game}
    while all(entry.said.get("text") != told["text"] for entry in live.game.log):
        try:
            await rule_on(context, who, told, "", live.game.length, perf_counter())
        except Problem as why:
            if why.kind != "moved-on":
                return  # the game takes no remark any more; its button leads to the rematch all the same
        live = await context.live(who)


def _game_with_tokens(
    context: Context, live: LiveGame, who: Session, token: str, form: Form
) -> tuple[str, dict[Viewer, str]]:
    """The game and the tokens that its opener gets. `token`: that of their seat at the game before."""
    first = form.fields.get("first") or _second_first(live.game.players)[0]
    opening = rematch_opening(live.game.opening, first)
    if not _is_shared(live, who):
        return game_with_tokens(context, opening, form.idempotent, form.caller)
    shared = IdempotentRequest(f"rematch {live.id}", "", "shared", for_good=True)
    game, salt = open_once(context, opening, shared, form.caller)
    # From what is stored, and from a request that is everybody's, nobody may work a token out.
    own = IdempotentRequest(shared.what, token, shared.key)
    return game, context.seats.issue(game, [who.viewer], own.secret, salt)


def rematch_opening(opening: Opening, first: str) -> Opening:
    """The opening of a rematch in which this player begins; the others follow in turn order."""
    players = opening.players
    at = players.index(first) if first in players else 0
    turned = (*players[at:], *players[:at])
    return changed(opening, players=turned, origin="", salt="", law="")
