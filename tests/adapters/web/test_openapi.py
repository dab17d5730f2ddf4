"""The OpenAPI document is true: whatever is thrown at the API, it answers as it says there, and never fails."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from adapters.web.app import application
from adapters.web.settings import WebSettings
from tests.adapters.servers import Game, opened

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
]
ENDLESS = ("/api/games/{game}/feed",)


def operations() -> list[Any]:
    nothing: Any = None
    document = application(nothing, nothing, WebSettings()).openapi()
    found: Any = schemathesis.openapi.from_dict(document)
    return [one.ok() for one in found.exclude(path=list(ENDLESS)).get_all_operations()]


def every(test: Any) -> Any:
    return pytest.mark.parametrize("operation", operations(), ids=lambda one: one.label)(test)


@pytest.fixture(scope="module")
def played(client: Any) -> Any:
    """A game in which something has happened."""
    game = opened(client)
    game.step("ana", {"do": "declare", "unit": "a1", "command": "assault"})
    game.step("ben", {"do": "note", "text": "hm"})
    return game


@every
def test_every_answer_is_as_the_document_says(operation: Any, played: Any) -> None:
    seat = "ana" if operation.method == "post" else "judge"
    throw(operation, played, 25, played.as_(seat))


@every
def test_whoever_is_nobody_is_answered_as_the_document_says(operation: Any, played: Any) -> None:
    throw(operation, played, 5, {})


def throw(operation: Any, played: Game, times: int, headers: dict[str, str]) -> None:
    """So many requests of all kinds, sensible or not."""

    @settings(max_examples=times, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
    )
    def thrown(case: Any) -> None:
        if "game" in case.path_parameters:
            case.path_parameters["game"] = played.id
        case.call_and_validate(base_url=str(played.client.base_url), headers=headers, checks=CHECKS)

    thrown()
