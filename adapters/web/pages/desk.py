"""The judge's desk: any moment of the game, what is asked of it, what is decided."""

import asyncio
from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.answers import Problem
from adapters.web.pages.render import (
    SAFE,
    entry_asked,
    guarded,
    json_answer,
    judging,
    page,
)
from adapters.web.reading import body_of, json_of
from adapters.web.steps import tell
from application import tables
from application.account import in_force
from application.audit import audit as audited
from application.audit import audit_in_words
from application.compare import Other, compared_game
from application.diff import difference
from application.explain import CannotExplain
from application.explain import why as why_so
from application.explain import why_not as why_not_so
from application.exports import as_yaml
from application.fork import CannotFork
from application.fork import fork as forked
from application.policy import policy_for
from application.records import BadRecord, step_from
from application.seats import every_seat
from application.umpire import Live, NotAStep, checked_step
from domain.kernel.ruleset import SetupError
from domain.kernel.steps import JUDGE


def desk_page(live: Live, asked: str | None) -> Response:
    """The whole desk, at the entry asked for or the newest; it reads without any script."""
    game = live.game
    n = game.length
    if asked is not None and asked.isdigit() and len(asked) < 7:  # noqa: PLR2004
        n = min(int(asked), n)
    return page(
        "desk.html",
        game=live.id,
        title=game.ruleset.title,
        mode=game.opening.mode,
        players=game.players,
        here=f"/games/{live.id}",
        newest=game.length,
        moment=tables.moment(live, n, JUDGE),
        log=tables.log(live, JUDGE),
        first_illegal=tables.first_not_legal(game),
        questions=tables.open_questions(game),
    )


@guarded
async def at(request: Request) -> Response:
    """The moment after one entry: all that a move of the scrubber needs."""
    _, _, live = await judging(request)
    return page("_moment.html", moment=tables.moment(live, entry_asked(request, live), JUDGE))


@guarded
async def log(request: Request) -> Response:
    """The entries after the one the page has, and what became of the others."""
    _, _, live = await judging(request)
    after = request.query_params.get("after", "0")
    since = min(int(after), live.game.length) if after.isdigit() and len(after) < 7 else 0  # noqa: PLR2004
    entries = tables.log(live, JUDGE, since)
    line = in_force(live.game)
    return json_answer(
        {
            "newest": live.game.length,
            "undone": [n for n in range(1, live.game.length + 1) if n not in line],
            "verdicts": {str(n): verdict for n, (verdict, _) in live.game.overruled.items()},
            "entries": [
                {"n": e.n, "by": e.by, "words": e.words, "verdict": e.verdict, "cites": e.cites}
                for e in entries
            ],
        }
    )


def lines(told: Iterable[str], **more: Any) -> Response:
    return json_answer({"lines": [line for line in told if line.strip()], **more})


@guarded
async def why(request: Request) -> Response:
    """Why this ruling."""
    _, _, live = await judging(request)
    n = entry_asked(request, live)
    if n == 0:
        return lines(["Entry 0 is the set-up: nothing was ruled on."])
    return lines(await asyncio.to_thread(lambda: list(why_so(live.game, n).lines())))


@guarded
async def why_not(request: Request) -> Response:
    """What a step that was not taken would get, and when it becomes legal."""
    hall, _, live = await judging(request)
    content = json_of(await body_of(request, hall.settings.most_step, hall.settings.patience))
    said = _step_in(content.get("step"), live)
    try:
        found = await asyncio.to_thread(why_not_so, live.game, said, content.get("at"))
    except CannotExplain as why:
        raise Problem(422, "not-a-step", str(why), "step") from None
    return lines(list(found.lines())[1:], verdict=found.verdict, cites=found.ruling.cites)


def _step_in(text: Any, live: Live) -> Any:
    try:
        return checked_step(step_from(str(text)), live.game.players)
    except (BadRecord, NotAStep) as why:
        raise Problem(422, "not-a-step", str(why), "step") from None


@guarded
async def audit(request: Request) -> Response:
    """The point of error and everything since."""
    _, _, live = await judging(request)
    edition = live.game.law.edition
    titles = {id: edition.title_of(id) for id in (*edition.rules, *edition.questions)}
    policy = policy_for(live.game.ruleset.name)
    found = await asyncio.to_thread(audited, live.game, policy)
    return lines(audit_in_words(found, titles))


