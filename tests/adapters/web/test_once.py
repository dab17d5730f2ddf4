"""What is asked for again under a key is done once: steps, openings, forks and tokens alike."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from adapters.wiring import ledger_on
from application.game.umpire import KEY_HOLDS
from tests.adapters.servers import VOIDSIEGE, Client, Game, inside, opened

ANA, BEN = "a" * 24, "b" * 24
NOTE = {"do": "note", "text": "hm"}


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


def keyed(client: httpx.Client, path: str, key: str, body: Any, **headers: str) -> httpx.Response:
    return client.post(path, json=body, headers={"idempotency-key": key, **headers}, timeout=60)


@pytest.fixture(params=["sqlite", "postgres"])
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Client, Client, str]]:
    """Two servers on one store."""
    db = tmp_path / "games.umpire"
    address = str(db) if request.param == "sqlite" else request.getfixturevalue("postgres_server")
    with inside(address) as one, inside(address) as other:
        # In one process the first requests of two applications must not come in the same moment.
        assert all(client.get("/ready").status_code == 200 for client in (one, other))
        yield one, other, address


def sent_at_once(
    clients: list[Client], path: str, key: str, body: Any, **headers: str
) -> list[Any]:
    """The answers to one request that is sent to each of them in the same moment."""
    with ThreadPoolExecutor(len(clients)) as pool:
        sent = [pool.submit(keyed, one, path, key, body, **headers) for one in clients]
        answers = [one.result() for one in sent]
    assert {answer.status_code for answer in answers} == {201}, [one.text for one in answers]
    return [answer.json() for answer in answers]


def test_a_fork_asked_for_of_two_servers_at_once_is_one_game_and_whole(two: Any) -> None:
    one, other, address = two
    game = opened(one)
    for n in range(40):
        game.step("ana", {"do": "note", "text": str(n)})
    made = []
    for n in range(20):
        first, again = sent_at_once(
            [one, other], game.path("/fork"), f"fork {n}", {"at": 40}, **game.as_("ana")
        )
        assert first == again
        made.append(first["game"])
    assert len(set(made)) == 20
    ledger = ledger_on(address)
    try:
        for fork in made:
            texts = [entry.entry.said["text"] for entry in ledger.load(fork).entries]
            assert texts == [str(n) for n in range(40)]
    finally:
        ledger.close()


def test_an_opening_asked_for_of_two_servers_at_once_is_one_game(two: Any) -> None:
    one, other, _ = two
    for n in range(10):
        first, again = sent_at_once([one, other, one], "/api/games", f"k{n}", VOIDSIEGE)[:2]
        assert first == again


def test_a_fork_sent_again_is_the_same_though_both_games_went_on(client: Any) -> None:
    game = opened(client)
    game.step("ana", NOTE)
    asked = ("/fork", "k", {})
    first = keyed(client, game.path(asked[0]), asked[1], asked[2], **game.as_("ana")).json()
    game.step("ana", NOTE)
    Game(first["game"], first["tokens"], client).step("ben", NOTE)
    again = keyed(client, game.path(asked[0]), asked[1], asked[2], **game.as_("ana")).json()
    assert (first, first["entries"]) == (again, 1)


def test_the_keys_of_one_organiser_are_nobody_elses(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", key=f"{ANA},{BEN}") as client:
        first, again, other = (
            keyed(client, "/api/games", "1", VOIDSIEGE, **bearer(key)).json()
            for key in (ANA, ANA, BEN)
        )
        assert first == again
        assert other["game"] != first["game"]
        assert not set(other["tokens"].values()) & set(first["tokens"].values())


def test_the_keys_of_one_seat_are_no_other_seats(client: Any) -> None:
    game = opened(client)
    second = client.post(game.path("/seats/ana"), headers=game.as_("judge")).json()["token"]
    forks = [
        keyed(client, game.path("/fork"), "1", {"at": 0}, **headers).json()["game"]
        for headers in (game.as_("ana"), game.as_("ben"), game.as_("ana"), bearer(second))
    ]
    assert forks[0] == forks[2] and len(set(forks)) == 3
    steps = [
        keyed(client, game.path("/steps"), "1", NOTE, **headers).json()["n"]
        for headers in (game.as_("ana"), game.as_("ben"), game.as_("ana"), bearer(second))
    ]
    assert steps == [1, 2, 1, 3]


def test_an_overruling_that_departs_is_made_once_too(client: Any) -> None:
    """What was kept says from which rulings it departs, and so is not word for word what was sent."""
    ruled = {"do": "overrule", "entry": 1, "verdict": "illegal", "because": "no such command"}
    games = [opened(client), opened(client)]
    for game in games:
        game.step("ana", {"do": "declare", "unit": "a1", "command": "overrun"})
    assert games[0].step("judge", ruled).status_code == 200
    other = {**ruled, "verdict": "legal", "because": "the table knows it", "departing": "the card"}
    first, again = (games[1].step("judge", other, idempotency_key="1") for _ in range(2))
    assert (first.status_code, again.json()) == (200, first.json())
    assert "departs from" in games[1].log()[1]["said"]["because"]
    words = {"said": "overrule 1 legal because the table knows it", "departing": "the card"}
    in_words = [games[1].step("judge", words, idempotency_key="1") for _ in range(2)]
    assert [one.json() for one in in_words] == [first.json()] * 2
    for more in ({"departing": "the book"}, {"because": "so"}):
        used = games[1].step("judge", {**other, **more}, idempotency_key="1")
        assert used.json()["type"].endswith(":key-used")


def test_after_a_day_a_key_is_a_new_one(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire") as client:
        context = client.app.state.context
        first = keyed(client, "/api/games", "1", VOIDSIEGE).json()
        game = Game(first["game"], first["tokens"], client)
        assert game.step("ana", NOTE, idempotency_key="1").json()["n"] == 1
        assert game.step("ana", {"said": "note one"}, idempotency_key="2").json()["n"] == 2
        for clock in (context.umpire, context.openings):
            now = clock.clock
            clock.clock = lambda now=now: now() + KEY_HOLDS + 1
        assert keyed(client, "/api/games", "1", VOIDSIEGE).json()["game"] != game.id
        assert game.step("ana", NOTE, idempotency_key="1").json()["n"] == 3
        assert game.step("ana", NOTE, idempotency_key="1").json()["n"] == 3
        assert game.step("ana", {"said": "note two"}, idempotency_key="2").json()["n"] == 4
        assert game.log()[3]["said"]["text"] == "two"


def test_a_form_that_is_sent_twice_opens_one_game(client: Any) -> None:
    once = re.search(r'name="once" value="([^"]+)"', client.get("/").text)
    assert once is not None
    form = {"once": once[1], "ruleset": "voidsiege", "first": "ana", "second": "ben"}
    form |= {"units_first": "a1", "units_second": "b1"}
    first, again = (led_to(client, form) for _ in range(2))
    assert first == again
    assert led_to(client, {**form, "once": "another"}) != first


def led_to(client: Any, form: dict[str, str]) -> str:
    """The address of the links of the game that the form opens."""
    answer = client.post("/start", data=form, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])
