"""Opening a game, taking a seat, dropping a record."""

import json
import secrets
from collections import defaultdict
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import segno
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from adapters.web.answers import Answer, Problem
from adapters.web.api.opening import link, opened
from adapters.web.bodies import body_of, json_of
from adapters.web.context import Context, cookie_of
from adapters.web.pages.examples import EXAMPLES
from adapters.web.pages.render import SAFE, from_here, guarded, hall_of, page, wants_json
from application.game.openings import Asked
from application.game.titles import called
from application.records.notation import Unclear, values
from application.records.records import BadRecord, record_from, record_of
from application.rulesets import rulesets
from domain.kernel.history import Opening
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.steps import JUDGE

DAYS = 90 * 24 * 3600
DOES = {SPECTATOR: "watches", JUDGE: "sees everything, and rules"}


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the first page, sent by somebody who may open games."""

    fields: dict[str, str]
    caller: str
    """The mark of their key."""
    asked: Asked
    """Sent again, as when the page is loaded again, it is the same request."""


@guarded
async def start(request: Request) -> Response:
    """The first page."""
    return _start(hall_of(request), {})


def _start(context: Context, form: dict[str, str], problem: str = "") -> Response:
    listed = [{"name": one.name, "title": one.title} for one in rulesets()]
    return page(
        "start.html",
        422 if problem else 200,
        form=defaultdict(str, form),
        problem=problem,
        rulesets=listed,
        examples=EXAMPLES,
        needs_key=bool(context.settings.keys),
        once=secrets.token_urlsafe(16),
    )


@guarded
async def open_game(request: Request) -> Response:
    """The form of the first page: a game, with a link for every seat."""
    context, form = await _form(request)
    try:
        opening, game, tokens = await context.long.take(form.caller, _open, context, form)
    except (BadRecord, Unclear) as why:
        return _start(context, form.fields, str(why))
    except Problem as why:
        return _start(context, form.fields, why.sentence())
    context.metrics.opened(opening.ruleset)
    seats = [
        {**_seat(request, context, game, viewer, token), "called": called(opening.names, viewer)}
        for viewer, token in tokens.items()
    ]
    only_here = context.settings.on_loopback
    return page("links.html", game=game, seats=seats, only_here=only_here)


def _open(context: Context, form: Form) -> tuple[Opening, str, dict[Viewer, str]]:
    """What is opened, its game and tokens. Raises BadRecord, Unclear, Problem."""
    record = record_from(_record_in(form.fields), "the set-up")
    if record.steps:
        raise BadRecord("The set-up holds steps: replay it as a record instead.")
    return record.opening, *opened(context, record.opening, form.asked, form.caller)


def _record_in(form: dict[str, str]) -> Any:
    players = [form.get("first", "").strip(), form.get("second", "").strip()]
    found = values(form["setup"]) if form.get("setup", "").strip() else None
    if isinstance(found, dict) and "record" in found:
        return found
    name = form.get("ruleset", "")
    setup = found.get("setup", found) if isinstance(found, dict) else found
    if setup is None:
        setup = _voidsiege(form, players) if name == "voidsiege" else {}
    mode = form.get("mode", "casual")
    record = {"record": 1, "ruleset": name, "mode": mode, "players": players, "setup": setup}
    return {**record, **_headings(form, players)}


def _headings(form: dict[str, str], players: list[str]) -> dict[str, Any]:
    """What the players are called, and what the game is about."""
    called = zip(players, ("called_first", "called_second"), strict=True)
    names = {seat: form.get(field, "").strip() for seat, field in called}
    about = {field: _number(form.get(field, "").strip()) for field in ("event", "round", "table")}
    return {
        "names": {seat: name for seat, name in names.items() if name},
        "about": {field: value for field, value in about.items() if value != ""},
    }


def _voidsiege(form: dict[str, str], players: list[str]) -> dict[str, Any]:
    """The set-up of the form's own fields."""
    setup: dict[str, Any] = {
        "points": {player: _number(form.get("points", "3")) for player in players},
        "units": {
            unit: {"owner": player}
            for player, field in zip(players, ("units_first", "units_second"), strict=True)
            for unit in form.get(field, "").replace(",", " ").split()
        },
    }
    for field in ("rounds", "scenario"):
        if form.get(field, "").strip():
            setup[field] = _number(form[field])
    return setup


