"""A client generated from the OpenAPI document reads well, and a game is played with it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import httpx
import pytest

from tests.adapters.servers import VOIDSIEGE

NAMES = {
    "games": {"open_game", "games", "take_step", "state", "log", "options", "looks", "feed"},
    "desk": {
        *("why", "why_if", "diff", "fork", "audit", "backup", "sheet", "record", "seal"),
        *("precedents", "all_precedents", "compare", "shrink", "defects"),
    },
    "seats": {"seats", "issue_token", "revoke_tokens"},
    "law": {"rulesets", "rulebook"},
}


@pytest.fixture(scope="module")
def document(client: httpx.Client) -> Any:
    return client.get("/api/openapi.json").json()


@pytest.fixture(scope="module")
def generated(document: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of the package that is generated from the document."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_text(json.dumps(document), encoding="utf-8")
    (folder / "plain.yaml").write_text("post_hooks: []\n", encoding="utf-8")
    generate = ["-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    files = ["--path", "openapi.json", "--config", "plain.yaml", "--output-path", "umpire_client"]
    made = subprocess.run(
        [sys.executable, *generate, *files], cwd=folder, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield "umpire_client"


def test_operations_are_called_as_the_command_calls_them(document: Any) -> None:
    found: dict[str, set[str]] = {}
    for methods in document["paths"].values():
        for operation in methods.values():
            found.setdefault(operation["tags"][0], set()).add(operation["operationId"])
    assert {tag: found[tag] & names for tag, names in NAMES.items()} == NAMES
    names = [name for names in found.values() for name in names]
    assert all("api" not in name and len(name) <= 16 for name in names), names
    operations = sum(len(methods) for methods in document["paths"].values())
    assert len(names) == operations


def test_a_game_is_played_with_a_generated_client(generated: str, client: httpx.Client) -> None:
    def part(name: str) -> Any:
        return import_module(f"{generated}.{name}")

    address = str(client.base_url)
    models = part("models")
    with part("client").Client(base_url=address) as anybody:
        body = models.OpenGameBody.from_dict(VOIDSIEGE)
        opened = part("api.games.open_game").sync(client=anybody, body=body)
    assert isinstance(opened, models.Opened)

    def ask(seat: str, operation: str, **given: Any) -> Any:
        token = opened.tokens[seat]
        with part("client").AuthenticatedClient(base_url=address, token=token) as seated:
            return part(operation).sync(opened.game, client=seated, **given)

    def take(seat: str, **said: Any) -> Any:
        return ask(seat, "api.games.take_step", body=models.TakeStepBody.from_dict(said))

    assert take("ana", do="declare", unit="a1", command="run").verdict == "legal"
    refused = take("ana", do="move", unit="a1")
    assert (refused.verdict, refused.cites[0]) == ("illegal", "P2")
    assert take("ben", said="decline").verdict == "legal"
    assert take("ana", do="move", unit="a1").verdict == "legal"

    assert ask("ben", "api.games.state").to_dict()["units"]["a1"]["restrictions"] == ["run"]
    assert [entry.n for entry in ask("judge", "api.games.log").entries] == [1, 2, 3, 4]
    why_if = models.WhyIfBody.from_dict({"said": "ana a1 move"})
    assert ask("judge", "api.desk.why_if", body=why_if).at == 4
    assert ask("judge", "api.desk.why", entry=2).verdict == "illegal"
