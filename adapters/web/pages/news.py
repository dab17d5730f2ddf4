"""What others did since an entry, in words: shown in a strip above the table."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.digits import number_in
from adapters.web.context import Session
from adapters.web.pages.render import admit_viewer, page_route
from adapters.web.pages.view_models import shorten
from adapters.web.responses import JsonResponse
from adapters.web.texts.catalogue import text
from adapters.web.texts.step_words import step_in_words
from application.game.live_game import LiveGame
from application.game.redaction import effective_viewer, entry_seen
from domain.kernel.history import Entry
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE

MOST = 3
"""Most entries that are shown at once; the log has the rest."""


@page_route
async def news(request: Request) -> Response:
    """The newest entries of others after `?after=N`, oldest first; `own`: whether the viewer made any."""
    context, who, live = await admit_viewer(request)
    after = number_in(request.query_params.get("after")) or 0
    return JsonResponse(await context.short.run(who.token, since, live, who, after))


def since(live: LiveGame, who: Session, after: int) -> dict[str, Any]:
    game, seen_as = live.game, effective_viewer(live.game, who.viewer)
    fresh = range(after + 1, game.length + 1)
    others = [n for n in fresh if game.entry(n).said["by"] != who.viewer]
    seen = [entry_seen(game, game.entry(n), seen_as) for n in others[-MOST:]]
    return {
        "own": len(fresh) > len(others),
        "entries": [
            {"n": one.n, "verdict": game.verdict(one.n), "words": entry_news(one)} for one in seen
        ],
    }


def entry_news(entry: Entry) -> str:
    """What a legal step made happen, by its ruling; without that, the step itself."""
    reason = entry.ruling.reason
    if entry.ruling.verdict == LEGAL and reason:
        by_judge = entry.said["by"] == JUDGE
        reason = reason.removeprefix("judge notes: ")
        return shorten(text("news.judge", words=reason) if by_judge else reason)
    return shorten(step_in_words(entry.said))
