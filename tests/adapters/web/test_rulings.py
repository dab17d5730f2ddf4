"""Precedents, comparisons, shortest disputes and defects over HTTP: as the command prints them, by role."""

import json
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from application.records.records import read_record, record_from
from application.records.replay import replay
from tests.adapters.answers import RECORDS, record_as_json
from tests.adapters.commands import umpire
from tests.adapters.servers import VOIDSIEGE, Client, Game, inside, opened

KIM, LEE = "k" * 30, "l" * 30
RALLY = RECORDS / "voidsiege" / "29-run-then-rally.yaml"
WRONG = {"do": "overrule", "verdict": "legal", "because": "Ana read it out", "defect": True}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "games.umpire"


def played(client: Client, path: Path = RALLY, **headers: str) -> Game:
    record = read_record(path)
    game = opened(client, record_as_json(record), **headers)
    for noted in record.steps:
        said = {key: value for key, value in noted.said.items() if key != "by"}
        game.step(noted.said["by"], said)
    return game


def as_command(store: Path, *words: Any) -> Any:
    return json.loads(umpire(*words, "--db", str(store), "--json").stdout)


def until(found: Callable[[], Any]) -> Any:
    """What is found as soon as it is something."""
    end = monotonic() + 30
    while not (it := found()) and monotonic() < end:
        sleep(0.05)
    return it


def test_the_answers_are_those_of_the_command(store: Path) -> None:
    with inside(store) as client:
        game = played(client)
        here = {
            "precedents": game.get("judge", "precedents", rule="s1").json(),
            "compare": game.get("judge", "compare", reading="C1=snap_fire").json(),
            "shrink": game.get("judge", "shrink", entry=5).json(),
        }
        everywhere = client.get("/api/precedents", params={"rule": "S1"}).json()
    assert here["precedents"] == as_command(store, "precedents", "--rule", "S1") == everywhere
    assert here["compare"] == as_command(store, "compare", game.id, "--reading", "C1=snap_fire")
    shrunk = as_command(store, "shrink", game.id, 5)
    assert here["shrink"].pop("enough") is True
    assert here["shrink"] == {name: shrunk[name] for name in ("game", "entry", "record", "left")}


def test_rulings_like_an_entry_come_from_games_that_hide_nothing(store: Path) -> None:
    with inside(store) as client:
        first, second = played(client), played(client)
        found = first.get("judge", "precedents", entry=5).json()["precedents"]
        assert (found[0]["game"], found[0]["entry"]) == (second.id, 5)
        hidden = RECORDS / "nullshapers" / "01-plain-play.yaml"
        third, fourth = played(client, hidden), played(client, hidden)
        found = third.get("judge", "precedents").json()["precedents"]
        assert {one["game"] for one in found} == {third.id}
        told = client.get("/api/precedents", params={"most": 100}).json()["precedents"]
        assert not {third.id, fourth.id} & {one["game"] for one in told}


@pytest.mark.parametrize(
    ("what", "query", "where"),
    [
        ("precedents", {"rule": "Z99"}, "rule"),
        ("precedents", {"verdict": "nice"}, "verdict"),
        ("precedents", {"overruled": "maybe"}, "overruled"),
        ("precedents", {"most": "1000"}, "most"),
        ("precedents", {"entry": "0"}, "entry"),
        ("precedents", {"entry": "99"}, "entry"),
        ("compare", {}, "edition"),
        ("compare", {"reading": "C1"}, "reading"),
        ("compare", {"reading": "C1=nonsense"}, "reading"),
        ("compare", {"edition": "/etc/passwd"}, "edition"),
        ("compare", {"edition": "club.yaml"}, "edition"),
        ("shrink", {"entry": "x"}, "entry"),
        ("shrink", {"facts": "perhaps"}, "facts"),
    ],
)
def test_bad_input_is_a_problem_that_says_where(
    client: Any, what: str, query: dict[str, str], where: str
) -> None:
    game = opened(client)
    game.step("ana", {"do": "note", "text": "hm"})
    answer = game.get("judge", what, **query)
    assert answer.status_code in (404, 422)
    assert answer.json()["where"] == where


def test_a_defect_is_taken_in_as_soon_as_the_judge_says_so(store: Path) -> None:
    """Nobody has to ask for the list: by then the rules may be other ones."""
    with inside(store) as client:
        game = played(client)
        ruled = game.step("judge", {**WRONG, "entry": 5})
        assert ruled.json()["verdict"] == "legal"
        rows = client.app.state.context.defects.rows
        assert until(rows.defects)
        (one,) = client.get("/api/defects").json()["defects"]
    assert one == as_command(store, "defects")["defects"][0]
    record = record_from(one["record"])
    assert [miss.n for miss in replay(record).mismatches] == [len(record.steps)]
    assert "ana" not in json.dumps(one["record"])


def test_only_a_judge_calls_a_ruling_wrong(store: Path) -> None:
    with inside(store) as client:
        game = played(client)
        for seat in ("ana", "spectator"):
            game.step(seat, {**WRONG, "entry": 5})
        assert client.get("/api/defects").json() == {"defects": [], "waiting": 0}


def test_an_organiser_has_the_defects_of_their_own_games_with_their_key(store: Path) -> None:
    def listed(key: str) -> httpx.Response:
        return client.get("/api/defects", headers={"authorization": f"Bearer {key}"})

    with inside(store, key=f"kim:{KIM},{LEE}") as client:
        game = played(client, authorization=f"Bearer {KIM}")
        game.step("judge", {**WRONG, "entry": 5})
        assert [one["rulings"][0]["game"] for one in listed(KIM).json()["defects"]] == [game.id]
        assert listed(LEE).json()["defects"] == []
        assert listed("x" * 30).status_code == listed(game.tokens["judge"]).status_code == 401
        assert client.get("/api/precedents").status_code == 401
        for key, shown in ((LEE, False), (KIM, True)):
            client.cookies.clear()
            client.post("/games", data={"key": key})
            assert (game.id in client.get("/games?show=defects").text) is shown
        client.cookies.clear()
        assert game.id not in client.get("/games?show=defects").text


def test_a_game_that_hides_something_waits_until_it_is_laid_open(store: Path) -> None:
    with inside(store) as client:
        game = played(client, RECORDS / "nullshapers" / "01-plain-play.yaml")
        game.step("judge", {**WRONG, "entry": 1, "verdict": "illegal"})
        assert client.get("/api/defects").json() == {"defects": [], "waiting": 1}
        assert "1 more waits" in client.get("/games?show=defects").text
        game.step("ana", {"do": "concede"})
        game.step("judge", {"do": "open"})
        assert len(client.get("/api/defects").json()["defects"]) == 1


def test_words_on_the_page_are_escaped(store: Path) -> None:
    units = {"<b>Zoë</b>": {"owner": "ana"}, "b1": {"owner": "ben"}}
    with inside(store) as client:
        setup = {"points": {"ana": 1, "ben": 1}, "units": units}
        game = opened(client, {**VOIDSIEGE, "setup": setup})
        game.step("ana", {"do": "declare", "unit": "<b>Zoë</b>", "command": "nonsense"})
        game.step("judge", {**WRONG, "entry": 1})
        page = client.get("/games?show=defects").text
    assert "&lt;b&gt;" in page
    assert "<b>Zoë" not in page
