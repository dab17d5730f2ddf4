"""The docket of an entry: statements of both sides, appeals, the final ruling, precedents."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.api.steps import own_key
from adapters.web.bodies import key_of
from adapters.web.context import Context
from adapters.web.events.departures import precedent_index_of
from adapters.web.pages.desk.decisions import take_shown_steps
from adapters.web.pages.desk.questions import desk_piece
from adapters.web.pages.render import admit_desk_judge, entry_in_path, json_fields, page_route
from adapters.web.pages.statements.views import seat_names
from adapters.web.responses import Problem, as_problem
from adapters.web.texts.catalogue import text
from application.desk.precedents import NoPrecedent, Precedent, PrecedentIndex, PrecedentQuery
from application.desk.statements import PUT, CannotAttach, answers, attaching, attachments
from application.game.live_game import LiveGame
from application.game.redaction import hides
from application.ledger.store import StoreProblem
from domain.kernel.steps import JUDGE

MOST = 5
"""Most precedents that are shown."""
LOOKED_AT = 40
"""Most precedents that are looked at; those whose games still hide something are left out."""
KINDS = ("statement", "final ruling")


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier ruling like this one."""

    one: Precedent
    because: str
    """The reason of a judge who overruled it; empty if nobody did."""


@page_route
async def docket(request: Request) -> Response:
    """Everything that belongs to the ruling on one entry."""
    context, who, live = await admit_desk_judge(request)
    n = entry_in_path(request, live)
    if n == 0:
        return desk_piece("_lines.html", who.here, lines=[text("tools.setup")])
    earlier = await context.long.run(
        who.token, precedents, context, precedent_index_of(request), live, n
    )
    said = list(attachments(live.game, n))
    return desk_piece(
        "_docket.html",
        who.here,
        n=n,
        said=said,
        answers={note.entry: answers(live, note.entry) for note in said if note.kind in PUT},
        earlier=earlier,
        names=seat_names(live),
    )


def precedents(context: Context, index: PrecedentIndex, live: LiveGame, n: int) -> list[Earlier]:
    """Rulings like this one, of games in which nothing is hidden; the nearest first."""
    try:
        index.catch_up()
        alike = index.precedents(PrecedentQuery(like=(live.id, n), most=LOOKED_AT))
    except (NoPrecedent, StoreProblem):
        return []
    shown: list[Earlier] = []
    for precedent in alike:
        earlier = _earlier(context, precedent)
        if earlier is not None and len(shown) < MOST:
            shown.append(earlier)
    return shown


def _earlier(context: Context, precedent: Precedent) -> Earlier | None:
    """The ruling with its judge's reason; None if its game still hides something or cannot be read."""
    try:
        live = context.umpire.game(precedent.game)
        game = context.umpire.tables.codec_of(live).readable(live).game
    except StoreProblem:
        return None
    if hides(game):
        return None
    overruled = game.overruled.get(precedent.entry)
    because = str(game.entry(overruled[1]).said.get("because", "")) if overruled else ""
    return Earlier(precedent, because)


@page_route
async def attach(request: Request) -> Response:
    """Attaches words to an entry: a player's statement that the judge writes down, or the final ruling."""
    context, who, live = await admit_desk_judge(request)
    n, content = entry_in_path(request, live), await json_fields(request)
    step = _note(live, n, content)
    key = own_key(who, key_of(request))
    return await take_shown_steps(context, who.here, live, [step], {}, key)


def _note(live: LiveGame, n: int, content: dict[str, Any]) -> Any:
    kind, on = content.get("kind"), content.get("on")
    if kind not in KINDS:
        raise Problem(422, "wrong-field", "it is neither", "kind", " or ".join(KINDS))
    if on not in ("fact", "law", None, ""):
        raise Problem(422, "wrong-field", "it is neither", "on", "fact or law")
    words, name = str(content.get("text") or ""), str(content.get("name") or "").strip()
    with as_problem(CannotAttach, 422, "wrong-field", "text"):
        return attaching(live.game, n, JUDGE, kind, words, on or None, name)
