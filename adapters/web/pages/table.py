"""The table: what a player's or a spectator's phone shows, and what it asks for."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.answers import Problem
from adapters.web.hall import Admitted
from adapters.web.pages import desk
from adapters.web.pages.render import entry_asked, guarded, json_answer, page, seated
from adapters.web.reading import body_of, json_of
from application import tables
from application.explain import CannotExplain, why_not
from application.sight import eyes
from application.umpire import Live, NotAStep, checked_step
from domain.kernel.ruleset import SPECTATOR


@guarded
async def game_page(request: Request) -> Response:
    """The page of a game for whoever has a seat at it; `?at=N` is a moment of it."""
    hall, who, live = await seated(request)
    asked = request.query_params.get("at")
    if who.judges:
        await hall.watched(live, who.viewer, "desk")
        return desk.desk_page(live, asked)
    if asked is not None and asked.isdigit() and len(asked) < 7 and int(asked) <= live.game.length:  # noqa: PLR2004
        sight = eyes(live.game, who.viewer)
        moment = tables.moment(live, int(asked), sight)
        return page(
            "past.html", game=live.id, title=live.game.ruleset.title, seat=who.viewer, moment=moment
        )
    return page("table.html", **_shown(live, who))


def _shown(live: Live, who: Admitted) -> dict[str, Any]:
    return {
        "game": live.id,
        "title": live.game.ruleset.title,
        "seat": who.viewer,
        "here": f"/games/{live.id}",
        "acts": who.viewer != SPECTATOR,
        "table": tables.table(live, who.viewer, eyes(live.game, who.viewer)),
    }


@guarded
async def now(request: Request) -> Response:
    """What changes on the table's page."""
    _, who, live = await seated(request)
    return page("_now.html", **_shown(live, who))


@guarded
async def entry(request: Request) -> Response:
    """One entry in words."""
    _, who, live = await seated(request)
    n = entry_asked(request, live)
    if n == 0:
        return json_answer({"n": 0, "words": "the set-up"})
    told = tables.told(live, n, eyes(live.game, who.viewer))
    return json_answer({"n": n, "words": told.words, "reason": told.reason})


@guarded
async def when(request: Request) -> Response:
    """When a step that is refused now would be legal."""
    hall, who, live = await seated(request)
    content = json_of(await body_of(request, hall.settings.most_step, hall.settings.patience))
    try:
        said = checked_step(content.get("step"), live.game.players)
        found = why_not(live.game, {**said, "by": who.viewer}, None, who.viewer)
    except (NotAStep, CannotExplain, AttributeError) as why:
        raise Problem(422, "not-a-step", str(why), "step") from None
    because = [
        {"n": n, "words": tables.told(live, n, eyes(live.game, who.viewer)).words}
        for n in found.because
        if n
    ]
    return json_answer({"when": found.when, "because": because})