@guarded
async def backup(request: Request) -> Response:
    """Whether going back is simple, risky or irreversible, why, and the rewind sheet."""
    from application.backup import advice, advice_in_words, sheet_in_words

    _, _, live = await judging(request)
    n = entry_asked(request, live)
    found = await asyncio.to_thread(advice, live.game, policy_for(live.game.ruleset.name), n)
    return lines(advice_in_words(found), sheet=list(sheet_in_words(found)))


@guarded
async def undoes(request: Request) -> Response:
    """Exactly what a rewind to here takes back, newest first."""
    _, _, live = await judging(request)
    n = entry_asked(request, live)
    gone = list(reversed(tables.log(live, JUDGE, n)))
    if not gone:
        return lines(["The newest entry is shown: nothing is taken back."])
    told = [f"{e.n}  {e.words} ({e.verdict})" for e in gone]
    table = list(difference(live.game, live.game.length, n).lines())
    return lines(["Taken back, newest first:", *told, "On the table:", *table])


@guarded
async def diff(request: Request) -> Response:
    """What differs between two entries."""
    _, _, live = await judging(request)
    n, m = entry_asked(request, live), entry_asked(request, live, "m")
    return lines(difference(live.game, n, m).lines())


@guarded
async def compare(request: Request) -> Response:
    """The game under another reading."""
    hall, _, live = await judging(request)
    content = json_of(await body_of(request, hall.settings.most_step, hall.settings.patience))
    question, _, value = str(content.get("reading", "")).partition("=")
    game = live.game
    said = [entry.said for entry in game.log]
    try:
        found = await asyncio.to_thread(
            compared_game, game.opening, said, list(game.log), Other({question: value}, "")
        )
    except SetupError as why:
        raise Problem(422, "wrong-field", str(why), "reading") from None
    if not found.changed:
        return lines([f"Under {question} = {value} every ruling is the same."])
    told = (
        f"Entry {one.n}: {one.was} becomes {one.becomes} ({', '.join(one.by)})"
        for one in found.changed
    )
    return lines(told)


@guarded
async def fork(request: Request) -> Response:
    """A game of its own from the entry shown."""
    hall, _, live = await judging(request)
    content = json_of(await body_of(request, hall.settings.most_step, hall.settings.patience))
    try:
        found = await asyncio.to_thread(forked, hall.umpire, live.id, content.get("at"))
    except CannotFork as why:
        raise Problem(422, "wrong-field", str(why), "at") from None
    tokens = await asyncio.to_thread(hall.seats.issue, found.id, every_seat(live.game.players))
    links = [[f"Open it as {who}", f"/enter/{found.id}#{token}"] for who, token in tokens.items()]
    return lines(found.lines(), links=links)


@guarded
async def say(request: Request) -> Response:
    """A judge's step as it is said."""
    hall, _, live = await judging(request)
    content = json_of(await body_of(request, hall.settings.most_step, hall.settings.patience))
    said = {"by": JUDGE, **_words(content.get("step"))}
    recorded = await hall.umpire.step_soon(live.id, checked_step(said, live.game.players))
    tell(hall, live, recorded.entry, 0.0)
    ruling = recorded.entry.ruling
    return json_answer({"verdict": ruling.verdict, "cites": ruling.cites, "reason": ruling.reason})


def _words(text: Any) -> Any:
    try:
        return step_from(str(text))
    except BadRecord as why:
        raise Problem(422, "not-a-step", str(why), "step") from None


@guarded
async def sheet(request: Request) -> Response:
    """The ruling sheet of an entry, to print or hand over."""
    from application.sheet import sheet_page

    _, _, live = await judging(request)
    n = entry_asked(request, live)
    if n == 0:
        raise Problem(404, "not-here", "entry 0 is the set-up", "entry", "an entry from 1 on")
    text = await asyncio.to_thread(sheet_page, live, n)
    return Response(text, 200, {**SAFE}, "text/html; charset=utf-8")


@guarded
async def export(request: Request) -> Response:
    """The record of the game, to take away."""
    _, _, live = await judging(request)
    name = f'attachment; filename="{live.id}.yaml"'
    text = await asyncio.to_thread(as_yaml, live.game)
    return Response(text, 200, {**SAFE, "content-disposition": name}, "application/yaml")
