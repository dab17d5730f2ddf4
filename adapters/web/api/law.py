"""The law: rulesets, editions, rules, open questions and their readings. Open to everybody."""

from typing import Any

from fastapi import APIRouter, Request, Response

from adapters.web.api import contract_desk
from adapters.web.api.document import query, responses
from adapters.web.responses import JsonResponse, Problem
from application.law.lawbook import rest_as_json
from application.rulesets import FOLDERS, ruleset, rulesets
from domain.kernel.rulebook import Edition, Question
from domain.kernel.ruleset import Ruleset

router = APIRouter(tags=["law"])
EDITION = query("edition", "The newest if left out.", {"type": "string", "minLength": 1})


@router.get("/api/rulesets", responses=responses(contract_desk.Rulesets, 500))
async def all_rulesets() -> Response:
    """The games that are ruled here, with their editions, oldest first."""
    return JsonResponse({"rulesets": [ruleset_as_json(one) for one in rulesets()]})


@router.get(
    "/api/rulesets/{name}",
    responses=responses(contract_desk.Rulebook, 404, 422, 500),
    openapi_extra={"parameters": [EDITION]},
)
async def rulebook(request: Request, name: str) -> Response:
    """An edition in full: its rules, its open questions with every reading, its tables as printed."""
    if name not in FOLDERS:
        raise Problem(
            404, "not-here", f"there is no ruleset “{name[:40]}”", "path", ", ".join(FOLDERS)
        )
    found = ruleset(name)
    return JsonResponse(rulebook_as_json(found, edition_in_query(request, found)))


def edition_in_query(request: Request, found: Ruleset) -> Edition:
    id = request.query_params.get("edition")
    try:
        return found.edition(id)
    except KeyError:
        known = ", ".join(edition.id for edition in found.editions)
        raise Problem(404, "not-here", "there is no such edition", "edition", known) from None


def ruleset_as_json(found: Ruleset) -> dict[str, Any]:
    editions = [edition_as_json(edition) for edition in found.editions]
    return {"name": found.name, "title": found.title, "editions": editions}


def edition_as_json(edition: Edition) -> dict[str, Any]:
    return {"id": edition.id, "title": edition.title, "published": edition.published}


def rulebook_as_json(found: Ruleset, edition: Edition) -> dict[str, Any]:
    return {
        **edition_as_json(edition),
        "ruleset": found.name,
        "rules": [
            {
                "id": rule.id,
                "title": rule.title,
                "text": rule.text,
                "source": rule.source,
                "inferred": rule.inferred,
                "not_adjudicated": rule.not_adjudicated,
            }
            for rule in edition.rules.values()
        ],
        "questions": [question_as_json(edition, one) for one in edition.questions.values()],
        "printed": list(found.printed(edition)),
        **rest_as_json(found, edition),
    }


def question_as_json(edition: Edition, question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "title": question.title,
        "text": question.text,
        "readings": dict(question.readings),
        "default": edition.reading(question.id) if question.readings else None,
        "source": question.source,
    }
