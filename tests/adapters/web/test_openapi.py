"""The OpenAPI document is true: whatever is thrown at the API, it answers as it says there, and never fails."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from adapters.web.app import application
from adapters.web.limits import GUESSES
from adapters.web.settings import WebSettings
from tests.adapters.servers import Game, inside, opened

ENDLESS = ("/api/games/{game}/feed",)
METHODS = ("get", "put", "post", "delete", "patch", "head", "options", "trace")


@cache
def document() -> Any:
    nothing: Any = None
    return application(nothing, nothing, WebSettings()).openapi()


def labels() -> list[str]:
    """The operations by method and path; whoever only collects tests need not import schemathesis."""
    return [
        f"{method.upper()} {path}"
        for path, methods in document()["paths"].items()
        if path not in ENDLESS
        for method in methods
        if method in METHODS
    ]


@cache
def operations() -> dict[str, Any]:
    import schemathesis

    found: Any = schemathesis.openapi.from_dict(document())
    every = (one.ok() for one in found.exclude(path=list(ENDLESS)).get_all_operations())
    return {one.label: one for one in every}


@pytest.fixture
def operation(request: pytest.FixtureRequest) -> Any:
    return operations()[request.param]


every = pytest.mark.parametrize("operation", labels(), indirect=True)


def test_nothing_of_the_document_is_left_out() -> None:
    assert [*operations()] == labels()


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
    throw(operation, played, 15, played.as_(seat))


@every
def test_whoever_is_nobody_is_answered_as_the_document_says(operation: Any, played: Any) -> None:
    throw(operation, played, 5, {})


def test_whoever_has_guessed_too_often_is_answered_as_the_document_says(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", key="a" * 24, judge_key="b" * 24) as client:
        for _ in range(GUESSES):
            client.get("/api/games", headers={"authorization": "Bearer c"})
        answered = {}
        for path, methods in document()["paths"].items():
            for method, operation in methods.items():
                answer = client.request(
                    method, re.sub(r"{\w+}", "x", path), headers={"authorization": "Bearer c"}
                )
                answered[method, path] = answer.status_code
                assert str(answer.status_code) in operation["responses"], (method, path)
    assert answered["get", "/api/games"] == answered["post", "/api/games/{game}/public"] == 429


def throw(operation: Any, played: Game, times: int, headers: dict[str, str]) -> None:
    """So many requests of all kinds, sensible or not."""
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    held = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
        checks.unsupported_method,
    ]

    @settings(max_examples=times, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
    )
    def thrown(case: Any) -> None:
        if "game" in case.path_parameters:
            case.path_parameters["game"] = played.id
        case.call_and_validate(base_url=str(played.client.base_url), headers=headers, checks=held)

    thrown()
