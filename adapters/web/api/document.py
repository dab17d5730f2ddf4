"""Parts of the OpenAPI document: request bodies, parameters, responses and their problems."""

from typing import Any

import msgspec
from fastapi.routing import APIRoute

from adapters.web.responses import ProblemDocument
from application.answer import Answer, schemas

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
READS = (401, 403, 404, 422, 429, 500, 503)
WRITES = (400, *READS, 408, 413, 415)
JSON, PROBLEM = "application/json", "application/problem+json"

OPERATION_NAMES = {
    "take": "take_step",
    "what_may_be_done": "options",
    "what_can_be_put_right": "parts",
    "what_is_made_together": "chance",
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


PUBLISHED_AS = {
    "ProblemDocument": "Problem",
    "MovedOnProblem": "MovedOn",
    "RuledEntry": "Ruling",
    "LoggedEntry": "Logged",
    "StandingEntry": "Standing",
    "ListedGame": "Listed",
    "OfferedStep": "Option",
    "ToldLook": "Look",
    "GivenToken": "Held",
    "SeatsGiven": "Seats",
    "NewToken": "Token",
    "OpenToAll": "Public",
    "ToldRule": "Rule",
    "ToldQuestion": "Question",
    "NamedEdition": "Edition",
    "NamedRuleset": "Ruleset",
    "RecordAsJson": "Record",
    "Ending": "AnswerEnded",
}
"""A value that is answered → its name in the document, after which generated clients name their models."""
ANSWERED: set[type[Answer]] = {ProblemDocument}
"""The values that the document refers to."""


def published_name(kind: str) -> str:
    return PUBLISHED_AS.get(kind, kind)


def reference(kind: type[Answer]) -> dict[str, Any]:
    """A reference to the schema of this kind of answer."""
    ANSWERED.add(kind)
    return {"$ref": f"#/components/schemas/{published_name(kind.__name__)}"}


def components() -> dict[str, Any]:
    """The schemas of all that is answered, by their names in the document."""
    _, shapes = schemas(
        sorted(ANSWERED, key=lambda kind: kind.__name__), "#/components/schemas/{name}"
    )
    text = msgspec.json.encode(shapes).decode()
    for kind, name in PUBLISHED_AS.items():
        text = text.replace(f'"#/components/schemas/{kind}"', f'"#/components/schemas/{name}"')
    renamed: dict[str, Any] = msgspec.json.decode(text)
    return {published_name(kind): schema for kind, schema in renamed.items()}


def responses(
    kind: type[Answer] | None, *statuses: int, status: int = 200, says: str = "As asked."
) -> dict[int | str, dict[str, Any]]:
    """The responses of a route: the one for success, and a problem for each of these statuses."""
    success: dict[str, Any] = {"description": says}
    if kind is not None:
        success["content"] = {JSON: {"schema": reference(kind)}}
    return {status: success, **{number: problem(number) for number in statuses}}


def problem(status: int, kind: type[Answer] = ProblemDocument, says: str = "") -> dict[str, Any]:
    return {
        "description": says or STATUSES[status],
        "content": {PROBLEM: {"schema": reference(kind)}},
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
