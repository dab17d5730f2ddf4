"""What a player's table weighs on the line: its first view, a refresh after a step, and a tap."""

from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from application.records.records import Record
from tests.adapters.servers import VOIDSIEGE, inside, opened
from tests.application.cases import record, records
from tests.benchmarks.pages import Reader, parts_in

FIRST, REFRESH = 45_000, 3_000
"""Bytes, packed, heads and all."""
BIG = {
    "voidsiege": "82-long-two-rounds",
    "arcane-legions": "57-long-first-game",
    "nullshapers": "80-long-one-turn",
}

ENORMOUS: dict[str, Any] = {
    "voidsiege": {
        "record": {
            **VOIDSIEGE,
            "setup": {**VOIDSIEGE["setup"], "points": {"ana": 2**53 - 1, "ben": 9}},
        },
        "steps": [],
        "written": f"<b>{2**53 - 1}</b>",
    },
    "arcane-legions": {
        "record": {
            "record": 1,
            "ruleset": "arcane-legions",
            "players": ["ana", "ben"],
            "setup": {
                "ambush": False,
                "units": {
                    "a1": {
                        "owner": "ana",
                        "base": "formation",
                        "figures": [{"id": "f1", "icons": ["attack"]}],
                    },
                    "b1": {
                        "owner": "ben",
                        "base": "formation",
                        "figures": [{"id": "f1", "hit_points": 100}],
                    },
                },
                "adjacent": [["a1", "b1"]],
            },
        },
        "steps": [
            {"do": "order", "unit": "a1", "order": "close"},
            {"do": "target", "unit": "b1"},
            {"do": "pay", "points": 2},
        ],
        "written": "100 / 100",
    },
}


def a_big(ruleset: str) -> Record:
    """The longest record, with as many units a side as people play with."""
    (path,) = (one for one in records(ruleset) if one.stem == BIG[ruleset])
    return record(path)


@pytest.mark.parametrize("ruleset", BIG)
def test_a_table_is_light(ruleset: str, tmp_path: Path) -> None:
    """Within 45 kB the table stands; what any step of the record changes is 3 kB at most, for both players."""
    played = a_big(ruleset)
    with (
        inside(tmp_path / "games.umpire") as client,
        closing(HTTPConnection(urlsplit(str(client.base_url)).netloc)) as connection,
    ):
        context = client.app.state.context
        game = context.umpire.open(played.opening)
        readers = [
            Reader(connection, f"umpire-{game}={token}")
            for token in context.seats.issue(game, played.opening.players).values()
        ]
        pages = [reader.asks(f"/games/{game}", "identity")[1].decode() for reader in readers]
        held = [parts_in(page) for page in pages]
        for noted in played.steps:
            context.umpire.step(game, noted.said)
            for n, reader in enumerate(readers):
                refresh, _ = reader.asks(f"/games/{game}/now", held=held[n])
                assert refresh <= REFRESH, noted.said
                held[n] = parts_in(reader.asks(f"/games/{game}/now", "identity")[1].decode())
        assert readers[0].first_view(f"/games/{game}") <= FIRST


@pytest.mark.parametrize("ruleset", ["voidsiege", "arcane-legions"])
def test_a_number_without_measure_is_written_and_not_drawn(ruleset: str, tmp_path: Path) -> None:
    """A dot for each of so many would be more than a server, or a phone, can hold."""
    enormous = ENORMOUS[ruleset]
    with inside(tmp_path / "games.umpire") as client:
        game = opened(client, enormous["record"])
        for said in enormous["steps"]:
            game.step("ana", said)
        page = client.get(f"/games/{game.id}", headers=game.as_("ana"))
    assert enormous["written"] in page.text
    assert len(page.content) < 60_000


def test_a_file_that_a_browser_has_is_not_sent_again(client: Any) -> None:
    """Also where a proxy has changed what its ETag is worth."""
    mark = client.get("/static/table.js").headers["etag"]
    assert mark.startswith("W/"), "it is the same for the packed file and for the plain one"
    for known in (mark, mark.removeprefix("W/"), f'"x", {mark}'):
        answer = client.get("/static/table.js", headers={"if-none-match": known})
        assert (answer.status_code, answer.content) == (304, b"")
    assert client.get("/static/table.js", headers={"if-none-match": '"x"'}).status_code == 200


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("gzip;q=0", False), ("gzip; q=0.0, br", False)],
)
def test_what_a_browser_does_not_take_is_not_packed(
    client: Any, accepted: str, packed: bool
) -> None:
    for path in ("/", "/static/table.js"):
        answer = client.get(path, headers={"accept-encoding": accepted})
        assert (answer.headers.get("content-encoding") == "gzip") == packed
