"""Parts of the OpenAPI document: request bodies, parameters, responses and their problems."""

from typing import Any

from fastapi.routing import APIRoute
from pydantic import BaseModel

from adapters.web.api.contract import Problem

STATUSES = {
    400: "The body cannot be read.",
    401: "No token, or one that is unknown, expired or revoked.",
    403: "The token does not allow this.",
    404: "There is no such thing here.",
    408: "The body did not arrive in time.",
    413: "The body is too long.",
    415: "The body is not JSON.",
    422: "What was said is not as it should be.",
    429: "Too many at once; Retry-After says when to come back.",
    500: "The game's log is damaged, or a fault of ours.",
    503: "The store does not answer.",
}
READS = (401, 403, 404, 422, 500, 503)
WRITES = (400, *READS, 408, 413, 415, 429)
JSON, PROBLEM = "application/json", "application/problem+json"

OPERATION_NAMES = {
    "take": "take_step",
    "what_may_be_done": "options",
    "why_so": "why",
    "why_or_why_not": "why_if",
    "what_changed": "diff",
    "take_up_again": "fork",
    "audit_of": "audit",
    "ruling_sheet": "sheet",
    "issue": "issue_token",
    "revoke": "revoke_tokens",
    "all_rulesets": "rulesets",
}
"""Route function → its operation id where that differs: mostly the name of the CLI command."""


def operation(route: APIRoute) -> str:
    """The operation id of a route, after which generated clients name their functions."""
    return OPERATION_NAMES.get(route.name, route.name)


def responses(
    model: type[BaseModel] | None, *statuses: int, status: int = 200, says: str = "As asked."
) -> dict[int | str, dict[str, Any]]:
    """The responses of a route: the one for success, and a problem for each of these statuses."""
    success: dict[str, Any] = {"description": says}
    if model is not None:
        success["model"] = model
    return {status: success, **{number: problem(number) for number in statuses}}


def problem(status: int, model: type[BaseModel] = Problem, says: str = "") -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {
        "description": says or STATUSES[status],
        "content": {PROBLEM: {"schema": schema}},
    }


def request_body(schema: dict[str, Any], says: str, example: Any) -> dict[str, Any]:
    """The body of a route, for its OpenAPI document."""
    content = {JSON: {"schema": schema, "example": example}}
    return {"requestBody": {"required": True, "description": says, "content": content}}


def header(name: str, says: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "in": "header",
        "required": False,
        "description": says,
        "schema": schema,
    }


KEY_HEADER = header(
    "Idempotency-Key",
    "Names this request: sent again with the same key, it gets the first one's answer.",
    {"type": "string", "minLength": 1, "maxLength": 200, "pattern": r"^[!-~]([ -~]*[!-~])?$"},
)
ENTRY_NUMBER: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 999_999_999}


def query(name: str, says: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {**header(name, says, schema), "in": "query"}
