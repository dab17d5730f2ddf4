"""Commands over HTTP: the document says what each takes, and people are named as the hall names them."""

from typing import Any

import pytest

from adapters.web.app import application
from adapters.web.settings import WebSettings
from domain.tournament import JudgeCommand, PlayerCommand
from tests.adapters.events import AtEvent
from tests.adapters.servers import Client


def documented(path: str) -> dict[str, dict[str, Any]]:
    """What is done → the schema of that command."""
    nothing: Any = None
    document = application(nothing, nothing, WebSettings()).openapi()
    body = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    return {one["properties"]["do"]["enum"][0]: one for one in body["schema"]["oneOf"]}


@pytest.mark.parametrize(
    ("path", "kinds"),
    [("/api/events/{event}/acts", JudgeCommand), ("/api/games/{game}/acts", PlayerCommand)],
)
def test_the_document_has_every_command_with_words_for_each_field(path: str, kinds: Any) -> None:
    found = documented(path)
    assert len(found) == len(kinds.__args__)
    for do, one in found.items():
        fields = {**one["properties"]}
        assert fields.pop("do")["enum"] == [do]
        assert "by" not in fields
        assert [name for name, field in fields.items() if not field.get("description")] == []
    assert "round" not in found.get("report_result", {"properties": ()})["properties"]


def test_whoever_the_hall_names_is_understood_by_that_name(client: Client, at: AtEvent) -> None:
    """In every field in which somebody is said."""
    at.player(client, 1, "ana", "call")
    because = {"because": "so it was"}
    for do, fields in {
        "take": {"call": 1, "instead_of": "Noa Berg"},
        "waive": {"call": 1, "player": "Ben 1", **because},
        "offence": {"round": 1, "table": 1, "player": "Ana 1", "kind": "slow_play"},
        "result": {"round": 1, "table": 2, "winner": "Ana 2", "points": {"Ana 2": 3, "Ben 2": 1}},
        "correct": {"round": 1, "table": 2, "winner": "Ben 2", "points": {"Ben 2": 3}, **because},
        "exchange": {"round": 1, "first": "Ana 3", "second": "Ben 3", **because},
        "drop": {"player": "Ana 3", **because},
        "take_back": {"player": "Ana 3", **because},
        "rename": {"person": "Ana 3", "name": "Anna 3", **because},
    }.items():
        judge = "j1"
        if do == "take":
            at.judge(client, "j2", "take", call=1)
        answer = at.judge(client, judge, do, **fields)
        assert answer.status_code == 200, (do, answer.text)
    tables = at.look(client, "hall").json()["tables"]
    assert tables[0]["call"]["judge"] == "Kim Lee"
    assert tables[1]["finished"] == "Ben 2" and set(tables[2]["players"]) == {"Anna 3", "Ben 3"}