def _number(text: str) -> Any:
    return int(text) if text.strip().isdigit() and len(text) < 6 else text  # noqa: PLR2004


def _seat(request: Request, context: Context, game: str, viewer: str, token: str) -> dict[str, Any]:
    path = link(context, game, token)
    url = f"{request.url.scheme}://{request.headers.get('host', '')}{path}"
    drawn = segno.make(url, error="m").svg_inline(scale=4, border=2, omitsize=True)
    does = DOES.get(viewer, "plays")
    return {"name": viewer, "does": does, "link": path, "url": url, "qr": drawn}


@guarded
async def replay(request: Request) -> Response:
    """A dropped record becomes a game of its own, at the judge's desk."""
    context, form = await _form(request)
    try:
        game, token = await context.long.take(form.caller, _replayed, context, form)
    except BadRecord as why:
        return _start(context, form.fields, str(why))
    except Problem as why:
        return _start(context, form.fields, f"the record: {why.sentence()}")
    answer = RedirectResponse(f"/games/{game}", 303, SAFE)
    _give_cookie(request, answer, game, token)
    return answer


def _replayed(context: Context, form: Form) -> tuple[str, str]:
    """The game of a record, and the judge's token. Raises BadRecord, Problem."""
    record = record_of(form.fields.get("text", ""), "the record")
    said = [noted.said for noted in record.steps]
    game, tokens = opened(context, record.opening, form.asked, form.caller, said)
    return game, tokens[JUDGE]


async def _form(request: Request) -> tuple[Context, Form]:
    """What a form says, from somebody who may open games. Raises Problem."""
    context = hall_of(request)
    from_here(request)
    caller = None if context.settings.keys else context.operator(request)
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if caller is None and len(raw) > context.settings.most_step:
            # Nobody without a key has us keep much.
            caller = context.operator(request, _fields(raw).get("key", ""))
    fields = _fields(raw)
    if caller is None:
        caller = context.operator(request, fields.get("key", ""))
    key, once = fields.pop("key", ""), fields.pop("once", "")
    said = json.dumps(fields, sort_keys=True)
    return context, Form(fields, caller, Asked(request.url.path, key, once, said))


def _fields(raw: bytearray) -> dict[str, str]:
    try:
        return dict(parse_qsl(raw.decode(), keep_blank_values=True, max_num_fields=40))
    except ValueError:
        raise Problem(400, "unreadable", "it cannot be read", "the form") from None


@guarded
async def enter_page(request: Request) -> Response:
    """A seat's link opens here; its secret stands behind the # and is read in the browser."""
    return page("enter.html", game=request.path_params["game"][:60], problem="")


@guarded
async def enter(request: Request) -> Response:
    """The secret becomes a cookie that no script can read."""
    context, game = hall_of(request), request.path_params["game"]
    from_here(request)
    token = await _token_in(request)
    found = await context.holder(request, game, token) if token else None
    if found is None or found.game != game:
        sentence = "This link is not a seat of this game, or it has expired or was revoked."
        if wants_json(request):
            raise Problem(401, "who", sentence)
        return page("enter.html", 401, game=game[:60], problem=sentence)
    to = f"/games/{game}"
    answer = Answer({"to": to}) if wants_json(request) else RedirectResponse(to, 303, SAFE)
    _give_cookie(request, answer, game, token)
    return answer


async def _token_in(request: Request) -> str:
    if wants_json(request):
        content = json_of(await body_of(request))
        found = content.get("token") if isinstance(content, dict) else None
    else:
        found = dict(parse_qsl((await request.body()).decode("latin-1"))).get("token")
    return found.strip() if isinstance(found, str) else ""


def _give_cookie(request: Request, answer: Response, game: str, token: str) -> None:
    answer.set_cookie(
        cookie_of(game),
        token,
        max_age=DAYS,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
