"""The law: rulesets, editions, rules, open questions and their readings. Open to everybody."""

from fastapi import APIRouter, Request, Response

from adapters.web.api.document import query, responses
from adapters.web.responses import JsonResponse, Problem
from application.answer import Answer
from application.law.lawbook import Rulebook, told_rulebook
from application.rulesets import FOLDERS, ruleset, rulesets
from domain.kernel.rulebook import Edition
from domain.kernel.ruleset import Ruleset

router = APIRouter(tags=["law"])
EDITION = query("edition", "The newest if left out.", {"type": "string", "minLength": 1})


class NamedEdition(Answer):
    """One dated state of a ruleset."""

    id: str
    title: str
    published: str


class NamedRuleset(Answer):
    """A published game as it is ruled here."""

    name: str
    title: str
    editions: tuple[NamedEdition, ...]


class Rulesets(Answer):
    """All rulesets."""

    rulesets: tuple[NamedRuleset, ...]


@router.get("/api/rulesets", responses=responses(Rulesets, 500))
async def all_rulesets() -> Response:
    """The games that are ruled here, with their editions, oldest first."""
    return JsonResponse(Rulesets(tuple(map(_named_ruleset, rulesets()))))


@router.get(
    "/api/rulesets/{name}",
    responses=responses(Rulebook, 404, 422, 500),
    openapi_extra={"parameters": [EDITION]},
)
async def rulebook(request: Request, name: str) -> Response:
    """An edition in full: its rules, its open questions with every reading, its tables as printed."""
    if name not in FOLDERS:
        raise Problem(
            404, "not-here", f"there is no ruleset “{name[:40]}”", "path", ", ".join(FOLDERS)
        )
    known = ruleset(name)
    return JsonResponse(told_rulebook(known, edition_in_query(request, known)))


def edition_in_query(request: Request, rules: Ruleset) -> Edition:
    id = request.query_params.get("edition")
    try:
        return rules.edition(id)
    except KeyError:
        known = ", ".join(edition.id for edition in rules.editions)
        raise Problem(404, "not-here", "there is no such edition", "edition", known) from None


def _named_ruleset(known: Ruleset) -> NamedRuleset:
    editions = (
        NamedEdition(edition.id, edition.title, edition.published) for edition in known.editions
    )
    return NamedRuleset(known.name, known.title, tuple(editions))
