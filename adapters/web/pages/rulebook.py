"""Every rule with its number, text and source; every open question with its readings."""

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.answers import Problem
from adapters.web.pages.render import guarded, page, text_of, whole
from application.law.decided import decided
from application.rulesets import FOLDERS, ruleset, rulesets
from domain.kernel.rulebook import Edition, Question


@guarded
async def rulebooks(request: Request) -> Response:  # noqa: ARG001
    """The list of rulebooks."""
    listed = []
    for one in rulesets():
        edition = one.edition()
        counts = {"rules": len(edition.rules), "questions": len(edition.questions)}
        listed.append({"name": one.name, "title": one.title, "edition": edition.id, **counts})
    return page("rules.html", rulesets=listed)


@guarded
async def rulebook(request: Request) -> Response:
    """One edition of a rulebook, whole; every citation of every page leads into it."""
    name = request.path_params["ruleset"]
    if name not in FOLDERS:
        raise Problem(404, "not-here", "there is no such rulebook", "rules", ", ".join(FOLDERS))
    found = ruleset(name)
    try:
        edition = found.edition(request.path_params.get("edition"))
    except KeyError:
        known = ", ".join(one.id for one in found.editions)
        raise Problem(404, "not-here", "there is no such edition", "edition", known) from None
    return whole(_written(name, edition.id))


@lru_cache(16)
def _written(name: str, id: str) -> str:
    """Open to everybody, so it is made once: it takes twenty times as long as any other answer."""
    found = ruleset(name)
    edition = found.edition(id)
    return text_of(
        "rulebook.html",
        ruleset=name,
        title=found.title,
        edition=edition,
        editions=[one.id for one in found.editions],
        chapters=chapters(edition),
        questions=_questions(edition),
        printed="\n".join(found.printed(edition)),
    )


def chapters(edition: Edition) -> dict[str, list[str]]:
    """The numbers of the rules, by the letter they begin with, as the rulebook has them."""
    found: dict[str, list[str]] = {}
    for id in edition.rules:
        found.setdefault(id[0], []).append(id)
    return found


def _questions(edition: Edition) -> list[dict[str, object]]:
    return [
        {
            "id": q.id,
            "title": q.title,
            "text": q.text,
            "source": q.source,
            "readings": q.readings,
            "now": edition.reading(q.id) if q.readings else "",
            "decides": _decides(edition, q),
        }
        for q in edition.questions.values()
    ]


def _decides(edition: Edition, question: Question) -> dict[str, str]:
    """Reading → the shortest game on which it rules otherwise, where one is known."""
    known = {
        value: decided(edition.ruleset, edition.id, question.id, value)
        for value in question.readings
    }
    return {value: one.words for value, one in known.items() if one is not None}
