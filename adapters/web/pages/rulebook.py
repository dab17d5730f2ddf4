"""Every rule with its number, text and source; every open question with its readings."""

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.answers import Problem
from adapters.web.pages.render import guarded, page
from application.rulesets import FOLDERS, ruleset, rulesets


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
    """One rulebook, whole; every citation of every page leads into it."""
    name = request.path_params["ruleset"]
    if name not in FOLDERS:
        raise Problem(404, "not-here", "there is no such rulebook", "rules", ", ".join(FOLDERS))
    found = ruleset(name)
    edition = found.edition()
    questions = [
        {
            "id": q.id,
            "title": q.title,
            "text": q.text,
            "readings": q.readings,
            "now": edition.reading(q.id) if q.readings else "",
        }
        for q in edition.questions.values()
    ]
    return page(
        "rulebook.html",
        title=found.title,
        edition=edition,
        rules=edition.rules.values(),
        questions=questions,
        printed="\n".join(found.printed(edition)),
    )
