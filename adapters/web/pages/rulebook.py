"""The pages of the rulebooks: every rule with its text and source, every open question with its readings."""

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.pages.chapters import chapters
from adapters.web.pages.render import admit_viewer, html_response, page, page_route, text_of
from adapters.web.responses import Problem
from adapters.web.texts.catalogue import LANGUAGE, text
from application.game.live_game import LiveGame
from application.law.decided import decisions_of
from application.law.links import links
from application.rulesets import FOLDERS, ruleset, rulesets
from domain.kernel.rulebook import Law
from domain.kernel.ruleset import Ruleset


@page_route
async def rulebooks(request: Request) -> Response:  # noqa: ARG001
    """The list of rulebooks."""
    listed = []
    for rules in rulesets():
        edition = rules.edition()
        counts = {"rules": len(edition.rules), "questions": len(edition.questions)}
        listed.append({"name": rules.name, "title": rules.title, "edition": edition.id, **counts})
    return page("rules.html", rulesets=listed)


@page_route
async def rulebook(request: Request) -> Response:
    """One edition of a rulebook, whole; the rules cited on pages link into it."""
    name = request.path_params["ruleset"]
    if name not in FOLDERS:
        raise Problem(404, "not-here", text("problem.rulebook", known=", ".join(FOLDERS)))
    rules = ruleset(name)
    try:
        edition = rules.edition(request.path_params.get("edition"))
    except KeyError:
        known = ", ".join(edition.id for edition in rules.editions)
        raise Problem(404, "not-here", text("problem.edition", known=known)) from None
    return html_response(_page_text(name, edition.id, LANGUAGE.get()))


@page_route
async def of_game(request: Request) -> Response:
    """The rulebook of a game, with the readings its table chose marked and a link back to the table."""
    context, who, live = await admit_viewer(request)
    text = await context.short.run(who.token, _of_game, live, who.here)
    return html_response(text)


@lru_cache(32)
def _page_text(name: str, id: str, _language: str) -> str:
    """The page of an edition, cached: anybody may ask for it, and it takes twenty times as long as others."""
    rules = ruleset(name)
    law = Law(rules.edition(id))
    return _text(rules, law, [edition.id for edition in rules.editions], back="", game="")


def _of_game(live: LiveGame, here: str) -> str:
    return _text(live.game.ruleset, live.game.law, [], here, live.id)


def _text(rules: Ruleset, law: Law, editions: list[str], back: str, game: str) -> str:
    edition = law.edition
    return text_of(
        "rulebook.html",
        ruleset=rules.name,
        title=rules.title,
        edition=edition,
        editions=editions,
        chapters=chapters(rules.chapters, edition.rules),
        questions=_questions(law),
        links=links(rules, edition),
        printed="\n".join(rules.printed(edition)),
        back=back,
        game=game,
        own=[id for id in edition.questions if id in law.chosen],
    )


def _questions(law: Law) -> list[dict[str, object]]:
    edition = law.edition
    return [
        {
            "id": q.id,
            "title": q.title,
            "text": q.text,
            "source": q.source,
            "readings": q.readings,
            "edition": edition.reading(q.id) if q.readings else "",
            "now": law.readings.get(q.id, ""),
            "own": q.id in law.chosen,
            "decides": {
                value: decision.words for value, decision in decisions_of(edition, q).items()
            },
        }
        for q in edition.questions.values()
    ]
