"""Every answer for programs stays as it was, and keeps to the schemas as they were first published."""

import json
import re
from collections.abc import Iterator
from typing import Any
from zipfile import ZipFile

import jsonschema_rs
import pytest

from adapters.cli.published import FOLDER
from tests.adapters.answers import KEPT, PUBLISHED, every_answer


@pytest.fixture(scope="module")
def seen() -> list[tuple[str, int, str]]:
    return []


@pytest.fixture(scope="module")
def answers(seen: list[tuple[str, int, str]]) -> list[str]:
    return every_answer(lambda *one: seen.append(one))


def test_every_answer_is_the_one_it_was(answers: list[str]) -> None:
    """Written anew by `python -m tests.adapters.answers` where a text changed on purpose."""
    before = KEPT.read_text("utf-8").splitlines()
    differing = [
        f"was {was}\nis  {now}" for was, now in zip(before, answers, strict=False) if was != now
    ]
    assert not differing, "\n\n".join(differing[:5])
    assert len(answers) == len(before)


def test_commands_keep_to_the_schemas_of_their_first_version(
    answers: list[str], seen: list[tuple[str, int, str]]
) -> None:
    """A command that came later keeps to its own first one."""
    files = {one.name: one.read_bytes() for one in FOLDER.glob("*.v1.json")}
    with ZipFile(PUBLISHED) as archive:
        files |= {name: archive.read(name) for name in archive.namelist()}
    schemas = {
        name.removesuffix(".v1.json"): json.loads(content)
        for name, content in files.items()
        if name.endswith(".v1.json")
    }
    checked = 0
    for line, code, text in seen:
        if line.startswith(("GET ", "POST ", "PUT ", "DELETE ")):
            continue
        first, second, *_ = f"{line} -".split()
        name = f"{first}-{second}" if first in ("event", "db") else first
        jsonschema_rs.validate(schemas["error" if code == 2 else name], json.loads(text))
        checked += 1
    assert checked > 200


def test_routes_keep_to_the_document_as_it_was_first_published(
    answers: list[str], seen: list[tuple[str, int, str]]
) -> None:
    with ZipFile(PUBLISHED) as archive:
        document = json.loads(archive.read("openapi.json"))
    checked = 0
    for request, status, text in seen:
        method, _, path = request.partition(" ")
        for schema in _schemas(document, method.lower(), path, status):
            validator = {**schema, "components": document["components"]}
            jsonschema_rs.validate(validator, json.loads(text))
            checked += 1
    assert checked > 150


def _schemas(document: Any, method: str, path: str, status: int) -> Iterator[Any]:
    for template, methods in document["paths"].items():
        if method in methods and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            answer = methods[method]["responses"][str(status)]
            for kind, content in answer.get("content", {}).items():
                if kind.endswith("json"):
                    yield content["schema"]
            return
